//! What a new table fixes besides what its creator chose.
//!
//! Each table stores these values in its first event, and folding reads them there. So a number may
//! change here at any time: it changes tables that are created later. Tables of the first version
//! stored nothing; [`Settings::VERSION_1`] has what they meant.

use std::collections::BTreeMap;
use std::time::Duration;

use duplicate::Rulings;
use wire::{ClockTerms, FixedClock, GAMES_MAX, GameKind, LagQuota, NewTable, Terms};

use crate::BadTable;

/// The version of the fold. A change to how events change the state needs another one, unless old
/// logs cannot have such events.
///
/// 1. A takeback left the clocks as they were.
/// 2. The first event has [`Terms`]. A takeback restores what the clocks showed.
/// 3. The event that begins a game says who sits where.
pub const FOLD_VERSION: u32 = 3;

/// The longest time control: a month.
const TIME_MAX: Duration = Duration::from_secs(31 * 24 * 3_600);

/// The numbers that a new table takes over.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The version of the fold.
    pub fold: u32,
    /// The level of a program that replaces a player.
    pub stand_in: u8,
    /// The rulings of duplicate chess that the creator did not choose.
    pub rulings: Rulings,
    /// The time of a seat at the start.
    pub start: fn(&clock::Terms) -> Duration,
    /// The time that the opponent of a wrong claim gets.
    pub bonus: fn(&clock::Terms) -> Duration,
    /// How much network lag is refunded.
    pub lag: LagSettings,
}

/// Lag compensation for any time control. The numbers are those of lichess's scalachess, which have
/// proven themselves.
#[derive(Clone, Copy, Debug)]
pub struct LagSettings {
    /// A quota gains this much with each move...
    pub base_ms: u64,
    /// ...and so many thousandths of the estimated time of a game...
    pub per_mille: u64,
    /// ...which has this many moves...
    pub moves: u32,
    /// ...but no more than this.
    pub gain_max_ms: u64,
    /// A quota is worth this many moves at the start...
    pub start_moves: u64,
    /// ...and this many at most.
    pub max_moves: u64,
    /// The longest grace period when a flag falls.
    pub grace_ms: u64,
}

impl Settings {
    /// What tables of the first version meant. These values never change.
    pub const VERSION_1: Settings = Settings {
        fold: 1,
        stand_in: 5,
        rulings: Rulings {
            stalemate: duplicate::StalemateRule::Draw,
            winners: duplicate::WinnersRule::All,
            half_round: duplicate::HalfRoundRule::First,
            repetition: duplicate::RepetitionRule::Board,
            quiet_turns: 200,
        },
        start: version_1::start,
        bonus: version_1::bonus,
        lag: LagSettings {
            base_ms: 150,
            per_mille: 4,
            moves: 40,
            gain_max_ms: 1_000,
            start_moves: 3,
            max_moves: 7,
            grace_ms: 2_000,
        },
    };

    #[must_use]
    pub fn current() -> Settings {
        Settings {
            fold: FOLD_VERSION,
            rulings: Rulings::default(),
            start: clock::Terms::at_start,
            bonus: clock::Terms::wrong_claim_bonus,
            ..Settings::VERSION_1
        }
    }

    /// What a table fixes.
    ///
    /// # Errors
    ///
    /// Returns that its rulings or its clock make no sense.
    pub fn terms(&self, asked: &NewTable) -> Result<Terms, BadTable> {
        let clock = asked.clock.map(|clock| self.clock(clock)).transpose()?;
        Ok(Terms {
            fold: self.fold,
            stand_in: self.stand_in,
            rulings: self.rulings(asked)?,
            clock,
        })
    }

    fn rulings(&self, asked: &NewTable) -> Result<BTreeMap<String, String>, BadTable> {
        if asked.game == GameKind::Chess {
            return Ok(BTreeMap::new());
        }
        let mut rulings = self.rulings;
        for (name, reading) in &asked.rulings {
            let reading = reading
                .as_str()
                .map_or_else(|| reading.to_string(), str::to_owned);
            let set = rulings.set(name, &reading);
            set.map_err(|error| BadTable::Rulings(error.to_string()))?;
        }
        let readings = rulings.readings();
        Ok(readings
            .map(|(name, reading)| (name.to_owned(), reading))
            .collect())
    }

