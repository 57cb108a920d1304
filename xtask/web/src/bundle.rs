//! Files that name each other, given names that say what is in them.
//!
//! A hand-written file names another one as `./name`, or several at once as `./begin*end`. The fingerprint of a file covers the final
//! text, so whatever a file mentions is settled before the file itself, and a change anywhere gives
//! every file on the way to the page a new name. The page and the service worker keep theirs.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};

use crate::fingerprint::Fingerprint;

/// The file that a browser asks for first.
pub const PAGE: &str = "index.html";

/// The service worker. A browser knows it by its name, and no other file mentions it, because it
/// mentions them all.
pub const SERVICE_WORKER: &str = "offline.js";

/// Whether a file keeps its name.
fn keeps_name(name: &str) -> bool {
    name == PAGE || name == SERVICE_WORKER
}

/// A file as it is written by hand or by a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name, without a folder.
    pub name: String,
    /// What is in it.
    pub content: Vec<u8>,
    /// Whether it names other files as `./name`.
    pub mentions: Mentions,
}

/// Whether a file names others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mentions {
    /// It does not, whatever its bytes look like.
    None,
    /// It is written by a tool: what looks like the name of a file is one if there is such a file.
    Known,
    /// It is written by hand: a name without a file is a slip.
    All,
}

/// A file as it is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its name, with the fingerprint unless a browser has to know it.
    pub name: String,
    /// What is in it, other files named by their fingerprints.
    pub content: Vec<u8>,
}

/// Settles the names of all files, starting from the page.
///
/// # Errors
///
/// Says which file mentions one that is not there or that mentions it in turn, and which file is
/// mentioned nowhere.
pub fn bundle(sources: &[Source]) -> Result<Vec<Asset>> {
    let mut bundler = Bundler {
        sources,
        settled: BTreeMap::new(),
        path: Vec::new(),
    };
    bundler.settle(PAGE).context("cannot bundle the page")?;
    if sources.iter().any(|source| source.name == SERVICE_WORKER) {
        bundler
            .settle(SERVICE_WORKER)
            .context("cannot bundle the service worker")?;
    }
    for source in sources {
        if !bundler.settled.contains_key(source.name.as_str()) {
            bail!(
                "{} is mentioned nowhere: name it as ./{} in a file that needs it, or remove it",
                source.name,
                source.name
            );
        }
    }
    Ok(bundler.settled.into_values().collect())
}

struct Bundler<'a> {
    sources: &'a [Source],
    settled: BTreeMap<&'a str, Asset>,
    /// The files on the way from the page to the one at hand.
    path: Vec<&'a str>,
}

impl<'a> Bundler<'a> {
    /// Settles a file and all it mentions, and returns its final name.
    fn settle(&mut self, name: &str) -> Result<String> {
        if let Some(asset) = self.settled.get(name) {
            return Ok(asset.name.clone());
        }
        let source: &'a Source = self
            .sources
            .iter()
            .find(|source| source.name == name)
            .with_context(|| format!("there is no file {name}"))?;
        if self.path.contains(&source.name.as_str()) {
            bail!("{} mention each other in a circle", self.path.join(", "));
        }

        self.path.push(&source.name);
        let content = match source.mentions {
            Mentions::None => source.content.clone(),
            Mentions::Known | Mentions::All => self
                .rename_mentions(source)
                .with_context(|| format!("in {name}"))?,
        };
        self.path.pop();

        let final_name = if keeps_name(name) {
            name.to_owned()
        } else {
            fingerprinted(name, Fingerprint::of(&content))
        };
        let asset = Asset {
            name: final_name.clone(),
            content,
        };
        self.settled.insert(&source.name, asset);
        Ok(final_name)
    }

    fn has(&self, name: &str) -> bool {
        self.sources.iter().any(|source| source.name == name)
    }

    /// The final names of the files that a mention means.
    fn names(&mut self, mention: &str) -> Result<Vec<String>> {
        let Some((begin, end)) = mention.split_once('*') else {
            return Ok(vec![self.settle(mention)?]);
        };
        let is_meant = |name: &str| name.starts_with(begin) && name.ends_with(end);
        let sources = self.sources.iter().filter(|source| is_meant(&source.name));
        let names = sources.map(|source| source.name.as_str());
        let names: Vec<String> = names.map(|name| self.settle(name)).collect::<Result<_>>()?;
        if names.is_empty() {
            bail!("there is no file like {mention}");
        }
        Ok(names)
    }

    /// Replaces each `./name` by the final name of that file.
    fn rename_mentions(&mut self, source: &'a Source) -> Result<Vec<u8>> {
        let text = str::from_utf8(&source.content).context("expected UTF-8")?;
        let mut renamed = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find("./") {
            let (before, mention) = rest.split_at(at);
            renamed.push_str(before);
            renamed.push_str("./");
            rest = &mention[2..];
            // Only quotes and parentheses open a mention; prose and other paths stay as they are.
            if before.ends_with(['"', '\'', '`', '(']) {
                let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
                let (mention, after) = rest.split_at(end);
                rest = after;
                if source.mentions == Mentions::Known && !self.has(mention) {
                    renamed.push_str(mention);
                    continue;
                }
                let names = self.names(mention)?;
                // Several names stand where one stood, each in quotes like it.
                let quote = before.chars().next_back().unwrap_or('"');
                renamed.push_str(&names.join(&format!("{quote}, {quote}./")));
            }
        }
        renamed.push_str(rest);
        Ok(renamed.into_bytes())
    }
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '*')
}

