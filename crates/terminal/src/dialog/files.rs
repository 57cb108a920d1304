//! Games as PGN and in files, with their tags, comments and clocks.

use std::path::{Path, PathBuf};
use std::time::Duration;

use chess::Color;
use game::Command;
use game::pgn::Tree;
use timed::{TimedGame, pgn};

use super::super::sheet::Sheet;
use super::super::store;
use super::{Dialog, Refused, Reply};

/// A finished game that another one has replaced on the board.
#[derive(Debug)]
pub(super) struct Finished {
    timed: TimedGame,
    sheet: Sheet,
}

impl Dialog {
    /// The game to show as PGN and to save: the one on the board, or the previous one as long as no
    /// move has been played.
    pub fn kept(&self) -> &TimedGame {
        self.kept_with_sheet().0
    }

    fn kept_with_sheet(&self) -> (&TimedGame, &Sheet) {
        match &self.previous {
            Some(previous) if self.is_untouched() => (&previous.timed, &previous.sheet),
            _ => (&self.timed, &self.sheet),
        }
    }

    fn is_untouched(&self) -> bool {
        self.game().ply() == 0 && self.game().ending().is_none()
    }

    /// The game on the board if it is over, to keep while another one is played.
    pub(super) fn finished(&self) -> Option<Box<Finished>> {
        self.game().ending()?;
        Some(Box::new(Finished {
            timed: self.timed.clone(),
            sheet: self.sheet.clone(),
        }))
    }

    pub(super) fn pgn(&self) -> Tree {
        let (timed, sheet) = self.kept_with_sheet();
        sheet.to_tree(timed)
    }

    pub(super) fn set_name(&mut self, side: Color, name: &str) -> Reply {
        let tag = match side {
            Color::White => "White",
            Color::Black => "Black",
        };
        self.set_tag(tag, name)
    }

    /// Sets a tag of the game on the board. Also sets it on the previous game if that has none yet,
    /// because that is the game shown until a move is played.
    pub(super) fn set_tag(&mut self, tag: &'static str, value: &str) -> Reply {
        let is_untouched = self.is_untouched();
        let earlier = self.previous.as_mut().map(|previous| &mut previous.sheet);
        let earlier = earlier.filter(|sheet| is_untouched && !sheet.has(tag));
        for sheet in earlier.into_iter().chain([&mut self.sheet]) {
            sheet.set(tag, value);
        }
        Reply::Tagged(tag, value.to_owned())
    }

    pub(super) fn save(&self, path: PathBuf, now: Duration) -> Reply {
        let (timed, sheet) = self.kept_with_sheet();
        let mut tree = sheet.to_tree(timed);
        pgn::write_now(timed, &mut tree, now);
        match store::save(&path, &timed.game().record(), tree) {
            Ok(()) => Reply::Saved(path),
            Err(error) => Reply::Refused(Refused::new("cannot_save", format!("{error:#}"))),
        }
    }

    /// Continues a game from a file, with its clocks if it was saved by this program.
    pub fn load(&mut self, path: &Path, now: Duration) -> Vec<Reply> {
        let mut loaded = match store::load(path, self.game().rules().profile) {
            Ok(loaded) => loaded,
            Err(error) => {
                let refused = Refused::new("cannot_load", format!("{error:#}"));
                return vec![Reply::Refused(refused)];
            }
        };
        let saved = pgn::take_saved(&mut loaded.tree).unwrap_or_else(|error| {
            loaded.notes.push(error.to_string());
            None
        });
        let mut replies: Vec<Reply> = loaded.notes.into_iter().map(Reply::Note).collect();
        let mode = loaded.record.start.mode;
        let answer = self.execute(Command::Load(Box::new(loaded.record)), now);
        if !matches!(answer[..], [Reply::Refused(_), ..]) {
            self.mode = mode;
            if let Some(saved) = saved {
                let timing = saved.timing(self.game(), &loaded.tree);
                self.timed.set_timing(timing);
                self.timed.resume(now);
            }
            self.sheet = Sheet::from_file(loaded.tree);
        }
        replies.extend(answer);
        replies
    }
}
