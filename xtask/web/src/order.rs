//! Sorts the functions of a WebAssembly module so that similar ones are next to each other.
//!
//! gzip finds repetitions only within 32 kB. Compilers write functions in the order of the source or
//! of their size, so the many versions of a generic function are often further apart than that. Two
//! functions are similar if they share sequences of bytes that few others have.

use std::collections::BTreeMap;
use std::convert::Infallible;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload, TypeRef,
};

/// The length of the sequences that are compared.
const SEQUENCE: usize = 6;

/// A sequence that more functions have says nothing about similarity.
const COMMON: usize = 60;

/// A function is compared with this many before it, of which the last counts most.
const RECENT: usize = 4;

/// The number of sequences that is added to the size of each function, so that small functions do
/// not count as similar for one sequence alone.
const SMALL: f64 = 20.0;

/// Sorts the functions.
///
/// # Errors
///
/// Returns an error if it is not a module.
pub fn order(module: &[u8]) -> Result<Vec<u8>> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let order = by_similarity(&bodies);
    let mut numbers: Vec<u32> = (0..imported + bodies.len() as u32).collect();
    for (number, &function) in (imported..).zip(&order) {
        numbers[imported as usize + function] = number;
    }
    let mut ordered = Module::new();
    Reordered { order, numbers }
        .parse_core_module(&mut ordered, Parser::new(0), module)
        .context("cannot sort the functions")?;
    Ok(ordered.finish())
}

/// A module with its functions in another order.
struct Reordered {
    /// The functions in their new order, without the imported ones.
    order: Vec<usize>,
    /// The new number of each function.
    numbers: Vec<u32>,
}

impl Reencode for Reordered {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error<Infallible>> {
        let number = self.numbers.get(index as usize);
        // A module that names a function that does not exist stays as invalid as it is.
        Ok(number.copied().unwrap_or(index))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types: Vec<u32> = section.into_iter().collect::<Result<_, _>>()?;
        for function in &self.order {
            functions.function(types[*function]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies: Vec<FunctionBody<'_>> = section.into_iter().collect::<Result<_, _>>()?;
        for function in self.order.clone() {
            self.parse_function_body(code, bodies[function].clone())?;
        }
        Ok(())
    }
}

/// The functions in a chain: each is followed by the one that is most similar to it and the few
/// before it, and the largest is next if none is similar.
fn by_similarity(bodies: &[&[u8]]) -> Vec<usize> {
    let (sequences, owners) = shared_sequences(bodies);
    let mut by_size: Vec<usize> = (0..bodies.len()).collect();
    // The last is taken first.
    by_size.sort_by_key(|&function| (bodies[function].len(), usize::MAX - function));
    let mut is_placed = vec![false; bodies.len()];
    let mut order: Vec<usize> = Vec::with_capacity(bodies.len());
    let mut shared = vec![0.0; bodies.len()];
    loop {
        let mut met = Vec::new();
        for (distance, &recent) in order.iter().rev().take(RECENT).enumerate() {
            for &sequence in &sequences[recent] {
                for &other in &owners[sequence] {
                    if !is_placed[other] {
                        if shared[other] == 0.0 {
                            met.push(other);
                        }
                        shared[other] += 1.0 / (distance + 1) as f64;
                    }
                }
            }
        }
        let last = order.last().map_or(0, |&last| sequences[last].len());
        let mut best = None;
        let mut most = 0.0;
        met.sort_unstable();
        for other in met {
            let likeness = shared[other] / ((sequences[other].len() + last) as f64 + SMALL);
            shared[other] = 0.0;
            if likeness > most {
                most = likeness;
                best = Some(other);
            }
        }
        while by_size.last().is_some_and(|&largest| is_placed[largest]) {
            by_size.pop();
        }
        let Some(next) = best.or_else(|| by_size.last().copied()) else {
            return order;
        };
        is_placed[next] = true;
        order.push(next);
    }
}

/// For each function the sequences that it shares with a few others, and for each sequence the
/// functions that have it.
fn shared_sequences(bodies: &[&[u8]]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut functions: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for (function, body) in bodies.iter().enumerate() {
        for sequence in body.windows(SEQUENCE) {
            let owners = functions.entry(sequence).or_default();
            if owners.last() != Some(&function) {
                owners.push(function);
            }
        }
    }
    let mut sequences = vec![Vec::new(); bodies.len()];
    let mut owners = Vec::new();
    for functions in functions.into_values() {
        if (2..COMMON).contains(&functions.len()) {
            for &function in &functions {
                sequences[function].push(owners.len());
            }
            owners.push(functions);
        }
    }
    (sequences, owners)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
        ImportSection, Instruction, TypeSection,
    };
    use wasmparser::Operator;

