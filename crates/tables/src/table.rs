//! A table: its state, and queries about it.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::time::Duration;

use duplicate::LapseOutcome;
use game::Game;
use wire::{
    Body, By, DELAY_MAX_S, Ended, Event, GAMES_MAX, LapsePolicy, MatchState, NewTable, Occupant,
    Offered, Points, Seat, Terms,
};

use crate::FoldError;
use crate::digest::digest;
use crate::memory::Memory;
use crate::offers::Offers;
use crate::play::Playing;
use crate::settings::{FOLD_VERSION, Settings, check_limits};
use crate::snapshot::{Hold, Phase, Snapshot};
use crate::timing::Timing;

/// A table, as the fold of its log so far.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) seq: u64,
    pub(crate) at: u64,
    pub(crate) asked: NewTable,
    pub(crate) terms: Terms,
    pub(crate) play: Playing,
    pub(crate) seats: BTreeMap<Seat, Occupant>,
    pub(crate) phase: Phase,
    pub(crate) games: u32,
    pub(crate) timing: Option<Timing>,
    pub(crate) offers: Offers,
    pub(crate) hold: Option<Hold>,
    /// The seats whose players have been replaced by programs after a fallen flag, in this game.
    pub(crate) flagged: BTreeSet<Seat>,
    /// What each person has scored in this match, by the seat of their first game.
    pub(crate) scores: BTreeMap<Seat, Points>,
    pub(crate) memory: Memory,
}

/// An event, and the table after it. Store the event before calling [`Table::take`].
#[derive(Clone, Debug)]
pub struct Step {
    pub event: Event,
    /// The table after it, except for its memory of commands.
    pub(crate) after: Table,
}

impl Step {
    #[must_use]
    pub fn after(&self) -> &Table {
        &self.after
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    #[error("{0}")]
    Fen(String),
    #[error("expected a game that can be played, found one that is over: {0}")]
    Over(String),
    #[error("{0}")]
    Rulings(String),
    #[error("{0} has no place in this game")]
    Foreign(&'static str),
    #[error("expected a clock with {0}")]
    Clock(&'static str),
    #[error("expected a match of 1 to {GAMES_MAX} games, found {0}")]
    Games(u32),
    #[error("expected a delay of at most {DELAY_MAX_S} seconds, found {0}")]
    Delay(u32),
}

impl Table {
    /// Creates a table at this time.
    ///
    /// # Errors
    ///
    /// Returns why the table is invalid.
    pub fn open(asked: &NewTable, at: u64) -> Result<Step, BadTable> {
        Table::open_with(asked, &Settings::current(), at)
    }

    /// Creates a table that takes over these settings.
    ///
    /// # Errors
    ///
    /// Returns why the table is invalid.
    pub fn open_with(asked: &NewTable, settings: &Settings, at: u64) -> Result<Step, BadTable> {
        check_limits(asked)?;
        Table::created(asked, settings.terms(asked)?, at)
    }

    fn created(asked: &NewTable, terms: Terms, at: u64) -> Result<Step, BadTable> {
        let mut after = Table::blank(asked, terms)?;
        let body = Body::Created {
            table: Box::new(asked.clone()),
            terms: after.terms_stored().map(Box::new),
        };
        (after.seq, after.at) = (1, at);
        let event = Event {
            seq: 1,
            at,
            by: By::Table,
            cmd: None,
            act: None,
            check: after.digest(),
            body,
            clocks: after.clocks_shown(),
            ended: None,
            match_state: None,
            seats: None,
        };
        Ok(Step { event, after })
    }

    /// The table after a log.
    ///
    /// # Errors
    ///
    /// Returns the first event that is impossible.
    pub fn from_log<'e>(log: impl IntoIterator<Item = &'e Event>) -> Result<Table, FoldError> {
        let mut events = log.into_iter();
        let first = events.next().ok_or(FoldError::Empty)?;
        let Body::Created { table, terms } = &first.body else {
            return Err(FoldError::NotCreated);
        };
        let terms = known_terms(table, terms.as_deref())?;
        let opened = Table::created(table, terms, first.at).map_err(FoldError::BadTable)?;
        if opened.event != *first {
            return Err(FoldError::Check { seq: first.seq });
        }
        let mut table = opened.after;
        for event in events {
            let person = table.person(event.by);
            table.fold_checked(event)?;
            table.memory.note(person, event);
        }
        Ok(table)
    }

    /// Advances to the table of a step that was computed from this one.
    pub fn take(&mut self, step: Step) {
        self.become_next(step.after, &step.event);
    }

    /// Advances to the state after an event.
    pub(crate) fn become_next(&mut self, mut next: Table, event: &Event) {
        let person = self.person(event.by);
        // If nothing else shares the memory, this does not copy it.
        next.memory = Memory::default();
        let mut memory = mem::take(&mut self.memory);
        memory.note(person, event);
        next.memory = memory;
        *self = next;
    }

    /// The table of a snapshot. It does not remember commands.
    ///
    /// # Errors
    ///
    /// Returns what is invalid in it.
    pub fn from_snapshot(snapshot: &Snapshot) -> Result<Table, FoldError> {
        let terms = known_terms(&snapshot.table, snapshot.terms.as_ref())?;
        let mut table = Table::blank(&snapshot.table, terms).map_err(FoldError::BadTable)?;
        for text in &snapshot.moves {
            let played = table.play.play(text);
            played.map_err(|refusal| FoldError::Impossible {
                seq: snapshot.seq,
                why: refusal.to_string(),
            })?;
        }
        if let (Some(timing), Some(shown)) = (&mut table.timing, &snapshot.timing) {
            timing.set_to(shown, snapshot.moves.len());
        }
        for (seat, occupant) in &mut table.seats {
            *occupant = snapshot.seats.get(seat).cloned().unwrap_or_default();
        }
        table.phase = snapshot.phase.clone();
        table.games = snapshot.games;
        table.offers = snapshot.offers.clone();
        table.hold = snapshot.hold;
        table.flagged = snapshot.flagged.clone();
        table.scores = snapshot.scores.clone();
        (table.seq, table.at) = (snapshot.seq, snapshot.at);
        Ok(table)
    }

    fn blank(asked: &NewTable, terms: Terms) -> Result<Table, BadTable> {
        let seats = asked.game.seats();
        let clock = asked.clock.zip(terms.clock);
        let timing = clock.map(|(clock, fixed)| Timing::new(clock, fixed, seats));
        Ok(Table {
            seq: 0,
            at: 0,
            play: Playing::start(asked, &terms)?,
            seats: seats.iter().map(|&seat| (seat, Occupant::Nobody)).collect(),
            phase: Phase::Gathering,
            games: 0,
            timing: timing.transpose()?,
            offers: Offers::default(),
            hold: None,
            flagged: BTreeSet::new(),
            scores: BTreeMap::new(),
            memory: Memory::default(),
            asked: asked.clone(),
            terms,
        })
    }

    /// The terms as the log has them: none in the first version.
    fn terms_stored(&self) -> Option<Terms> {
        (self.terms.fold > 1).then(|| self.terms.clone())
    }

    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            seq: self.seq,
            at: self.at,
            table: self.asked.clone(),
            terms: self.terms_stored(),
            seats: self.seats.clone(),
            phase: self.phase.clone(),
            games: self.games,
            moves: self.play.moves(),
            timing: self.timing.as_ref().map(Timing::write),
            offers: self.offers.clone(),
            hold: self.hold,
            flagged: self.flagged.clone(),
            scores: self.scores.clone(),
        }
    }

