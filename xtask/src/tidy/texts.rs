//! The texts of the app: every sentence, label and hint that a person can read there, in one list.
//!
//! `cargo xtask texts` writes the list, so that it can be read aloud as a whole and translated, and
//! `cargo xtask tidy` checks that it is current. A literal is a text if it looks like prose and stands
//! where a person reads it; code that only looks like prose may be listed too.

use std::fmt::Write;

use super::Problem;
use super::tree::{SourceFile, Tree};

pub const LIST: &str = "crates/web/texts.txt";

/// The page, and the crates whose words it shows.
const SOURCES: [&str; 7] = [
    "crates/duplicate/src/",
    "crates/game/src/",
    "crates/referee/src/",
    "crates/report/src/",
    "crates/rival/src/",
    "crates/web/src/",
    "crates/wire/src/",
];

const START_PAGE: &str = "crates/web/index.html";

/// Attributes and properties that are not read by people; those of data and ARIA states are found by
/// their beginning.
const CODE_ATTRIBUTES: [&str; 19] = [
    "action",
    "class",
    "d",
    "field",
    "for",
    "height",
    "href",
    "icon",
    "id",
    "name",
    "points",
    "reason",
    "rel",
    "role",
    "style",
    "transform",
    "type",
    "value",
    "viewBox",
];

/// ARIA attributes that are read aloud.
const SPOKEN: [&str; 3] = ["aria-label", "aria-description", "aria-roledescription"];

/// Calls whose text only a developer reads.
const CODE_CALLS: [&str; 5] = ["expect(", "unreachable!(", "assert!(", "panic!(", "error!("];

/// How a text begins that only looks like prose: names of keys and of classes, and transformations.
const CODE_BEGINNINGS: [&str; 19] = [
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "Escape",
    "badge ",
    "board-label ",
    "coordinate ",
    "graph-mark ",
    "notice ",
    "piece ",
    "rose-arm ",
    "rotate(",
    "seat ",
    "seat-note ",
    "sign ",
    "square dark",
    "surround ",
    "translate(",
];

/// Compares the list with the sources.
pub fn check(tree: &Tree) -> Vec<Problem> {
    if tree.text(START_PAGE).is_none() || tree.text(LIST) == Some(&list(tree)) {
        return Vec::new();
    }
    vec![Problem::new(
        LIST,
        "the texts of the app have changed; `cargo xtask texts` lists them again: read them in the diff",
    )]
}

/// Lists all texts by file, each once.
pub fn list(tree: &Tree) -> String {
    let mut list = String::new();
    for file in tree.files.iter().filter(|file| is_source(file)) {
        let text = file.text.as_deref().unwrap_or_default();
        let found = match file.is_rust() {
            true => texts_of_rust(text),
            false => texts_of_html(text),
        };
        let mut texts: Vec<String> = Vec::new();
        for text in found {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        if !texts.is_empty() {
            let _ = writeln!(list, "{}\n  {}\n", file.path, texts.join("\n  "));
        }
    }
    list
}

fn is_source(file: &SourceFile) -> bool {
    let is_test = file.name() == "tests.rs" || file.path.contains("/tests/");
    let is_shown = SOURCES.iter().any(|folder| file.path.starts_with(folder));
    file.path == START_PAGE || (is_shown && file.is_rust() && !is_test)
}

/// The string literals of a program that stand where a person may read them.
fn texts_of_rust(source: &str) -> Vec<String> {
    // What follows is for tests.
    let source = source
        .split_once("#[cfg(test)]")
        .map_or(source, |(code, _)| code);
    let mut texts = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (before, found) = rest.split_at(at);
        rest = match found.as_bytes() {
            [b'/', b'/', ..] => found.split_once('\n').map_or("", |(_, after)| after),
            [b'\'', b'\\', ..] => found.get(3..).unwrap_or_default(),
            [b'\'', _, b'\'', ..] => &found[3..],
            [b'"', ..] => {
                let (text, after) = literal(before, &found[1..]);
                let whole = &source[..source.len() - found.len()];
                let is_shown = is_prose(&text) || (is_word(&text) && is_shown_word(whole, after));
                if is_shown && !is_code(before) {
                    texts.push(text);
                }
                after
            }
            _ => &found[1..],
        };
    }
    texts
}

/// Reads a literal whose quotation mark follows `before`, and returns what stands after it.
fn literal<'s>(before: &str, found: &'s str) -> (String, &'s str) {
    let hashes = before.len() - before.trim_end_matches('#').len();
    if before.trim_end_matches('#').ends_with('r') {
        let end = format!("\"{}", "#".repeat(hashes));
        let (text, after) = found.split_once(&end).unwrap_or((found, ""));
        return (text.to_owned(), after);
    }
    let mut text = String::new();
    let mut characters = found.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (text, &found[at + 1..]),
            '\\' => match characters.next() {
                // The text goes on after the white space that begins the next line.
                Some((_, '\n')) => {
                    while characters.next_if(|(_, c)| c.is_whitespace()).is_some() {}
                }
                Some((_, 'n' | 't')) => text.push(' '),
                Some((_, 'u')) => {
                    let digits = characters.by_ref().map(|(_, c)| c);
                    let digits: String = digits.take_while(|c| *c != '}').collect();
                    let code = u32::from_str_radix(digits.trim_start_matches('{'), 16);
                    text.extend(code.ok().and_then(char::from_u32));
                }
                Some((_, other)) => text.push(other),
                None => break,
            },
            character => text.push(character),
        }
    }
    (text, "")
}

