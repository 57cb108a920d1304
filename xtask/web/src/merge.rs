//! Merges parts of a split program into one WebAssembly module.
//!
//! The splitter writes a module for each set of parts that share code, and there are hundreds of such
//! sets. Its modules have the same types and the same imports, export nothing, and call each other's
//! functions by their place in the program's table. When modules are joined, only the numbers of
//! functions change, and calls within the new module become direct ones.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{Context, Result, bail, ensure};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, DataCountSection, DataSection, ElementSection, FunctionSection, ImportSection,
    Instruction, Module, TypeSection,
};
use wasmparser::{
    BinaryReader, ConstExpr, DataSectionReader, ElementItems, ElementKind, ElementSectionReader,
    FunctionBody, Import, Operator, Parser, Payload, TypeRef, TypeSectionReader,
};

/// A function that only forwards to another module is inlined if it is called at most this often.
const CALLS_MAX: usize = 2;

/// The bytes of a module's code and data.
///
/// # Errors
///
/// Returns an error if it is not a module.
pub fn weight(module: &[u8]) -> Result<usize> {
    let mut weight = 0;
    for payload in Parser::new(0).parse_all(module) {
        weight += match payload? {
            Payload::CodeSectionStart { range, .. } => place(&range).len(),
            Payload::DataSection(section) => place(&section.range()).len(),
            _ => 0,
        };
    }
    Ok(weight)
}

/// A section's place in its module.
fn place(range: &Range<u64>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// Joins the modules.
///
/// # Errors
///
/// Returns an error if one of them is not as the splitter writes them.
pub fn merge(modules: &[&[u8]]) -> Result<Vec<u8>> {
    let modules = modules.iter().map(|bytes| Part::read(bytes));
    let modules = modules.collect::<Result<Vec<Part<'_>>>>()?;
    let (mut numbers, copied) = number(&modules)?;
    let mut merged = Merged::default();
    for (index, module) in modules.iter().enumerate() {
        numbers.module = index;
        merged.add(module, &mut numbers)?;
    }
    for (index, function) in copied {
        numbers.module = index;
        let part = &modules[index];
        merged.functions.function(part.functions[function]);
        numbers.parse_function_body(&mut merged.code, part.bodies[function].clone())?;
    }
    Ok(merged.finish())
}

/// A module as the splitter writes it.
struct Part<'m> {
    bytes: &'m [u8],
    types: Range<usize>,
    imports: Vec<Import<'m>>,
    /// The type of each function.
    functions: Vec<u32>,
    bodies: Vec<FunctionBody<'m>>,
    elements: Option<ElementSectionReader<'m>>,
    data: Option<DataSectionReader<'m>>,
}

impl<'m> Part<'m> {
    fn read(bytes: &'m [u8]) -> Result<Part<'m>> {
        let mut part = Part {
            bytes,
            types: 0..0,
            imports: Vec::new(),
            functions: Vec::new(),
            bodies: Vec::new(),
            elements: None,
            data: None,
        };
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::TypeSection(section) => part.types = place(&section.range()),
                Payload::ImportSection(section) => {
                    part.imports = section.into_imports().collect::<Result<_, _>>()?;
                }
                Payload::FunctionSection(section) => {
                    part.functions = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::ElementSection(section) => part.elements = Some(section),
                Payload::CodeSectionEntry(body) => part.bodies.push(body),
                Payload::DataSection(section) => part.data = Some(section),
                Payload::ExportSection(section) => {
                    ensure!(section.count() == 0, "expected a part without exports");
                }
                Payload::Version { .. }
                | Payload::CodeSectionStart { .. }
                | Payload::DataCountSection { .. }
                | Payload::CustomSection(_)
                | Payload::End(_) => {}
                other => bail!("expected a part of a split program, found {other:?}"),
            }
        }
        Ok(part)
    }

    /// The functions of this part in the program's table, with their places.
    fn placed(&self) -> Result<Vec<(u32, u32)>> {
        let mut placed = Vec::new();
        for element in self.elements.clone().into_iter().flatten() {
            let element = element?;
            let ElementKind::Active { offset_expr, .. } = element.kind else {
                bail!("expected functions at places of the table");
            };
            let first = constant(&offset_expr)?;
            let functions: Vec<Option<u32>> = match element.items {
                ElementItems::Functions(functions) => functions
                    .into_iter()
                    .map(|function| Ok(Some(function?)))
                    .collect::<Result<_>>()?,
                ElementItems::Expressions(_, items) => items
                    .into_iter()
                    .map(|item| function_in(&item?))
                    .collect::<Result<_>>()?,
            };
            for (place, function) in (first..).zip(functions) {
                placed.extend(function.map(|function| (place, function)));
            }
        }
        Ok(placed)
    }
}