    fn clock(&self, asked: ClockTerms) -> Result<FixedClock, BadTable> {
        let terms = clock_terms(asked)?;
        Ok(FixedClock {
            start_ms: to_ms((self.start)(&terms)),
            bonus_ms: to_ms((self.bonus)(&terms)),
            lag: self.lag.quota(&terms),
        })
    }
}

/// The rules of clocks that tables of the first version meant, whatever `clock` says by now.
mod version_1 {
    use std::time::Duration;

    use clock::{PerMove, Terms};

    pub fn start(terms: &Terms) -> Duration {
        match (terms.base, terms.per_move) {
            (Duration::ZERO, PerMove::Increment(first)) => first,
            (base, _) => base,
        }
    }

    pub fn bonus(terms: &Terms) -> Duration {
        let (PerMove::Increment(step) | PerMove::Delay(step)) = terms.per_move;
        let for_sixty_moves = terms.base.saturating_add(step.saturating_mul(60));
        Duration::from_secs(if for_sixty_moves.as_secs() >= 3_600 {
            120
        } else {
            60
        })
    }
}

impl LagSettings {
    fn quota(&self, terms: &clock::Terms) -> LagQuota {
        let per_move = terms.increment().saturating_add(terms.delay());
        let estimated = to_ms(
            terms
                .base
                .saturating_add(per_move.saturating_mul(self.moves)),
        );
        let gain_ms = (estimated.saturating_mul(self.per_mille) / 1_000)
            .saturating_add(self.base_ms)
            .min(self.gain_max_ms);
        LagQuota {
            start_ms: self.start_moves * gain_ms,
            gain_ms,
            max_ms: self.max_moves * gain_ms,
            grace_ms: self.grace_ms,
        }
    }
}

pub(crate) fn clock_terms(asked: ClockTerms) -> Result<clock::Terms, BadTable> {
    let per_move = match (asked.increment_ms, asked.delay_ms) {
        (Some(_), Some(_)) => return Err(BadTable::Clock("an increment or a delay, not both")),
        (None, Some(delay)) => clock::PerMove::Delay(Duration::from_millis(delay)),
        (increment, None) => {
            clock::PerMove::Increment(Duration::from_millis(increment.unwrap_or_default()))
        }
    };
    Ok(clock::Terms {
        base: Duration::from_millis(asked.base_ms),
        per_move,
        moves: None,
    })
}

/// Checks the limits of a new table, which a stored one need not keep.
pub(crate) fn check_limits(asked: &NewTable) -> Result<(), BadTable> {
    if !(1..=GAMES_MAX).contains(&asked.games) {
        return Err(BadTable::Games(asked.games));
    }
    let Some(asked) = asked.clock else {
        return Ok(());
    };
    let terms = clock_terms(asked)?;
    let step = terms.increment().max(terms.delay());
    if terms.base > TIME_MAX || step > TIME_MAX {
        return Err(BadTable::Clock("at most a month"));
    }
    if terms.base.is_zero() && step.is_zero() {
        return Err(BadTable::Clock("some time"));
    }
    Ok(())
}

pub(crate) fn to_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_version_means_what_it_meant() {
        for (text, start_s, bonus_s) in [
            ("180+2", 180, 60),
            ("0+30", 30, 60),
            ("0d30", 0, 60),
            ("5400+30", 5_400, 120),
            ("3540+1", 3_540, 120),
            ("3540", 3_540, 60),
        ] {
            let terms = text.parse().expect("is a time control");
            let old = Settings::VERSION_1;
            let meant = ((old.start)(&terms).as_secs(), (old.bonus)(&terms).as_secs());
            assert_eq!(meant, (start_s, bonus_s), "{text}");
        }
    }

    #[test]
    fn a_quota_gains_by_the_time_of_a_game() {
        let quota = |text: &str| {
            let terms = text.parse().expect("is a time control");
            Settings::current().lag.quota(&terms)
        };
        assert_eq!(quota("180+2").gain_ms, 1_000, "0.4 % of 260 s and 0.15 s");
        let bullet = quota("60");
        assert_eq!(
            (bullet.gain_ms, bullet.start_ms, bullet.max_ms),
            (390, 1_170, 2_730)
        );
    }
}
