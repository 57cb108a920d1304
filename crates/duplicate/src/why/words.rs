//! Refusals as sentences.

use core::fmt;

use super::{Culprit, MoveRefusal, Objection, Reason};

impl fmt::Display for MoveRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveRefusal::GameOver(ending) => write!(f, "the game is over: {ending}"),
            MoveRefusal::NotYourTurn {
                square,
                owner,
                turn,
            } => write!(
                f,
                "the piece on {square} is {owner}'s, and it is {turn}'s turn"
            ),
            MoveRefusal::NothingThere { board, square } => {
                write!(f, "nothing stands on {square} of {board}")
            }
            MoveRefusal::NotSynced {
                m,
                legal_on,
                objection,
            } => write!(f, "{m} is legal on {legal_on} only: {objection}"),
            MoveRefusal::Illegal { m, objections } => {
                let [first, second] = objections;
                write!(f, "{m} is legal on neither board: {first}")?;
                if first.is_same_on(second) {
                    write!(f, ", on {} likewise", second.board)
                } else {
                    write!(f, "; {second}")
                }
            }
            MoveRefusal::MissingPromotion(m) => {
                write!(f, "{m} needs the piece the pawn becomes, such as {m}q")
            }
            MoveRefusal::NeedlessPromotion(m) => write!(f, "{m} does not promote"),
        }
    }
}

impl Objection {
    /// Whether both boards object for the same reason, with the same culprit or none.
    fn is_same_on(&self, other: &Objection) -> bool {
        let blame = |objection: &Objection| {
            objection
                .culprit
                .map(|by| (by.square, by.piece, by.owner, by.is_ghost))
        };
        self.reason == other.reason && self.piece == other.piece && blame(self) == blame(other)
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Objection { board, m, .. } = self;
        let (from, to) = (m.from(), m.to());
        let role = self
            .piece
            .map_or("piece".to_owned(), |piece| piece.role.to_string());
        let culprit = self
            .culprit
            .map_or("a piece".to_owned(), |culprit| culprit.to_string());
        match self.reason {
            Reason::EmptySquare => write!(f, "on {board} nothing stands on {from}"),
            Reason::NotYourPiece => write!(f, "on {board} the piece to move is {culprit}"),
            Reason::TwinCaptured => {
                write!(
                    f,
                    "the {role} on {from} is a ghost, its twin was captured on {board}"
                )
            }
            Reason::CannotReach => write!(f, "on {board} the {role} does not move that way"),
            Reason::OwnPieceOnTarget => write!(f, "on {board} {culprit} holds the square"),
            Reason::PathBlocked => write!(f, "on {board} {culprit} is in the way"),
            Reason::NothingToCapture => {
                write!(f, "on {board} there is nothing to capture on {to}")
            }
            Reason::Pinned => write!(f, "on {board} {culprit} pins the {role}"),
            Reason::LeavesKingInCheck => {
                write!(f, "on {board} it leaves the king in check from {culprit}")
            }
            Reason::KingIntoCheck => {
                write!(f, "on {board} the king would be in check from {culprit}")
            }
            Reason::EnPassantExposesKing => {
                write!(
                    f,
                    "on {board} the capture would expose the king to {culprit}"
                )
            }
            Reason::NoCastlingRight => write!(f, "on {board} the right to castle there is gone"),
            Reason::CastlingOutOfCheck => {
                write!(
                    f,
                    "on {board} the king cannot castle out of check from {culprit}"
                )
            }
            Reason::CastlingThroughCheck(at) => {
                write!(
                    f,
                    "on {board} the king cannot castle across {at}, attacked by {culprit}"
                )
            }
        }
    }
}

impl fmt::Display for Culprit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ghost = if self.is_ghost { "ghost " } else { "" };
        let Culprit {
            square,
            piece,
            owner,
            ..
        } = self;
        write!(f, "{owner}'s {ghost}{} on {square}", piece.role)
    }
}
