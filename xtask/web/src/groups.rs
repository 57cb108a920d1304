//! Which files each part of a split program needs, and which of them are joined.
//!
//! The splitter writes a module for each set of parts that share code. With a dozen parts there are
//! hundreds of sets, most of them with a few small functions. A small file compresses badly, and each
//! call between modules costs bytes. So modules are joined as long as that makes the parts smaller on
//! the whole, even if some parts then fetch code that they do not need.
//!
//! A part that is named after others, such as `four_extras` after `four`, or `table_four` after both
//! `table` and `four`, is fetched after a page has been shown. It counts less.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail, ensure};

/// What a file costs by itself, in bytes after compression: its frame, and the functions that forward
/// calls to and from it.
const FILE: usize = 1_200;

/// Up to this size, a file compresses the worse the smaller it is.
const LARGE: usize = 40_000;

/// The most parts that can be counted.
const PARTS_MAX: usize = 32;

/// The weight of a page compared with a part that is fetched later.
const PAGE: usize = 8;

/// The beginning of a declaration in the script of the splitter.
const LOADER: &str = "export const __wasm_split_load_";

/// The script that the splitter writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The functions that load modules.
    helpers: String,
    /// The modules that each part needs.
    parts: BTreeMap<String, BTreeSet<String>>,
}

/// Modules that are joined to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name of the file, without its ending.
    pub name: String,
    /// The names of the modules.
    pub modules: Vec<String>,
}

impl Script {
    /// Reads the script.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not as expected.
    pub fn read(script: &str) -> Result<Script> {
        let is_helper = |line: &&str| {
            !line.starts_with("/* ") && !line.starts_with("const ") && !line.starts_with("export ")
        };
        let helpers: Vec<&str> = script.lines().take_while(is_helper).collect();
        let mut parts = BTreeMap::new();
        let mut lines = script.lines();
        while let Some(line) = lines.next() {
            let Some(part) = line.strip_prefix(LOADER) else {
                continue;
            };
            let part = part.split_whitespace().next();
            let part = part.with_context(|| format!("expected a name in `{line}`"))?;
            let needed = lines.find_map(|line| line.strip_prefix(", [")?.strip_suffix("]));"));
            let needed = needed.with_context(|| format!("expected the modules of {part}"))?;
            let names = needed.split(", ").filter(|name| !name.is_empty());
            let mut modules = BTreeSet::from([format!("split_{part}")]);
            for name in names {
                let module = name.strip_prefix("__");
                let module = module.with_context(|| format!("expected a module, found {name}"))?;
                modules.insert(module.to_owned());
            }
            parts.insert(part.to_owned(), modules);
        }
        if parts.is_empty() || helpers.is_empty() {
            bail!("expected helpers and parts in the script of the splitter");
        }
        Ok(Script {
            helpers: helpers.join("\n"),
            parts,
        })
    }

    /// Decides which modules are joined, given the size of each.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more parts than can be counted.
    pub fn groups(&self, sizes: &BTreeMap<String, usize>) -> Result<Vec<Group>> {
        ensure!(self.parts.len() <= PARTS_MAX, "too many parts");
        let weights: Vec<usize> = self.parts.keys().map(|part| self.weight(part)).collect();
        let mut files: BTreeMap<u32, File> = BTreeMap::new();
        for (module, size) in sizes {
            let file = files.entry(self.needing(module)).or_default();
            file.size += size;
            file.modules.push(module.clone());
        }
        while let Some((one, two)) = best_pair(&files, &weights)
            && let (Some(first), Some(second)) = (files.remove(&one), files.remove(&two))
        {
            let joined = files.entry(one | two).or_default();
            for file in [first, second] {
                joined.size += file.size;
                joined.modules.extend(file.modules);
            }
        }
        let names = self.parts.keys();
        let name = |needed_by: u32, index: usize| match needed_by.count_ones() {
            1 => names
                .clone()
                .nth(needed_by.trailing_zeros() as usize)
                .map_or_else(String::new, |part| format!("split_{part}")),
            _ => format!("chunk_{index}"),
        };
        let files = files.into_iter().enumerate();
        let group = |(index, (needed_by, file)): (usize, (u32, File))| Group {
            name: name(needed_by, index),
            modules: file.modules,
        };
        Ok(files.map(group).collect())
    }

    /// How much the size of a part counts.
    fn weight(&self, part: &str) -> usize {
        let mut words = part.split('_').filter(|word| *word != part);
        match words.any(|word| self.parts.contains_key(word)) {
            true => 1,
            false => PAGE,
        }
    }

    /// The parts that need a module, one bit for each.
    fn needing(&self, module: &str) -> u32 {
        let parts = self.parts.values().enumerate();
        let bits = parts.filter(|(_, modules)| modules.contains(module));
        bits.fold(0, |all, (index, _)| all | 1 << index)
    }

    /// Writes the script for the joined modules.
    #[must_use]
    pub fn write(&self, groups: &[Group]) -> String {
        let mut script = self.helpers.clone();
        script.push_str(
            "\nconst file = (address) => makeLoad(() => {\n\
             const answer = fetch(address);\n\
             answer.catch(() => {});\n\
             return async (imports) => WebAssembly.instantiateStreaming(answer, imports);\n\
             }, []);\n\
             const part = (files) => wrapAsyncCb(() => Promise.all(files.map((load) => load())));\n",
        );
        for Group { name, .. } in groups {
            script.push_str(&format!(
                "const {name} = file(new URL(\"./{name}.wasm\", import.meta.url));\n"
            ));
        }
        for (part, needed) in &self.parts {
            let needs = |group: &&Group| group.modules.iter().any(|name| needed.contains(name));
            let files: Vec<&str> = groups.iter().filter(needs).map(|g| &*g.name).collect();
            script.push_str(&format!("{LOADER}{part} = part([{}]);\n", files.join(", ")));
        }
        script
    }
}

