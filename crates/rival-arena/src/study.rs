//! What each reading of the provisional rulings does to the game.
//!
//! A [`StudyPlan`] plays one program at all four seats under each reading, a [`Cell`], at two
//! strengths of play. A [`PiePlan`] measures whether a first round can make the seats equal. The
//! [`Study`] is a page with tables and a picture.

mod cells;
mod figures;
mod games;
mod page;
mod picture;
mod pie;
mod summary;

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use arena::journal::JournalError;
use arena::threads::Threads;
use duplicate::BySeat;
use rival::Player;
use serde_json::json;

use crate::game_line;
use games::Games;
use pie::Pie;

pub use cells::{Cell, CellError};
pub use figures::Figures;
pub use pie::PiePlan;

#[derive(Clone, Debug)]
pub struct StudyPlan {
    pub cells: Vec<Cell>,
    pub player: Player,
    /// The number of its games under each reading.
    pub games: u64,
    pub strong: Player,
    /// The number of its games under each reading.
    pub strong_games: u64,
    pub seed: u64,
    /// The number of random turns at the start of each game.
    pub random: usize,
    pub pie: PiePlan,
    pub journals: PathBuf,
}

/// The results at one strength of play.
#[derive(Debug)]
struct Strength {
    player: Player,
    games: u64,
    /// One for each cell.
    figures: Vec<Figures>,
}

/// A game of a study was played.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'s> {
    pub cell: &'s Cell,
    pub player: Player,
    /// The number of games played under this reading.
    pub played: u64,
    /// The number of games to play.
    pub of: u64,
}

impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress {
            cell,
            player,
            played,
            of,
        } = self;
        write!(f, "{}, {player}: {played} of {of} games", cell.name())
    }
}

#[derive(Debug)]
pub struct Study<'p> {
    plan: &'p StudyPlan,
    strengths: Vec<Strength>,
    pie: Option<Pie>,
}

impl StudyPlan {
    /// Plays the games that are not in the journals yet; `None` if stopped before the last.
    ///
    /// # Errors
    ///
    /// Returns an error if a journal belongs to another study or cannot be written.
    pub fn play(
        &self,
        threads: Threads,
        stop: &AtomicBool,
        listen: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Option<Study<'_>>, JournalError> {
        let mut strengths = Vec::new();
        for (player, games) in [(self.player, self.games), (self.strong, self.strong_games)] {
            let mut figures = Vec::new();
            for cell in &self.cells {
                let mut heard = |played| {
                    listen(Progress {
                        cell,
                        player,
                        played,
                        of: games,
                    });
                };
                let found = self.play_cell(cell, (player, games), threads, stop, &mut heard)?;
                let Some(found) = found else {
                    return Ok(None);
                };
                figures.push(found);
            }
            strengths.push(Strength {
                player,
                games,
                figures,
            });
        }
        let mut pie = None;
        if self.pie.rounds > 0 {
            pie = self.pie.play(&self.journals, self.seed, threads, stop)?;
            if pie.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(Study {
            plan: self,
            strengths,
            pie,
        }))
    }

    /// The figures of a cell once all its games are in the journal; `None` if stopped earlier.
    fn play_cell(
        &self,
        cell: &Cell,
        (player, games): (Player, u64),
        threads: Threads,
        stop: &AtomicBool,
        listen: &mut dyn FnMut(u64),
    ) -> Result<Option<Figures>, JournalError> {
        let name = cell.name();
        let part = Games {
            path: self.journals.join(format!("{name}-{player}.jsonl")),
            identity: json!({
                "study": name,
                "player": player.to_string(),
                "seed": self.seed,
                "random": self.random,
                "program": format!("{:016x}", rival::signature()),
            }),
            count: games,
        };
        let players = BySeat::from_fn(|_| player);
        let play = |number: u64| {
            let opening = game_line::opening(cell.rulings, self.seed, number, self.random);
            game_line::play(number, 0, &opening, &players, self.seed)
        };
        let mut figures = Figures::default();
        let end = part.play(threads, stop, &play, &mut |line| {
            figures.add(line);
            listen(figures.games());
        })?;
        Ok((end == games::End::All).then_some(figures))
    }
}

impl Study<'_> {
    /// The study as a Markdown page, with a link to its picture if there is one.
    #[must_use]
    pub fn page(&self, picture: Option<&str>) -> String {
        page::write(self, picture)
    }

    /// The payoffs of the seats as an SVG picture.
    #[must_use]
    pub fn picture(&self) -> String {
        picture::draw(&self.plan.cells, &self.strengths)
    }
}
