//! The draw law along a line of play: counts, rights to claim, endings.
//!
//! A line is followed to its end even if the game was over earlier. Positions after the end are
//! marked and give no rights.

use std::sync::Arc;

use chess::{Color, IllegalMove, Move, Position};
use game::{Claim, Ending, History, Judge, Judgment, Profile, Rules};

use crate::{Budget, Prover};

/// What the draw law says about one position of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawFacts {
    /// Whether neither side can mate; `None` if that is not known.
    pub dead: Option<bool>,
    /// The draws that the player to move may claim.
    pub claims: Vec<Claim>,
    /// The draws that the player to move may claim by naming a move.
    pub claims_with: Vec<Claim>,
    /// The ending that the position brings about by itself.
    pub ending: Option<Ending>,
    /// Whether the game was already over.
    pub after_end: bool,
}

impl LawFacts {
    fn of(history: &History, dead: Option<bool>, after_end: bool) -> LawFacts {
        let rules = Rules {
            profile: Profile::Fide,
            judge: Arc::new(Known(dead)),
        };
        let ending = history.ending(&rules);
        let goes_on = ending.is_none() && !after_end;
        let (claims, claims_with) = if goes_on {
            (history.claims(), history.claims_with())
        } else {
            Default::default()
        };
        LawFacts {
            dead,
            claims,
            claims_with,
            ending,
            after_end,
        }
    }

    /// Whether the game is over in this position.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.after_end || self.ending.is_some()
    }
}

/// A judge for one position with a known answer.
#[derive(Debug)]
struct Known(Option<bool>);

impl Judge for Known {
    fn can_mate(&self, _: &Position, _: Color) -> Judgment {
        match self.0 {
            Some(true) => Judgment::No,
            Some(false) | None => Judgment::Unknown,
        }
    }
}

impl Prover {
    /// Follows a line and passes each position to `visit`, from the start on. The budget is for
    /// each proof that a position is dead.
    ///
    /// ```
    /// use fourfold_referee::chess::Position;
    /// use fourfold_referee::{Budget, Prover};
    /// let start = Position::from_fen("8/8/3k4/8/3K4/8/7R/7R w - - 99 130")?;
    /// let moves = [start.parse_san("Ra1")?];
    /// let mut articles = Vec::new();
    /// Prover::new().follow_line(start, &moves, Budget::QUICK, &mut |_, facts| {
    ///     articles.extend(facts.claims.iter().map(|claim| claim.article()));
    /// })?;
    /// assert_eq!(articles, ["9.3.2"]); // after the move, Black may claim
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a move is not legal. Nothing has been visited then.
    pub fn follow_line(
        &mut self,
        start: Position,
        moves: &[Move],
        budget: Budget,
        visit: &mut dyn FnMut(&History, &LawFacts),
    ) -> Result<(), IllegalMove> {
        let dead = self.dead_along(start, moves, budget)?;
        let mut history = History::new(start);
        let mut after_end = false;
        for (ply, &dead) in dead.iter().enumerate() {
            if let Some(&m) = ply.checked_sub(1).and_then(|before| moves.get(before)) {
                history.play(m)?;
            }
            let facts = LawFacts::of(&history, dead, after_end);
            visit(&history, &facts);
            after_end = facts.is_over();
        }
        Ok(())
    }

    /// Whether each position along a line is dead, from the start.
    ///
    /// If a side can mate from some position, it can from every earlier position of the line too.
    /// So the line is examined from its end.
    fn dead_along(
        &mut self,
        start: Position,
        moves: &[Move],
        budget: Budget,
    ) -> Result<Vec<Option<bool>>, IllegalMove> {
        let mut positions = vec![start];
        let mut last = start;
        for &m in moves {
            last = last.play(m)?;
            positions.push(last);
        }
        let mut is_alive = false;
        let mut dead: Vec<Option<bool>> = positions
            .iter()
            .rev()
            .map(|position| {
                let dead = match is_alive {
                    true => Some(false),
                    false => self.is_dead(position, budget),
                };
                is_alive = dead == Some(false);
                dead
            })
            .collect();
        dead.reverse();
        Ok(dead)
    }
}
