//! King and pawn against king, known exactly.
//!
//! No table of squares and no short search tells a won pawn from a drawn one, and every pawn ending
//! leads here. There are fewer than 200,000 positions with the pawn on the left half of the board, so
//! they are solved once, backwards from promotion, stalemate and the loss of the pawn.

use std::sync::LazyLock;

use chess::{Bitboard, Color, Position, Role, Square, attacks};

/// One bit for each position: whether the side with the pawn wins.
static WON: LazyLock<Vec<u64>> = LazyLock::new(solve);

/// Files a to d, ranks 2 to 7.
const PAWN_SQUARES: usize = 24;
const POSITIONS: usize = 2 * PAWN_SQUARES * 64 * 64;

/// Whether the side with the pawn wins; the pawn's side must have king and pawn, the other its king
/// alone.
pub(super) fn is_won(position: &Position, strong: Color) -> bool {
    let Some(pawn) = position.board().pieces(strong, Role::Pawn).first() else {
        return false;
    };
    // The solved positions have a white pawn on the left half.
    let seen = |square: Square| {
        let square = if strong.is_white() {
            square
        } else {
            square.flip_rank()
        };
        if pawn.file() as u8 >= 4 {
            square.flip_file()
        } else {
            square
        }
    };
    let place = Place {
        strong_to_move: position.turn() == strong,
        pawn: seen(pawn),
        king: seen(position.king(strong)),
        enemy: seen(position.king(!strong)),
    };
    let index = place.index();
    WON[index / 64] >> (index % 64) & 1 == 1
}

/// Solves all positions now, so that no search has to wait for it.
pub(crate) fn prepare() {
    LazyLock::force(&WON);
}

/// A position with a white pawn on the left half.
#[derive(Clone, Copy)]
struct Place {
    strong_to_move: bool,
    pawn: Square,
    king: Square,
    enemy: Square,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Unknown,
    Won,
    Drawn,
    /// No such position can arise.
    Impossible,
}

impl Place {
    fn index(self) -> usize {
        let pawn = (self.pawn.rank() as usize - 1) * 4 + self.pawn.file() as usize;
        let kings = self.king as usize * 64 + self.enemy as usize;
        (usize::from(self.strong_to_move) * PAWN_SQUARES + pawn) * 4096 + kings
    }

    fn from_index(index: usize) -> Place {
        let (kings, rest) = (index % 4096, index / 4096);
        let (pawn, turn) = (rest % PAWN_SQUARES, rest / PAWN_SQUARES);
        Place {
            strong_to_move: turn == 1,
            pawn: Square::ALL[(pawn / 4 + 1) * 8 + pawn % 4],
            king: Square::ALL[kings / 64],
            enemy: Square::ALL[kings % 64],
        }
    }

    fn is_impossible(self) -> bool {
        self.king == self.pawn
            || self.enemy == self.pawn
            || self.king == self.enemy
            || attacks::king(self.king).contains(self.enemy)
            || self.strong_to_move && attacks::pawn(Color::White, self.pawn).contains(self.enemy)
    }

    /// The verdict from the verdicts on the positions one move further.
    fn judge(self, verdicts: &[Verdict]) -> Verdict {
        if self.strong_to_move {
            self.judge_strong(verdicts)
        } else {
            self.judge_weak(verdicts)
        }
    }

    fn judge_strong(self, verdicts: &[Verdict]) -> Verdict {
        let mut open = false;
        for next in self.strong_moves() {
            match next {
                Next::Promotion { lost: false } => return Verdict::Won,
                Next::Promotion { lost: true } => {}
                Next::Place(place) => match verdicts[place.index()] {
                    Verdict::Won => return Verdict::Won,
                    Verdict::Unknown => open = true,
                    Verdict::Drawn | Verdict::Impossible => {}
                },
            }
        }
        if open {
            Verdict::Unknown
        } else {
            Verdict::Drawn
        }
    }

