//! Applies events to the state: the only place where a table changes.

use std::collections::BTreeMap;

use wire::{Body, By, ClocksShown, Ended, Event, MatchState, Occupant, Offered, Seat, Wish};

use crate::play::Playing;
use crate::settings::FOLD_VERSION;
use crate::snapshot::{Hold, Phase};
use crate::table::{BadTable, Table};
use crate::timing::Timing;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    #[error("expected a log, found no event")]
    Empty,
    /// The first event is not the creation of the table.
    #[error("expected the creation of the table as the first event")]
    NotCreated,
    #[error("{0}")]
    BadTable(BadTable),
    #[error("expected a log of version {FOLD_VERSION} or older, found version {0}")]
    Version(u32),
    #[error("expected event {expected}, found {found}")]
    Gap { expected: u64, found: u64 },
    /// An event is older than the one before it.
    #[error("event {seq} is older than the one before it")]
    Backwards { seq: u64 },
    #[error("event {seq} is impossible: {why}")]
    Impossible { seq: u64, why: String },
    /// The state after an event does not match its digest.
    #[error("the state after event {seq} does not match its digest")]
    Check { seq: u64 },
}

/// What an event says besides what it changes.
pub(crate) struct Facts {
    /// The state of the match, when a game of it ends.
    pub match_state: Option<MatchState>,
    /// Who sits where, when a game begins.
    pub seats: Option<BTreeMap<Seat, Occupant>>,
}

impl Table {
    /// Applies the next event of the log.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be the next event; the table is unchanged.
    pub fn apply(&mut self, event: &Event) -> Result<(), FoldError> {
        let mut next = self.clone();
        next.fold_checked(event)?;
        self.become_next(next, event);
        Ok(())
    }

    /// Applies an event and checks its digest; after an error, the table must be dropped.
    pub(crate) fn fold_checked(&mut self, event: &Event) -> Result<(), FoldError> {
        let facts = self.fold(event)?;
        let is_as_said = self.clocks_shown() == event.clocks
            && facts.match_state == event.match_state
            && facts.seats == event.seats;
        if self.digest() != event.check || !is_as_said {
            return Err(FoldError::Check { seq: event.seq });
        }
        Ok(())
    }

    /// Applies an event without checking its digest. Returns what it has to say besides.
    pub(crate) fn fold(&mut self, event: &Event) -> Result<Facts, FoldError> {
        if event.seq != self.seq + 1 {
            return Err(FoldError::Gap {
                expected: self.seq + 1,
                found: event.seq,
            });
        }
        if event.at < self.at {
            return Err(FoldError::Backwards { seq: event.seq });
        }
        let (was_playing, games) = (self.phase == Phase::Playing, self.games);
        (self.seq, self.at) = (event.seq, event.at);
        let folded = self.fold_body(event);
        folded.map_err(|why| FoldError::Impossible {
            seq: event.seq,
            why,
        })?;
        if let Some(ended) = &event.ended {
            self.phase = Phase::Over(ended.clone());
            self.add_scores(ended);
            self.offers.clear();
            self.hold = None;
            if let Some(timing) = &mut self.timing {
                timing.stop(event.at);
            }
        }
        let begins = self.phase == Phase::Playing && (!was_playing || self.games != games);
        Ok(Facts {
            match_state: self.match_state().filter(|_| event.ended.is_some()),
            seats: (begins && self.terms.fold >= 3).then(|| self.seats.clone()),
        })
    }

    /// Adds the scores of a game to those of its match.
    fn add_scores(&mut self, ended: &Ended) {
        if self.asked.games > 1 {
            for (&seat, &score) in &ended.scores {
                let person = self.seat_invited(seat);
                let points = self.scores.entry(person).or_default();
                *points = points.with(score);
            }
        }
    }

    /// The person who acts, by the seat they were invited to.
    pub(crate) fn person(&self, by: By) -> By {
        match by {
            By::Seat(seat) => By::Seat(self.seat_invited(seat)),
            by => by,
        }
    }

    fn fold_body(&mut self, event: &Event) -> Result<(), String> {
        let at = event.at;
        match &event.body {
            Body::Seated { seat, name } => {
                self.occupy(*seat, Occupant::Person { name: name.clone() })
            }
            Body::Stood => {
                let seat = seat_of(event)?;
                self.occupy(seat, Occupant::Nobody)
            }
            &Body::Filled {
                seat,
                level,
                pace_ms,
            } => self.occupy(seat, Occupant::Program { level, pace_ms }),
            Body::Started => {
                self.phase = Phase::Playing;
                self.start_clock(at);
                Ok(())
            }
            Body::Moved { text, lag_ms } => self.fold_move(seat_of(event)?, text, *lag_ms, at),
            Body::Claimed { text, right } => {
                let seat = seat_of(event)?;
                if *right {
                    return Ok(());
                }
                if let Some(text) = text {
                    self.fold_move(seat, text, 0, at)?;
                }
                self.fold_wrong_claim(seat);
                Ok(())
            }
            Body::Offered { what } | Body::Accepted { what } => {
                // The table accepts for a seat that can no longer answer.
                if event.by != By::Table {
                    self.offers.agree(*what, seat_of(event)?);
                }
                if self.is_agreed(*what) {
                    self.carry_out(*what, at, event.clocks.as_ref())?;
                }
                Ok(())
            }
            Body::Declined { what } => {
                self.offers.end(*what);
                Ok(())
            }
            Body::Absent { seat, wish } => match wish {
                Wish::Program => self.occupy(*seat, Occupant::program(self.terms.stand_in)),
                Wish::Win | Wish::Draw => Ok(()),
            },
            Body::Held => {
                self.hold(Hold::Restart(at), at);
                Ok(())
            }
            Body::Resumed => {
                self.hold = None;
                if let Some(timing) = &mut self.timing {
                    timing.resume(at);
                }
                Ok(())
            }
            Body::Flagged { seat } if event.ended.is_none() => {
                self.flagged.insert(*seat);
                self.occupy(*seat, Occupant::program(self.terms.stand_in))?;
                if let Some(timing) = &mut self.timing {
                    timing.refill(*seat, at);
                }
                Ok(())
            }
            // Their effect is the ending in the event.
            Body::Resigned | Body::Flagged { .. } => Ok(()),
            Body::Created { .. } => Err("a table is created once".to_owned()),
            Body::Unknown => Err("it is of a later version".to_owned()),
        }
    }

