//! The names of the functions in a module.

use wasmparser::{BinaryReaderError, KnownCustom, Name, Parser, Payload, TypeRef};

/// Returns the functions that the module defines, by their indices among them, with their names.
pub(super) fn function_names(module: &[u8]) -> Result<Vec<(usize, &str)>, BinaryReaderError> {
    let (mut imported, mut found) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CustomSection(section) => {
                let KnownCustom::Name(names) = section.as_known() else { continue };
                for names in names {
                    let Name::Function(names) = names? else { continue };
                    for name in names {
                        let name = name?;
                        let index = (name.index as usize).checked_sub(imported);
                        found.extend(index.map(|index| (index, name.name)));
                    }
                }
            }
            _ => {}
        }
    }
    Ok(found)
}
