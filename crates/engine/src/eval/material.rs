//! Material count only. The first network of a lineage learns from games judged by it.

use chess::{Position, Role};

use crate::score::Score;

const WORTH: [(Role, i32); 5] = [
    (Role::Pawn, 100),
    (Role::Knight, 300),
    (Role::Bishop, 300),
    (Role::Rook, 500),
    (Role::Queen, 900),
];

/// The material balance from the point of view of the side to move.
pub(super) fn evaluate(position: &Position) -> Score {
    let (board, own) = (position.board(), position.turn());
    let count = |color, role| board.pieces(color, role).len() as i32;
    let more = |(role, worth)| worth * (count(own, role) - count(!own, role));
    Score::from_centipawns(WORTH.into_iter().map(more).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_counts_for_the_side_to_move() {
        let worth = |fen: &str| {
            let position = Position::from_fen(fen).expect("a legal position");
            evaluate(&position).centipawns()
        };
        assert_eq!(worth("4k3/8/8/8/8/8/P7/QRBNK3 w - - 0 1"), 2100);
        assert_eq!(worth("4k3/8/8/8/8/8/P7/QRBNK3 b - - 0 1"), -2100);
        assert_eq!(evaluate(&Position::start()), Score::DRAW);
    }
}
