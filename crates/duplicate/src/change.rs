//! The effect of a synchronized move on one board. It can differ between the two boards.

use chess::{CastlingSide, Move, MoveKind, Piece, Role, Square};

use crate::{BoardName, Boards, SyncedMove};

/// The effect of a move on one board.
///
/// ```
/// use fourfold_duplicate::{BoardName, Boards};
/// let [nw, ne] = Boards::start().effects("e2e4".parse()?);
/// assert_eq!((nw.board, ne.board), (BoardName::Nw, BoardName::Ne));
/// assert!(nw.captured.is_none() && !nw.gives_check);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The board.
    pub board: BoardName,
    /// The move on this board, as castling or en passant where it is one.
    pub m: Move,
    /// The piece that moves.
    pub piece: Piece,
    /// What it captures.
    pub captured: Option<Captured>,
    /// The squares the rook leaves and reaches in castling.
    pub rook: Option<(Square, Square)>,
    /// Whether the move gives check on this board.
    pub gives_check: bool,
}

/// A captured piece.
///
/// ```
/// use fourfold_duplicate::chess::Square;
/// use fourfold_duplicate::examples::EN_PASSANT_AND_CAPTURE;
/// let effects = EN_PASSANT_AND_CAPTURE.boards().effects("g5h6".parse()?);
/// let squares = effects.map(|effect| effect.captured.map(|captured| captured.square));
/// assert!(squares.contains(&Some(Square::H5))); // en passant, beside the target h6
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Where it stood. In en passant that is beside the target square.
    pub square: Square,
    /// What it was.
    pub piece: Piece,
    /// Whether it was a ghost. Otherwise its twin on the owner's other board becomes one.
    pub was_ghost: bool,
}

impl Change {
    /// The effect of a legal move on one of the boards of the seat to move.
    pub(crate) fn of(boards: &Boards, board: BoardName, m: SyncedMove) -> Change {
        let position = boards.position(board);
        let color = position.turn();
        let m = m.on(position);
        let role = position.board().role_at(m.from()).unwrap_or(Role::Pawn);
        let victim = match m.kind() {
            MoveKind::Castle => None,
            MoveKind::EnPassant => Some(Square::new(m.to().file(), m.from().rank())),
            MoveKind::Normal | MoveKind::Promotion(_) => Some(m.to()),
        };
        let captured = victim.and_then(|square| {
            let piece = position.board().piece_at(square)?;
            Some(Captured {
                square,
                piece,
                was_ghost: boards.ghosts(board).contains(square),
            })
        });
        let rook = (m.kind() == MoveKind::Castle).then(|| {
            let side = CastlingSide::of_rook(m.from(), m.to());
            (m.to(), side.rook_to(color))
        });
        Change {
            board,
            m,
            piece: Piece::new(color, role),
            captured,
            rook,
            gives_check: position.play_unchecked(m).is_check(),
        }
    }

    /// Whether a move with these effects makes the two boards differ: it captures different pieces,
    /// or captures on one board only.
    #[must_use]
    pub fn diverge(effects: &[Change; 2]) -> bool {
        let [first, second] = effects;
        let taken = |effect: &Change| {
            effect
                .captured
                .map(|taken| (taken.square, taken.piece.role))
        };
        taken(first) != taken(second)
    }
}
