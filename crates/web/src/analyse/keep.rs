//! The study as text: what the browser stores, PGN, and the link.

use game::pgn::{Checker, Reader, Tree};

use super::{ROUTE, Study};
use crate::autosave::{Keeping, KeptState};
use crate::effects::{Download, PGN};
use crate::options::Options;
use crate::share::SharedGame;
use crate::single::link::LinkedGame;

/// The prefix of a stored study.
const MARK: &str = "fourfold-study-1";

/// Whether a stored study has anything but its tags, without parsing it.
#[must_use]
pub fn has_moves(text: &str) -> bool {
    let moves = text
        .split_once("\n\n")
        .map_or("", |(_, moves)| moves.trim());
    text.starts_with(MARK) && moves.contains(' ')
}

impl KeptState for Study {
    fn options(&self) -> &Options {
        &self.options
    }

    fn keeping(&self) -> &Keeping {
        &self.keeping
    }

    fn revision(&self) -> u64 {
        let place = self.at.revision().max(self.is_flipped.revision());
        let view = place.max(self.engine.lines.revision());
        view.max(self.tree.revision()).max(self.options.revision())
    }

    /// The shown place in the study, and its game.
    fn kept_text(&self) -> String {
        let view = if *self.is_flipped { "black" } else { "white" };
        let (order, lines) = (self.order(), *self.engine.lines);
        format!("{MARK}\n{order} {view} {lines}\n{}", self.pgn())
    }
}

impl Study {
    #[must_use]
    pub fn restore(text: &str, options: Options) -> Option<Study> {
        let mut parts = text.splitn(3, '\n');
        if parts.next()? != MARK {
            return None;
        }
        let mut words = parts.next()?.split(' ');
        let order = words.next()?.parse().ok()?;
        let is_flipped = words.next()? == "black";
        let lines: usize = words.next()?.parse().ok()?;
        let mut checker = Checker::new(Reader::from_slice(parts.next()?.as_bytes()));
        let read = checker.read_tree().ok()??;
        let mut study = Study::of(read.tree, options);
        *study.is_flipped = is_flipped;
        *study.engine.lines = lines.clamp(1, super::LINES_MAX);
        *study.at = study.node_in_order(order).unwrap_or(study.tree.root());
        study.show_drawings();
        Some(study)
    }

    #[must_use]
    pub fn pgn(&self) -> String {
        self.tree.to_string()
    }

    /// The game for export, at the shown move.
    #[must_use]
    pub fn shared(&self) -> SharedGame {
        SharedGame {
            fragment: format!("{ROUTE}?{}", self.linked().write()),
            position: self.position().to_string(),
            file: Download {
                name: "fourfold-analysis.pgn".to_owned(),
                kind: PGN,
                text: self.pgn(),
            },
        }
    }

    /// The game with its variations, at the shown move, for a link.
    #[must_use]
    pub fn linked(&self) -> LinkedGame {
        LinkedGame {
            tree: Tree::clone(&self.tree),
            shown: *self.at,
        }
    }
}
