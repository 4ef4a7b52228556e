//! The first part of a module: everything but the functions that come later, and a door to each that it needs.

use std::borrow::Cow;
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection,
    Function, FunctionSection, ImportSection, Instruction, Module, TableSection, TypeSection,
};
use wasmparser::{
    CodeSectionReader, ElementSectionReader, ExportSectionReader, ExternalKind,
    FunctionSectionReader, ImportSectionReader, Operator, Parser, TableSectionReader,
    TypeSectionReader,
};

use super::plan::{LOADER, Plan, failed, shared_name};

/// Writes the first part.
pub(super) fn write(module: &[u8], plan: &Plan) -> Result<Vec<u8>, String> {
    let imported = plan.facts.imported;
    let mut numbers = plan.renumbered(false, imported + 1);
    let after = imported + 1 + plan.functions(false).count() as u32;
    for (&function, door) in plan.door_of.keys().zip(after..) {
        numbers[function as usize] = door;
    }
    let mut exported: Vec<u32> = plan.facts.exported.clone();
    exported.retain(|&function| plan.later[function as usize]);
    let mut first = Module::new();
    let mut writer = First { plan, numbers, exported };
    writer.parse_core_module(&mut first, Parser::new(0), module).map_err(failed)?;
    Ok(first.finish())
}

struct First<'a> {
    plan: &'a Plan,
    /// The new number of each function; of one that comes later, the number of its door.
    numbers: Vec<u32>,
    /// What comes later and can be called from outside. It has a function of its own, because a door that was passed
    /// would ask for the second part again.
    exported: Vec<u32>,
}

type Written = Result<(), Error<Infallible>>;

impl First<'_> {
    /// The type of the loader is put behind all others.
    fn loader_type(&self) -> u32 {
        self.plan.facts.signatures.len() as u32
    }

    /// A call through the table; what the function takes lies on the stack.
    fn call(&self, function: u32, written: &mut Function) {
        let place = self.plan.door_of[&function].cast_signed();
        let type_index = self.plan.facts.types[function as usize];
        let table_index = self.plan.facts.table;
        written.instructions().i32_const(place).call_indirect(table_index, type_index);
    }

    /// Calls a function with what it is called with itself; if it is a door, it brings the second part before.
    fn passing(&self, function: u32, is_door: bool) -> Function {
        let mut passing = Function::new([]);
        if is_door {
            passing.instructions().call(self.plan.facts.imported);
        }
        for taken in 0..self.plan.facts.signature(function).params().len() as u32 {
            passing.instructions().local_get(taken);
        }
        self.call(function, &mut passing);
        passing.instructions().end();
        passing
    }
}

impl Reencode for First<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.numbers[function as usize])
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: TypeSectionReader<'_>,
    ) -> Written {
        utils::parse_type_section(self, types, section)?;
        types.ty().function([], []);
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Written {
        utils::parse_import_section(self, imports, section)?;
        imports.import(LOADER.0, LOADER.1, EntityType::Function(self.loader_type()));
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        _: FunctionSectionReader<'_>,
    ) -> Written {
        let kept = self.plan.functions(false).chain(self.plan.door_of.keys().copied());
        for function in kept.chain(self.exported.iter().copied()) {
            functions.function(self.plan.facts.types[function as usize]);
        }
        Ok(())
    }

    fn parse_table_section(
        &mut self,
        tables: &mut TableSection,
        section: TableSectionReader<'_>,
    ) -> Written {
        for (number, table) in (0..).zip(section) {
            let mut table = table?;
            if number == self.plan.facts.table {
                let places = u64::from(self.plan.places);
                table.ty.initial = places;
                table.ty.maximum = table.ty.maximum.map(|most| most.max(places));
            }
            self.parse_table(tables, table)?;
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: ExportSectionReader<'_>,
    ) -> Written {
        let facts = &self.plan.facts;
        let passing = facts.imported
            + 1
            + (self.plan.functions(false).count() + self.plan.door_of.len()) as u32;
        for export in section {
            let export = export?;
            let place = self.exported.iter().position(|&function| {
                export.kind == ExternalKind::Func && export.index == function
            });
            match place {
                Some(place) => {
                    exports.export(export.name, ExportKind::Func, passing + place as u32);
                }
                None => self.parse_export(exports, export)?,
            }
        }
        let kinds = [
            (ExportKind::Memory, facts.memories.len()),
            (ExportKind::Table, facts.tables.len()),
            (ExportKind::Global, facts.globals.len()),
        ];
        let things = kinds.into_iter().flat_map(|(kind, n)| (0..n as u32).map(move |i| (kind, i)));
        let functions = self.plan.shared.iter();
        let functions = functions.map(|&f| (ExportKind::Func, self.numbers[f as usize]));
        for (place, (kind, number)) in things.chain(functions).enumerate() {
            exports.export(&shared_name(place), kind, number);
        }
        Ok(())
    }

    fn parse_element_section(
        &mut self,
        elements: &mut ElementSection,
        section: ElementSectionReader<'_>,
    ) -> Written {
        utils::parse_element_section(self, elements, section)?;
        let facts = &self.plan.facts;
        let known = facts.tables[facts.table as usize].initial as u32;
        let doors = self.plan.doors.range(known..);
        let doors: Vec<u32> = doors.map(|(_, &f)| self.numbers[f as usize]).collect();
        let table = (facts.table != 0).then_some(facts.table);
        let start = ConstExpr::i32_const(known.cast_signed());
        elements.active(table, &start, Elements::Functions(Cow::Owned(doors)));
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Written {
        for (function, body) in self.plan.facts.own().zip(section) {
            let body = body?;
            if self.plan.later[function as usize] {
                continue;
            }
            let mut written = self.new_function_with_parsed_locals(&body)?;
            let mut operators = body.get_operators_reader()?;
            while !operators.eof() {
                match operators.clone().read()? {
                    Operator::Call { function_index }
                        if self.plan.later[function_index as usize] =>
                    {
                        operators.read()?;
                        self.call(function_index, &mut written);
                    }
                    _ => {
                        let same: Instruction<'_> = self.parse_instruction(&mut operators)?;
                        written.instruction(&same);
                    }
                }
            }
            code.function(&written);
        }
        for &function in self.plan.door_of.keys() {
            code.function(&self.passing(function, true));
        }
        for &function in &self.exported {
            code.function(&self.passing(function, false));
        }
        Ok(())
    }
}
