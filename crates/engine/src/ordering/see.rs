//! [Static exchange evaluation](https://www.chessprogramming.org/Static_Exchange_Evaluation): the
//! outcome of a series of captures on one square.

use chess::{Bitboard, Color, Move, MoveKind, Position, Role, attacks};

/// The value of a piece in an exchange. The king is never captured and counts zero.
#[inline]
pub(crate) const fn exchange_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// Whether a legal move wins at least `threshold` when both sides capture on its target square as
/// long as it pays, least valuable attacker first. X-ray attackers take part.
#[must_use]
pub fn gains_at_least(position: &Position, m: Move, threshold: i32) -> bool {
    if m.kind() == MoveKind::Castle {
        return threshold <= 0;
    }
    let board = position.board();
    let (from, to) = (m.from(), m.to());
    let mover = board.role_at(from).unwrap_or(Role::Pawn);
    let (arriving, promotion_gain) = match m.promoted_to() {
        Some(role) => (role, exchange_value(role) - exchange_value(Role::Pawn)),
        None => (mover, 0),
    };
    let captured = position.captured_by(m).map_or(0, exchange_value);

    // The balance if the opponent does not recapture.
    let mut balance = captured + promotion_gain - threshold;
    if balance < 0 {
        return false;
    }
    // The balance if the moved piece is lost.
    balance -= exchange_value(arriving);
    if balance >= 0 {
        return true;
    }

    let mut occupied = (board.occupied() - from.bitboard()) | to.bitboard();
    if m.kind() == MoveKind::EnPassant {
        occupied -= chess::Square::new(to.file(), from.rank()).bitboard();
    }
    let diagonal = board.by_role(Role::Bishop) | board.by_role(Role::Queen);
    let straight = board.by_role(Role::Rook) | board.by_role(Role::Queen);
    let mut attackers = (position.attackers(Color::White, to, occupied)
        | position.attackers(Color::Black, to, occupied))
        & occupied;
    let mut side = !position.turn();

    // Each side may stop when it is ahead. The side that must capture and cannot profit loses.
    loop {
        let own = attackers & board.by_color(side);
        let Some((role, attacker)) = least_valuable(position, own) else {
            break;
        };
        if role == Role::King {
            // The king may capture only an undefended piece.
            let defended = (attackers & board.by_color(!side)).any();
            return (side == position.turn()) != defended;
        }
        occupied -= attacker;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
        attackers &= occupied;
        side = !side;
        balance = -balance - 1 - exchange_value(role);
        if balance >= 0 {
            break;
        }
    }
    side != position.turn()
}

/// The least valuable of these pieces, as a set with one square.
#[inline]
fn least_valuable(position: &Position, pieces: Bitboard) -> Option<(Role, Bitboard)> {
    Role::ALL.into_iter().find_map(|role| {
        let square = (pieces & position.board().by_role(role)).first()?;
        Some((role, square.bitboard()))
    })
}