/// Whether a literal after this is code: the value of an attribute or the text of an assertion.
fn is_code(before: &str) -> bool {
    let before = before.trim_end();
    if CODE_CALLS.iter().any(|call| before.ends_with(call)) {
        return true;
    }
    let Some(named) = before.strip_suffix('=') else {
        return false;
    };
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || "-_:".contains(c);
    let name = named.trim_end();
    let name = &name[name.trim_end_matches(is_of_name).len()..];
    CODE_ATTRIBUTES.contains(&name)
        || name.starts_with("data-")
        || (name.starts_with("aria-") && !SPOKEN.contains(&name))
}

/// The text between tags, and what is spoken or shown for an element.
fn texts_of_html(source: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for part in source.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        for name in ["aria-label=\"", "content=\"", "title=\""] {
            let value = tag
                .split_once(name)
                .and_then(|(_, value)| value.split_once('"'));
            // Other values of `content` are settings.
            texts.extend(
                value
                    .map(|(value, _)| value.to_owned())
                    .filter(|value| !value.contains('=')),
            );
        }
        texts.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    texts.retain(|text| is_prose(text));
    texts
}

/// Whether this is a word without a capital.
fn is_word(text: &str) -> bool {
    let text = text.trim();
    text.len() > 1 && text.chars().all(|c| c.is_ascii_lowercase())
}

/// Whether a word without a capital is shown: between tags, in a branch, or as a text of its own.
/// Elsewhere such a word is a name in the code.
fn is_shown_word(before: &str, after: &str) -> bool {
    let (before, after) = (before.trim_end(), after.trim_start());
    let is_branch = before.ends_with("{") && after.starts_with('}');
    let is_class = before
        .rsplit(['<', ';'])
        .next()
        .is_some_and(|tag| tag.contains("class"));
    after.starts_with("</")
        || (before.ends_with('>') && !before.ends_with("=>") && !before.ends_with("->"))
        || (is_branch && !is_class)
        || (before.ends_with("=>") && after.starts_with(".to_owned()"))
}

/// Whether this reads like a word or a sentence: mostly letters, and either a capital first or
/// several words.
fn is_prose(text: &str) -> bool {
    if text.contains("::") || CODE_BEGINNINGS.iter().any(|code| text.starts_with(code)) {
        return false;
    }
    let has_blank = text.trim().contains(' ');
    let text = &without_values(text);
    let shown = text.chars().filter(|c| !c.is_whitespace());
    let (letters, others): (Vec<char>, Vec<char>) = shown.partition(|c| c.is_alphabetic());
    let mut words = text.split_whitespace();
    let begins = text.trim_start().chars().next();
    let is_word = |word: &str| word.chars().filter(|c| c.is_lowercase()).count() >= 2;
    letters.len() > others.len()
        && !begins.is_some_and(|first| "[.#*".contains(first))
        && words.any(is_word)
        && (begins.is_some_and(char::is_uppercase) || has_blank)
}

/// A format without what is put in: `{by} resigns` is ` resigns`.
fn without_values(text: &str) -> String {
    let parts = text.split('{').enumerate().map(|(index, part)| {
        let value = part.split_once('}').filter(|_| index > 0);
        value.map_or(part, |(_, after)| after)
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_where_people_read_them() {
        let source = r##"
            //! "A comment" is none, and 'it' has marks.
            const KEYS: [(&str, char); 1] = [("to the other lines", '"')];
            fn page() -> &'static str {
                let found = text.split(' ').next().expect("A text for developers");
                view! { <p class="row places" aria-label="The board" data-x="Is code">"A dead \
                    position: \u{2013} \"dead\""</p> }
                say(r#"Raw "words""#, "key", "M12 5v14M5 12h14")
            }
            #[cfg(test)]
            mod tests { const T: &str = "Only a test"; }
        "##;
        assert_eq!(
            texts_of_rust(source),
            [
                "to the other lines",
                "The board",
                "A dead position: \u{2013} \"dead\"",
                "Raw \"words\""
            ]
        );
    }

    #[test]
    fn words_without_a_capital_are_texts_where_they_are_shown() {
        let source = r#"
            let words = if is_here { "connected" } else { "away" };
            match seat { None => "free".to_owned() }
            view! { <b class=if x { "good" } else { "bad" }>"round"</b> }
            match key { "moves" => translate("translate({} {})"), _ => format!("{MARK} {order}") }
            say(format!("{by} resigns"))
        "#;
        assert_eq!(
            texts_of_rust(source),
            ["connected", "away", "free", "round", "{by} resigns"]
        );
    }

    #[test]
    fn the_start_page_has_texts_too() {
        let page = "<html><meta content=\"width=device-width\"><nav aria-label=\"Games\"><a>\nPlay\n chess</a></nav>";
        assert_eq!(texts_of_html(page), ["Games", "Play chess"]);
    }

    #[test]
    fn a_changed_text_is_noticed() {
        let page = (START_PAGE, "<p>Play chess</p>");
        let current = list(&Tree::of(&[page]));
        assert_eq!(current, format!("{START_PAGE}\n  Play chess\n\n"));
        assert_eq!(check(&Tree::of(&[page, (LIST, &current)])), []);
        let changed = Tree::of(&[(START_PAGE, "<p>Play a game</p>"), (LIST, &current)]);
        assert_eq!(check(&changed).len(), 1);
    }
}
