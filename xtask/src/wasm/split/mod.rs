//! A module in two parts: what a page needs before its first answer, and what it may need afterwards.
//!
//! Takes a module and which of its functions ran while first answers were worked out, gives two modules. The second one has no state: it uses memory,
//! table and globals of the first, and puts its functions into places of the first one's table. Until it does,
//! doors stand in these places: each asks for the second module, then does the call again. So nothing has to know
//! which function is where, and both together give the bytes that the whole module gives.

mod choose;
mod facts;
mod first;
mod later;
mod plan;
mod watch;

use facts::Facts;
use plan::Plan;
pub(super) use watch::watched;

/// The two parts of a module; `ran` are the numbers that a [`watched`] module told.
pub(super) fn split(module: &[u8], ran: &[u32]) -> Result<[Vec<u8>; 2], String> {
    let facts = Facts::of(module)?;
    let later = choose::later(&facts, ran);
    let plan = Plan::of(facts, later);
    Ok([first::write(module, &plan)?, later::write(module, &plan)?])
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        CodeSection, ConstExpr, ElementSection, Elements, ExportKind, ExportSection, Function,
        FunctionSection, ImportSection, MemorySection, MemoryType, Module, RefType, TableSection,
        TableType, TypeSection,
    };
    use wasmparser::{Parser, Payload};

    use super::*;

    /// What each function calls. The first two are exported, the last one is in the table.
    const CALLS: [&[u32]; 7] = [&[2, 3], &[4], &[], &[2, 4], &[], &[4], &[5]];

    /// Which of them ran.
    const RAN: [u32; 2] = [0, 2];

    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let (mut kinds, mut code) = (FunctionSection::new(), CodeSection::new());
        for calls in CALLS {
            kinds.function(0);
            let mut function = Function::new([]);
            calls.iter().for_each(|&called| {
                function.instructions().call(called);
            });
            function.instructions().end();
            code.function(&function);
        }
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 2,
            maximum: Some(2),
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut exports = ExportSection::new();
        exports.export("session_run", ExportKind::Func, 0);
        exports.export("session_gate", ExportKind::Func, 1);
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(1), Elements::Functions([6][..].into()));
        let mut module = Module::new();
        // Like every module of wasm-bindgen, it has a section of imports.
        module.section(&types).section(&ImportSection::new());
        module.section(&kinds).section(&tables).section(&memories);
        module.section(&exports).section(&elements).section(&code);
        module.finish()
    }

    #[test]
    fn each_way_into_the_second_part_has_a_door() {
        let facts = Facts::of(&module()).expect("a module");
        let later = choose::later(&facts, &RAN);
        assert_eq!(later, [false, true, false, true, true, true, true]);
        let plan = Plan::of(facts, later);
        // What is in the table already keeps its place; the others get places behind.
        assert_eq!(plan.doors, [(1, 6), (2, 1), (3, 3)].into());
        assert_eq!((plan.shared, plan.places), (vec![2], 4));
    }

    #[test]
    fn both_parts_have_what_the_other_needs() {
        let [first, later] = split(&module(), &RAN).expect("two parts");
        let (mut given, mut taken) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(&first) {
            if let Payload::ExportSection(exports) = payload.expect("a module") {
                given.extend(exports.into_iter().map(|e| e.expect("an export").name));
            }
        }
        for payload in Parser::new(0).parse_all(&later) {
            if let Payload::ImportSection(imports) = payload.expect("a module") {
                taken.extend(imports.into_imports().map(|i| i.expect("an import").name));
            }
        }
        given.retain(|name| name.starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(given, ["0", "1", "2"], "memory, table, and a function");
        assert_eq!(given, taken);
        let first = Facts::of(&first).expect("a module");
        // The loader; then what stays, a door each, and the export that only passes on.
        assert_eq!((first.imported, first.own().len()), (1, 2 + 3 + 1));
        assert_eq!(first.slots.len(), 3, "each door is in its place");
    }

    #[test]
    fn a_watched_module_tells_of_each_function() {
        let watched = watched(&module()).expect("a module");
        let facts = Facts::of(&watched).expect("a module");
        assert_eq!((facts.imported, facts.own().len()), (1, CALLS.len()));
        for function in facts.own() {
            assert!(facts.called_by(function).contains(&0), "{function} tells nothing");
        }
    }
}
