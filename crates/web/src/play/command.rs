//! The commands of a game on one board, and its effects outside its own state.

use std::time::Duration;

use chess::{Color, Square};
use thinker::message::{Judge, MateVerdict};

use super::{Followed, Setting};
use crate::autosave::KeepCommand;
use crate::effects::{Common, Copied};
use crate::hand::HandCommand;
use crate::notice::{Press, Remedies};
use crate::share::ShareGame;
use crate::single::import::LoadGame;

/// A command of a person, the engine or the page. Times are measured from when the page was opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Board(HandCommand<Square>),
    Game(GameCommand),
    Look(LookCommand),
    Engine(Answer),
    /// The engine or the referee could not answer a request, for this reason.
    Failed(u64, String),
    Ruled(u64, MateVerdict),
    /// The new state of the game at a table over the network.
    Follow(Box<Followed>),
    Load(LoadGame),
    Share(ShareGame),
    Keeping(KeepCommand),
    Tick,
    /// Opens or closes a dialog.
    Open(Option<Dialog>),
    /// Removes a notice; the newest has the number 0.
    Dismiss(usize),
    /// Whether the text was copied to the clipboard.
    Copied(Copied),
}

topics! {
    Command {
        GameCommand => Game,
        LookCommand => Look,
        LoadGame => Load,
        ShareGame => Share,
        KeepCommand => Keeping,
        Copied => Copied,
    }
}

impl From<HandCommand<Square>> for Command {
    fn from(command: HandCommand<Square>) -> Command {
        Command::Board(command)
    }
}

impl Remedies for Command {
    fn bring_back() -> Command {
        Command::Game(GameCommand::BringBack)
    }

    fn dismiss(number: usize) -> Command {
        Command::Dismiss(number)
    }

    fn press(press: Press) -> Option<Command> {
        let command = match press {
            Press::Remedy(remedy) => return Some(Command::remedy(remedy)),
            Press::Dismiss(number) => return Some(Command::dismiss(number)),
            Press::Claim => GameCommand::Claim,
            Press::ClaimNamed => GameCommand::ClaimNamed,
            Press::AcceptDraw => GameCommand::OfferDraw,
            Press::DeclineDraw => GameCommand::DeclineDraw,
            Press::Act(_) => return None,
        };
        Some(command.into())
    }
}

/// Actions of the players and the arbiter.
#[derive(Clone, Debug, PartialEq)]
pub enum GameCommand {
    New(Box<Setting>),
    /// A rematch with the colors swapped.
    Rematch,
    Resign,
    /// The player offers a draw, or accepts an offer.
    OfferDraw,
    DeclineDraw,
    /// The player to move claims a draw in the present position. A claim that would be wrong is
    /// confirmed first.
    Claim,
    /// Makes the claim that was asked about, although it is wrong.
    ClaimAnyway,
    /// Claims a draw with the move that is pointed out.
    ClaimNamed,
    /// The next move is the named move of a claim.
    ClaimWithMove,
    /// Takes back a move; against the engine, up to the player's own last move.
    TakeBack,
    /// Redoes a move that was taken back.
    PlayAgain,
    /// The arbiter adds or subtracts time.
    AdjustTime {
        side: Color,
        /// The seconds, negative to subtract.
        seconds: i64,
    },
    /// The arbiter stops or restarts the clocks.
    Pause,
    /// Restores the game that this one replaced, and keeps this one instead.
    BringBack,
    Analyze,
}

/// Navigation and view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookCommand {
    /// Shows the position after this many plies.
    Show(usize),
    Back,
    Forward,
    Flip,
    /// Switches turning the board to the player to move on or off.
    ToggleTurning,
    /// Switches automatic promotion to a queen on or off.
    ToggleQueens,
    ToggleSound,
    NextTheme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    New,
    /// Confirms a resignation.
    Resign,
    /// Confirms a claim that is wrong.
    Claim,
    /// Everything that is rarely needed.
    More,
    /// Import of a game or a position from text or a file.
    Load,
    Share,
    /// The keys and rules.
    Help,
}

/// The result of the engine for a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The id of the request.
    pub id: u64,
    /// The move in UCI notation; empty if there is none.
    pub best: String,
    /// The score from the point of view of the player to move, in centipawns.
    pub score: i32,
}

/// An effect that only the page can perform.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Send a command to the table over the network.
    Ask(game::Command),
    Think(Question),
    StopThinking,
    Judge(Judge),
    Common(Common),
}

topics! { Effect { Common => Common, } }

/// A request to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub id: u64,
    /// The start position.
    pub fen: String,
    /// Whether castling is written as in Chess960.
    pub chess960: bool,
    /// The moves since then, in UCI notation.
    pub moves: Vec<String>,
    /// The level, from 1.
    pub level: u8,
    /// The minimum time of an answer, so that people can follow.
    pub pause: Duration,
}