/// Puts the fingerprint before the extension.
fn fingerprinted(name: &str, fingerprint: Fingerprint) -> String {
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{fingerprint}.{extension}"),
        None => format!("{name}-{fingerprint}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str, content: &str) -> Source {
        Source {
            name: name.to_owned(),
            content: content.as_bytes().to_vec(),
            mentions: match name.ends_with(".wasm") {
                true => Mentions::None,
                false => Mentions::All,
            },
        }
    }

    fn texts(sources: &[Source]) -> Vec<(String, String)> {
        let assets = bundle(sources).unwrap();
        assets
            .into_iter()
            .map(|asset| (asset.name, String::from_utf8(asset.content).unwrap()))
            .collect()
    }

    fn refusal(sources: &[Source]) -> String {
        format!("{:#}", bundle(sources).expect_err("it must be refused"))
    }

    #[test]
    fn names_carry_fingerprints_and_mentions_follow() {
        let program = Fingerprint::of(b"\0asm \"./not a mention\"");
        let script = format!("load('./app-{program}.wasm')");
        let script_name = format!("boot-{}.js", Fingerprint::of(script.as_bytes()));
        let page = format!("<script src=\"./{script_name}\"></script>");
        assert_eq!(
            texts(&[
                source("index.html", "<script src=\"./boot.js\"></script>"),
                source("app.wasm", "\0asm \"./not a mention\""),
                source("boot.js", "load('./app.wasm')"),
            ]),
            [
                (
                    format!("app-{program}.wasm"),
                    "\0asm \"./not a mention\"".to_owned()
                ),
                (script_name, script),
                ("index.html".to_owned(), page),
            ]
        );
    }

    #[test]
    fn a_change_deep_down_renames_everything_on_the_way_and_nothing_else() {
        let sources = |program: &str| {
            [
                source("index.html", "\"./boot.js\" \"./style.css\""),
                source("boot.js", "\"./app.wasm\""),
                source("app.wasm", program),
                source("style.css", "p {}"),
            ]
        };
        let (before, after) = (texts(&sources("one")), texts(&sources("two")));
        let changed: Vec<bool> = (0..4).map(|i| before[i] != after[i]).collect();
        assert_eq!(changed, [true, true, true, false], "{before:?} {after:?}");
    }

    #[test]
    fn the_service_worker_keeps_its_name_and_mentions_the_others() {
        let style = format!("style-{}.css", Fingerprint::of(b"p {}"));
        assert_eq!(
            texts(&[
                source("index.html", "\"./style.css\""),
                source("offline.js", "[\"./style.css\"]"),
                source("style.css", "p {}"),
            ]),
            [
                ("index.html".to_owned(), format!("\"./{style}\"")),
                ("offline.js".to_owned(), format!("[\"./{style}\"]")),
                (style, "p {}".to_owned()),
            ]
        );
    }

    #[test]
    fn a_star_mentions_several_files() {
        let bundled = texts(&[
            source("index.html", "[\"./part_*.wasm\", 1]"),
            source("part_a.wasm", "a"),
            source("part_b.wasm", "b"),
        ]);
        let name = |stem: &str| {
            fingerprinted(
                &format!("part_{stem}.wasm"),
                Fingerprint::of(stem.as_bytes()),
            )
        };
        let page = format!("[\"./{}\", \"./{}\", 1]", name("a"), name("b"));
        assert!(
            bundled.contains(&("index.html".to_owned(), page)),
            "{bundled:?}"
        );
        let none = refusal(&[source("index.html", "'./part_*.wasm'")]);
        assert!(
            none.ends_with("there is no file like part_*.wasm"),
            "{none}"
        );
    }

    #[test]
    fn what_a_tool_wrote_mentions_only_files_that_are_there() {
        let glue = Source {
            mentions: Mentions::Known,
            ..source("web.js", "'./a.wasm' './web_bg.js'")
        };
        let bundled = texts(&[
            source("index.html", "'./web.js'"),
            glue,
            source("a.wasm", "a"),
        ]);
        let part = fingerprinted("a.wasm", Fingerprint::of(b"a"));
        assert!(
            bundled
                .iter()
                .any(|(_, text)| *text == format!("'./{part}' './web_bg.js'"))
        );
    }

    #[test]
    fn prose_and_other_paths_are_left_alone() {
        let text = "see ./boot.js, \"../other/x\", url(https://x.org/./y)";
        let bundled = texts(&[source("index.html", text)]);
        assert_eq!(bundled[0].1, text);
    }

    #[test]
    fn what_cannot_be_bundled_is_said() {
        assert_eq!(
            refusal(&[source("index.html", "\"./boot.js\"")]),
            "cannot bundle the page: in index.html: there is no file boot.js"
        );
        let circle = refusal(&[
            source("index.html", "'./a.js'"),
            source("a.js", "'./b.js'"),
            source("b.js", "'./a.js'"),
        ]);
        assert!(
            circle.ends_with("a.js, b.js mention each other in a circle"),
            "{circle}"
        );
        assert!(refusal(&[]).contains("there is no file index.html"));
        assert!(
            refusal(&[source("index.html", ""), source("old.css", "")])
                .starts_with("old.css is mentioned nowhere")
        );
    }
}
