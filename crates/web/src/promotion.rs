//! The choice of a promotion piece, on one board and on four.

use chess::Role;

/// The pieces to choose from, from the most to the least common.
pub const CHOICES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// An open chooser, with one of the pieces marked. At first that is the queen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chooser {
    marked: usize,
}

/// What a key does in an open chooser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChooserKey {
    Next,
    Previous,
    Take,
    TakeRole(Role),
    /// Closes the chooser without a move.
    Close,
}

/// What follows from a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The chooser stays open.
    Open,
    Taken(Role),
    Closed,
}

impl ChooserKey {
    /// The meaning of a key, if it has one. A held key that opened the chooser takes nothing.
    #[must_use]
    pub fn of(key: &str, is_shift: bool, is_repeat: bool) -> Option<ChooserKey> {
        Some(match key {
            "ArrowRight" | "ArrowDown" => ChooserKey::Next,
            "ArrowLeft" | "ArrowUp" => ChooserKey::Previous,
            "Tab" if is_shift => ChooserKey::Previous,
            "Tab" => ChooserKey::Next,
            "Escape" => ChooserKey::Close,
            _ if is_repeat => return None,
            "Enter" | " " => ChooserKey::Take,
            _ => {
                let mut letters = key.chars();
                let role = Role::from_letter(letters.next()?)?;
                let is_choice = letters.next().is_none() && CHOICES.contains(&role);
                return is_choice.then_some(ChooserKey::TakeRole(role));
            }
        })
    }
}

impl Chooser {
    #[must_use]
    pub fn marked(self) -> Role {
        CHOICES[self.marked]
    }

    pub fn press(&mut self, key: ChooserKey) -> Pick {
        let count = CHOICES.len();
        match key {
            ChooserKey::Next => self.marked = (self.marked + 1) % count,
            ChooserKey::Previous => self.marked = (self.marked + count - 1) % count,
            ChooserKey::Take => return Pick::Taken(self.marked()),
            ChooserKey::TakeRole(role) => return Pick::Taken(role),
            ChooserKey::Close => return Pick::Closed,
        }
        Pick::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: &str) -> Option<ChooserKey> {
        ChooserKey::of(key, false, false)
    }

    #[test]
    fn arrows_and_tab_mark_and_enter_takes_what_is_marked() {
        let mut chooser = Chooser::default();
        assert_eq!(chooser.press(ChooserKey::Previous), Pick::Open);
        assert_eq!(chooser.marked(), Role::Knight);
        for (name, is_shift, marked) in [
            ("ArrowRight", false, Role::Queen),
            ("Tab", false, Role::Rook),
            ("ArrowDown", false, Role::Bishop),
            ("Tab", true, Role::Rook),
            ("ArrowUp", false, Role::Queen),
            ("ArrowRight", false, Role::Rook),
        ] {
            let pressed = ChooserKey::of(name, is_shift, false).unwrap();
            assert_eq!(chooser.press(pressed), Pick::Open);
            assert_eq!(chooser.marked(), marked, "{name}");
        }
        for name in ["Enter", " "] {
            assert_eq!(chooser.press(key(name).unwrap()), Pick::Taken(Role::Rook));
        }
    }

    #[test]
    fn a_letter_takes_its_piece_and_a_held_key_takes_nothing() {
        assert_eq!(key("n"), Some(ChooserKey::TakeRole(Role::Knight)));
        assert_eq!(key("B"), Some(ChooserKey::TakeRole(Role::Bishop)));
        assert_eq!(key("Escape"), Some(ChooserKey::Close));
        for other in ["k", "p", "F1", "Home", "", "é"] {
            assert_eq!(key(other), None, "{other}");
        }
        assert_eq!(ChooserKey::of("Enter", false, true), None);
        assert_eq!(ChooserKey::of("q", false, true), None);
    }
}
