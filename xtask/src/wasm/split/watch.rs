//! A module that tells which of its functions run.

use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, EntityType, ImportSection, Module, TypeSection, ValType};
use wasmparser::{CodeSectionReader, ImportSectionReader, Parser, TypeSectionReader};

use super::facts::Facts;
use super::plan::failed;

/// What the module calls with the number of each function that begins: module and name.
const SEEN: (&str, &str) = ("watch", "seen");

/// The same module, which tells the number of each function that begins.
pub(crate) fn watched(module: &[u8]) -> Result<Vec<u8>, String> {
    let facts = Facts::of(module)?;
    let mut written = Module::new();
    Watched { facts }.parse_core_module(&mut written, Parser::new(0), module).map_err(failed)?;
    Ok(written.finish())
}

struct Watched {
    facts: Facts,
}

type Written = Result<(), Error<Infallible>>;

impl Reencode for Watched {
    type Error = Infallible;

    /// There is one more import.
    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(function + u32::from(self.facts.imported <= function))
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: TypeSectionReader<'_>,
    ) -> Written {
        utils::parse_type_section(self, types, section)?;
        types.ty().function([ValType::I32], []);
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Written {
        utils::parse_import_section(self, imports, section)?;
        let kind = self.facts.signatures.len() as u32;
        imports.import(SEEN.0, SEEN.1, EntityType::Function(kind));
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Written {
        for (function, body) in self.facts.own().zip(section) {
            let body = body?;
            let mut written = self.new_function_with_parsed_locals(&body)?;
            written.instructions().i32_const(function.cast_signed()).call(self.facts.imported);
            let mut operators = body.get_operators_reader()?;
            while !operators.eof() {
                let same = self.parse_instruction(&mut operators)?;
                written.instruction(&same);
            }
            code.function(&written);
        }
        Ok(())
    }
}
