//! The FEN writer.

use core::fmt;

use crate::{Bitboard, Board, CastlingSide, Color, File, Position, Rank, Role, Square};

impl fmt::Display for Position {
    /// The position as canonical FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.board(), self.turn().letter())?;
        write_castling(self, f)?;
        match self.en_passant() {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmoves(), self.fullmoves())
    }
}

impl fmt::Display for Board {
    /// The first field of a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let Some(piece) = self.piece_at(Square::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", piece.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// X-FEN: `KQkq` name the outermost rooks; an inner rook is named by its file.
fn write_castling(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if position.castling().is_empty() {
        return f.write_str("-");
    }
    for color in Color::ALL {
        let rooks = position.board().pieces(color, Role::Rook) & Bitboard::from(Rank::home(color));
        for side in CastlingSide::ALL {
            let Some(rook) = position.castling_rook(color, side) else {
                continue;
            };
            let (outermost, letter) = match side {
                CastlingSide::KingSide => (rooks.last(), 'k'),
                CastlingSide::QueenSide => (rooks.first(), 'q'),
            };
            let letter = if outermost == Some(rook) {
                letter
            } else {
                rook.file().letter()
            };
            let letter = if color.is_white() {
                letter.to_ascii_uppercase()
            } else {
                letter
            };
            write!(f, "{letter}")?;
        }
    }
    Ok(())
}