/// The value of a constant number.
fn constant(expression: &ConstExpr<'_>) -> Result<u32> {
    match expression.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value as u32),
        other => bail!("expected a constant, found {other:?}"),
    }
}

/// The function of an entry of the table, if it is one.
fn function_in(expression: &ConstExpr<'_>) -> Result<Option<u32>> {
    match expression.get_operators_reader().read()? {
        Operator::RefFunc { function_index } => Ok(Some(function_index)),
        Operator::RefNull { .. } => Ok(None),
        other => bail!("expected a function, found {other:?}"),
    }
}

/// A call to a function of another module.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Forward {
    /// The place in the program's table.
    place: u32,
    /// The type of the function.
    ty: u32,
}

/// What a function only forwards to. The splitter writes one such function for each function of
/// another module that is called.
fn forwarded(body: &FunctionBody<'_>) -> Result<Option<Forward>> {
    let mut operators = body.get_operators_reader()?;
    let mut next_local = 0;
    let mut place = None;
    while !operators.eof() {
        match (operators.read()?, place) {
            (Operator::LocalGet { local_index }, None) if local_index == next_local => {
                next_local += 1;
            }
            (Operator::I32Const { value }, None) => place = Some(value as u32),
            (Operator::CallIndirect { type_index, .. }, Some(place)) => {
                let is_last = matches!(operators.read()?, Operator::End) && operators.eof();
                let ty = type_index;
                return Ok(is_last.then_some(Forward { place, ty }));
            }
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// The sections of the new module.
#[derive(Default)]
struct Merged<'m> {
    types: TypeSection,
    /// The encoded types of the first module. The others have the same.
    type_bytes: Option<&'m [u8]>,
    imports: ImportSection,
    /// The kind and name of each import. There is at most one of a kind, so their indices agree.
    imported: Vec<(Kind, &'m str)>,
    functions: FunctionSection,
    elements: ElementSection,
    code: CodeSection,
    data: DataSection,
}

/// The kinds of imports that parts have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Global,
    Memory,
    Table,
}

/// The numbers of functions in the new module.
struct Numbers {
    /// The new number of each function, by module.
    functions: Vec<Vec<Number>>,
    /// The module that is being copied.
    module: usize,
}

/// What becomes of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    /// It has this number, or the function that is called instead has it.
    New(u32),
    /// Calls to it call another module directly.
    Inlined(Forward),
}

impl Reencode for Numbers {
    type Error = Inlined;

    fn function_index(&mut self, index: u32) -> Result<u32, Error<Inlined>> {
        match self.functions[self.module][index as usize] {
            Number::New(number) => Ok(number),
            Number::Inlined(_) => Err(Error::UserError(Inlined)),
        }
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), Error<Inlined>> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let operator = operators.read()?;
            if let Operator::Call { function_index } = operator
                && let Number::Inlined(Forward { place, ty }) =
                    self.functions[self.module][function_index as usize]
            {
                function.instruction(&Instruction::I32Const(place as i32));
                function.instruction(&Instruction::CallIndirect {
                    type_index: ty,
                    table_index: 0,
                });
            } else {
                function.instruction(&self.instruction(operator)?);
            }
        }
        code.function(&function);
        Ok(())
    }
}

/// A function without a number was mentioned other than by a call.
#[derive(Debug, thiserror::Error)]
#[error("expected a function that is only called")]
struct Inlined;

/// A module and one of its functions.
type Function = (usize, usize);

