//! A game at a terminal: lines of input go in, replies come out.
//!
//! The dialog is independent of the display. The line, JSON and full-screen modes submit the same
//! texts and format the replies in their own ways.

mod engine;
mod files;

use std::path::PathBuf;
use std::time::Duration;

use chess::fen::CastlingMode;
use chess::notation::{MoveError, read_move, read_position};
use chess::san::{San, SanError};
use chess::{Color, Move, Position};
use clock::TimeControl;
use game::{Claim, Command, Event, Game, Reason, Refusal, Rules, Start, Step};
use partner::Question;
use timed::TimedGame;

use super::companion::{Companion, Sides};
use super::input::{self, Input};
use super::nearest::nearest_name;
use super::sheet::Sheet;

pub use engine::Advice;
use files::Finished;

#[derive(Debug)]
pub enum Reply {
    Event(Event),
    Refused(Refused),
    Board,
    Moves(Vec<San>),
    /// Every right to claim a draw, with the named move if it needs one.
    Claims(Vec<(Claim, Option<San>)>),
    /// The moves played so far, as on a score sheet.
    Score(String),
    Fen(String),
    Pgn(String),
    Saved(PathBuf),
    /// A tag of the game was set to this value.
    Tagged(&'static str, String),
    /// A note from the reader of a file.
    Note(String),
    Help,
    Flipped,
    Hint(Advice),
    Eval(Advice),
    Quit,
}

/// Why an input was refused: a code for programs and a message for people.
#[derive(Debug)]
pub struct Refused {
    pub code: &'static str,
    pub message: String,
}

impl Refused {
    fn new(code: &'static str, message: impl ToString) -> Refused {
        Refused {
            code,
            message: message.to_string(),
        }
    }
}

/// A game at a terminal.
#[derive(Debug)]
pub struct Dialog {
    timed: TimedGame,
    mode: CastlingMode,
    /// The previous game, kept if it was over when another one replaced it.
    previous: Option<Box<Finished>>,
    sheet: Sheet,
    companion: Companion,
    /// The side at the bottom of the board.
    bottom: Color,
}

impl Dialog {
    /// A game from this start under these rules, with the engine. The time control is also that of
    /// later games, unless they bring their own.
    pub fn new(start: Start, rules: Rules, control: TimeControl, companion: Companion) -> Dialog {
        let bottom = match companion.sides() {
            Sides::White => Color::Black,
            Sides::None | Sides::Black | Sides::Both => Color::White,
        };
        Dialog {
            timed: TimedGame::new(Game::new(start, rules), control),
            mode: start.mode,
            previous: None,
            sheet: Sheet::blank(start),
            companion,
            bottom,
        }
    }

    pub fn game(&self) -> &Game {
        self.timed.game()
    }

    pub fn timed(&self) -> &TimedGame {
        &self.timed
    }

    pub fn bottom(&self) -> Color {
        self.bottom
    }

    /// The last move and the position before it.
    pub fn last_move(&self) -> Option<(Move, &Position)> {
        let history = self.game().history();
        let m = *history.moves().last()?;
        Some((m, history.position_at(history.ply() - 1)?))
    }

    /// The claims available before the first input. The board and the status show the rest.
    pub fn open_claims(&self) -> Vec<Reply> {
        let standing = self.game().standing().into_iter();
        standing
            .filter(Event::is_right_to_claim)
            .map(Reply::Event)
            .collect()
    }

    /// Executes a line of input. `now` is the time since the program started.
    pub fn submit(&mut self, line: &str, now: Duration) -> Vec<Reply> {
        let mut replies = self.tick(now);
        match input::parse(line) {
            None => {}
            Some(Err(error)) => {
                replies.push(Reply::Refused(Refused::new("bad_command", error)));
            }
            Some(Ok(input)) => replies.extend(self.answer(input, now)),
        }
        replies
    }

    /// Checks the clocks and the engine: a flag may have fallen, a move may be ready.
    pub fn tick(&mut self, now: Duration) -> Vec<Reply> {
        match self.timed.fallen_flag(now) {
            Some(side) => self.execute(Command::Flag(side), now),
            None => self.poll_engine(now),
        }
    }

