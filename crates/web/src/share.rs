//! Export of a game as a link, text or file.

use crate::effects::{Common, Download};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShareGame {
    /// Saves the game to a file.
    Save,
    /// Copies the text of the game to the clipboard.
    CopyText,
    /// Copies the shown position to the clipboard.
    CopyPosition,
    /// Copies the link, to a page at this address, to the clipboard.
    CopyLink(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedGame {
    /// The fragment of a link to the game, at the shown move.
    pub fragment: String,
    /// The shown position: one FEN or four.
    pub position: String,
    /// The game as a file: PGN, or a save of four boards.
    pub file: Download,
}

/// A warning about a link that only this computer can open.
pub const ONLY_HERE: &str =
    "Nobody else can open this link: its address is that of this computer itself.";

/// Whether a link leads to the computer on which it is opened.
#[must_use]
pub fn is_only_here(link: &str) -> bool {
    let Some((_, rest)) = link.split_once("://") else {
        return false;
    };
    let host = rest.split(['/', '#', '?']).next().unwrap_or_default();
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_number = name
        .bytes()
        .all(|letter| letter == b'.' || letter.is_ascii_digit());
    let is_loopback = name == "::1" || is_number && name.starts_with("127.");
    is_loopback || name == "localhost" || name.ends_with(".localhost")
}

impl SharedGame {
    /// The link to the game, for a page at this address.
    #[must_use]
    pub fn link(&self, address: &str) -> String {
        format!("{address}#{}", self.fragment)
    }

    #[must_use]
    pub fn share(self, how: ShareGame) -> Common {
        match how {
            ShareGame::Save => Common::Download(self.file),
            ShareGame::CopyText => Common::Copy(self.file.text),
            ShareGame::CopyPosition => Common::Copy(self.position),
            ShareGame::CopyLink(address) => Common::Copy(self.link(&address)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::PGN;

    #[test]
    fn links_to_this_computer_are_told_from_others() {
        for link in [
            "http://127.0.0.1:3000/#play",
            "http://127.4.5.6",
            "http://localhost:8080/x#y",
            "http://app.localhost/",
            "http://[::1]:3000/#t/1",
        ] {
            assert!(is_only_here(link), "{link}");
        }
        for link in [
            "https://chess.example/#play",
            "http://192.168.1.4:3000/",
            "http://127.0.0.1.example/",
            "http://[2001:db8::1]/#127.0.0.1",
            "localhost",
        ] {
            assert!(!is_only_here(link), "{link}");
        }
    }

    #[test]
    fn every_way_takes_its_own_part_of_the_game() {
        let file = Download {
            name: "game.pgn".to_owned(),
            kind: PGN,
            text: "1. e4 *".to_owned(),
        };
        let game = SharedGame {
            fragment: "play?moves=e2e4".to_owned(),
            position: "a position".to_owned(),
            file: file.clone(),
        };
        let share = |how| game.clone().share(how);
        let copied = |text: &str| Common::Copy(text.to_owned());
        assert_eq!(share(ShareGame::Save), Common::Download(file));
        assert_eq!(share(ShareGame::CopyText), copied("1. e4 *"));
        assert_eq!(share(ShareGame::CopyPosition), copied("a position"));
        assert_eq!(
            share(ShareGame::CopyLink("https://x/".to_owned())),
            copied("https://x/#play?moves=e2e4")
        );
    }
}
