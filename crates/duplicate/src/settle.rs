//! What happens if the player to move has no legal move: checkmate, stalemate, or a pass.
//! Repetition and quiet turns need the history, so the [`DuplicateGame`](crate::DuplicateGame) judges them.

use crate::rulings::{HalfRoundRule, Ruling};
use crate::{Boards, Ending, Rulings, Seat, SeatSet, Set, StalemateRule};

/// Boards on which someone can move, or which end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The boards, after any passes.
    pub boards: Boards,
    /// Players who could not move and had to pass, if the ruling allows passing.
    pub passed_over: SeatSet,
    /// How the game ends, if it does.
    pub ending: Option<Ending>,
}

/// The situation of a player who is to move now or next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    CanMove,
    Mated,
    Stalemated,
}

/// What follows from the situation of the player to move.
enum Consequence {
    GoOn,
    PassOver,
    End(Ending),
}

impl Settled {
    /// How many turns were passed on the way to these boards. If nobody can move, the last player
    /// does not pass: the game ends there.
    pub(crate) fn turns_passed(&self) -> u32 {
        let last = self.passed_over.contains(self.boards.turn());
        self.passed_over.len() as u32 - u32::from(last)
    }
}

impl Boards {
    /// Applies the rulings before the next move: passes, checkmate and stalemate.
    ///
    /// ```
    /// use fourfold_duplicate::{Boards, Rulings};
    /// let settled = Boards::start().settle(&Rulings::default());
    /// assert_eq!((settled.boards, settled.ending), (Boards::start(), None));
    /// ```
    #[must_use]
    pub fn settle(&self, rulings: &Rulings) -> Settled {
        let mut settled = Settled {
            boards: *self,
            passed_over: SeatSet::EMPTY,
            ending: None,
        };
        loop {
            match verdict(rulings, &settled.boards) {
                Consequence::GoOn => return settled,
                Consequence::End(ending) => {
                    settled.ending = Some(ending);
                    return settled;
                }
                Consequence::PassOver => {
                    settled.passed_over.insert(settled.boards.turn());
                    let everyone = settled.passed_over.len() == Seat::ALL.len();
                    match settled.boards.pass() {
                        Some(boards) if !everyone => settled.boards = boards,
                        _ => {
                            let (nobody, all) = (SeatSet::EMPTY, settled.passed_over);
                            let ending = rulings.stuck(&settled.boards, nobody, all, Set::EMPTY);
                            settled.ending = Some(ending);
                            return settled;
                        }
                    }
                }
            }
        }
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

fn verdict(rulings: &Rulings, boards: &Boards) -> Consequence {
    let seat = boards.turn();
    let own = standing(boards, seat);
    match own {
        Standing::CanMove => return Consequence::GoOn,
        Standing::Stalemated if rulings.stalemate == StalemateRule::Pass => {
            return Consequence::PassOver;
        }
        Standing::Mated | Standing::Stalemated => {}
    }
    let mut stuck = vec![(seat, own)];
    let mut provisional = Set::EMPTY;
    // The first player of the half-round cannot help the second, so the second player's
    // situation is already decided.
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
    Consequence::End(rulings.stuck(boards, mated, stalemated, provisional))
}
