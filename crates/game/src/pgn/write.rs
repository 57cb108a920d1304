//! Writing games in the export format of the standard.

mod wrap;

use core::fmt;

use chess::fen::CastlingMode;
use chess::{Color, Position};

use super::start::names_chess960;
use super::tree::Step;
use super::{Comment, NodeId, SEVEN_TAG_ROSTER, Tree};

use wrap::Wrapped;

impl fmt::Display for Tree {
    /// The game in export format: the Seven Tag Roster and other tags, an empty line, and the moves
    /// in lines of fewer than 80 characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tags(self, f)?;
        f.write_str("\n")?;
        let mut writer = MoveWriter {
            tree: self,
            out: Wrapped::new(f),
            needs_number: true,
        };
        writer.write()
    }
}

fn write_tags(tree: &Tree, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let tags = tree.tags.standardized();
    for name in SEVEN_TAG_ROSTER {
        let value = match name {
            "Result" => tree.result.token(),
            name => tags.get_or_unknown(name),
        };
        write_tag(name, value, f)?;
    }
    let is_chess960 = tree.start().mode == CastlingMode::Chess960;
    if is_chess960 {
        write_tag("Variant", "Chess960", f)?;
    }
    if is_chess960 || tree.start().position != Position::start() {
        write_tag("SetUp", "1", f)?;
        write_tag("FEN", &tree.start().position.to_string(), f)?;
    }
    for (name, value) in tags.iter() {
        let is_written = match name {
            "FEN" | "SetUp" => true,
            "Variant" => is_chess960 || names_chess960(value),
            name => SEVEN_TAG_ROSTER.contains(&name),
        };
        let value = match name {
            "Termination" => tree.termination().unwrap_or(value),
            _ => value,
        };
        if !is_written {
            write_tag(name, value, f)?;
        }
    }
    Ok(())
}

fn write_tag(name: &str, value: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for piece in value.split_inclusive(['"', '\\']) {
        match piece.strip_suffix(['"', '\\']) {
            Some(plain) => write!(f, "{plain}\\{}", &piece[plain.len()..])?,
            None => f.write_str(piece)?,
        }
    }
    f.write_str("\"]\n")
}

/// Writes the moves of a tree.
struct MoveWriter<'t, 'f, 'o> {
    tree: &'t Tree,
    out: Wrapped<'f, 'o>,
    /// Whether a move of Black needs a number, because something separates it from the last move.
    needs_number: bool,
}

impl MoveWriter<'_, '_, '_> {
    fn write(&mut self) -> fmt::Result {
        self.write_remarks(self.tree.root())?;
        for step in self.tree.walk() {
            match step {
                Step::Move(id) => self.write_move(id)?,
                Step::VariationStart => {
                    self.out.open()?;
                    self.needs_number = true;
                }
                Step::VariationEnd => {
                    self.out.close();
                    self.needs_number = true;
                }
            }
        }
        self.out.word(format_args!("{}", self.tree.result))?;
        self.out.end_line()
    }

    fn write_move(&mut self, id: NodeId) -> fmt::Result {
        let node = self.tree.node(id);
        for comment in node.comments_before() {
            self.write_comment(comment)?;
        }
        let parent = node.parent().unwrap_or(self.tree.root());
        let before = self.tree.position(parent);
        match before.turn() {
            Color::White => self.out.word(format_args!("{}.", before.fullmoves()))?,
            Color::Black if self.needs_number => {
                self.out.word(format_args!("{}...", before.fullmoves()))?;
            }
            Color::Black => {}
        }
        self.needs_number = false;
        match node.played() {
            Some(m) => self.out.word(format_args!("{}", before.san(m)))?,
            None => self.out.word(format_args!("--"))?,
        }
        self.write_remarks(id)
    }

    /// Writes the glyphs and comments of a node.
    fn write_remarks(&mut self, id: NodeId) -> fmt::Result {
        let node = self.tree.node(id);
        for nag in &node.nags {
            self.out.word(format_args!("${nag}"))?;
        }
        for comment in &node.comments {
            self.write_comment(comment)?;
        }
        Ok(())
    }

    fn write_comment(&mut self, comment: &Comment) -> fmt::Result {
        self.needs_number = true;
        let text = comment.as_str();
        // PGN has no escape for a closing brace, so the comment goes to the end of a line.
        if text.contains('}') {
            self.out.word(format_args!("; {text}"))?;
            return self.out.end_line();
        }
        let words = wrap::words(text);
        let last = words.len() - 1;
        for (index, word) in words.into_iter().enumerate() {
            let open = if index == 0 { "{" } else { "" };
            let close = if index == last { "}" } else { "" };
            self.out.word(format_args!("{open}{word}{close}"))?;
        }
        Ok(())
    }
}
