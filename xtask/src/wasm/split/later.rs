//! The second part of a module: functions, and nothing else of its own.

use std::borrow::Cow;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, FunctionSection, ImportSection,
    Module, TypeSection,
};
use wasmparser::{CodeSectionReader, Parser, Payload};

use super::plan::{Plan, failed, shared_name};

/// Writes the second part.
pub(super) fn write(module: &[u8], plan: &Plan) -> Result<Vec<u8>, String> {
    let shared = plan.shared.len() as u32;
    let mut numbers = plan.renumbered(true, shared);
    for (number, &function) in (0..).zip(&plan.shared) {
        numbers[function as usize] = number;
    }
    let mut types = TypeSection::new();
    let mut code = CodeSection::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(failed)? {
            Payload::TypeSection(section) => {
                RoundtripReencoder.parse_type_section(&mut types, section).map_err(failed)?;
            }
            Payload::CodeSectionStart { range, .. } => {
                let bytes = &module[range.clone()];
                let reader = wasmparser::BinaryReader::new(bytes, range.start);
                let section = CodeSectionReader::new(reader).map_err(failed)?;
                let mut writer = Later { plan, numbers: &numbers };
                writer.parse_code_section(&mut code, section).map_err(failed)?;
            }
            _ => {}
        }
    }
    let mut functions = FunctionSection::new();
    for function in plan.functions(true) {
        functions.function(plan.facts.types[function as usize]);
    }
    let mut later = Module::new();
    later.section(&types).section(&imports(plan)?).section(&functions);
    later.section(&elements(plan, &numbers)).section(&code);
    Ok(later.finish())
}

/// What the first part exports, in the same order and with the same names.
fn imports(plan: &Plan) -> Result<ImportSection, String> {
    let facts = &plan.facts;
    let mut same = RoundtripReencoder;
    let mut things = Vec::new();
    for &memory in &facts.memories {
        things.push(EntityType::Memory(same.memory_type(memory).map_err(failed)?));
    }
    for (number, &table) in (0..).zip(&facts.tables) {
        let mut table = table;
        if number == facts.table {
            let places = u64::from(plan.places);
            table.initial = places;
            table.maximum = table.maximum.map(|most| most.max(places));
        }
        things.push(EntityType::Table(same.table_type(table).map_err(failed)?));
    }
    for &global in &facts.globals {
        things.push(EntityType::Global(same.global_type(global).map_err(failed)?));
    }
    let function = |&function: &u32| EntityType::Function(facts.types[function as usize]);
    let mut imports = ImportSection::new();
    for (place, thing) in things.into_iter().chain(plan.shared.iter().map(function)).enumerate() {
        imports.import("", &shared_name(place), thing);
    }
    Ok(imports)
}

/// Puts functions into their places: those that are neighbours together.
fn elements(plan: &Plan, numbers: &[u32]) -> ElementSection {
    let table = (plan.facts.table != 0).then_some(plan.facts.table);
    let doors: Vec<(u32, u32)> = plan.doors.iter().map(|(&place, &f)| (place, f)).collect();
    let mut elements = ElementSection::new();
    for run in doors.chunk_by(|before, after| before.0 + 1 == after.0) {
        let functions: Vec<u32> = run.iter().map(|&(_, f)| numbers[f as usize]).collect();
        let start = ConstExpr::i32_const(run[0].0.cast_signed());
        elements.active(table, &start, Elements::Functions(Cow::Owned(functions)));
    }
    elements
}

struct Later<'a> {
    plan: &'a Plan,
    /// The new number of each function that the second part has or calls.
    numbers: &'a [u32],
}

impl Reencode for Later<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.numbers[function as usize])
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for (function, body) in self.plan.facts.own().zip(section) {
            let body = body?;
            if self.plan.later[function as usize] {
                self.parse_function_body(code, body)?;
            }
        }
        Ok(())
    }
}
