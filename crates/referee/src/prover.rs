//! The prover: tries proofs in order of their cost.

use chess::{Color, Move, Position};

use crate::mobility::{self, Mobility};
use crate::search::{Guide, Search, SearchEnd, reaches_many};
use crate::{Budget, Proof, Verdict};

/// The search depth for a cramped position.
const CRAMPED_DEPTH: u32 = 7;

/// A position with more moves than this is not cramped.
const CRAMPED_MOVES: usize = 8;

/// The node limit for a cramped position.
const CRAMPED_NODES: u32 = 60;

/// The number of positions in an open search before mobility is tried.
const FIRST_LOOK: u32 = 1000;

/// The number of positions before the search tries mates without a promotion.
const SECOND_LOOK: u32 = 8000;

/// The numbers of positions of the searches that follow, each with its moves in another order. Most
/// searches are short and an unlucky one can be very long, so others are tried before the budget is
/// spent on one. The last goes on to the end of the budget.
const RESTARTS: [u32; 3] = [8_000, 16_000, 32_000];

/// Decides one position after another and reuses its memory.
///
/// ```
/// use fourfold_referee::chess::{Color, Position};
/// use fourfold_referee::{Budget, Prover};
/// let mut prover = Prover::new();
/// let king = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")?;
/// assert!(prover.can_mate(&king, Color::White, Budget::FULL).is_yes());
/// assert!(prover.can_mate(&king, Color::Black, Budget::QUICK).is_no());
/// assert_eq!(prover.is_dead(&king, Budget::FULL), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Prover {
    search: Search,
}

/// The result of looking a few moves ahead.
enum Ahead {
    /// After the forced moves there is more than one move.
    Open(Position),
    /// The verdict is known.
    Closed(Verdict),
}

impl Prover {
    /// A new prover.
    #[must_use]
    pub fn new() -> Prover {
        Prover::default()
    }