/// Modules that are joined.
#[derive(Default)]
struct File {
    size: usize,
    modules: Vec<String>,
}

/// What a file of this size costs a part that fetches it, in bytes after compression.
fn cost(size: usize) -> usize {
    FILE + (3 * size + size.min(LARGE)) / 10
}

/// The two files that save most when they are joined, if any do.
fn best_pair(files: &BTreeMap<u32, File>, weights: &[usize]) -> Option<(u32, u32)> {
    let weigh = |needed_by: u32| -> usize {
        let parts = weights.iter().enumerate();
        let needing = parts.filter(|(index, _)| needed_by >> index & 1 == 1);
        needing.map(|(_, weight)| weight).sum()
    };
    let priced = files.iter().map(|(&needed_by, file)| {
        let now = weigh(needed_by) * cost(file.size);
        (needed_by, file.size, now)
    });
    let priced: Vec<(u32, usize, usize)> = priced.collect();
    let mut best = None;
    let mut most = 0;
    for (index, &(one, size, price)) in priced.iter().enumerate() {
        for &(two, other_size, other_price) in &priced[index + 1..] {
            let joined = weigh(one | two) * cost(size + other_size);
            let saved = (price + other_price).saturating_sub(joined);
            if saved > most {
                most = saved;
                best = Some((one, two));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "import { initSync } from \"./web.js\";\n\
        function makeLoad() {}\n\
        /* four, play */\n\
        const __chunk_1 = makeLoad(() => {\n}\n, []);\n\
        export const __wasm_split_load_four = wrapAsyncCb(makeLoad(() => {\n}\n\
        , [__chunk_1, __chunk_2, __chunk_3, __chunk_4]));\n\
        export const __wasm_split_load_four_extras = wrapAsyncCb(makeLoad(() => {\n}\n\
        , [__chunk_2, __chunk_3]));\n\
        export const __wasm_split_load_online = wrapAsyncCb(makeLoad(() => {\n}\n\
        , [__chunk_4]));\n\
        export const __wasm_split_load_play = wrapAsyncCb(makeLoad(() => {\n}\n\
        , [__chunk_1, __chunk_3, __chunk_4]));\n";

    fn groups(script: &Script, sizes: &[(&str, usize)]) -> Vec<(String, String)> {
        let sizes = sizes.iter().map(|(name, size)| ((*name).to_owned(), *size));
        let groups = script.groups(&sizes.collect()).unwrap();
        let flat = groups.into_iter();
        flat.map(|group| (group.name, group.modules.join(" ")))
            .collect()
    }

    const MODULES: [(&str, usize); 8] = [
        ("chunk_1", 900_000),
        ("chunk_2", 900_000),
        ("chunk_3", 900_000),
        ("chunk_4", 900_000),
        ("split_four", 900_000),
        ("split_four_extras", 900_000),
        ("split_online", 900_000),
        ("split_play", 900_000),
    ];

    #[test]
    fn large_modules_stay_apart() {
        let script = Script::read(SCRIPT).unwrap();
        let groups = groups(&script, &MODULES);
        assert_eq!(groups.len(), MODULES.len(), "{groups:?}");
    }

    #[test]
    fn a_small_module_is_joined_with_one_that_more_parts_need() {
        let script = Script::read(SCRIPT).unwrap();
        let mut small = MODULES;
        for index in [0, 2] {
            small[index].1 = 100;
        }
        // The later part of the four boards needs the second one only, but gets both.
        let groups = groups(&script, &small);
        assert_eq!(groups.len(), MODULES.len() - 1, "{groups:?}");
        let joined = ("chunk_5".to_owned(), "chunk_1 chunk_3".to_owned());
        assert!(groups.contains(&joined), "{groups:?}");
    }

    #[test]
    fn each_part_loads_every_file_with_a_module_it_needs() {
        let script = Script::read(SCRIPT).unwrap();
        let sizes = MODULES.map(|(name, size)| (name.to_owned(), size));
        let text = script.write(&script.groups(&sizes.into()).unwrap());
        assert!(
            text.starts_with("import { initSync } from \"./web.js\";\nfunction makeLoad() {}\n")
        );
        assert!(text.contains(
            "const split_four = file(new URL(\"./split_four.wasm\", import.meta.url));\n"
        ));
        for line in [
            "four = part([split_four, chunk_2, chunk_5, chunk_6, chunk_7]);",
            "four_extras = part([split_four_extras, chunk_2, chunk_6]);",
            "online = part([split_online, chunk_7]);",
            "play = part([split_play, chunk_5, chunk_6, chunk_7]);",
        ] {
            assert!(
                text.contains(&format!("{LOADER}{line}\n")),
                "{line} in {text}"
            );
        }
    }

    #[test]
    fn scripts_of_another_shape_are_refused() {
        assert!(Script::read("").is_err());
        assert!(Script::read("let x;\nexport const __wasm_split_load_a = 1;\n").is_err());
        let odd = SCRIPT.replace("[__chunk_4]", "[chunk_4]");
        assert!(Script::read(&odd).is_err());
    }
}
