//! A game driven by text, for tests.

use std::num::NonZeroUsize;
use std::sync::Arc;

use chess::fen::{self, CastlingMode};
use chess::{Color, Move, Position, Tolerance};
use fourfold_game::{
    Claim, Command, Event, Game, Ground, Judge, Judgment, Profile, Refusal, Rules, Start,
};

pub struct Table {
    pub game: Game,
}

impl Table {
    pub fn new() -> Table {
        Table {
            game: Game::default(),
        }
    }

    pub fn from(fen: &str) -> Table {
        Table::by(fen, Rules::default())
    }

    pub fn in_match(fen: &str) -> Table {
        Table::by(fen, Rules::new(Profile::Engine))
    }

    pub fn by(fen: &str, rules: Rules) -> Table {
        Table {
            game: Game::new(start(fen), rules),
        }
    }

    /// Plays moves in SAN or UCI and returns the events of the last.
    pub fn play(&mut self, moves: &str) -> Vec<Event> {
        let mut events = Vec::new();
        for text in moves.split_whitespace() {
            events = self.try_play(text).unwrap();
        }
        events
    }

    pub fn try_play(&mut self, text: &str) -> Result<Vec<Event>, Refusal> {
        let m = self.read(text);
        self.game.execute(Command::Play(m))
    }

    /// Reads a move; in UCI it may be illegal.
    pub fn read(&self, text: &str) -> Move {
        let position = self.game.position();
        match text.parse() {
            Ok(sent) => position.understand_uci(sent),
            Err(_) => position.parse_san(text).unwrap(),
        }
    }

    pub fn execute(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        self.game.execute(command)
    }

    /// The player to move claims a draw on any ground.
    pub fn claim(&mut self) -> Result<Vec<Event>, Refusal> {
        self.claim_by(self.game.position().turn(), None, None)
    }

    /// The player to move claims a draw with a named move.
    pub fn claim_with(&mut self, text: &str) -> Result<Vec<Event>, Refusal> {
        self.claim_by(self.game.position().turn(), None, Some(text))
    }

    pub fn claim_by(
        &mut self,
        by: Color,
        ground: Option<Ground>,
        with: Option<&str>,
    ) -> Result<Vec<Event>, Refusal> {
        let with = with.map(|text| self.read(text));
        self.execute(Command::Claim { by, ground, with })
    }

    pub fn undo(&mut self, steps: usize) -> Vec<Event> {
        let steps = NonZeroUsize::new(steps).unwrap();
        self.execute(Command::Undo(steps)).unwrap()
    }

    pub fn redo(&mut self, steps: usize) -> Vec<Event> {
        let steps = NonZeroUsize::new(steps).unwrap();
        self.execute(Command::Redo(steps)).unwrap()
    }

    /// The articles by which a draw can be claimed now.
    pub fn articles(&self) -> Vec<&'static str> {
        self.game.claims().iter().map(Claim::article).collect()
    }

    /// The articles and moves by which a draw can be claimed, such as `9.2.1 Ng8`.
    pub fn articles_with(&self) -> Vec<String> {
        let position = self.game.position();
        let mut articles: Vec<String> = self
            .game
            .claims_with()
            .iter()
            .map(|claim| format!("{} {}", claim.article(), position.san(claim.with.unwrap())))
            .collect();
        articles.sort();
        articles
    }

    /// The reasons of the ending, the official one first.
    pub fn reasons(&self) -> Vec<&'static str> {
        self.game.ending().map_or(Vec::new(), |ending| {
            ending.reasons.iter().map(|reason| reason.code()).collect()
        })
    }

    pub fn result(&self) -> String {
        self.game.result().to_string()
    }

    pub fn fen(&self) -> String {
        self.game.position().to_string()
    }
}

pub fn start(fen: &str) -> Position {
    fen::read(fen, CastlingMode::Standard, Tolerance::Strict)
        .unwrap()
        .position
}

pub fn start_in(fen: &str, mode: CastlingMode) -> Start {
    let position = fen::read(fen, mode, Tolerance::Strict).unwrap().position;
    Start { position, mode }
}

/// The short names of events.
pub fn codes(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(Event::code).collect()
}

/// The short name of a refusal.
pub fn refused(answer: Result<Vec<Event>, Refusal>) -> &'static str {
    answer.expect_err("is refused").code()
}

/// A judge that gives the same verdict for every position.
#[derive(Debug)]
pub struct FixedJudge(pub [Judgment; 2]);

impl Judge for FixedJudge {
    fn can_mate(&self, _: &Position, side: Color) -> Judgment {
        self.0[side as usize]
    }
}

/// The FIDE rules with a judge that gives the same verdict for every position.
pub fn judged(white: Judgment, black: Judgment) -> Rules {
    Rules {
        profile: Profile::Fide,
        judge: Arc::new(FixedJudge([white, black])),
    }
}