    fn answer(&mut self, input: Input, now: Duration) -> Vec<Reply> {
        let turn = self.game().position().turn();
        let command = match input {
            Input::Move(text) => self.read_move(&text).map(Command::Play),
            Input::Draw(text) => self.read_claim(text.as_deref()),
            Input::Offer(side) => Ok(Command::Offer(side.unwrap_or(turn))),
            Input::Accept => Ok(Command::Accept(self.answering_side())),
            Input::Decline => Ok(Command::Decline(self.answering_side())),
            Input::Resign(side) => Ok(Command::Resign(side.unwrap_or(turn))),
            Input::Flag(side) => Ok(Command::Flag(side.unwrap_or(turn))),
            Input::Undo(steps) => Ok(Command::Undo(steps)),
            Input::Redo(steps) => Ok(Command::Redo(steps)),
            Input::New(text) => return self.start_new_game(text.as_deref(), now),
            Input::Save(path) => return vec![self.save(path, now)],
            Input::Load(path) => return self.load(&path, now),
            Input::Name(side, name) => return vec![self.set_name(side, &name)],
            Input::Date(date) => return vec![self.set_tag("Date", &date)],
            Input::Hint => return self.ask_engine(Question::Hint, now),
            Input::Eval => return self.ask_engine(Question::Eval, now),
            Input::Go => return self.ask_engine(Question::Move, now),
            Input::Moves => return vec![self.list_moves()],
            Input::Claims => return vec![self.list_claims()],
            Input::Score => return vec![Reply::Score(score(self.game()))],
            Input::Fen => return vec![Reply::Fen(self.game().position().to_string())],
            Input::Pgn => return vec![Reply::Pgn(self.pgn().to_string())],
            Input::Flip => {
                self.bottom = !self.bottom;
                return vec![Reply::Flipped];
            }
            Input::Board => return vec![Reply::Board],
            Input::Help => return vec![Reply::Help],
            Input::Quit => return vec![Reply::Quit],
        };
        match command {
            Ok(command) => self.execute_with_engine(command, now),
            Err(refused) => vec![Reply::Refused(refused)],
        }
    }

    /// Reads a claim by the player to move, with or without a named move.
    fn read_claim(&self, text: Option<&str>) -> Result<Command, Refused> {
        Ok(Command::Claim {
            by: self.game().position().turn(),
            ground: None,
            with: text.map(|text| self.read_move(text)).transpose()?,
        })
    }

    /// Starts a new game, from a position if there is one.
    fn start_new_game(&mut self, text: Option<&str>, now: Duration) -> Vec<Reply> {
        let mode = self.mode;
        let read = match read_position(text, mode) {
            Ok(read) => read,
            Err(error) => return vec![Reply::Refused(Refused::new("bad_fen", error))],
        };
        let notes = read.warnings.iter();
        let mut replies: Vec<Reply> = notes.map(|note| Reply::Note(note.to_string())).collect();
        let position = read.position;
        replies.extend(self.execute_with_engine(Command::New(Start { position, mode }), now));
        replies
    }

    fn list_moves(&self) -> Reply {
        let position = self.game().position();
        let moves = position.legal_moves();
        let mut moves: Vec<San> = moves.iter().map(|&m| position.san(m)).collect();
        moves.sort_by_key(ToString::to_string);
        Reply::Moves(moves)
    }

    fn list_claims(&self) -> Reply {
        let position = self.game().position();
        let mut claims = self.game().claims();
        claims.extend(self.game().claims_with());
        let with_san = |claim: Claim| (claim, claim.with.map(|m| position.san(m)));
        Reply::Claims(claims.into_iter().map(with_san).collect())
    }

    fn execute(&mut self, command: Command, now: Duration) -> Vec<Reply> {
        let leaves = matches!(command, Command::New(_) | Command::Load(_));
        let ended = leaves.then(|| self.finished()).flatten();
        match self.timed.execute(command, now) {
            Ok(events) => {
                self.companion.interrupt();
                self.previous = ended.or(self.previous.take());
                for event in &events {
                    self.take_note(event);
                }
                if matches!(events[..], [Event::DrawClaimed { .. }, ..]) {
                    return self.offer_another_game(events, now);
                }
                events.into_iter().map(Reply::Event).collect()
            }
            Err(refusal) => vec![Reply::Refused(Refused::new(refusal.code(), refusal))],
        }
    }

