//! A whole tournament: workers play pairs, the journal keeps them in order, the count decides
//! when to stop.

mod standings;
mod work;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use clock::Date;
use game::Rules;

use crate::adjudicate::Adjudication;
use crate::control::Control;
use crate::fault::Fault;
use crate::in_order::InOrder;
use crate::journal::{GameLine, Journal, JournalError};
use crate::opening::Opening;
use crate::player::Player;
use crate::schedule::Schedule;
use crate::stats::{Decision, Sprt, SprtState};

pub use standings::{Standings, Tally};

/// Someone who takes part: makes a player for each worker.
pub trait Participant: Sync {
    /// The name, which no other participant has.
    fn name(&self) -> &str;

    /// How long its players may think.
    fn control(&self) -> Control;

    /// A new player.
    ///
    /// # Errors
    ///
    /// Returns why there cannot be one; the tournament ends then.
    fn player(&self) -> Result<Box<dyn Player>, Fault>;
}

/// What is played, by whom and how.
pub struct Tournament<'a> {
    /// Who takes part.
    pub participants: Vec<Box<dyn Participant + 'a>>,
    /// Who meets whom from which opening.
    pub schedule: Schedule,
    /// The openings.
    pub openings: Vec<Opening>,
    /// How late a move may be.
    pub margin: Duration,
    /// When games end early.
    pub adjudication: Adjudication,
    /// The law.
    pub rules: Rules,
    /// How many games are played at once.
    pub concurrency: usize,
    /// The processors the workers are bound to, in turn; none if empty.
    pub processors: Vec<usize>,
    /// The test that decides when to stop, for a match of two.
    pub sprt: Option<Sprt>,
    /// The date of every game; the day on which it is played if there is none.
    pub date: Option<Date>,
}

/// What happens in a tournament, as it happens.
#[derive(Debug)]
pub enum Event<'a> {
    /// A game begins.
    Started {
        /// Its number, from 1.
        number: u64,
        /// How many there may be.
        of: u64,
        /// Who has White.
        white: &'a str,
        /// Who has Black.
        black: &'a str,
    },
    /// A game has ended; it counts when its pair does.
    Finished {
        /// Its number, from 1.
        number: u64,
        /// The game.
        line: &'a GameLine,
    },
    /// A pair is in the journal and counts.
    Counted {
        /// Its games.
        pair: &'a [GameLine; 2],
        /// Everything so far.
        standings: &'a Standings,
        /// What the test says.
        sprt: Option<SprtState>,
    },
}

/// How a tournament ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Conclusion {
    /// All games have been played.
    Finished,
    /// The test has decided.
    Decided(SprtState),
    /// It was stopped.
    Stopped,
    /// A participant has no player to send.
    NoPlayer(Fault),
}

impl Tournament<'_> {
    /// Plays what the journal does not hold yet. Returns the standings and how it ended.
    ///
    /// # Errors
    ///
    /// Returns why the journal cannot be written; what it holds is whole.
    pub fn run(
        &self,
        journal: &mut Journal,
        played: &[[GameLine; 2]],
        stop: &AtomicBool,
        listen: &mut dyn FnMut(Event<'_>),
    ) -> Result<(Standings, Conclusion), JournalError> {
        let names: Vec<&str> = self.participants.iter().map(|one| one.name()).collect();
        let mut standings = Standings::new(&names);
        for pair in played {
            standings.count(pair);
            if let Some(state) = self.judge(&standings).filter(is_decided) {
                return Ok((standings, Conclusion::Decided(state)));
            }
        }
        let done = AtomicBool::new(false);
        let (sender, messages) = channel();
        let queue = work::Queue::new(self, played.len() as u64, stop, &done);
        thread::scope(|scope| {
            for worker in 0..self.concurrency.max(1) {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || queue.work(worker, &sender));
            }
            drop(sender);
            let mut waiting = InOrder::new(played.len() as u64);
            let mut conclusion = None;
            for message in messages {
                let pair = match message {
                    work::Message::Started {
                        number,
                        white,
                        black,
                    } => {
                        let of = 2 * self.schedule.pairs();
                        listen(Event::Started {
                            number,
                            of,
                            white: &white,
                            black: &black,
                        });
                        continue;
                    }
                    work::Message::Finished { number, line } => {
                        listen(Event::Finished {
                            number,
                            line: &line,
                        });
                        continue;
                    }
                    work::Message::NoPlayer(fault) => {
                        done.store(true, Ordering::Relaxed);
                        conclusion = Some(Conclusion::NoPlayer(fault));
                        continue;
                    }
                    work::Message::Pair(pair) => pair,
                };
                waiting.add(pair[0].pair, *pair);
                while conclusion.is_none()
                    && let Some(pair) = waiting.take_next()
                {
                    if let Err(error) = journal.add(&pair) {
                        done.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                    standings.count(&pair);
                    let sprt = self.judge(&standings);
                    listen(Event::Counted {
                        pair: &pair,
                        standings: &standings,
                        sprt,
                    });
                    conclusion = sprt.filter(is_decided).map(Conclusion::Decided);
                }
                if conclusion.is_some() {
                    done.store(true, Ordering::Relaxed);
                }
            }
            let all = standings.pairs() >= self.schedule.pairs();
            let otherwise = if all {
                Conclusion::Finished
            } else {
                Conclusion::Stopped
            };
            Ok((standings, conclusion.unwrap_or(otherwise)))
        })
    }

    fn judge(&self, standings: &Standings) -> Option<SprtState> {
        let tally = standings.tally(0, 1);
        self.sprt.map(|sprt| sprt.judge_pairs(&tally.pairs))
    }
}

fn is_decided(state: &SprtState) -> bool {
    state.verdict != Decision::Continue
}
