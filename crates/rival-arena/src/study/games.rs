//! The games of one part of a study, in their journal.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use arena::journal::{Journal, JournalError};
use arena::series::{self, GoOn, SeriesEnd};
use arena::threads::Threads;

use crate::game_line::{GameLine, Single};

/// A number of games and the journal that keeps them.
pub struct Games {
    pub path: PathBuf,
    /// What the journal belongs to: another study, player or seed needs another journal.
    pub identity: serde_json::Value,
    pub count: u64,
}

/// Whether all games were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    All,
    Stopped,
}

impl Games {
    /// Plays the games that are not in the journal yet. `listen` gets all of them in order, those
    /// from the journal first.
    pub fn play(
        &self,
        threads: Threads,
        stop: &AtomicBool,
        play: &(dyn Fn(u64) -> GameLine + Sync),
        listen: &mut dyn FnMut(&GameLine),
    ) -> Result<End, JournalError> {
        let (mut journal, played) = Journal::<Single>::open(&self.path, &self.identity)?;
        let first = self.count.min(played.len() as u64);
        for single in played.iter().take(first as usize) {
            listen(&single.0[0]);
        }
        let end = series::run(
            &mut journal,
            first,
            self.count,
            threads.get(),
            stop,
            &|number, _| Some(Single([play(number)])),
            &mut |single| {
                listen(&single.0[0]);
                GoOn::Yes
            },
        )?;
        Ok(match end {
            SeriesEnd::Stopped => End::Stopped,
            SeriesEnd::Finished | SeriesEnd::Decided => End::All,
        })
    }
}