    /// Starts another game after a granted claim, which cannot be taken back. It starts where the
    /// last one did.
    fn offer_another_game(&mut self, events: Vec<Event>, now: Duration) -> Vec<Reply> {
        // A player starts the next game, not the engine.
        self.companion.set_waiting(true);
        let start = self.game().start();
        let mut replies: Vec<Reply> = events.into_iter().map(Reply::Event).collect();
        replies.extend(self.execute(Command::New(start), now));
        replies
    }

    /// Updates what the game does not hold: the sheet, and whether the engine considers offers.
    fn take_note(&mut self, event: &Event) {
        match event {
            Event::Undone(steps) if steps.iter().any(is_agreement) => {
                self.companion.set_playing_on(true);
            }
            Event::DrawOffered(_) => self.companion.set_playing_on(false),
            Event::Reset(_) | Event::Loaded { .. } => {
                self.companion.set_playing_on(false);
                self.sheet = Sheet::blank(self.game().start());
            }
            Event::MovePlayed { .. }
            | Event::Check(_)
            | Event::FiftyMoveRuleAvailable { .. }
            | Event::ThreefoldAvailable { .. }
            | Event::DrawClaimed { .. }
            | Event::ClaimRefused { .. }
            | Event::TimeBonusDue(_)
            | Event::DrawDeclined { .. }
            | Event::GameEnded(_)
            | Event::Undone(_)
            | Event::Redone(_)
            | Event::CommandRefused(_) => {}
        }
    }

    /// The time until the flag of the running clock falls; `None` if no clock runs.
    pub fn time_until_flag(&self, now: Duration) -> Option<Duration> {
        let falls_at = self.timed.timing().clocks().flag_falls_at()?;
        Some(falls_at.saturating_sub(now))
    }

    /// The side that has an offer to answer, or else the player to move.
    fn answering_side(&self) -> Color {
        let turn = self.game().position().turn();
        let offers = self.game().offers();
        if offers.stands(turn) && !offers.stands(!turn) {
            !turn
        } else {
            turn
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, Refused> {
        // In a finished game every move is refused, even a well-formed one.
        if let Some(ending) = self.game().ending() {
            let refusal = Refusal::GameOver(ending.clone());
            return Err(Refused::new(refusal.code(), refusal));
        }
        read_move(self.game().position(), text).map_err(|error| {
            let shown: String = text.chars().take(40).collect();
            let advice = match (nearest_command(text), &error) {
                (Some(command), _) => format!(" (did you mean {command}?)"),
                (None, MoveError::San(SanError::Parse(_))) => " (help lists the commands)".into(),
                (None, _) => String::new(),
            };
            Refused::new("illegal_move", format!("{shown}: {error}{advice}"))
        })
    }
}

fn is_agreement(step: &Step) -> bool {
    matches!(step, Step::Ended(ending) if ending.reason() == Reason::Agreement)
}

/// The command that the first word of a text was probably meant to be.
fn nearest_command(text: &str) -> Option<&'static str> {
    let word = text.split_whitespace().next()?.to_ascii_lowercase();
    nearest_name(&word, input::COMMANDS.map(|(name, ..)| name))
}

/// The numbered moves of a game.
pub fn score(game: &Game) -> String {
    let history = game.history();
    let mut words = Vec::new();
    for (ply, &m) in history.moves().iter().enumerate() {
        let Some(before) = history.position_at(ply) else {
            break;
        };
        match before.turn() {
            Color::White => words.push(format!("{}.", before.fullmoves())),
            Color::Black if ply == 0 => words.push(format!("{}...", before.fullmoves())),
            Color::Black => {}
        }
        words.push(before.san(m).to_string());
    }
    words.push(game.result().to_string());
    words.join(" ")
}

#[cfg(test)]
mod tests;
