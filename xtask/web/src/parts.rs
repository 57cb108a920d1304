//! Split programs: merges the script that loads the parts into the bindings.
//!
//! The splitter writes that script as a module, and the bindings and the script import each other.
//! Files are named by their content here, which is impossible for two files that name each other. As
//! one file it is possible, and the browser makes one request less.

use anyhow::{Context, Result, bail};

/// The module that the splitter writes.
pub const SCRIPT: &str = "./parts.js";

/// Replaces the import of the loader script in the bindings by the script itself.
///
/// # Errors
///
/// Returns an error if the generated files do not have the expected form.
pub fn inline(glue: &str, glue_name: &str, script: &str) -> Result<String> {
    let is_import = |line: &&str| line.starts_with("import * as ") && line.contains(SCRIPT);
    let imports: Vec<&str> = glue.lines().filter(is_import).collect();
    if imports.is_empty() {
        bail!("expected the glue to import {SCRIPT}");
    }

    let mut body = String::new();
    let mut exports = Vec::new();
    for line in script.lines() {
        if line.starts_with("import ") {
            if !line.contains(&format!("./{glue_name}.js")) {
                bail!("expected {SCRIPT} to import the glue alone, found `{line}`");
            }
        } else if let Some(declaration) = line.strip_prefix("export const ") {
            let export = declaration.split_whitespace().next();
            exports.push(export.with_context(|| format!("expected a name in `{line}`"))?);
            body.push_str("const ");
            body.push_str(declaration);
            body.push('\n');
        } else if line.starts_with("export ") {
            bail!("expected {SCRIPT} to export constants alone, found `{line}`");
        } else {
            body.push_str(line);
            body.push('\n');
        }
    }
    // The bindings import the script once for each function, under different names.
    let module = format!(
        "(() => {{\n{body}return {{ {} }};\n}})()",
        exports.join(", ")
    );
    let mut first = None;
    let mut joined = glue.to_owned();
    for import in imports {
        let name = import.split_whitespace().nth(3);
        let name = name.with_context(|| format!("expected a name in `{import}`"))?;
        let value = first.unwrap_or(module.as_str());
        joined = joined.replacen(import, &format!("const {name} = {value};"), 1);
        first.get_or_insert(name);
    }
    Ok(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_becomes_a_constant_of_the_glue() {
        let glue = "import * as import1 from \"./parts.js\"\nimport * as import2 from \"./parts.js\"\n\
                    function initSync() {}\n";
        let script = "import { initSync } from \"./web.js\";\nlet shared;\n\
                      export const load_four = wrap(\"./four.wasm\");\n";
        assert_eq!(
            inline(glue, "web", script).unwrap(),
            "const import1 = (() => {\nlet shared;\nconst load_four = wrap(\"./four.wasm\");\n\
             return { load_four };\n})();\nconst import2 = import1;\nfunction initSync() {}\n"
        );
    }

    #[test]
    fn scripts_of_another_shape_are_refused() {
        let glue = "import * as import1 from \"./parts.js\"\n";
        let refusal =
            |glue: &str, script: &str| inline(glue, "web", script).unwrap_err().to_string();
        assert_eq!(refusal("", ""), "expected the glue to import ./parts.js");
        assert!(refusal(glue, "import x from \"y\";").contains("import the glue alone"));
        assert!(refusal(glue, "export function f() {}").contains("export constants alone"));
    }
}
