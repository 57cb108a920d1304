//! Why a square is forbidden: the text of the tooltip, and the pieces responsible.

use chess::Square;
use duplicate::{BoardName, Boards, MoveRefusal, Objection, Reason, Seat, TouchedPiece};

use super::Place;
use crate::words::sentence;

#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub place: Place,
    pub title: String,
    /// The details, one sentence each.
    pub lines: Vec<String>,
    pub culprits: Vec<Place>,
    /// Lines from a responsible piece to what it attacks.
    pub attacks: Vec<AttackLine>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackLine {
    pub board: BoardName,
    pub from: Square,
    pub to: Square,
}

impl Explanation {
    fn plain(place: Place, title: &str, line: String) -> Explanation {
        Explanation {
            place,
            title: title.to_owned(),
            lines: vec![line],
            culprits: Vec::new(),
            attacks: Vec::new(),
        }
    }
}

/// Why the selected piece cannot go to the hovered square, if that is worth explaining.
#[must_use]
pub fn why_not(boards: &Boards, grab: &TouchedPiece, place: Place) -> Option<Explanation> {
    if !boards.turn().plays_on(place.board) || grab.playable.contains(place.square) {
        return None;
    }
    let refusal = boards.why_not_to(grab.from, place.square)?;
    let objections = refusal.objections();
    let one_board = matches!(refusal, MoveRefusal::NotSynced { .. });
    let out_of_reach = |objection: &Objection| objection.reason == Reason::CannotReach;
    // That a knight does not move like a rook needs no explanation.
    if !one_board && objections.iter().any(out_of_reach) {
        return None;
    }
    let title = match &refusal {
        MoveRefusal::NotSynced { legal_on, .. } => format!("Legal on {legal_on} only"),
        MoveRefusal::Illegal { .. }
        | MoveRefusal::GameOver(_)
        | MoveRefusal::NotYourTurn { .. }
        | MoveRefusal::NothingThere { .. }
        | MoveRefusal::MissingPromotion(_)
        | MoveRefusal::NeedlessPromotion(_) => "Legal on neither board".to_owned(),
    };
    Some(Explanation {
        place,
        title,
        lines: objections
            .iter()
            .map(|objection| sentence(&objection.to_string()))
            .collect(),
        culprits: objections
            .iter()
            .filter_map(|objection| Some(Place::new(objection.board, objection.culprit?.square)))
            .collect(),
        attacks: objections
            .iter()
            .filter_map(|objection| attack_line(boards, objection))
            .collect(),
    })
}

fn attack_line(boards: &Boards, objection: &Objection) -> Option<AttackLine> {
    let board = objection.board;
    let king = boards.position(board).king(boards.turn().color());
    let to = match objection.reason {
        Reason::Pinned
        | Reason::LeavesKingInCheck
        | Reason::EnPassantExposesKing
        | Reason::CastlingOutOfCheck => king,
        Reason::KingIntoCheck => objection.m.to(),
        Reason::CastlingThroughCheck(at) => at,
        Reason::EmptySquare
        | Reason::NotYourPiece
        | Reason::TwinCaptured
        | Reason::CannotReach
        | Reason::OwnPieceOnTarget
        | Reason::PathBlocked
        | Reason::NothingToCapture
        | Reason::NoCastlingRight => return None,
    };
    Some(AttackLine {
        board,
        from: objection.culprit?.square,
        to,
    })
}

/// Why the selected piece has no moves.
#[must_use]
pub fn stuck(boards: &Boards, grab: &TouchedPiece) -> Option<Explanation> {
    let stuck = grab.stuck.as_ref()?;
    let place = Place::new(grab.board, grab.from);
    let name = format!("{}'s {} cannot move", boards.turn(), grab.piece.role);
    let mut explanation = Explanation::plain(place, &name, sentence(&stuck.to_string()));
    if let duplicate::Stuck::Immobile {
        board,
        culprit: Some(culprit),
    } = stuck
    {
        explanation
            .culprits
            .push(Place::new(*board, culprit.square));
    }
    Some(explanation)
}

/// Explains ghosts when one is hovered and nothing is selected.
#[must_use]
pub fn ghost(boards: &Boards, place: Place) -> Option<Explanation> {
    let piece = boards
        .position(place.board)
        .board()
        .piece_at(place.square)?;
    let owner: Seat = place.board.player(piece.color);
    if !boards.ghosts_of(owner, place.board).contains(place.square) {
        return None;
    }
    let twin_board = owner.twin_board(place.board)?;
    let line = format!(
        "Its twin was captured on {twin_board}, so it can never move again. It still blocks, \
         defends and gives check, and it can be captured."
    );
    let title = format!("{owner}'s {} is a ghost", piece.role);
    Some(Explanation::plain(place, &title, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use duplicate::BoardName::{Ne, Nw};

    fn after(moves: &str) -> Boards {
        moves.split_whitespace().fold(Boards::start(), |boards, m| {
            boards.play(m.parse().unwrap()).unwrap()
        })
    }

    #[test]
    fn a_move_legal_on_one_board_names_the_other_boards_reason_and_piece() {
        let boards = after("e2e3 e2e3 b7b5 f7f6");
        let grab = boards.touch(Nw, Square::F1).unwrap();
        let why = why_not(&boards, &grab, Place::new(Nw, Square::A6)).unwrap();
        assert_eq!(why.title, "Legal on NW only");
        assert_eq!(why.lines, ["On NE East's pawn on b5 is in the way."]);
        assert_eq!(why.culprits, [Place::new(Ne, Square::B5)]);
        assert_eq!(why_not(&boards, &grab, Place::new(Nw, Square::B5)), None);
        assert_eq!(why_not(&boards, &grab, Place::new(Nw, Square::H8)), None);
    }

    #[test]
    fn a_ghost_is_explained() {
        let boards = after("e2e3 e2e3 b7b5 f7f6 d1h5 d1h5 c7c5 g7g6 h5g6");
        let place = Place::new(BoardName::Sw, Square::G6);
        let ghost_on = |place| ghost(&boards, place).map(|why| why.title);
        assert_eq!(ghost_on(place).as_deref(), Some("West's pawn is a ghost"));
        assert_eq!(ghost_on(Place::new(BoardName::Sw, Square::F6)), None);
        assert_eq!(ghost_on(Place::new(BoardName::Sw, Square::A5)), None);
    }
}
