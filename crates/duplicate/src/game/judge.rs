//! Whether a game is over: checkmate and stalemate, then repetition, then quiet turns.

use crate::Boards;
use crate::identity::Identity;

use super::{DuplicateGame, State};

impl DuplicateGame {
    /// The state with these boards, judged as the one after the shown state, and its digest.
    pub(super) fn judged(&self, boards: Boards, quiet: u32) -> (State, u64) {
        let settled = boards.settle(&self.rulings);
        let mut state = State {
            boards: settled.boards,
            quiet: quiet + settled.turns_passed(),
            occurrences: 1,
            passed_over: settled.passed_over,
            ending: settled.ending,
        };
        let identity = Identity::of(&state.boards, &self.rulings);
        let digest = identity.digest();
        state.occurrences = 1 + self.earlier_occurrences(&identity, digest, state.quiet);
        if state.ending.is_none() {
            if state.occurrences >= 3 {
                state.ending = Some(self.rulings.threefold());
            } else if state.quiet >= self.rulings.quiet_turns {
                state.ending = Some(self.rulings.fifty());
            }
        }
        (state, digest)
    }

    /// Counts how often the boards have occurred up to the shown state. Nothing before the last
    /// capture or pawn move can be the same. Equal digests are confirmed by comparison.
    fn earlier_occurrences(&self, identity: &Identity, digest: u64, quiet: u32) -> u32 {
        let first = (self.shown + 1).saturating_sub(quiet as usize);
        // A game that is being created has no history.
        if self.states.is_empty() {
            return 0;
        }
        let is_same = |&at: &usize| {
            self.digests[at] == digest
                && Identity::of(&self.states[at].boards, &self.rulings) == *identity
        };
        (first..=self.shown).filter(is_same).count() as u32
    }
}