    fn judge_weak(self, verdicts: &[Verdict]) -> Verdict {
        let pawn_guard = attacks::pawn(Color::White, self.pawn);
        let guarded = attacks::king(self.king) | pawn_guard;
        let flights = attacks::king(self.enemy) - guarded;
        if flights.contains(self.pawn) {
            return Verdict::Drawn;
        }
        if flights.is_empty() {
            // Mate if the pawn gives check, stalemate if not.
            return if pawn_guard.contains(self.enemy) {
                Verdict::Won
            } else {
                Verdict::Drawn
            };
        }
        let mut open = false;
        for enemy in flights {
            let next = Place {
                strong_to_move: true,
                enemy,
                ..self
            };
            match verdicts[next.index()] {
                Verdict::Drawn => return Verdict::Drawn,
                Verdict::Unknown => open = true,
                Verdict::Won | Verdict::Impossible => {}
            }
        }
        if open { Verdict::Unknown } else { Verdict::Won }
    }

    /// The moves of the side with the pawn.
    fn strong_moves(self) -> impl Iterator<Item = Next> {
        let occupied = self.king.bitboard() | self.enemy.bitboard();
        let step = |square: Square| square.offset(0, 1).filter(|&to| !occupied.contains(to));
        let single = step(self.pawn);
        let double = single
            .filter(|_| self.pawn.rank() as u8 == 1)
            .and_then(step);
        let king_to: Bitboard =
            attacks::king(self.king) - attacks::king(self.enemy) - self.pawn.bitboard();
        let pushes = [single, double].into_iter().flatten().map(move |pawn| {
            if pawn.rank() as u8 == 7 {
                let attacked = attacks::king(self.enemy).contains(pawn);
                let guarded = attacks::king(self.king).contains(pawn);
                return Next::Promotion {
                    lost: attacked && !guarded,
                };
            }
            Next::Place(Place {
                strong_to_move: false,
                pawn,
                ..self
            })
        });
        let king_moves = king_to.into_iter().map(move |king| {
            Next::Place(Place {
                strong_to_move: false,
                king,
                ..self
            })
        });
        pushes.chain(king_moves)
    }
}

/// Where a move of the side with the pawn leads.
enum Next {
    Place(Place),
    /// The pawn promotes, and is perhaps lost at once.
    Promotion {
        lost: bool,
    },
}

/// Judges all positions again and again until nothing changes; what is open then is a draw.
fn solve() -> Vec<u64> {
    let mut verdicts: Vec<Verdict> = (0..POSITIONS)
        .map(|index| {
            if Place::from_index(index).is_impossible() {
                Verdict::Impossible
            } else {
                Verdict::Unknown
            }
        })
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for index in 0..POSITIONS {
            if verdicts[index] == Verdict::Unknown {
                verdicts[index] = Place::from_index(index).judge(&verdicts);
                changed |= verdicts[index] != Verdict::Unknown;
            }
        }
    }
    let mut won = vec![0; POSITIONS / 64];
    for (index, verdict) in verdicts.iter().enumerate() {
        if *verdict == Verdict::Won {
            won[index / 64] |= 1 << (index % 64);
        }
    }
    won
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(fen: &str) -> bool {
        let position = Position::from_fen(fen).expect("a legal position");
        let pawn = position.board().by_role(Role::Pawn).first();
        let strong = pawn.and_then(|pawn| position.board().color_at(pawn));
        is_won(&position, strong.expect("there is a pawn"))
    }

    #[test]
    fn textbook_positions_are_judged_as_in_the_textbook() {
        for (fen, expected) in [
            // The king on the sixth rank before its pawn wins whoever is to move.
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            // One rank behind, the opposition decides.
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            // The pawn on the seventh: stalemate with Black to move, else the king goes round it.
            ("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", true),
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false),
            // A rook's pawn and the enemy king in the corner.
            ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", false),
            // Outside the square of the pawn, and inside it.
            ("8/8/8/P6k/8/8/8/7K w - - 0 1", true),
            ("8/8/8/P6k/8/8/8/7K b - - 0 1", true),
            ("8/8/8/P3k3/8/8/8/7K b - - 0 1", false),
            // The same for Black, on the other half.
            ("8/8/8/4p3/4k3/8/4K3/8 w - - 0 1", true),
            ("8/8/8/4p3/4k3/8/4K3/8 b - - 0 1", false),
            ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", true),
        ] {
            assert_eq!(won(fen), expected, "{fen}");
        }
    }

    #[test]
    fn the_number_of_won_positions_is_known() {
        // The figure other programs' tables of this ending give, whichever side is to move.
        let won: u32 = WON.iter().map(|word| word.count_ones()).sum();
        assert_eq!(won, 111_282);
    }
}