    /// Whether this side can mate by any series of legal moves.
    ///
    /// Repetition and the counts of fifty and seventy-five moves are ignored.
    ///
    /// ```
    /// use fourfold_referee::chess::{Color, Position};
    /// use fourfold_referee::{Budget, Prover, Verdict};
    /// let position = Position::from_fen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")?;
    /// let verdict = Prover::new().can_mate(&position, Color::White, Budget::FULL);
    /// let Verdict::Yes(line) = verdict else { panic!("White has a queen") };
    /// let end = line.iter().try_fold(position, |position, &m| position.play(m))?;
    /// assert!(end.is_checkmate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn can_mate(&mut self, position: &Position, side: Color, budget: Budget) -> Verdict {
        let mut line = Vec::new();
        let position = match look_ahead(position, side, &mut line) {
            Ahead::Closed(verdict) => return verdict,
            Ahead::Open(position) => position,
        };
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
        self.search.start(&position, 0);
        let first_look = budget.limit().min(FIRST_LOOK);
        let mut outcome = self.search.run(&guide, first_look);
        if matches!(outcome, SearchEnd::Limit) {
            if !is_locked && is_immobile(&position, &mut guide, side) {
                return Verdict::No(Proof::Mobility);
            }
            outcome = self.search.run(&guide, budget.limit().min(SECOND_LOOK));
        }
        if matches!(outcome, SearchEnd::Limit) && budget.limit() > SECOND_LOOK {
            guide.widen();
            outcome = self.search_on(&position, &guide, budget);
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

    /// Continues a search that has found nothing so far, or starts it again in other ways.
    fn search_on(&mut self, position: &Position, guide: &Guide, budget: Budget) -> SearchEnd {
        if !self.search.has_pruned_locks() {
            for (order, positions) in (1..).zip(RESTARTS) {
                self.search.start(position, order);
                let outcome = self.search.run(guide, budget.limit().min(positions));
                if !matches!(outcome, SearchEnd::Limit) {
                    return outcome;
                }
            }
        }
        self.search.run(guide, budget.limit())
    }

    /// The proof that this side cannot mate, if [`can_mate`](Prover::can_mate) finds one within the
    /// budget. It is faster because it does not search for a mating line.
    ///
    /// ```
    /// use fourfold_referee::chess::{Color, Position};
    /// use fourfold_referee::{Budget, Proof, Prover};
    /// let bishop = Position::from_fen("4k3/8/8/8/8/8/8/4KB2 w - - 0 1")?;
    /// let proof = Prover::new().cannot_mate(&bishop, Color::White, Budget::FULL);
    /// assert_eq!(proof, Some(Proof::Material));
    /// # Ok::<(), fourfold_referee::chess::fen::FenError>(())
    /// ```
    pub fn cannot_mate(
        &mut self,
        position: &Position,
        side: Color,
        budget: Budget,
    ) -> Option<Proof> {
        let proof_of = |verdict| match verdict {
            Verdict::No(proof) => Some(proof),
            Verdict::Yes(_) | Verdict::Unknown => None,
        };
        let limit = budget.limit();
        if limit == 0 || limit > FIRST_LOOK {
            return proof_of(self.can_mate(position, side, budget));
        }
        let open = match look_ahead(position, side, &mut Vec::new()) {
            Ahead::Closed(verdict) => return proof_of(verdict),
            Ahead::Open(open) => open,
        };
        if !reaches_many(&open, side, limit as usize) {
            return proof_of(self.can_mate(position, side, budget));
        }
        // A search would end with a mate or at its limit, so only mobility can still exclude a mate.
        Mobility::excludes_mate(&open, side).then_some(Proof::Mobility)
    }

    /// Whether the position is dead: neither side can mate. `None` if the budget does not suffice.
    ///
    /// ```
    /// use fourfold_referee::chess::Position;
    /// use fourfold_referee::{Budget, Prover};
    /// // Black's only legal move captures the rook.
    /// let position = Position::from_fen("6Rk/8/7K/8/8/8/8/8 b - - 0 1")?;
    /// assert_eq!(Prover::new().is_dead(&position, Budget::QUICK), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_dead(&mut self, position: &Position, budget: Budget) -> Option<bool> {
        // Almost every position is alive, and usually the stronger side can mate.
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

    /// The number of positions that the last search has seen.
    #[must_use]
    pub fn positions_seen(&self) -> u32 {
        self.search.seen()
    }
}

/// Plays forced moves and tests whether the position after them is cramped.
fn look_ahead(position: &Position, side: Color, line: &mut Vec<Move>) -> Ahead {
    let mut passed: Vec<Position> = Vec::new();
    let mut position = *position;
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ahead::Closed(if position.is_check() && position.turn() != side {
                Verdict::Yes(core::mem::take(line))
            } else if line.is_empty() {
                Verdict::No(Proof::Over)
            } else {
                Verdict::No(Proof::Forced)
            });
        }
        if position.board().lacks_mating_material(side) {
            return Ahead::Closed(Verdict::No(if line.is_empty() {
                Proof::Material
            } else {
                Proof::Forced
            }));
        }
        let &[only] = &*moves else {
            let mut nodes = CRAMPED_NODES;
            return match is_cramped(&position, &moves, side, CRAMPED_DEPTH, &mut nodes) {
                true => Ahead::Closed(Verdict::No(Proof::Cramped)),
                false => Ahead::Open(position),
            };
        };
        // A forced line that returns to an earlier position repeats forever.
        if passed
            .iter()
            .any(|earlier| earlier.is_same_position(&position))
        {
            return Ahead::Closed(Verdict::No(Proof::Forced));
        }
        passed.push(position);
        line.push(only);
        position = position.play_unchecked(only);
    }
}

/// Whether all lines that begin with these legal moves end or lack the material within a few moves.
/// The first line that does not settles it, so an open position costs almost nothing.
fn is_cramped(
    position: &Position,
    moves: &[Move],
    side: Color,
    depth: u32,
    nodes: &mut u32,
) -> bool {
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
        *nodes > 0 && is_cramped(&next, &next.legal_moves(), side, depth - 1, nodes)
    })
}

/// Whether the mobility of the units excludes a mate. If not, the guide uses it.
fn is_immobile(position: &Position, guide: &mut Guide, side: Color) -> bool {
    let outlook = Mobility::outlook(position, side);
    guide.learn(&outlook);
    !outlook.could_mate
}
