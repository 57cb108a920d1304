//! A finding as reported by the worker.

use chess::{Color, Position};
use referee::audit::Kind;
use serde_json::Value;

use crate::words::sentence;

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub file: usize,
    /// The game, counted from 0 in its file.
    pub game: u64,
    /// The line of the file.
    pub line: u64,
    pub column: u64,
    /// The byte offset of the game.
    pub start: u64,
    /// The number of plies played.
    pub ply: u64,
    pub kind: Kind,
    pub side: Option<Color>,
    /// The article of the Laws, empty if there is none.
    pub article: String,
    /// White and Black.
    pub players: [String; 2],
    /// The result as the file states it.
    pub result: String,
    pub message: String,
    /// The position in question, empty if there is none.
    pub fen: String,
    /// The event, empty if unknown.
    pub event: String,
    /// The date, empty if unknown.
    pub date: String,
    /// The round, empty if unknown.
    pub round: String,
    /// The JSON object of the finding.
    pub json: String,
    /// The searchable text, in lower case.
    text: String,
}

impl Row {
    /// Parses a finding in the file with this number; `None` if it is not one.
    #[must_use]
    pub fn read(file: usize, json: String) -> Option<Row> {
        let value: Value = serde_json::from_str(&json).ok()?;
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let number = |name: &str| value[name].as_u64();
        let code = text("kind");
        let kind = Kind::ALL.into_iter().find(|kind| kind.code() == code)?;
        let mut row = Row {
            file,
            game: number("game")?,
            line: number("line")?,
            column: number("column")?,
            start: number("start")?,
            ply: number("ply")?,
            kind,
            side: match text("side").as_str() {
                "white" => Some(Color::White),
                "black" => Some(Color::Black),
                _ => None,
            },
            article: text("article"),
            players: [text("white"), text("black")],
            result: text("result"),
            message: text("message"),
            fen: text("fen"),
            event: text("event"),
            date: text("date"),
            round: text("round"),
            text: String::new(),
            json,
        };
        row.text = row.searched();
        Some(row)
    }

    fn searched(&self) -> String {
        let [white, black] = &self.players;
        let number = (self.game + 1).to_string();
        let words = [
            white.as_str(),
            black,
            &self.event,
            &self.round,
            &self.date,
            &self.result,
            &self.message,
            &self.article,
            &number,
        ];
        words.join(" ").to_lowercase()
    }

    /// Whether a lower-case word occurs in the finding.
    #[must_use]
    pub fn has_word(&self, word: &str) -> bool {
        self.text.contains(word)
    }

    /// The players and the result.
    #[must_use]
    pub fn title(&self) -> String {
        let [white, black] = self.players.each_ref().map(|name| match name.as_str() {
            "" => "?",
            name => name,
        });
        format!("{white} \u{2013} {black}, {}", self.result)
    }

    /// Event, round and date, as far as they are known.
    #[must_use]
    pub fn occasion(&self) -> String {
        let round = match self.round.as_str() {
            "" => String::new(),
            round => format!("round {round}"),
        };
        let parts = [self.event.as_str(), &round, &self.date];
        let known = parts.into_iter().filter(|part| !part.is_empty());
        known.collect::<Vec<_>>().join(", ")
    }

    /// The finding as a sentence with its article.
    #[must_use]
    pub fn sentence(&self) -> String {
        // The text of a claim names the article itself.
        match self.article.as_str() {
            "" => sentence(&self.message),
            article if self.message.contains(article) => sentence(&self.message),
            article => sentence(&format!("{} (article {article})", self.message)),
        }
    }

    /// The place in the game, in chess terms.
    #[must_use]
    pub fn when(&self) -> String {
        match Position::from_fen(&self.fen) {
            Ok(position) => {
                let (turn, number) = (position.turn(), position.fullmoves());
                format!("move {number}, {turn} to move")
            }
            Err(_) => format!("line {}, column {}", self.line, self.column),
        }
    }

    /// The fields of the CSV row.
    #[must_use]
    pub fn csv(&self, file: &str) -> String {
        let [white, black] = &self.players;
        referee::audit::row::csv_line([
            file,
            &(self.game + 1).to_string(),
            &self.line.to_string(),
            &self.column.to_string(),
            &self.ply.to_string(),
            self.kind.code(),
            match self.side {
                Some(Color::White) => "white",
                Some(Color::Black) => "black",
                None => "",
            },
            &self.article,
            white,
            black,
            &self.result,
            &self.message,
            &self.fen,
            &self.event,
            &self.date,
            &self.round,
        ])
    }
}
