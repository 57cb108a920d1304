//! A piece: a role and a color.

use core::fmt;
use core::str::FromStr;

use crate::{Color, Role};

/// A piece on the board. Pawns and kings count as pieces here.
///
/// ```
/// use fourfold_chess::{Color, Piece, Role};
/// let piece = Piece::new(Color::Black, Role::Knight);
/// assert_eq!(piece.letter(), 'n');
/// assert_eq!(piece.to_string(), "Black knight");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// The kind of piece.
    pub role: Role,
}

impl Piece {
    /// A piece of this side and kind.
    #[must_use]
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece { color, role }
    }

    /// The letter of the piece in a FEN: upper case is White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this FEN letter.
    ///
    /// ```
    /// use fourfold_chess::{Color, Piece, Role};
    /// assert_eq!(Piece::from_letter('K'), Some(Piece::new(Color::White, Role::King)));
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match Role::from_letter(letter) {
            Some(role) => Some(Piece { color, role }),
            None => None,
        }
    }

    /// The Unicode figurine, `♔` to `♟`.
    ///
    /// ```
    /// use fourfold_chess::Piece;
    /// let pieces = "KQkq".chars().filter_map(Piece::from_letter);
    /// assert_eq!(pieces.map(Piece::figurine).collect::<String>(), "♔♕♚♛");
    /// ```
    #[must_use]
    pub const fn figurine(self) -> char {
        match (self.color, self.role) {
            (Color::White, Role::King) => '♔',
            (Color::White, Role::Queen) => '♕',
            (Color::White, Role::Rook) => '♖',
            (Color::White, Role::Bishop) => '♗',
            (Color::White, Role::Knight) => '♘',
            (Color::White, Role::Pawn) => '♙',
            (Color::Black, Role::King) => '♚',
            (Color::Black, Role::Queen) => '♛',
            (Color::Black, Role::Rook) => '♜',
            (Color::Black, Role::Bishop) => '♝',
            (Color::Black, Role::Knight) => '♞',
            (Color::Black, Role::Pawn) => '♟',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    /// Reads the FEN letter or the name.
    ///
    /// ```
    /// use fourfold_chess::{Color, Piece, Role};
    /// let knight = Piece::new(Color::Black, Role::Knight);
    /// assert_eq!("n".parse(), Ok(knight));
    /// assert_eq!("Black knight".parse(), Ok(knight));
    /// assert!("knight".parse::<Piece>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Piece, ParsePieceError> {
        let mut letters = text.chars();
        let piece = match (letters.next(), letters.next()) {
            (Some(letter), None) => Piece::from_letter(letter),
            _ => text.split_once(' ').and_then(|(color, role)| {
                Some(Piece::new(color.parse().ok()?, role.parse().ok()?))
            }),
        };
        piece.ok_or(ParsePieceError)
    }
}

parse_error! {
    /// The error for a text that is not a piece.
    ParsePieceError, "a piece such as n or Black knight"
}
