//! Generated scripts, made smaller: short names for what a program imports, and neither comments nor
//! indentation.
//!
//! An import is called `__wbg_setProperty_3fe74e09d53acb0b` by its generator, in the script and in the
//! program. There are hundreds, and no compressor makes much of their digits.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

/// Gives each name a short one that no script uses by chance.
pub fn short_names<'a>(names: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, String> {
    let mut short = BTreeMap::new();
    for name in names {
        let next = format!("${}", short.len());
        short.entry(name.to_owned()).or_insert(next);
    }
    short
}

/// Replaces whole words that have a short name.
pub fn rename(script: &str, short: &BTreeMap<String, String>) -> String {
    let mut renamed = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(at) = rest.find(is_word) {
        let (before, from) = rest.split_at(at);
        let (word, after) = from.split_at(from.find(|c| !is_word(c)).unwrap_or(from.len()));
        renamed.push_str(before);
        renamed.push_str(short.get(word).map_or(word, String::as_str));
        rest = after;
    }
    renamed + rest
}

/// Removes the classes whose names begin like this, with the lines outside that belong to them. Such
/// a class must have no texts with braces in them.
pub fn without_classes(script: &str, begin: &str) -> String {
    let class = format!("export class {begin}");
    let dispose = format!("if (Symbol.dispose) {begin}");
    let registry = format!("const {begin}");
    let mut kept = String::with_capacity(script.len());
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        if line.starts_with(&class) {
            let mut depth = braces(line);
            while depth > 0
                && let Some(line) = lines.next()
            {
                depth += braces(line);
            }
        } else if line.starts_with(&registry) {
            // It goes on until the end of the statement.
            if !line.ends_with(';') {
                lines.find(|line| line.ends_with(';'));
            }
        } else if !line.starts_with(&dispose) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// How many more braces a line opens than it closes.
fn braces(line: &str) -> isize {
    let count = |brace: char| line.matches(brace).count() as isize;
    count('{') - count('}')
}

/// Removes indentation, empty lines, and comments that have lines of their own.
///
/// # Errors
///
/// Returns an error if a text may go on from line to line, where spaces matter.
pub fn strip(script: &str) -> Result<String> {
    let mut stripped = String::with_capacity(script.len());
    let mut is_comment = false;
    for line in script.lines().map(str::trim) {
        if is_comment || line.starts_with("/*") {
            is_comment = !line.contains("*/");
            if !is_comment && !line.ends_with("*/") {
                bail!("expected nothing behind a comment, found `{line}`");
            }
        } else if !line.is_empty() && !line.starts_with("//") {
            if line.matches('`').count() % 2 == 1 {
                bail!("expected texts within a line, found `{line}`");
            }
            stripped.push_str(line);
            stripped.push('\n');
        }
    }
    Ok(stripped)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_get_short_names_wherever_they_are_whole_words() {
        let short = short_names(["__wbg_set_1", "__wbg_get_2", "__wbg_set_1"]);
        let script = "{ __wbg_set_1: f, __wbg_set_12: g }; __wbg_get_2()";
        assert_eq!(rename(script, &short), "{ $0: f, __wbg_set_12: g }; $1()");
        assert_eq!(rename("", &short), "");
    }

    #[test]
    fn classes_are_removed_with_what_belongs_to_them() {
        let script = "let a;\nexport class Dead {\n    free() {\n}\n    get a() {}\n}\n\
                      if (Symbol.dispose) Dead.prototype[x] = y;\nexport class Live {\n}\n\
                      const DeadFinalization = (typeof F === 'undefined')\n    ? { a: () => {} }\n    \
                      : new F(p => q);\nlet b;\n";
        let kept = "let a;\nexport class Live {\n}\nlet b;\n";
        assert_eq!(without_classes(script, "Dead"), kept);
        assert_eq!(without_classes(kept, "Dead"), kept);
    }

    #[test]
    fn comments_and_indentation_are_removed() {
        let script = "/* one */\n/** two\n * lines */\nlet a;\n\n  // why\n  let b = `/* text */`; // here\n";
        assert_eq!(
            strip(script).unwrap(),
            "let a;\nlet b = `/* text */`; // here\n"
        );
    }

    #[test]
    fn what_cannot_be_stripped_line_by_line_is_refused() {
        assert!(strip("let a = `one\n  two`;").is_err());
        assert!(strip("/* a */ let b;").is_err());
    }
}