/// Numbers the functions of all modules, and returns those that are copied.
///
/// A function that only forwards is dropped if the function it forwards to is here, if another one does
/// the same, or if it is called so rarely that the calls can go to the other module directly.
fn number(modules: &[Part<'_>]) -> Result<(Numbers, Vec<Function>)> {
    // By place in the table: what is called instead of forwarding to that place.
    let mut targets: BTreeMap<u32, Function> = BTreeMap::new();
    let mut placed: BTreeSet<Function> = BTreeSet::new();
    for (index, module) in modules.iter().enumerate() {
        for (place, function) in module.placed()? {
            let body = module.bodies.get(function as usize);
            let body = body.with_context(|| format!("there is no function {function}"))?;
            placed.insert((index, function as usize));
            if forwarded(body)?.is_none() {
                targets.insert(place, (index, function as usize));
            }
        }
    }
    // By function: what is called instead of it, and what that forwards to.
    let mut instead: BTreeMap<Function, (Function, Option<Forward>)> = BTreeMap::new();
    for (index, module) in modules.iter().enumerate() {
        for (function, body) in module.bodies.iter().enumerate() {
            let this = (index, function);
            let forward = forwarded(body)?;
            let target = forward.map(|forward| *targets.entry(forward.place).or_insert(this));
            let target = target.unwrap_or(this);
            instead.insert(this, (target, forward.filter(|_| target == this)));
        }
    }
    let calls = count_calls(modules, &instead)?;
    let is_rare = |function: &Function| {
        !placed.contains(function) && calls.get(function).is_none_or(|&n| n <= CALLS_MAX)
    };
    let mut numbers = BTreeMap::new();
    let mut copied = Vec::new();
    for (&this, &(target, forward)) in &instead {
        if target == this {
            let number = match forward.filter(|_| is_rare(&this)) {
                Some(forward) => Number::Inlined(forward),
                None => {
                    copied.push(this);
                    Number::New(copied.len() as u32 - 1)
                }
            };
            numbers.insert(this, number);
        }
    }
    let number = |(index, module): (usize, &Part<'_>)| {
        let functions = 0..module.bodies.len();
        let numbers = functions.map(|function| numbers[&instead[&(index, function)].0]);
        numbers.collect()
    };
    let numbers = Numbers {
        functions: modules.iter().enumerate().map(number).collect(),
        module: 0,
    };
    Ok((numbers, copied))
}

/// How often each function is called by those that are copied.
fn count_calls(
    modules: &[Part<'_>],
    instead: &BTreeMap<Function, (Function, Option<Forward>)>,
) -> Result<BTreeMap<Function, usize>> {
    let mut calls = BTreeMap::new();
    for (index, module) in modules.iter().enumerate() {
        for body in &module.bodies {
            for operator in body.get_operators_reader()? {
                if let Operator::Call { function_index } = operator?
                    && let Some((target, _)) = instead.get(&(index, function_index as usize))
                {
                    *calls.entry(*target).or_default() += 1;
                }
            }
        }
    }
    Ok(calls)
}

impl<'m> Merged<'m> {
    /// Adds everything but the functions.
    fn add(&mut self, part: &Part<'m>, numbers: &mut Numbers) -> Result<()> {
        let types = &part.bytes[part.types.clone()];
        match self.type_bytes {
            Some(others) => ensure!(types == others, "expected the same types"),
            None => {
                let section = TypeSectionReader::new(BinaryReader::new(types, 0))?;
                numbers.parse_type_section(&mut self.types, section)?;
                self.type_bytes = Some(types);
            }
        }
        for import in &part.imports {
            self.import(numbers, *import)?;
        }
        if let Some(elements) = part.elements.clone() {
            numbers.parse_element_section(&mut self.elements, elements)?;
        }
        if let Some(data) = part.data.clone() {
            numbers.parse_data_section(&mut self.data, data)?;
        }
        Ok(())
    }

    fn import(&mut self, numbers: &mut Numbers, import: Import<'m>) -> Result<()> {
        let kind = match import.ty {
            TypeRef::Global(_) => Some(Kind::Global),
            TypeRef::Memory(_) => Some(Kind::Memory),
            TypeRef::Table(_) => Some(Kind::Table),
            _ => None,
        };
        let kind = kind.with_context(|| format!("unexpected import of {}", import.name))?;
        match self.imported.iter().find(|(other, _)| *other == kind) {
            Some((_, name)) => ensure!(
                *name == import.name,
                "expected {name}, found {}",
                import.name
            ),
            None => {
                self.imported.push((kind, import.name));
                numbers.parse_import(&mut self.imports, import)?;
            }
        }
        Ok(())
    }

    fn finish(self) -> Vec<u8> {
        let mut module = Module::new();
        module
            .section(&self.types)
            .section(&self.imports)
            .section(&self.functions)
            .section(&self.elements)
            .section(&DataCountSection {
                count: self.data.len(),
            })
            .section(&self.code)
            .section(&self.data);
        module.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use wasm_encoder::{
        ConstExpr as Constant, Elements, EntityType, Function as Body, MemoryType, RefType,
        TableType, ValType,
    };

    /// A module with three functions: one that returns a number, one at a place of the table that calls
    /// the first, and one that forwards to another place.
    fn part(answer: i32, place: i32, other: i32, text: &[u8]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let mut imports = ImportSection::new();
        let memory = MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 8,
            maximum: None,
            shared: false,
        };
        imports.import("main", "table", EntityType::Table(table));
        imports.import("main", "memory", EntityType::Memory(memory));
        let mut functions = FunctionSection::new();
        functions.function(0).function(0).function(0);
        let mut elements = ElementSection::new();
        let second = Elements::Functions((&[1]).into());
        elements.active(None, &Constant::i32_const(place), second);
        let mut code = CodeSection::new();
        let forward = Instruction::CallIndirect {
            type_index: 0,
            table_index: 0,
        };
        for instructions in [
            &[Instruction::I32Const(answer)][..],
            &[
                Instruction::Call(0),
                Instruction::Call(2),
                Instruction::I32Add,
            ],
            &[Instruction::I32Const(other), forward],
        ] {
            let mut function = Body::new([]);
            for instruction in instructions {
                function.instruction(instruction);
            }
            function.instruction(&Instruction::End);
            code.function(&function);
        }
        let mut data = DataSection::new();
        data.active(0, &Constant::i32_const(place * 100), text.to_vec());
        let mut module = Module::new();
        module
            .section(&types)
            .section(&imports)
            .section(&functions)
            .section(&elements)
            .section(&DataCountSection { count: 1 })
            .section(&code)
            .section(&data);
        module.finish()
    }

    /// The functions that are called, those in the table, and the texts.
    fn outline(module: &[u8]) -> (Vec<u32>, Vec<u32>, Vec<Vec<u8>>) {
        let (mut calls, mut placed, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::CodeSectionEntry(body) => {
                    for operator in body.get_operators_reader().unwrap() {
                        if let Operator::Call { function_index } = operator.unwrap() {
                            calls.push(function_index);
                        }
                    }
                }
                Payload::ElementSection(section) => {
                    for element in section {
                        let ElementItems::Functions(functions) = element.unwrap().items else {
                            panic!("expected functions");
                        };
                        placed.extend(functions.into_iter().map(Result::unwrap));
                    }
                }
                Payload::DataSection(section) => {
                    texts.extend(section.into_iter().map(|data| data.unwrap().data.to_vec()));
                }
                _ => {}
            }
        }
        (calls, placed, texts)
    }

    #[test]
    fn calls_within_the_new_module_are_direct() {
        let (one, two) = (part(7, 1, 2, b"one"), part(8, 2, 5, b"two"));
        let both = merge(&[&one, &two]).unwrap();
        wasmparser::Validator::new().validate_all(&both).unwrap();
        let texts = vec![b"one".to_vec(), b"two".to_vec()];
        // The first module calls the second function of the other.
        assert_eq!(outline(&both), (vec![0, 3, 2], vec![1, 3], texts));
        let parts = weight(&one).unwrap() + weight(&two).unwrap();
        assert!(weight(&both).unwrap() < parts);
    }

    #[test]
    fn functions_that_forward_to_the_same_place_are_joined_or_inlined() {
        let parts = [1, 2, 3].map(|place| part(7, place, 5, b"text"));
        let all = merge(&[&parts[0], &parts[1], &parts[2]]).unwrap();
        wasmparser::Validator::new().validate_all(&all).unwrap();
        assert_eq!(outline(&all).0, [0, 2, 3, 2, 5, 2]);
        let two = merge(&[&parts[0], &parts[1]]).unwrap();
        wasmparser::Validator::new().validate_all(&two).unwrap();
        assert_eq!(outline(&two).0, [0, 2]);
    }

    #[test]
    fn what_is_not_a_part_is_refused() {
        let mut module = Module::new();
        let mut imports = ImportSection::new();
        imports.import("main", "f", EntityType::Function(0));
        let mut types = TypeSection::new();
        types.ty().function([], []);
        module.section(&types).section(&imports);
        let foreign = module.finish();
        assert!(merge(&[&foreign]).is_err());
        assert!(merge(&[b"no module"]).is_err());
        let other_types = {
            let mut module = Module::new();
            module.section(&types);
            module.finish()
        };
        assert!(merge(&[&part(7, 1, 2, b"one"), &other_types]).is_err());
    }
}
