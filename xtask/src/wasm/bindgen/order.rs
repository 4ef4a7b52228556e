//! The order of a module's functions. It affects only the size of the download: gzip finds repetitions only in the
//! last 32 kB, and a function often has a copy for another type.

use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

/// The number of consecutive bytes in a piece. Shorter pieces occur everywhere, and longer ones miss copies.
const PIECE: usize = 5;

/// A piece that occurs in more functions than this is not informative.
const COMMON: usize = 5_000;

/// After this number of bytes, the weight of a piece falls to about a third; this is half of gzip's window.
const MEMORY: f64 = 16_000.0;

/// Returns the same module with its functions in an order that compresses well.
pub(super) fn reorder(module: &[u8]) -> Result<Vec<u8>, String> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(|error| error.to_string())? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let import = import.map_err(|error| error.to_string())?;
                    imported += u32::from(matches!(import.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(&module[body.range()]),
            _ => {}
        }
    }
    let order = order(&bodies);
    let mut places = vec![0; order.len()];
    for (place, &function) in (imported..).zip(&order) {
        places[function] = place;
    }
    let mut moved = Module::new();
    let mut mover = Mover { imported, order, places };
    mover.parse_core_module(&mut moved, Parser::new(0), module).map_err(|e| e.to_string())?;
    Ok(moved.finish())
}

/// Places each function after functions with the same pieces: the next function is always the one with the most pieces
/// in the functions placed last, for its size. The exponent of the size is 3/4 because large functions save
/// more.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let shared = shared_pieces(bodies);
    let mut pieces_of = vec![Vec::new(); bodies.len()];
    for (piece, functions) in shared.iter().enumerate() {
        for &function in functions {
            pieces_of[function].push(piece);
        }
    }
    // The weight of later functions grows, which is equivalent to forgetting earlier ones.
    let mut now = 1.0;
    let mut seen = vec![0.0; shared.len()];
    let mut known = vec![0.0; bodies.len()];
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::with_capacity(bodies.len());
    while !left.is_empty() {
        let root = |function: usize| (10.0 + pieces_of[function].len() as f64).sqrt();
        let share = |function: usize| known[function] / (root(function) * root(function).sqrt());
        let mut next = 0;
        for place in 1..left.len() {
            if share(left[next]) < share(left[place]) {
                next = place;
            }
        }
        // Without information, take the first remaining function, because the existing order is as good as any.
        let function = left.remove(next);
        order.push(function);
        now *= 1.0 + bodies[function].len() as f64 / MEMORY;
        for &piece in &pieces_of[function] {
            let twins = &shared[piece];
            let gained = (now - seen[piece]) / f64::from(usize::BITS - twins.len().leading_zeros());
            seen[piece] = now;
            for &twin in twins {
                known[twin] += gained;
            }
        }
    }
    order
}

/// Returns the functions of each piece that occurs in more than one.
fn shared_pieces(bodies: &[&[u8]]) -> Vec<Vec<usize>> {
    let mut pieces = Vec::new();
    for (function, body) in bodies.iter().enumerate() {
        pieces.extend(body.windows(PIECE).map(|piece| (piece, function)));
    }
    pieces.sort_unstable();
    pieces.dedup();
    let same = pieces.chunk_by(|a, b| a.0 == b.0).filter(|same| (2..=COMMON).contains(&same.len()));
    same.map(|same| same.iter().map(|&(_, function)| function).collect()).collect()
}

/// Writes a module with its functions in another order.
struct Mover {
    imported: u32,
    order: Vec<usize>,
    /// The new number of each function.
    places: Vec<u32>,
}

impl Reencode for Mover {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        let own = function.checked_sub(self.imported);
        Ok(own.map_or(function, |own| self.places[own as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for &function in &self.order {
            functions.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            utils::parse_function_body(self, code, bodies[function].clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn twins_become_neighbours() {
        let one = b"a function with two twins for other types";
        let twin = b"a function with twins for other types";
        let other = b"0123456789 0123456789";
        let found = order(&[one, other, b"qwertyuiop", twin, b"9876543210", &one[1..], other]);
        let place = |function| found.iter().position(|&f| f == function).expect("each is there");
        assert_eq!(found.len(), 7);
        assert_eq!([place(0), place(3).min(place(5)), place(3).max(place(5))], [0, 1, 2]);
        assert_eq!(place(1).abs_diff(place(6)), 1);
    }
}