    fn occupy(&mut self, seat: Seat, occupant: Occupant) -> Result<(), String> {
        let place = self.seats.get_mut(&seat);
        *place.ok_or("there is no such seat")? = occupant;
        Ok(())
    }

    fn fold_move(&mut self, seat: Seat, text: &str, lag_ms: u64, at: u64) -> Result<(), String> {
        if self.phase != Phase::Playing || self.turn() != seat {
            return Err(format!("{seat} is not to move"));
        }
        self.play
            .play(text)
            .map_err(|refusal| refusal.to_string())?;
        self.offers.end_by_move(seat);
        let next = self.turn();
        if let Some(timing) = &mut self.timing {
            timing.press(seat, next, lag_ms, at);
        }
        Ok(())
    }

    /// A wrong claim gives the opponent time and counts as a draw offer.
    fn fold_wrong_claim(&mut self, seat: Seat) {
        let opponent = match seat {
            Seat::White => Seat::Black,
            Seat::Black | Seat::North | Seat::South | Seat::East | Seat::West => Seat::White,
        };
        if let Some(timing) = &mut self.timing {
            timing.add_bonus(opponent);
        }
        // If the opponent has offered a draw already, the claim adds no offer.
        if self.offers.get(Offered::Draw).is_none() {
            self.offers.agree(Offered::Draw, seat);
        }
    }

    /// Executes what all have agreed on. A draw is the ending in the event.
    fn carry_out(
        &mut self,
        what: Offered,
        at: u64,
        clocks: Option<&ClocksShown>,
    ) -> Result<(), String> {
        let Some(by) = self.offers.get(what).map(|offer| offer.by) else {
            return Ok(());
        };
        match what {
            Offered::Draw => {}
            Offered::Takeback => {
                let plies = self
                    .play
                    .plies_since(by)
                    .ok_or("there is no move to take back")?;
                self.play.take_back(plies);
                self.offers.clear();
                self.restore_clocks(at, clocks);
            }
            Offered::Rematch => self.begin_next_game(at)?,
            Offered::Pause => {
                self.offers.clear();
                self.hold(Hold::Agreed, at);
            }
        }
        Ok(())
    }

    /// Begins a new game in which everyone has the next seat.
    fn begin_next_game(&mut self, at: u64) -> Result<(), String> {
        let start = Playing::start(&self.asked, &self.terms);
        self.play = start.map_err(|bad| bad.to_string())?;
        let seats = self.asked.game.seats();
        let occupants: Vec<Occupant> = seats.iter().map(|seat| self.seats[seat].clone()).collect();
        for (index, occupant) in occupants.into_iter().enumerate() {
            self.seats
                .insert(seats[(index + 1) % seats.len()], occupant);
        }
        self.games += 1;
        if self.games.is_multiple_of(self.asked.games) {
            self.scores.clear();
        }
        self.phase = Phase::Playing;
        self.offers.clear();
        self.flagged.clear();
        self.timing = self.timing.as_ref().map(Timing::fresh);
        self.start_clock(at);
        Ok(())
    }

    /// Sets the clocks to what they showed in the present position. The event of a takeback says it:
    /// a table that was restored from a snapshot does not know. `None` while it is decided.
    fn restore_clocks(&mut self, at: u64, clocks: Option<&ClocksShown>) {
        let (turn, steps) = (self.turn(), self.play.ply());
        let Some(timing) = &mut self.timing else {
            return;
        };
        let left = match clocks {
            _ if self.terms.fold == 1 => timing.left_at(at),
            Some(clocks) => clocks.left.clone(),
            None => timing.shown_after(steps),
        };
        timing.go_back(steps, &left, turn, at);
    }

    fn start_clock(&mut self, at: u64) {
        let turn = self.turn();
        if let Some(timing) = &mut self.timing {
            timing.start(turn, at);
        }
    }

    fn hold(&mut self, hold: Hold, at: u64) {
        self.hold = Some(hold);
        if let Some(timing) = &mut self.timing {
            timing.pause(at);
        }
    }
}

fn seat_of(event: &Event) -> Result<Seat, String> {
    match event.by {
        By::Seat(seat) => Ok(seat),
        By::Host | By::Table => Err("expected an event by a seat".to_owned()),
    }
}
