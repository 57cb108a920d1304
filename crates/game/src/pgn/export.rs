//! Export format: the canonical text of a game.
//!
//! Export format is meant to be the same byte for byte whoever writes it, so a game is in export
//! format exactly if writing it again gives the same text. Only the order of the tags after the
//! Seven Tag Roster is free. What was written from any game is therefore in export format, null moves
//! included, which the standard does not know.

use super::{Diagnostic, Place, Problem, ReadGame, SEVEN_TAG_ROSTER};

/// The length of a quotation from a text that differs.
const QUOTED: usize = 40;

/// The first difference of two texts, in bytes from the beginning of the text that was read.
struct Difference {
    at: usize,
    expected: String,
}

impl ReadGame {
    /// The length of the game in export format, without the last line end.
    #[must_use]
    pub fn export_bytes(&self) -> usize {
        self.tree.to_string().trim_end().len()
    }

    /// The first difference of the text of a complete game from export format. The text begins with
    /// the game and reaches at least to its end.
    ///
    /// ```
    /// use fourfold_game::pgn::{Checker, Reader};
    /// let read = |text: &str| Checker::new(Reader::from_slice(text.as_bytes())).read_tree();
    /// let loose = "1.e4 e5 *";
    /// let game = read(loose)?.ok_or("there is a game")?;
    /// assert!(game.difference_from_export(loose.as_bytes()).is_some());
    /// let export = game.tree.to_string();
    /// let again = read(&export)?.ok_or("there is a game")?;
    /// assert!(again.difference_from_export(export.as_bytes()).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn difference_from_export(&self, text: &[u8]) -> Option<Diagnostic> {
        let written = self.tree.to_string();
        let (tags, moves) = written.trim_end().split_once("\n\n").unwrap_or_default();
        let difference = match compare_tags(tags, text) {
            Ok(end) => compare_moves(moves, text, end),
            Err(difference) => Some(difference),
        }?;
        let before = &text[..difference.at];
        let is_in_moves = before.len() > tags.len();
        let ply = if is_in_moves {
            main_line_moves(&String::from_utf8_lossy(&before[tags.len()..]))
        } else {
            0
        };
        let token = text[difference.at..].split(u8::is_ascii_whitespace).next();
        let token = token.map(quoted).filter(|word| !word.is_empty());
        Some(Diagnostic {
            game: self.report.game,
            ply,
            place: place_after(self.report.place, before),
            token,
            problem: Problem::NotExportFormat(format!("expected {}", difference.expected)),
        })
    }
}

/// Compares the tags and returns where the moves must begin.
fn compare_tags(tags: &str, text: &[u8]) -> Result<usize, Difference> {
    let lines: Vec<&[u8]> = tags.lines().map(str::as_bytes).collect();
    let mut others = lines[SEVEN_TAG_ROSTER.len().min(lines.len())..].to_vec();
    let mut at = 0;
    for (number, &line) in lines.iter().enumerate() {
        let found = text[at..].split(|&byte| byte == b'\n').next();
        let found = found.unwrap_or_default();
        if number < SEVEN_TAG_ROSTER.len() {
            if found != line {
                return Err(difference(line, text, at));
            }
        } else if let Some(index) = others.iter().position(|&other| other == found) {
            others.swap_remove(index);
        } else {
            return Err(difference(others[0], text, at));
        }
        at += found.len() + 1;
        if at > text.len() {
            return Err(difference(b"a line end", text, text.len()));
        }
    }
    match text.get(at) {
        Some(b'\n') => Ok(at + 1),
        _ => Err(Difference {
            at,
            expected: "an empty line after the tags".to_owned(),
        }),
    }
}

fn compare_moves(moves: &str, text: &[u8], begin: usize) -> Option<Difference> {
    let found = &text[begin..];
    let is_equal = found.starts_with(moves.as_bytes());
    (!is_equal).then(|| difference(moves.as_bytes(), text, begin))
}

/// The first difference of the text from `begin` on: the beginning of the first word that differs.
fn difference(expected: &[u8], text: &[u8], begin: usize) -> Difference {
    let found = &text[begin..];
    let equal = expected.iter().zip(found).take_while(|(a, b)| a == b);
    let equal = equal.count();
    let word = expected[..equal]
        .iter()
        .rposition(u8::is_ascii_whitespace)
        .map_or(0, |blank| blank + 1);
    let is_blank = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    // Where only the blanks differ, the difference itself says most.
    let (at, expected) = match expected.get(equal) {
        Some(b'\n') if is_blank(found.get(equal)) => (equal, "a line end".to_owned()),
        Some(b' ') if is_blank(found.get(equal)) => (equal, "one blank".to_owned()),
        _ => {
            let rest = expected[word..].split(u8::is_ascii_whitespace).next();
            (word, format!("{:?}", quoted(rest.unwrap_or_default())))
        }
    };
    Difference {
        at: begin + at,
        expected,
    }
}

fn quoted(word: &[u8]) -> String {
    String::from_utf8_lossy(word).chars().take(QUOTED).collect()
}

/// The number of moves of the main line in a beginning of canonical movetext.
fn main_line_moves(text: &str) -> u64 {
    let (mut depth, mut in_comment, mut moves) = (0u32, false, 0);
    for word in text.split_ascii_whitespace() {
        if word.starts_with('{') {
            in_comment = true;
        }
        if in_comment {
            in_comment = !word.trim_end_matches(')').ends_with('}');
        } else if depth == 0 && word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            moves += 1;
        }
        if !in_comment {
            depth += word.matches('(').count() as u32;
            depth = depth.saturating_sub(word.matches(')').count() as u32);
        }
    }
    moves
}

/// The place after these bytes.
fn place_after(begin: Place, bytes: &[u8]) -> Place {
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let last = bytes.rsplit(|&byte| byte == b'\n').next();
    let last = String::from_utf8_lossy(last.unwrap_or_default());
    let columns = last.chars().count() as u64;
    Place {
        offset: begin.offset + bytes.len() as u64,
        line: begin.line + lines,
        column: if lines == 0 { begin.column } else { 1 } + columns,
    }
}