    use super::*;

    /// A module that imports a function and defines one for each list: the list's numbers are
    /// dropped one by one, and the function of the given number is called.
    fn module(functions: &[(&[i32], u32)]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        imports.import("a", "b", EntityType::Function(0));
        let (mut section, mut code) = (FunctionSection::new(), CodeSection::new());
        for (numbers, callee) in functions {
            section.function(0);
            let mut function = Function::new([]);
            for number in *numbers {
                function.instruction(&Instruction::I32Const(*number));
                function.instruction(&Instruction::Drop);
            }
            function.instruction(&Instruction::Call(*callee));
            function.instruction(&Instruction::End);
            code.function(&function);
        }
        let mut exports = ExportSection::new();
        exports.export("first", ExportKind::Func, 1);
        let mut elements = ElementSection::new();
        let placed = Elements::Functions([1, 2].as_slice().into());
        elements.active(Some(0), &ConstExpr::i32_const(0), placed);
        let mut tables = wasm_encoder::TableSection::new();
        tables.table(wasm_encoder::TableType {
            element_type: wasm_encoder::RefType::FUNCREF,
            table64: false,
            minimum: 2,
            maximum: None,
            shared: false,
        });
        let mut module = Module::new();
        module
            .section(&types)
            .section(&imports)
            .section(&section)
            .section(&tables)
            .section(&exports)
            .section(&elements)
            .section(&code);
        module.finish()
    }

    /// The first number of each function and the number that the function it calls begins with (0
    /// if it is imported), in the order of the module; the same of the exported function.
    fn outline(module: &[u8]) -> (Vec<(i32, i32)>, i32) {
        let (mut begins, mut calls, mut exported) = (vec![0], Vec::new(), 0);
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::ExportSection(section) => {
                    exported = section.into_iter().next().unwrap().unwrap().index;
                }
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().unwrap().into_iter();
                    let operators: Vec<Operator<'_>> = operators.map(Result::unwrap).collect();
                    let Operator::I32Const { value } = operators[0] else {
                        panic!("expected a number, found {operators:?}");
                    };
                    begins.push(value);
                    for operator in operators {
                        if let Operator::Call { function_index } = operator {
                            calls.push(function_index as usize);
                        }
                    }
                }
                _ => {}
            }
        }
        let named = calls.iter().enumerate();
        let named = named.map(|(index, &callee)| (begins[index + 1], begins[callee]));
        (named.collect(), begins[exported as usize])
    }

    const ONE: [i32; 9] = [11, 12, 13, 14, 15, 16, 17, 18, 19];
    const TWO: [i32; 9] = [21, 22, 23, 24, 25, 26, 27, 28, 29];

    #[test]
    fn similar_functions_become_neighbors_and_calls_follow() {
        let (like_one, like_two) = ([&[1], &ONE[..]].concat(), [&[2], &TWO[..]].concat());
        let before = module(&[(&like_one, 4), (&like_two, 3), (&ONE, 0), (&TWO, 1)]);
        let after = order(&before).unwrap();
        wasmparser::Validator::new().validate_all(&after).unwrap();
        let (calls, exported) = outline(&after);
        assert_eq!(calls, [(1, 21), (11, 0), (2, 11), (21, 1)]);
        assert_eq!(exported, 1);
        let (mut sorted, mut expected) = (calls, outline(&before).0);
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
    }

    #[test]
    fn the_order_is_stable_and_what_is_no_module_is_refused() {
        let ordered = order(&module(&[(&ONE, 0), (&TWO, 0)])).unwrap();
        assert_eq!(order(&ordered).unwrap(), ordered);
        assert!(order(b"no module").is_err());
        let empty = Module::new().finish();
        assert_eq!(order(&empty).unwrap(), empty);
    }
}
