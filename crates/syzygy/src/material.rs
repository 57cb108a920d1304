//! Which pieces are on the board: the key by which a table is found.

use chess::{Board, Color, Role};

/// The most pieces that a table covers, kings included.
pub(crate) const PIECES_MAX: usize = 7;

/// The number of pieces of each role, pawn to king, of White and of Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Material {
    white: [u8; 6],
    black: [u8; 6],
}

impl Material {
    /// The material of a file name such as `KRPvKR`; the first side is White.
    pub(crate) fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let material = Material {
            white: side(white)?,
            black: side(black)?,
        };
        (material.pieces() <= PIECES_MAX).then_some(material)
    }

    /// The material on a board.
    pub(crate) fn of(board: &Board) -> Material {
        let count = |color| Role::ALL.map(|role| board.pieces(color, role).len() as u8);
        Material {
            white: count(Color::White),
            black: count(Color::Black),
        }
    }

    /// The same pieces with the colors swapped.
    pub(crate) fn swapped(self) -> Material {
        Material {
            white: self.black,
            black: self.white,
        }
    }

    /// Whether both sides have the same pieces.
    pub(crate) fn is_symmetric(self) -> bool {
        self.white == self.black
    }

    /// Whether there are only the kings.
    pub(crate) fn is_bare(self) -> bool {
        self.pieces() == 2
    }

    /// The number of pieces, kings included.
    pub(crate) fn pieces(self) -> usize {
        let all = self.white.iter().chain(&self.black);
        all.map(|&count| usize::from(count)).sum()
    }

    /// The number of pieces of one color and role.
    pub(crate) fn count(self, color: Color, role: Role) -> usize {
        let side = if color.is_white() {
            self.white
        } else {
            self.black
        };
        usize::from(side[role as usize])
    }

    /// The number of pieces that are the only one of their color and role, kings included.
    pub(crate) fn unique(self) -> usize {
        let all = self.white.iter().chain(&self.black);
        all.filter(|&&count| count == 1).count()
    }

    /// Whether there are pawns.
    pub(crate) fn has_pawns(self) -> bool {
        self.white[Role::Pawn as usize] + self.black[Role::Pawn as usize] > 0
    }
}

/// The pieces of one side, such as `KRP`.
fn side(letters: &str) -> Option<[u8; 6]> {
    let others = letters.strip_prefix('K')?;
    if others.len() >= PIECES_MAX {
        return None;
    }
    let mut counts = [0; 6];
    counts[Role::King as usize] = 1;
    for letter in others.chars() {
        let role = Role::ALL.into_iter().find(|role| role.letter() == letter)?;
        if role == Role::King {
            return None;
        }
        counts[role as usize] += 1;
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_the_pieces_of_both_sides() {
        let material = Material::from_name("KRPvKR").expect("a table's name");
        assert_eq!(material.pieces(), 5);
        assert_eq!(material.count(Color::White, Role::Pawn), 1);
        assert_eq!(material.count(Color::Black, Role::Pawn), 0);
        assert_eq!(
            material.swapped(),
            Material::from_name("KRvKRP").expect("a name")
        );
        assert!(Material::from_name("KRvKR").expect("a name").is_symmetric());
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "K",
            "v",
            "KQ",
            "QvK",
            "KQvQ",
            "KKvK",
            "KXvK",
            "kqvk",
            "KQQQQvKQQ",
        ] {
            assert_eq!(Material::from_name(name), None, "{name:?}");
        }
    }
}
