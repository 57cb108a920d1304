//! King and pawn against king, known exactly.
//!
//! No table of squares and no short search tells a won pawn from a drawn one, and every pawn ending
//! leads here. There are fewer than 200,000 positions with the pawn on the left half of the board.
//! They are solved once, backwards from promotion, for all squares of the lone king at a time: a
//! pawn only advances, so that each square of it needs those before it and itself.

use std::sync::LazyLock;

use chess::{Bitboard, Color, Position, Role, Square, attacks};

/// The squares of the lone king with which the side with the pawn wins, by its own king's square.
type ByKing = [Bitboard; 64];

/// Files a to d, ranks 2 to 7.
const PAWN_SQUARES: usize = 24;

/// The won positions: first with the lone king to move, then with the pawn's side, by the pawn.
static WON: LazyLock<[[ByKing; PAWN_SQUARES]; 2]> = LazyLock::new(solve);

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
    let turn = usize::from(position.turn() == strong);
    let won = WON[turn][pawn_index(seen(pawn))][seen(position.king(strong)) as usize];
    won.contains(seen(position.king(!strong)))
}

/// Solves all positions now, so that no search has to wait for it.
pub(crate) fn prepare() {
    LazyLock::force(&WON);
}

fn pawn_index(pawn: Square) -> usize {
    (pawn.rank() as usize - 1) * 4 + pawn.file() as usize
}

fn pawn_square(index: usize) -> Square {
    Square::ALL[(index / 4 + 1) * 8 + index % 4]
}

/// Starts from pawns that are about to promote. What is not shown to be won is a draw.
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

/// The won positions of one pawn that stays where it is, given those that a push wins.
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
            // A pawn that gives check cannot be the one to move.
            strong[king as usize] = won & (apart - attacks::pawn(Color::White, pawn));
            weak[king as usize] = won_against(pawn, king, strong[king as usize]) & apart;
        }
        if (weak, strong) == before {
            return [weak, strong];
        }
    }
}

/// Where the lone king loses though it is to move, if it loses from these squares when it is not.
fn won_against(pawn: Square, king: Square, lost: Bitboard) -> Bitboard {
    let check = attacks::pawn(Color::White, pawn);
    let free = Bitboard::ALL - attacks::king(king) - check;
    let saved = neighbors(free - lost);
    // Without a square to go to it is mate if the pawn gives check, stalemate if not.
    (neighbors(free) | check) - saved
}

/// Where the lone king loses by a push of the pawn.
fn won_by_pushing(weak: &[ByKing; PAWN_SQUARES], pawn: Square, king: Square) -> Bitboard {
    let step = |from: Square| from.offset(0, 1).filter(|&to| to != king);
    let Some(single) = step(pawn) else {
        return Bitboard::EMPTY;
    };
    let not_in_the_way = Bitboard::ALL - single.bitboard();
    if single.rank() as u8 == 7 {
        // A new queen is lost only if it is attacked and not guarded.
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

/// The squares next to any of these.
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
        let won: u32 = WON.iter().flatten().flatten().map(|set| set.len()).sum();
        assert_eq!(won, 111_282);
    }
}
