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
enum Verdict {
    GoOn,
    PassOver,
    End(Ending),
}

impl Table {
    /// The state that these boards are, judged as the next one after the state shown.
    pub(super) fn judged(&self, boards: Boards, quiet: u32) -> State {
        let mut state = State {
            boards,
            quiet,
            occurrences: 1,
            digest: 0,
            passed_over: SeatSet::EMPTY,
            ending: None,
        };
        loop {
            match verdict(&self.rulings, &state.boards) {
                Verdict::GoOn => break,
                Verdict::End(ending) => {
                    state.ending = Some(ending);
                    break;
                }
                Verdict::PassOver => {
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
        self.count_occurrences(&mut state);
        if state.ending.is_none() {
            if state.occurrences >= 3 {
                state.ending = Some(self.rulings.threefold());
            } else if state.quiet >= self.rulings.quiet_turns {
                state.ending = Some(self.rulings.fifty());
            }
        }
        state
    }

    /// Counts how often the table has stood like this. Nothing before the last capture or pawn
    /// move can be the same, so the search ends there; equal digests are not trusted.
    fn count_occurrences(&self, state: &mut State) {
        let identity = Identity::of(&state.boards, &self.rulings);
        state.digest = identity.digest();
        let past = self.states[..=self.shown].iter().rev();
        let same = past
            .take(state.quiet as usize)
            .filter(|earlier| earlier.digest == state.digest)
            .filter(|earlier| Identity::of(&earlier.boards, &self.rulings) == identity);
        state.occurrences = 1 + same.count() as u32;
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

fn verdict(rulings: &Rulings, boards: &Boards) -> Verdict {
    let seat = boards.turn();
    let own = standing(boards, seat);
    match own {
        Standing::CanMove => return Verdict::GoOn,
        Standing::Stalemated if rulings.stalemate == StalemateRule::Pass => {
            return Verdict::PassOver;
        }
        _ => {}
    }
    let mut stuck = vec![(seat, own)];
    let mut provisional = Set::EMPTY;
    // The second player of the half-round cannot be helped by the first, so how he will stand is
    // known already.
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
    Verdict::End(rulings.stuck(boards, mated, stalemated, provisional))
}
