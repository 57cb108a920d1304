//! Recent games: replaced games, kept so that nothing is lost silently.
//!
//! The list is text with one line per game, newest first. It is parsed line by line, so a damaged
//! line loses only its own game.

use crate::autosave::checksum;

/// The maximum number of recent games.
pub const MOST: usize = 30;

pub const NAME_MAX: usize = 60;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recent {
    /// When it was replaced, in milliseconds since 1970. It is unique.
    pub at: u64,
    pub name: String,
    /// The game as a link.
    pub text: String,
}

impl Recent {
    fn line(&self) -> String {
        let body = format!("{}\t{}\t{}", self.at, self.name, self.text);
        format!("{:016x}\t{body}", checksum(0, &body))
    }

    fn read(line: &str) -> Option<Recent> {
        let (sum, body) = line.split_once('\t')?;
        if u64::from_str_radix(sum, 16).ok()? != checksum(0, body) {
            return None;
        }
        let mut parts = body.splitn(3, '\t');
        Some(Recent {
            at: parts.next()?.parse().ok()?,
            name: parts.next()?.to_owned(),
            text: parts.next()?.to_owned(),
        })
    }
}

#[must_use]
pub fn write(games: &[Recent]) -> String {
    let lines: Vec<String> = games.iter().map(Recent::line).collect();
    lines.join("\n")
}

/// Parses a list and skips damaged lines.
#[must_use]
pub fn read(text: &str) -> Vec<Recent> {
    text.lines().filter_map(Recent::read).collect()
}

/// Adds a game at the head of the list. Duplicates and the oldest games beyond [`MOST`] are
/// removed.
pub fn add(games: &mut Vec<Recent>, mut game: Recent) {
    if let Some(index) = games.iter().position(|kept| kept.text == game.text) {
        game.name = games.remove(index).name;
    }
    while games.iter().any(|kept| kept.at == game.at) {
        game.at += 1;
    }
    games.insert(0, game);
    games.truncate(MOST);
}

/// A name without characters that could break the list or the page.
#[must_use]
pub fn clean_name(name: &str) -> String {
    let printable = name.chars().filter(|c| !c.is_control()).take(NAME_MAX);
    printable.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(at: u64, name: &str, text: &str) -> Recent {
        Recent {
            at,
            name: name.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_list_round_trips_and_a_damaged_line_loses_one_game() {
        let games = [game(7, "Sunday", "1.McLb"), game(3, "", "1.Mc@1")];
        let text = write(&games);
        assert_eq!(read(&text), games);
        assert_eq!(read(&text.replace("Sunday", "Monday")), games[1..]);
        for end in 0..text.len() {
            assert!(read(&text[..end]).len() < 2, "cut at {end}");
        }
        assert!(read("<script>\n\n\t\t").is_empty());
    }

    #[test]
    fn a_game_is_kept_once_with_its_name_and_the_oldest_are_removed() {
        let mut games = Vec::new();
        add(&mut games, game(1, "mine", "1.Mc"));
        add(&mut games, game(2, "other", "1.Lb"));
        add(&mut games, game(2, "again", "1.Mc"));
        assert_eq!(games, [game(3, "mine", "1.Mc"), game(2, "other", "1.Lb")]);
        for at in 10..100 {
            add(&mut games, game(at, "", &format!("1.{at}")));
        }
        assert_eq!(games.len(), MOST);
        assert_eq!(games[0].at, 99);
    }

    #[test]
    fn names_are_short_and_printable() {
        assert_eq!(clean_name(" a\tb\nc "), "abc");
        assert_eq!(clean_name(&"x".repeat(500)).len(), NAME_MAX);
    }
}
