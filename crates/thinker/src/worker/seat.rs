//! A move at the four boards, searched in slices.

use duplicate::{DuplicateGame, SyncedMove, save};
use rival::{Level, Rival, Search, Slice};

use crate::message::{self, Reply};

/// The number of positions in a slice: about ten milliseconds in a browser.
const SLICE: u64 = 4_000;

pub(super) struct SeatSearch {
    id: u64,
    rival: Rival,
    game: DuplicateGame,
    search: Search,
}

impl SeatSearch {
    /// Starts a search; returns why not if the request is invalid.
    pub fn new(question: &message::Rival) -> Result<SeatSearch, String> {
        let number = question.level;
        let level = Level::new(number).ok_or_else(|| format!("there is no level {number}"))?;
        let game = save::load(&question.save).map_err(|error| error.to_string())?;
        let rival = Rival::new(level, question.id);
        let search = rival.search(&game).ok_or("the game is over")?;
        Ok(SeatSearch {
            id: question.id,
            rival,
            game,
            search,
        })
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    /// Searches a slice; returns the move once it is found.
    pub fn work(&mut self) -> Option<Reply> {
        if self.search.work(SLICE) == Slice::More {
            return None;
        }
        let chosen = self.rival.choose(&self.game, &self.search);
        let line = chosen.line.iter().map(SyncedMove::to_string).collect();
        Some(Reply::Rival { id: self.id, line })
    }
}
