//! The game in a URL fragment.
//!
//! The characters are those of the saves: `1.McLb` and so on. If an earlier state than the end is
//! shown, an `@` and the number of steps follow, so that a link can point into a game.

use duplicate::DuplicateGame;
use duplicate::save::{LoadError, from_link, to_link};

/// The fragment of a game, without the `#`.
#[must_use]
pub fn write(game: &DuplicateGame) -> String {
    let link = to_link(game);
    match game.shown() == game.steps().len() {
        true => link,
        false => format!("{link}@{}", game.shown()),
    }
}

/// Whether a fragment looks like a game, of any version.
#[must_use]
pub fn is_link(fragment: &str) -> bool {
    let digits = fragment.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && fragment[digits..].starts_with('.')
}

/// The game of a fragment, at the state it points to.
///
/// # Errors
///
/// Refuses other fragments, and games with an illegal step.
pub fn read(fragment: &str) -> Result<DuplicateGame, LoadError> {
    let (link, shown) = fragment.split_once('@').unwrap_or((fragment, ""));
    let mut game = from_link(link)?;
    // An unreadable number shows the end, which is usually what is wanted.
    game.show(shown.parse().unwrap_or(usize::MAX));
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_remembers_what_was_shown() {
        let mut game = DuplicateGame::new();
        for m in ["e2e4", "e2e4", "e7e5"] {
            game.play(m.parse().unwrap()).unwrap();
        }
        for shown in 0..=3 {
            game.show(shown);
            let back = read(&write(&game)).unwrap();
            assert_eq!((back.steps(), back.shown()), (game.steps(), shown));
        }
    }

    #[test]
    fn hostile_fragments_are_refused_and_never_panic() {
        let bad = [
            "",
            "1",
            "x",
            "2.",
            "99999999999999.",
            "1.A",
            "1.AA",
            "1.<script>",
            "1.MM",
            "1.Mc~",
            "1.Mc~k",
            "1.!",
            "1.é",
            "javascript:alert(1)",
            "1.Mc.draw.x.y",
            "1.AA@3",
        ];
        for fragment in bad {
            assert!(read(fragment).is_err(), "{fragment}");
        }
        assert_eq!(read("1.Mc@x").unwrap().shown(), 1);
        assert!(is_link("1.") && is_link("2.x") && !is_link("top") && !is_link(".1"));
    }
}
