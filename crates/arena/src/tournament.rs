//! A tournament: workers play pairs, the journal records them in order, and a sequential test may
//! end it early.

mod chart;
mod progress;
pub mod report;
mod standings;
mod work;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use clock::Date;
use game::Rules;

use crate::adjudicate::Adjudication;
use crate::fault::Fault;
use crate::in_order::InOrder;
use crate::journal::{GameLine, Journal, JournalError};
use crate::move_limit::Control;
use crate::opening::Opening;
use crate::player::Player;
use crate::schedule::Schedule;
use crate::stats::{Decision, Sprt, SprtState};

pub use chart::draw_match;
pub use progress::Progress;
pub use standings::{Standings, Tally};

/// A participant, which creates a player for each worker.
pub trait Participant: Sync {
    /// The participant's unique name.
    fn name(&self) -> &str;

    fn control(&self) -> Control;

    /// A new player.
    ///
    /// # Errors
    ///
    /// Returns a fault if there is no player; the tournament ends then.
    fn player(&self) -> Result<Box<dyn Player>, Fault>;
}

pub struct Tournament<'a> {
    pub participants: Vec<Box<dyn Participant + 'a>>,
    pub schedule: Schedule,
    pub openings: Vec<Opening>,
    /// The margin by which a move may be late.
    pub margin: Duration,
    pub adjudication: Adjudication,
    pub rules: Rules,
    pub concurrency: usize,
    /// The CPUs to which workers are bound, in turn; empty for no binding.
    pub processors: Vec<usize>,
    /// The stopping test, for a match of two.
    pub sprt: Option<Sprt>,
    /// The date of every game; `None` for the current date.
    pub date: Option<Date>,
}

#[derive(Debug)]
pub enum Event<'a> {
    Started {
        /// Its number, from 1.
        number: u64,
        /// The maximum number of games.
        of: u64,
        white: &'a str,
        black: &'a str,
    },
    /// A game ended. It counts only together with its pair.
    Finished {
        /// Its number, from 1.
        number: u64,
        line: &'a GameLine,
    },
    /// A pair is in the journal and counts.
    Counted {
        pair: &'a [GameLine; 2],
        standings: &'a Standings,
        sprt: Option<SprtState>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Conclusion {
    Finished,
    Decided(SprtState),
    Stopped,
    /// A participant could not provide a player.
    NoPlayer(Fault),
}

impl Tournament<'_> {
    /// Plays the pairs that are not in the journal. Returns the standings and how the tournament
    /// ended.
    ///
    /// # Errors
    ///
    /// Returns an error if the journal cannot be written; its contents stay valid.
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
