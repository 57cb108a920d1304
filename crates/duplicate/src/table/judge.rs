//! Whether a game goes on: checkmate and stalemate, then repetition, then the quiet turns.

use crate::identity::Identity;
use crate::rulings::{HalfRoundRule, Ruling};
use crate::{Boards, Ending, Rulings, Seat, SeatSet, Set, StalemateRule};

use super::{State, Table};

/// How a player stands whose turn it is or is about to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    CanMove,
    Mated,
    Stalemated,
}

/// What follows from how the player on turn stands.
enum Next {
    GoOn,
    PassOver,
    End(Ending),
}

impl Table {
    /// The state that these boards are, judged as the next one after the state shown, and its
    /// digest.
    pub(super) fn judged(&self, boards: Boards, quiet: u32) -> (State, u64) {
        let mut state = State {
            boards,
            quiet,
            occurrences: 1,
            passed_over: SeatSet::EMPTY,
            ending: None,
        };
        loop {
            match verdict(&self.rulings, &state.boards) {
                Next::GoOn => break,
                Next::End(ending) => {
                    state.ending = Some(ending);
                    break;
                }
                Next::PassOver => {
                    let seat = state.boards.turn();
                    state.passed_over.insert(seat);
                    let everyone = state.passed_over.len() == Seat::ALL.len();
                    match state.boards.pass() {
                        Some(boards) if !everyone => state.boards = boards,
                        _ => {
                            let (nobody, all) = (SeatSet::EMPTY, state.passed_over);
                            let ending = self.rulings.stuck(&state.boards, nobody, all, Set::EMPTY);
                            state.ending = Some(ending);
                            break;
                        }
                    }
                    state.quiet += 1;
                }
            }
        }
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

    /// Counts how often the table has stood like this, up to the state shown. Nothing before the
    /// last capture or pawn move can be the same; equal digests are not trusted.
    fn earlier_occurrences(&self, identity: &Identity, digest: u64, quiet: u32) -> u32 {
        let first = (self.shown + 1).saturating_sub(quiet as usize);
        // A game that is being set up has no past.
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

fn standing(boards: &Boards, seat: Seat) -> Standing {
    if boards.pair(seat).any() {
        Standing::CanMove
    } else if boards.checks_against(seat).is_empty() {
        Standing::Stalemated
    } else {
        Standing::Mated
    }
}

fn verdict(rulings: &Rulings, boards: &Boards) -> Next {
    let seat = boards.turn();
    let own = standing(boards, seat);
    match own {
        Standing::CanMove => return Next::GoOn,
        Standing::Stalemated if rulings.stalemate == StalemateRule::Pass => {
            return Next::PassOver;
        }
        _ => {}
    }
    let mut stuck = vec![(seat, own)];
    let mut provisional = Set::EMPTY;
    // The second player of the half-round cannot be helped by the first, so how they will stand
    // is known already.
    if matches!(seat, Seat::North | Seat::East) {
        let second = seat.opposite();
        let other = standing(boards, second);
        if other != Standing::CanMove {
            provisional.insert(Ruling::HalfRound);
            let is_judged = other == Standing::Mated || rulings.stalemate == StalemateRule::Loss;
            if rulings.half_round == HalfRoundRule::Together && is_judged {
                stuck.push((second, other));
            }
        }
    }
    let seats = |wanted| {
        let of_kind = stuck
            .iter()
            .filter(move |(_, standing)| *standing == wanted);
        of_kind.map(|(seat, _)| *seat).collect()
    };
    let (mated, stalemated) = (seats(Standing::Mated), seats(Standing::Stalemated));
    Next::End(rulings.stuck(boards, mated, stalemated, provisional))
}
