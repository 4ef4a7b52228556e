//! What a module consists of, as far as it matters for cutting it in two.
//!
//! Takes the bytes of a module, gives lists; changes nothing.

use std::collections::{BTreeMap, HashSet};

use wasmparser::{
    ConstExpr, Element, ElementItems, ElementKind, ExternalKind, FuncType, FunctionBody,
    GlobalType, MemoryType, Operator, Parser, Payload, TableType, TypeRef,
};

/// Functions are numbered as in the module: first those that are imported.
#[derive(Default)]
pub(super) struct Facts {
    /// How many functions are imported.
    pub(super) imported: u32,
    /// What functions take and give.
    pub(super) signatures: Vec<FuncType>,
    /// The place of each function's signature.
    pub(super) types: Vec<u32>,
    /// Which functions each of the module's own calls by name.
    pub(super) calls: Vec<Vec<u32>>,
    /// What can be called from outside.
    pub(super) exported: Vec<u32>,
    /// What must be there from the beginning: what is started, or taken as a value.
    pub(super) roots: HashSet<u32>,
    /// The function in each place of the table, through which all calls go that are not by name.
    pub(super) slots: BTreeMap<u32, u32>,
    /// The number of that table.
    pub(super) table: u32,
    pub(super) tables: Vec<TableType>,
    pub(super) globals: Vec<GlobalType>,
    pub(super) memories: Vec<MemoryType>,
}

type Result<T> = std::result::Result<T, String>;

#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err needs")]
fn wrong(error: wasmparser::BinaryReaderError) -> String {
    error.to_string()
}

impl Facts {
    /// Reads a module.
    pub(super) fn of(module: &[u8]) -> Result<Facts> {
        let mut facts = Facts::default();
        for payload in Parser::new(0).parse_all(module) {
            facts.add(payload.map_err(wrong)?)?;
        }
        Ok(facts)
    }

    fn add(&mut self, payload: Payload<'_>) -> Result<()> {
        match payload {
            Payload::TypeSection(types) => {
                for signature in types.into_iter_err_on_gc_types() {
                    self.signatures.push(signature.map_err(wrong)?);
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let TypeRef::Func(kind) = import.map_err(wrong)?.ty else {
                        return Err("the module imports something that is no function".into());
                    };
                    self.imported += 1;
                    self.types.push(kind);
                }
            }
            Payload::FunctionSection(functions) => {
                for kind in functions {
                    self.types.push(kind.map_err(wrong)?);
                }
            }
            Payload::TableSection(tables) => {
                for table in tables {
                    self.tables.push(table.map_err(wrong)?.ty);
                }
            }
            Payload::MemorySection(memories) => {
                for memory in memories {
                    self.memories.push(memory.map_err(wrong)?);
                }
            }
            Payload::GlobalSection(globals) => {
                for global in globals {
                    self.globals.push(global.map_err(wrong)?.ty);
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export.map_err(wrong)?;
                    if export.kind == ExternalKind::Func {
                        self.exported.push(export.index);
                    }
                }
            }
            Payload::StartSection { func, .. } => {
                self.roots.insert(func);
            }
            Payload::ElementSection(elements) => {
                for element in elements {
                    self.add_element(element.map_err(wrong)?)?;
                }
            }
            Payload::CodeSectionEntry(body) => self.add_body(&body).map_err(wrong)?,
            _ => {}
        }
        Ok(())
    }

    fn add_element(&mut self, element: Element<'_>) -> Result<()> {
        let ElementItems::Functions(functions) = element.items else { return Ok(()) };
        let functions = functions.into_iter().collect::<std::result::Result<Vec<u32>, _>>();
        let functions = functions.map_err(wrong)?;
        match element.kind {
            ElementKind::Active { table_index, offset_expr } => {
                self.table = table_index.unwrap_or(0);
                let start = constant(&offset_expr)?;
                self.slots.extend((start..).zip(functions));
            }
            ElementKind::Passive | ElementKind::Declared => self.roots.extend(functions),
        }
        Ok(())
    }

    fn add_body(
        &mut self,
        body: &FunctionBody<'_>,
    ) -> std::result::Result<(), wasmparser::BinaryReaderError> {
        let mut calls = Vec::new();
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            match operators.read()? {
                Operator::Call { function_index } => calls.push(function_index),
                Operator::RefFunc { function_index } => {
                    self.roots.insert(function_index);
                }
                _ => {}
            }
        }
        calls.sort_unstable();
        calls.dedup();
        self.calls.push(calls);
        Ok(())
    }

    /// The functions that a function calls by name; none if it is imported.
    pub(super) fn called_by(&self, function: u32) -> &[u32] {
        let own = function.checked_sub(self.imported);
        own.map_or(&[], |own| &self.calls[own as usize])
    }

    /// The numbers of the module's own functions.
    pub(super) fn own(&self) -> std::ops::Range<u32> {
        self.imported..self.types.len() as u32
    }

    /// What a function takes and gives.
    pub(super) fn signature(&self, function: u32) -> &FuncType {
        &self.signatures[self.types[function as usize] as usize]
    }
}

/// The value of an offset, which compilers write as a constant.
fn constant(offset: &ConstExpr<'_>) -> Result<u32> {
    match offset.get_operators_reader().read().map_err(wrong)? {
        Operator::I32Const { value } => Ok(value.cast_unsigned()),
        other => Err(format!("a place in a table is no constant: {other:?}")),
    }
}