    #[must_use]
    pub fn digest(&self) -> String {
        let text = serde_json::to_string(&self.snapshot());
        digest(&text.expect("a snapshot has no maps with keys that are not text"))
    }

    /// The last event of the log.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The time of the last event.
    #[must_use]
    pub fn at(&self) -> u64 {
        self.at
    }

    /// The table as it was created.
    #[must_use]
    pub fn asked(&self) -> &NewTable {
        &self.asked
    }

    /// What it fixes besides.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    #[must_use]
    pub fn turn(&self) -> Seat {
        self.play.turn()
    }

    /// The number of moves played in this game.
    #[must_use]
    pub fn ply(&self) -> u64 {
        self.play.ply() as u64
    }

    /// The legal moves, in UCI notation; none unless the game is in progress.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        match self.phase {
            Phase::Playing => self.play.legal_moves(),
            Phase::Gathering | Phase::Over(_) => Vec::new(),
        }
    }

    /// The game, for the search of programs.
    #[must_use]
    pub fn playing(&self) -> Playing {
        self.play.clone()
    }

    /// The seats that have not agreed to an offer; none if there is no such offer.
    #[must_use]
    pub fn undecided_on(&self, what: Offered) -> Vec<Seat> {
        let offer = self.offers.get(what);
        let silent = |seat: &Seat| offer.is_some_and(|offer| !offer.agreed.contains(seat));
        self.seats.keys().copied().filter(silent).collect()
    }

    #[must_use]
    pub fn seats(&self) -> &BTreeMap<Seat, Occupant> {
        &self.seats
    }

    #[must_use]
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    #[must_use]
    pub fn ended(&self) -> Option<&Ended> {
        match &self.phase {
            Phase::Over(ended) => Some(ended),
            Phase::Gathering | Phase::Playing => None,
        }
    }

    /// The game of chess, at a table with one board.
    #[must_use]
    pub fn chess(&self) -> Option<&Game> {
        match &self.play {
            Playing::Chess(game) => Some(game),
            Playing::Duplicate(_) => None,
        }
    }

    /// The game of duplicate chess, at a table with four boards.
    #[must_use]
    pub fn duplicate(&self) -> Option<&duplicate::DuplicateGame> {
        match &self.play {
            Playing::Chess(_) => None,
            Playing::Duplicate(table) => Some(table),
        }
    }

    /// Who made an open offer, and who has agreed so far.
    #[must_use]
    pub fn offer(&self, what: Offered) -> Option<(Seat, &BTreeSet<Seat>)> {
        let offer = self.offers.get(what)?;
        Some((offer.by, &offer.agreed))
    }

    /// Whether this seat has made a move that could be taken back.
    #[must_use]
    pub fn has_moved(&self, seat: Seat) -> bool {
        self.play.plies_since(seat).is_some()
    }

    /// Whether the game is paused by agreement.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        matches!(self.hold, Some(Hold::Agreed))
    }

    /// Whether the clocks stand after a restart of the server.
    #[must_use]
    pub fn is_held(&self) -> bool {
        matches!(self.hold, Some(Hold::Restart(_)))
    }

    /// The clocks at this time of the table; `None` without a time limit.
    #[must_use]
    pub fn clocks_at(&self, now: u64) -> Option<wire::ClocksShown> {
        let timing = self.timing.as_ref()?;
        Some(timing.shown(now.max(self.at)))
    }

    /// The ending if the flag falls now; `None` if a program takes over the seat. A program that
    /// runs out of time is not replaced.
    pub(crate) fn outcome_on_flag(&self, seat: Seat) -> Option<LapseOutcome> {
        let is_person = matches!(self.seats.get(&seat), Some(Occupant::Person { .. }));
        match self.asked.flag {
            Some(LapsePolicy::Program) if is_person => None,
            Some(LapsePolicy::Draw) => Some(LapseOutcome::Draw),
            Some(LapsePolicy::Resignation | LapsePolicy::Program) | None => {
                Some(LapseOutcome::Resignation)
            }
        }
    }

    /// Whether a program has replaced the player of this seat after a fallen flag, in this game.
    #[must_use]
    pub fn is_flagged(&self, seat: Seat) -> bool {
        self.flagged.contains(&seat)
    }

    /// The clocks of the game with what they showed after each move, as far as it is known here.
    #[must_use]
    pub fn timing(&self) -> Option<&timed::Timing> {
        Some(self.timing.as_ref()?.game())
    }

    /// The time that a wrong claim gives to the opponent; `None` without a time limit.
    #[must_use]
    pub fn wrong_claim_bonus(&self) -> Option<Duration> {
        Some(self.timing.as_ref()?.bonus())
    }

    /// When the flag of the running clock falls; `None` if no clock runs.
    #[must_use]
    pub fn flag_due(&self) -> Option<u64> {
        let (due, _) = self.timing.as_ref()?.flag_due()?;
        Some(due)
    }

    #[must_use]
    pub fn is_clock_running(&self) -> bool {
        self.timing.as_ref().is_some_and(Timing::is_running)
    }

    /// The match after the games that have ended; `None` if the table plays single games.
    #[must_use]
    pub fn match_state(&self) -> Option<MatchState> {
        let of = self.asked.games;
        (of > 1).then(|| MatchState {
            game: self.games % of + u32::from(self.ended().is_some()),
            of,
            scores: self.scores.clone(),
        })
    }

    /// The free seats.
    pub fn free_seats(&self) -> impl Iterator<Item = Seat> {
        let free = self
            .seats
            .iter()
            .filter(|(_, who)| **who == Occupant::Nobody);
        free.map(|(&seat, _)| seat)
    }

    /// The present seat of the person who was invited to this one: after each game all move on.
    #[must_use]
    pub fn seat_now(&self, invited: Seat) -> Seat {
        self.rotated(invited, self.games as usize)
    }

    /// The seat to which the player of this seat was invited.
    #[must_use]
    pub fn seat_invited(&self, now: Seat) -> Seat {
        let count = self.asked.game.seats().len();
        self.rotated(now, count - self.games as usize % count)
    }

    fn rotated(&self, seat: Seat, by: usize) -> Seat {
        let seats = self.asked.game.seats();
        match seats.iter().position(|&other| other == seat) {
            Some(index) => seats[(index + by) % seats.len()],
            None => seat,
        }
    }

    /// Whether everyone necessary has agreed: for a draw every seat, otherwise every person.
    pub(crate) fn is_agreed(&self, what: Offered) -> bool {
        self.is_agreed_in(&self.offers, what)
    }

    pub(crate) fn is_agreed_in(&self, offers: &Offers, what: Offered) -> bool {
        let Some(offer) = offers.get(what) else {
            return false;
        };
        self.seats.iter().all(|(seat, occupant)| {
            let has_a_say = match occupant {
                Occupant::Person { .. } => true,
                Occupant::Program { .. } => what == Offered::Draw,
                Occupant::Nobody => false,
            };
            !has_a_say || offer.agreed.contains(seat)
        })
    }

    pub(crate) fn clocks_shown(&self) -> Option<wire::ClocksShown> {
        self.timing.as_ref().map(|timing| timing.shown(self.at))
    }
}

fn known_terms(asked: &NewTable, stored: Option<&Terms>) -> Result<Terms, FoldError> {
    match stored {
        None => Settings::VERSION_1
            .terms(asked)
            .map_err(FoldError::BadTable),
        Some(terms) if terms.fold > FOLD_VERSION => Err(FoldError::Version(terms.fold)),
        Some(terms) => Ok(terms.clone()),
    }
}
