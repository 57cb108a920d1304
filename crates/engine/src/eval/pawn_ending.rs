//! An exact [king and pawn against king](https://www.chessprogramming.org/KPK) table.
//!
//! Neither piece-square tables nor a short search tell a won pawn ending from a drawn one, and
//! every pawn ending can lead here. There are fewer than 200,000 positions with the pawn on files a
//! to d. They are solved once by retrograde analysis, from promotion backwards, for all squares of
//! the lone king at once. A pawn only advances, so each pawn square depends only on itself and the
//! squares in front of it.

use std::sync::LazyLock;

use chess::{Bitboard, Color, Position, Role, Square, attacks};

/// The squares of the lone king for which the pawn's side wins, by the square of its own king.
type ByKing = [Bitboard; 64];

/// Files a to d, ranks 2 to 7.
const PAWN_SQUARES: usize = 24;

/// The won positions by the pawn's square: first with the lone king to move, then with the pawn's
/// side to move.
static WON: LazyLock<[[ByKing; PAWN_SQUARES]; 2]> = LazyLock::new(solve);

/// Whether the side with the pawn wins. The strong side must have king and pawn, the other a bare
/// king.
pub(super) fn is_won(position: &Position, strong: Color) -> bool {
    let Some(pawn) = position.board().pieces(strong, Role::Pawn).first() else {
        return false;
    };
    // The table has a white pawn on files a to d.
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
    let turn = usize::from(position.turn() == strong);
    let won = WON[turn][pawn_index(seen(pawn))][seen(position.king(strong)) as usize];
    won.contains(seen(position.king(!strong)))
}

/// Solves the table now, so that no search waits for it.
pub(crate) fn prepare() {
    LazyLock::force(&WON);
}

fn pawn_index(pawn: Square) -> usize {
    (pawn.rank() as usize - 1) * 4 + pawn.file() as usize
}

fn pawn_square(index: usize) -> Square {
    Square::ALL[(index / 4 + 1) * 8 + index % 4]
}

/// Starts from pawns that are about to promote. A position not proven won is a draw.
fn solve() -> [[ByKing; PAWN_SQUARES]; 2] {
    let mut won = [[[Bitboard::EMPTY; 64]; PAWN_SQUARES]; 2];
    for index in (0..PAWN_SQUARES).rev() {
        let pawn = pawn_square(index);
        let pushed = Square::ALL.map(|king| won_by_pushing(&won[0], pawn, king));
        let [weak, strong] = solve_pawn(pawn, &pushed);
        won[0][index] = weak;
        won[1][index] = strong;
    }
    won
}

/// The won positions with the pawn on one square, given those won by a push.
fn solve_pawn(pawn: Square, pushed: &ByKing) -> [ByKing; 2] {
    let (mut weak, mut strong) = ([Bitboard::EMPTY; 64], [Bitboard::EMPTY; 64]);
    loop {
        let before = (weak, strong);
        for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
            let apart = Bitboard::ALL - king.bitboard() - pawn.bitboard() - attacks::king(king);
            let mut won = pushed[king as usize];
            for to in attacks::king(king) - pawn.bitboard() {
                won |= weak[to as usize];
            }
            // With the pawn's side to move, the pawn cannot be giving check.
            strong[king as usize] = won & (apart - attacks::pawn(Color::White, pawn));
            weak[king as usize] = won_against(pawn, king, strong[king as usize]) & apart;
        }
        if (weak, strong) == before {
            return [weak, strong];
        }
    }
}

/// Where the lone king, to move, loses, given the squares where it loses when not to move.
fn won_against(pawn: Square, king: Square, lost: Bitboard) -> Bitboard {
    let check = attacks::pawn(Color::White, pawn);
    let free = Bitboard::ALL - attacks::king(king) - check;
    let saved = neighbors(free - lost);
    // Without a move it is mate if the pawn gives check, otherwise stalemate.
    (neighbors(free) | check) - saved
}

/// Where the lone king loses to a push of the pawn.
fn won_by_pushing(weak: &[ByKing; PAWN_SQUARES], pawn: Square, king: Square) -> Bitboard {
    let step = |from: Square| from.offset(0, 1).filter(|&to| to != king);
    let Some(single) = step(pawn) else {
        return Bitboard::EMPTY;
    };
    let not_in_the_way = Bitboard::ALL - single.bitboard();
    if single.rank() as u8 == 7 {
        // A new queen is lost only if it is attacked and undefended.
        let is_guarded = attacks::king(king).contains(single);
        let near = if is_guarded {
            Bitboard::EMPTY
        } else {
            attacks::king(single)
        };
        return not_in_the_way - near;
    }
    let mut won = weak[pawn_index(single)][king as usize];
    if pawn.rank() as u8 == 1
        && let Some(double) = step(single)
    {
        won |= weak[pawn_index(double)][king as usize];
    }
    won & not_in_the_way
}

fn neighbors(squares: Bitboard) -> Bitboard {
    squares
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | attacks::king(square))
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
    fn textbook_positions_are_judged_correctly() {
        for (fen, expected) in [
            // A king on the sixth rank in front of its pawn wins with either side to move.
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            // One rank lower, the opposition decides.
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            // Pawn on the seventh rank: stalemate with Black to move, otherwise the king goes
            // around.
            ("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", true),
            ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false),
            // A rook's pawn with the defending king in the corner.
            ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", false),
            // Outside and inside the square of the pawn.
            ("8/8/8/P6k/8/8/8/7K w - - 0 1", true),
            ("8/8/8/P6k/8/8/8/7K b - - 0 1", true),
            ("8/8/8/P3k3/8/8/8/7K b - - 0 1", false),
            // The same for Black, on the kingside.
            ("8/8/8/4p3/4k3/8/4K3/8 w - - 0 1", true),
            ("8/8/8/4p3/4k3/8/4K3/8 b - - 0 1", false),
            ("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", true),
        ] {
            assert_eq!(won(fen), expected, "{fen}");
        }
    }

    #[test]
    fn the_number_of_won_positions_is_known() {
        // The count that other programs' KPK tables give, for either side to move.
        let won: u32 = WON.iter().flatten().flatten().map(|set| set.len()).sum();
        assert_eq!(won, 111_282);
    }
}
