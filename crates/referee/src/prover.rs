//! The order in which proofs are tried, from the cheapest on.

use chess::{Color, Move, Position};

use crate::mobility::{self, Mobility};
use crate::search::{Guide, Search, SearchEnd};
use crate::{Budget, Proof, Verdict};

/// How deep the look at a cramped position goes.
const CRAMPED_DEPTH: u32 = 7;

/// A position with more moves than this is not cramped.
const CRAMPED_MOVES: usize = 8;

/// How many positions the look at a cramped position may meet.
const CRAMPED_NODES: u32 = 60;

/// How many positions a search in the open meets before the mobility of the units is looked at.
const FIRST_LOOK: u32 = 1000;

/// How many positions it meets before it looks for mates that need no promotion.
const SECOND_LOOK: u32 = 8000;

/// Answers questions one after another, keeping its memory in between.
#[derive(Default)]
pub struct Prover {
    search: Search,
}

/// How a line of forced moves ends.
enum Forced {
    /// There is a choice.
    Open(Position),
    /// The answer is known.
    Closed(Verdict),
}

impl Prover {
    /// A prover without memory of anything.
    #[must_use]
    pub fn new() -> Prover {
        Prover::default()
    }

    /// Whether this side can mate by any series of legal moves.
    ///
    /// The clock of fifty and seventy-five moves and repetition play no part.
    pub fn can_mate(&mut self, position: &Position, side: Color, budget: Budget) -> Verdict {
        let mut line = Vec::new();
        let position = match forced_line(position, side, &mut line) {
            Forced::Closed(verdict) => return verdict,
            Forced::Open(position) => position,
        };
        if is_cramped(&position, side, CRAMPED_DEPTH, &mut CRAMPED_NODES.clone()) {
            return Verdict::No(Proof::Cramped);
        }
        let mut guide = Guide::new(side);
        let is_locked = mobility::is_locked(position.board(), side);
        if budget == Budget::QUICK {
            return match is_locked && Mobility::excludes_mate(&position, side) {
                true => Verdict::No(Proof::Mobility),
                false => Verdict::Unknown,
            };
        }
        if is_locked && is_immobile(&position, &mut guide, side) {
            return Verdict::No(Proof::Mobility);
        }
        self.search.start(&position);
        let first_look = budget.limit().min(FIRST_LOOK);
        let mut outcome = self.search.run(&guide, first_look);
        if matches!(outcome, SearchEnd::Limit) {
            if !is_locked && is_immobile(&position, &mut guide, side) {
                return Verdict::No(Proof::Mobility);
            }
            outcome = self.search.run(&guide, budget.limit().min(SECOND_LOOK));
        }
        if matches!(outcome, SearchEnd::Limit) {
            guide.widen();
            outcome = self.search.run(&guide, budget.limit());
        }
        match outcome {
            SearchEnd::Mate(rest) => {
                line.extend(rest);
                Verdict::Yes(line)
            }
            SearchEnd::Exhausted(positions) => Verdict::No(Proof::Exhausted(positions)),
            SearchEnd::Limit => Verdict::Unknown,
        }
    }

    /// Whether the position is dead: neither side can mate. `None` if that is not known.
    pub fn is_dead(&mut self, position: &Position, budget: Budget) -> Option<bool> {
        // Nearly every position is alive, and mostly it is the stronger side that shows it.
        let mut unknown = false;
        for side in [position.turn(), !position.turn()] {
            match self.can_mate(position, side, budget) {
                Verdict::Yes(_) => return Some(false),
                Verdict::No(_) => {}
                Verdict::Unknown => unknown = true,
            }
        }
        (!unknown).then_some(true)
    }

    /// How many positions the last search has met.
    #[must_use]
    pub fn positions_seen(&self) -> u32 {
        self.search.seen()
    }
}

/// Plays moves as long as there is only one.
fn forced_line(position: &Position, side: Color, line: &mut Vec<Move>) -> Forced {
    let mut passed: Vec<Position> = Vec::new();
    let mut position = *position;
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Forced::Closed(if position.is_check() && position.turn() != side {
                Verdict::Yes(core::mem::take(line))
            } else if line.is_empty() {
                Verdict::No(Proof::Over)
            } else {
                Verdict::No(Proof::Forced)
            });
        }
        if position.board().lacks_mating_material(side) {
            return Forced::Closed(Verdict::No(if line.is_empty() {
                Proof::Material
            } else {
                Proof::Forced
            }));
        }
        let &[only] = &*moves else {
            return Forced::Open(position);
        };
        // Whoever comes back to where there was no choice will have none again.
        if passed
            .iter()
            .any(|earlier| earlier.is_same_position(&position))
        {
            return Forced::Closed(Verdict::No(Proof::Forced));
        }
        passed.push(position);
        line.push(only);
        position = position.play_unchecked(only);
    }
}

/// Whether all lines end or lack the material a few moves ahead. The first that does not settles
/// it, so a position in the open costs next to nothing.
fn is_cramped(position: &Position, side: Color, depth: u32, nodes: &mut u32) -> bool {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return !(position.is_check() && position.turn() != side);
    }
    if depth == 0 || moves.len() > CRAMPED_MOVES {
        return false;
    }
    moves.iter().all(|&m| {
        let next = position.play_unchecked(m);
        if next.board().lacks_mating_material(side) {
            return true;
        }
        *nodes = nodes.saturating_sub(1);
        *nodes > 0 && is_cramped(&next, side, depth - 1, nodes)
    })
}

/// Whether the mobility of the units excludes a mate; if not, the guide learns from it.
fn is_immobile(position: &Position, guide: &mut Guide, side: Color) -> bool {
    let mobility = Mobility::of(position);
    guide.learn(&mobility);
    mobility.cannot_mate(side)
}
