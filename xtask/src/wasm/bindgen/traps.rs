//! Turns the panics of a module into plain traps. A module has no standard error, so nobody sees the message of a
//! panic, which always ends in a trap. The code that only formats such messages takes 20 kB of the download.

use std::collections::HashSet;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, Function, Module};
use wasmparser::{BinaryReaderError, CodeSectionReader, FunctionBody, Operator, Parser};

use super::names::function_names;

/// Crates whose functions may report why a program ends. In symbols, the length of a name precedes it.
const CRATES: [&str; 4] = ["4core", "5alloc", "3std", "9hashbrown"];

/// The modules and functions that do this.
const ENDS: [&str; 11] = [
    "9panicking",
    "13assert_failed",
    "13expect_failed",
    "13unwrap_failed",
    "16slice_index_fail",
    "16slice_error_fail",
    "17len_mismatch_fail",
    "17capacity_overflow",
    "12handle_error",
    "18handle_alloc_error",
    "22panic_already_borrowed",
];

/// Returns the same module, in which functions that report why the program ends, and never return, trap immediately.
pub(super) fn trap(module: &[u8]) -> Result<Vec<u8>, String> {
    let panics = panics(module).map_err(|error| error.to_string())?;
    let mut changed = Module::new();
    let mut trapper = Trapper { panics };
    trapper.parse_core_module(&mut changed, Parser::new(0), module).map_err(|e| e.to_string())?;
    Ok(changed.finish())
}

/// Returns the indices of these functions among the functions that the module defines.
fn panics(module: &[u8]) -> Result<HashSet<usize>, BinaryReaderError> {
    let names = function_names(module)?.into_iter();
    Ok(names.filter(|(_, name)| is_panic(name)).map(|(index, _)| index).collect())
}

fn is_panic(name: &str) -> bool {
    CRATES.iter().any(|part| name.contains(part)) && ENDS.iter().any(|part| name.contains(part))
}

/// Returns whether a function always ends in a trap.
fn never_returns(body: &FunctionBody<'_>) -> Result<bool, BinaryReaderError> {
    let (mut last, mut may_return) = (None, false);
    let mut operators = body.get_operators_reader()?;
    while !operators.eof() {
        let operator = operators.read()?;
        may_return |= matches!(operator, Operator::Return);
        if !operators.eof() {
            last = Some(operator);
        }
    }
    Ok(!may_return && matches!(last, Some(Operator::Unreachable)))
}

/// Writes a module with other bodies of functions.
struct Trapper {
    panics: HashSet<usize>,
}

impl Reencode for Trapper {
    type Error = Infallible;

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for (function, body) in section.into_iter().enumerate() {
            let body = body?;
            if self.panics.contains(&function) && never_returns(&body)? {
                let mut trap = Function::new([]);
                trap.instructions().unreachable().end();
                code.function(&trap);
            } else {
                utils::parse_function_body(self, code, body)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, Function, FunctionSection, Module, NameMap, NameSection, TypeSection,
    };

    use super::trap;

    /// Returns a module with these functions, each of which calls the first function before its end.
    fn module(functions: &[(&str, bool)]) -> Vec<u8> {
        let (mut types, mut kinds) = (TypeSection::new(), FunctionSection::new());
        types.ty().function([], []);
        let (mut code, mut map) = (CodeSection::new(), NameMap::new());
        for (index, &(name, returns)) in (0..).zip(functions) {
            kinds.function(0);
            map.append(index, name);
            let mut function = Function::new([]);
            function.instructions().call(0);
            if !returns {
                function.instructions().unreachable();
            }
            function.instructions().end();
            code.function(&function);
        }
        let mut names = NameSection::new();
        names.functions(&map);
        let mut module = Module::new();
        module.section(&types).section(&kinds).section(&code).section(&names);
        module.finish()
    }

    /// Returns which functions of a module still call another.
    fn calls(module: &[u8]) -> Vec<bool> {
        let sections = wasmparser::Parser::new(0).parse_all(module);
        let bodies = sections.filter_map(|section| match section.expect("a module") {
            wasmparser::Payload::CodeSectionEntry(body) => Some(body),
            _ => None,
        });
        let calls = |body: wasmparser::FunctionBody<'_>| {
            let mut operators = body.get_operators_reader().expect("operators");
            matches!(operators.read(), Ok(wasmparser::Operator::Call { .. }))
        };
        bodies.map(calls).collect()
    }

    #[test]
    fn only_functions_that_end_the_program_become_traps() {
        let old = module(&[
            ("_ZN9benchlens5store6panics17h0E", false),
            ("_ZN4core9panicking9panic_fmt17h0E", false),
            ("_RNvNtCsa_4core9panicking18panic_bounds_check", false),
            ("_RNvNtNtCsl_3std9panicking11panic_count8increase", true),
            ("_ZN9benchlens13unwrap_failed17h0E", false),
            ("_RNvNtCsa_5alloc7raw_vec12handle_error", false),
        ]);
        assert_eq!(calls(&old), [true; 6]);
        assert_eq!(calls(&trap(&old).expect("a module")), [true, false, false, true, true, false]);
    }
}
