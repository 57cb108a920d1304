//! What can be asked of a game on one board, and what the page must do outside of its own state.

use std::time::Duration;

use chess::Color;
use thinker::message::{Judge, MateVerdict};

use super::{Followed, Setting};
use crate::effects::{Common, Copied};
use crate::keeping::KeepCommand;
use crate::notice::Remedies;
use crate::share::ShareGame;
use crate::single::Act;
use crate::single::import::LoadGame;

/// Something a person, the engine or the page asks for. Times are those of the page, since it was
/// opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// What a hand or a key does on the board.
    Board(Act),
    /// A command of the game.
    Game(GameCommand),
    /// A look at the game.
    Look(LookCommand),
    /// What the engine found.
    Engine(Answer),
    /// What the referee says about a question; nothing if it could not be asked.
    Ruled(u64, Option<MateVerdict>),
    /// The game stands like this at the table where it is played.
    Follow(Box<Followed>),
    /// A game or a position from elsewhere.
    Load(LoadGame),
    /// The game leaves the page.
    Share(ShareGame),
    /// What the storage of the browser tells.
    Keeping(KeepCommand),
    /// Time has passed.
    Tick,
    /// Opens a dialog, or closes it.
    Open(Option<Dialog>),
    /// Takes the notice away.
    Dismiss,
    /// The text that was to be copied is in the clipboard, or not.
    Copied(Copied),
}

topics! {
    Command {
        Act => Board,
        GameCommand => Game,
        LookCommand => Look,
        LoadGame => Load,
        ShareGame => Share,
        KeepCommand => Keeping,
        Copied => Copied,
    }
}

impl Remedies for Command {
    fn bring_back() -> Command {
        Command::Game(GameCommand::BringBack)
    }
}

/// Acts of the players and the arbiter.
#[derive(Clone, Debug, PartialEq)]
pub enum GameCommand {
    /// A new game with these settings.
    New(Box<Setting>),
    /// Another game with the colors exchanged.
    Rematch,
    /// The player resigns.
    Resign,
    /// The player offers a draw, or accepts the one that was offered.
    OfferDraw,
    /// The player declines the draw that was offered.
    DeclineDraw,
    /// The player to move claims a draw on the position as it stands.
    Claim,
    /// The next move is named together with a claim.
    ClaimWithMove,
    /// Takes back a move; against the engine, up to the player's own last move.
    TakeBack,
    /// Plays a move again that was taken back.
    PlayAgain,
    /// The arbiter gives or takes time.
    AdjustTime {
        /// Whose clock.
        side: Color,
        /// How many seconds, negative to take them away.
        seconds: i64,
    },
    /// The arbiter stops the clocks, or starts them again.
    Pause,
    /// The game that this one replaced; they change places.
    BringBack,
}

/// Ways to look at the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookCommand {
    /// Shows the position after this many plies.
    Show(usize),
    /// One ply back.
    Back,
    /// One ply forward.
    Forward,
    /// The board from the other side.
    Flip,
    /// The board turns with the player to move, or not.
    ToggleTurning,
    /// Pawns become queens without asking, or not.
    ToggleQueens,
    /// Sounds on or off.
    ToggleSound,
    /// Light, dark, or as the system has it.
    NextTheme,
}

/// A window that asks or tells something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// A new game.
    New,
    /// Whether the player really resigns.
    Resign,
    /// A game or a position from a text or a file.
    Load,
    /// The game as text.
    Share,
    /// Keys and rules.
    Help,
}

/// What the engine found for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The question.
    pub id: u64,
    /// The move as UCI writes it; empty if there is none.
    pub best: String,
    /// What the position is worth to the player to move, in hundredths of a pawn.
    pub score: i32,
}

/// Something only the page can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Keep the game in the browser.
    Keep,
    /// Ask the table where the game is played for this.
    Ask(game::Command),
    /// Ask the engine.
    Think(Question),
    /// The engine need not go on.
    StopThinking,
    /// Ask the referee.
    Judge(Judge),
    /// What several pages ask for.
    Common(Common),
}

topics! { Effect { Common => Common, } }

/// A question for the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Tells questions apart.
    pub id: u64,
    /// Where the game began.
    pub fen: String,
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
    /// The moves since, as UCI writes them.
    pub moves: Vec<String>,
    /// The level, from 1.
    pub level: u8,
    /// How long an answer should take at least, so that people can follow.
    pub pause: Duration,
}
