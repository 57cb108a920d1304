//! One style sheet instead of those that the page links one after another.
//!
//! The browser makes one request, and sheets that are compressed together are smaller.

use anyhow::{Context, Result, bail};

use crate::bundle::{PAGE, Source};

/// The beginning of a link from the page to a style sheet.
const LINK: &str = "<link rel=\"stylesheet\" href=\"./";

const LINK_END: &str = "\">";

/// Joins the style sheets that the page links, in that order. The new one has the name of the first.
///
/// # Errors
///
/// Returns an error if a style sheet does not exist, or is linked apart from the others.
pub fn join(mut files: Vec<Source>) -> Result<Vec<Source>> {
    let page = files.iter_mut().find(|file| file.name == PAGE);
    let page = page.with_context(|| format!("there is no file {PAGE}"))?;
    let text = str::from_utf8(&page.content).context("expected UTF-8 in the page")?;
    let mut linked: Vec<String> = Vec::new();
    let mut joined_page = String::with_capacity(text.len());
    let mut is_last_linked = false;
    for line in text.split_inclusive('\n') {
        let sheet = line.trim().strip_prefix(LINK);
        let sheet = sheet.and_then(|sheet| sheet.strip_suffix(LINK_END));
        if sheet.is_none() || linked.is_empty() {
            joined_page.push_str(line);
        } else if !is_last_linked {
            // Another order of the rules would be another style.
            bail!("expected all links to style sheets one after another in {PAGE}");
        }
        linked.extend(sheet.map(str::to_owned));
        is_last_linked = sheet.is_some();
    }
    page.content = joined_page.into_bytes();
    let Some(first) = linked.first().cloned() else {
        return Ok(files);
    };
    let mut joined = String::new();
    for name in &linked {
        let sheet = files.iter().find(|file| file.name == *name);
        let sheet = sheet.with_context(|| format!("there is no file {name}"))?;
        let text =
            str::from_utf8(&sheet.content).with_context(|| format!("expected UTF-8 in {name}"))?;
        joined.push_str(text);
    }
    files.retain(|file| file.name == first || !linked.contains(&file.name));
    for file in files.iter_mut().filter(|file| file.name == first) {
        file.content = joined.clone().into_bytes();
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::tests::source;

    const HEAD: &str = "<title>x</title>\n<link rel=\"stylesheet\" href=\"./b.css\">\n";

    #[test]
    fn linked_sheets_become_one_in_their_order() {
        let page = format!("{HEAD}<link rel=\"stylesheet\" href=\"./a.css\">\n<p>\n");
        let files = vec![
            source("a.css", "/* why */\np { color: red; }\n"),
            source("b.css", "em,\nb > i {\n  margin: 0 1px;\n}\n"),
            source("index.html", &page),
            source("other.js", "x"),
        ];
        assert_eq!(
            join(files).unwrap(),
            [
                source(
                    "b.css",
                    "em,\nb > i {\n  margin: 0 1px;\n}\n/* why */\np { color: red; }\n"
                ),
                source("index.html", &format!("{HEAD}<p>\n")),
                source("other.js", "x"),
            ]
        );
    }

    #[test]
    fn sheets_that_cannot_be_joined_are_refused() {
        let refusal = |page: &str| {
            let files = vec![source("index.html", page), source("b.css", "")];
            format!("{:#}", join(files).unwrap_err())
        };
        let apart = format!("{HEAD}<p>\n{HEAD}");
        assert!(refusal(&apart).starts_with("expected all links"));
        assert!(refusal(&HEAD.replace('b', "c")).ends_with("there is no file c.css"));
        assert!(join(Vec::new()).is_err());
    }
}
