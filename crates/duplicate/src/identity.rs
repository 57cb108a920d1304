//! When two tables count as the same, for each reading of the repetition rule.

use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

use chess::{Bitboard, Board, CastlingRights, Color, Role, Square, attacks};

use crate::rulings::{RepetitionRule, Rulings, StalemateRule};
use crate::{BoardName, Boards, ByBoard, Seat, SyncedMove};

/// Everything that must be equal for two tables to be the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    boards: ByBoard<(Board, CastlingRights, Option<Square>)>,
    turn: Seat,
}

impl Identity {
    /// The identity of the table under these rulings.
    pub(crate) fn of(boards: &Boards, rulings: &Rulings) -> Identity {
        let rights = |board: BoardName| {
            let position = boards.position(board);
            match rulings.repetition {
                RepetitionRule::Board => (position.castling(), position.en_passant()),
                RepetitionRule::Raw => (position.castling(), boards.passed_square(board)),
                RepetitionRule::Reachable => (
                    usable_castling(boards, board),
                    reachable_en_passant(boards, board, rulings.stalemate),
                ),
            }
        };
        Identity {
            boards: ByBoard::from_fn(|board| {
                let (castling, en_passant) = rights(board);
                (*boards.position(board).board(), castling, en_passant)
            }),
            turn: boards.turn(),
        }
    }

    /// A hash that tells most different tables apart.
    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// The castling rights of a board that their owner still has on both boards. A right on one board
/// only can never be used: castling must be legal on both.
fn usable_castling(boards: &Boards, board: BoardName) -> CastlingRights {
    let rooks = Color::ALL.map(|color| {
        let twin = board.player(color).twin_board(board);
        let rooks = |board| boards.position(board).castling().rooks_of(color);
        rooks(board) & twin.map_or(Bitboard::EMPTY, rooks)
    });
    CastlingRights::from_rooks(rooks[0] | rooks[1])
}

/// The en passant square of a board, if some line of legal play makes the capture.
fn reachable_en_passant(
    boards: &Boards,
    board: BoardName,
    stalemate: StalemateRule,
) -> Option<Square> {
    let position = boards.position(board);
    let to = position.en_passant()?;
    let color = position.turn();
    let capturers = attacks::pawn(!color, to) & position.board().pieces(color, Role::Pawn);
    let seat = board.player(color);
    capturers
        .into_iter()
        .any(|from| can_be_played(boards, seat, SyncedMove::new(from, to), stalemate))
        .then_some(to)
}

/// Whether some line of legal play lets a seat make a move when its turn comes.
fn can_be_played(boards: &Boards, seat: Seat, m: SyncedMove, stalemate: StalemateRule) -> bool {
    if boards.turn() == seat {
        return boards.is_legal(m);
    }
    let moves = boards.legal_moves();
    if moves.is_empty() {
        let passes =
            stalemate == StalemateRule::Pass && boards.checks_against(boards.turn()).is_empty();
        let after = if passes { boards.pass() } else { None };
        return after.is_some_and(|after| can_be_played(&after, seat, m, stalemate));
    }
    // A player who shares no board with the seat cannot affect it. That player moves directly
    // before the seat, so no other choice depends on theirs either.
    let choices = if seat.opponents().contains(&boards.turn()) {
        moves.len()
    } else {
        1
    };
    moves[..choices]
        .iter()
        .any(|&other| can_be_played(&boards.play_unchecked(other), seat, m, stalemate))
}
