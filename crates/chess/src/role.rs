//! The kinds of pieces, without their color.

use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

/// The kind of a piece.
///
/// ```
/// use fourfold_chess::Role;
/// assert_eq!(Role::Knight.letter(), 'N');
/// assert_eq!(Role::Knight.to_string(), "knight");
/// assert_eq!(Role::PROMOTIONS.len(), 4); // a pawn becomes neither a pawn nor a king
/// ```
#[doc(alias = "PieceType")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Role {
    /// Moves forward, captures sideways, promotes.
    Pawn,
    /// Jumps over other pieces.
    Knight,
    /// Slides on diagonals.
    Bishop,
    /// Slides on files and ranks.
    Rook,
    /// Slides in all eight directions.
    Queen,
    /// Moves one square in any direction, and castles.
    King,
}

impl Role {
    /// All six, from pawn to king.
    pub const ALL: [Role; 6] = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ];

    /// The four a pawn may become, from knight to queen.
    pub const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// The English letter in upper case, as in SAN. A pawn's is `P`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }

    /// The role with this English letter, in either case.
    ///
    /// ```
    /// use fourfold_chess::Role;
    /// assert_eq!(Role::from_letter('q'), Some(Role::Queen));
    /// assert_eq!(Role::from_letter('S'), None); // the German knight
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Role> {
        match letter {
            'P' | 'p' => Some(Role::Pawn),
            'N' | 'n' => Some(Role::Knight),
            'B' | 'b' => Some(Role::Bishop),
            'R' | 'r' => Some(Role::Rook),
            'Q' | 'q' => Some(Role::Queen),
            'K' | 'k' => Some(Role::King),
            _ => None,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = ParseRoleError;

    /// Reads the name or the English letter, in either case.
    ///
    /// ```
    /// use fourfold_chess::Role;
    /// assert_eq!("knight".parse(), Ok(Role::Knight));
    /// assert_eq!("q".parse(), Ok(Role::Queen));
    /// assert!("archbishop".parse::<Role>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Role, ParseRoleError> {
        let mut letters = text.chars();
        let role = match (letters.next(), letters.next()) {
            (Some(letter), None) => Role::from_letter(letter),
            _ => Role::ALL
                .into_iter()
                .find(|role| role.name().eq_ignore_ascii_case(text)),
        };
        role.ok_or(ParseRoleError)
    }
}

parse_error! {
    /// The error for a text that is not a kind of piece.
    ParseRoleError, "a kind of piece such as knight or N"
}

/// One `T` for each role.
///
/// ```
/// use fourfold_chess::{ByRole, Role};
/// let values = ByRole::new([1, 3, 3, 5, 9, 0]);
/// assert_eq!(values[Role::Rook], 5);
/// assert_eq!(values.iter().map(|(_, value)| value).sum::<i32>(), 21);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByRole<T>([T; 6]);

impl<T> ByRole<T> {
    /// Takes the six values in the order of [`Role::ALL`].
    #[must_use]
    pub const fn new(values: [T; 6]) -> Self {
        ByRole(values)
    }

    /// Calls `value` once for each role.
    ///
    /// ```
    /// use fourfold_chess::{ByRole, Position, Role};
    /// let position = Position::start();
    /// let count = ByRole::from_fn(|role| position.board().by_role(role).len());
    /// assert_eq!((count[Role::Pawn], count[Role::King]), (16, 2));
    /// ```
    #[doc(alias = "new_with")]
    pub fn from_fn(value: impl FnMut(Role) -> T) -> Self {
        ByRole(Role::ALL.map(value))
    }

    /// The six values in the order of [`Role::ALL`], to be changed.
    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut()
    }

    /// Each role with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Role, &T)> {
        Role::ALL.into_iter().zip(self.0.iter())
    }
}

impl<T> Index<Role> for ByRole<T> {
    type Output = T;

    #[inline]
    fn index(&self, role: Role) -> &T {
        &self.0[role as usize]
    }
}

impl<T> IndexMut<Role> for ByRole<T> {
    #[inline]
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self.0[role as usize]
    }
}
