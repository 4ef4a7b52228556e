//! Clears the places in the source code that panics report. Panics are traps, so no code reads these places, but they
//! take 11 kB of the download.

use std::ops::Range;

use wasmparser::{BinaryReaderError, DataKind, Operator, Parser, Payload};

/// Data of the module: its address in memory, and its range in the file.
struct Segment {
    address: usize,
    range: Range<usize>,
}

/// The bytes of a place in memory: the address and the length of the file's name, the line and the column.
const PLACE: usize = 16;

/// The maximum length of the name of a file, and the maximum line and column; greater numbers are not a place.
const NAME_MAX: usize = 200;
const LINE_MAX: usize = 100_000;
const COLUMN_MAX: usize = 1_000;

/// Returns the same module with zeros for the places and for the names of their files.
pub(super) fn clear(module: &[u8]) -> Result<Vec<u8>, String> {
    let segments = segments(module).map_err(|error| error.to_string())?;
    let mut cleared = module.to_owned();
    for segment in &segments {
        // Places are aligned like the numbers in them.
        let first = segment.range.start + segment.address.next_multiple_of(4) - segment.address;
        for at in (first..segment.range.end.saturating_sub(PLACE - 1)).step_by(4) {
            if let Some(name) = name_of(module, &segments, &module[at..at + PLACE]) {
                cleared[at..at + PLACE].fill(0);
                cleared[name].fill(0);
            }
        }
    }
    Ok(cleared)
}

/// Returns the active data of the module.
fn segments(module: &[u8]) -> Result<Vec<Segment>, BinaryReaderError> {
    let mut segments = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        let Payload::DataSection(section) = payload? else { continue };
        for data in section {
            let data = data?;
            let DataKind::Active { offset_expr, .. } = data.kind else { continue };
            let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                continue;
            };
            let range = data.range.end - data.data.len()..data.range.end;
            segments.push(Segment { address: value as usize, range });
        }
    }
    Ok(segments)
}

/// Returns the range of the file's name in the module if these bytes are a place.
fn name_of(module: &[u8], segments: &[Segment], place: &[u8]) -> Option<Range<usize>> {
    let number = |index: usize| {
        let bytes = place.get(index * 4..index * 4 + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes) as usize)
    };
    let (address, length, line, column) = (number(0)?, number(1)?, number(2)?, number(3)?);
    let is_likely = (1..=NAME_MAX).contains(&length)
        && (1..=LINE_MAX).contains(&line)
        && (1..=COLUMN_MAX).contains(&column);
    if !is_likely {
        return None;
    }
    let segment = segments.iter().find(|segment| {
        (segment.address..segment.address + segment.range.len()).contains(&address)
    })?;
    let start = segment.range.start + address - segment.address;
    let name = module.get(start..start + length)?;
    let is_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-<>".contains(byte);
    let is_name = name.ends_with(b".rs") && name.iter().all(is_path);
    is_name.then_some(start..start + length)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{ConstExpr, DataSection, Module};

    use super::clear;

    #[test]
    fn places_are_cleared_and_other_data_is_kept() {
        let name = b"crates/core/src/a.rs";
        let words = |words: [u32; 4]| words.map(u32::to_le_bytes).concat();
        let length = name.len() as u32;
        let others =
            [words([1024, 8, 7, 7]), words([1024, length, 0, 7]), words([9, length, 7, 7])];
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(1024), name.iter().copied());
        let places = [words([1024, length, 7, 7]), others.concat(), b"name.rs".to_vec()].concat();
        data.active(0, &ConstExpr::i32_const(1048), places.iter().copied());
        let mut module = Module::new();
        module.section(&data);
        let old = module.finish();
        let new = clear(&old).expect("a module");
        assert_eq!(new.len(), old.len());
        assert!(!new.windows(name.len()).any(|part| part == name));
        let kept = [&[0; 16][..], &others.concat(), b"name.rs"].concat();
        assert!(new.ends_with(&kept));
    }
}
