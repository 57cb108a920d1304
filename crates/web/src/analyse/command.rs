//! The commands of an analysis, and its effects outside its own state.

use chess::{Color, File, Move, Square};
use game::pgn::NodeId;
use report::Judgment;
use thinker::message::{MateVerdict, Progress, Request};

use super::Tool;
use crate::autosave::KeepCommand;
use crate::effects::{Common, Copied, Picture, PictureFile};
use crate::hand::HandCommand;
use crate::notice::Remedies;
use crate::share::ShareGame;
use crate::single::import::LoadGame;
use crate::single::link::LinkedGame;

/// A command of a person, the worker or the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Board(HandCommand<Square>),
    Look(LookCommand),
    Tree(TreeCommand),
    Engine(EngineCommand),
    /// Commands to and replies about the game report.
    Report(ReportCommand),
    Referee(RefereeCommand),
    Load(LoadGame),
    /// Opens the game of another page.
    Show(Box<LinkedGame>),
    File(FileCommand),
    Edit(EditCommand),
    /// Opens or closes a dialog.
    Open(Option<Dialog>),
    Share(ShareGame),
    Picture(Picture),
    Keeping(KeepCommand),
    /// What the server's endgame tables say about a position, as its FEN in a link.
    Ending {
        fen: String,
        answer: String,
    },
    /// The table of openings has arrived.
    Openings(String),
    /// Removes a notice; the newest has the number 0.
    Dismiss(usize),
    /// Whether the text was copied to the clipboard.
    Copied(Copied),
}

topics! {
    Command {
        LookCommand => Look,
        TreeCommand => Tree,
        EngineCommand => Engine,
        RefereeCommand => Referee,
        ReportCommand => Report,
        FileCommand => File,
        EditCommand => Edit,
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
        Command::Tree(TreeCommand::Undo)
    }

    fn dismiss(number: usize) -> Command {
        Command::Dismiss(number)
    }
}

/// Navigation and view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookCommand {
    Go(NodeId),
    Back,
    /// One move forward, along the first line.
    Forward,
    /// To the line above, at a branch.
    Up,
    /// To the line below, at a branch.
    Down,
    First,
    /// To the end of the line.
    Last,
    Flip,
    ToggleSound,
    NextTheme,
}

/// Changes of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeCommand {
    /// Removes the shown move with everything after it.
    Remove,
    /// Promotes the shown variation.
    Promote,
    /// Sets the comment of the shown move.
    Comment(String),
    /// Sets or removes the assessment of the shown move; 0 removes it.
    Glyph(u8),
    /// Plays a move: goes to it if it exists.
    Play(Move),
    Undo,
    /// Plays the first moves of an engine line.
    PlayLine {
        /// The index of the line, from 0.
        line: usize,
        plies: usize,
    },
}

/// Commands to and replies of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineCommand {
    Toggle,
    /// Sets the number of lines.
    Lines(usize),
    Found(Progress),
    /// The search is finished.
    Stopped(u64),
    Failed(u64, String),
}

/// Commands to and replies of the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeCommand {
    /// Asks who can still mate.
    Ask,
    Ruled(u64, MateVerdict),
    /// Adds the mating line of a side to the game, as a variation.
    Show(Color),
}

/// Commands to and replies about the game report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportCommand {
    /// Starts it, goes on with it, or makes it again if it is complete.
    Begin,
    /// Stops it; what it has found stays.
    Stop,
    /// What a position is worth.
    Looked {
        /// The id of the request.
        id: u64,
        /// The number of moves before the position.
        ply: usize,
        /// As in `[%eval]` of PGN.
        evaluation: String,
        /// In UCI notation.
        line: Vec<String>,
    },
    /// Goes to the position after this many moves of the main line.
    Go(usize),
    /// Goes to the next move of a side with this judgment.
    Next(Color, Judgment),
}

/// Other games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileCommand {
    /// Selects one of the games of a file.
    Choose(usize),
    /// The next game of the file, or the previous one.
    Step {
        is_forward: bool,
    },
    New,
}

/// The board editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditCommand {
    /// Opens it with the shown position.
    Begin,
    Take(Tool),
    Turn(Color),
    /// Sets or removes a castling right, in FEN order.
    Castling(usize),
    /// Sets the file of a double pawn step.
    EnPassant(Option<File>),
    Halfmoves(u16),
    Clear,
    /// Sets up the start position.
    Reset,
    /// Accepts the position.
    Done,
    Cancel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Import a game or position from text or a file.
    Import,
    /// Select one of the games of a file.
    Games,
    /// Export as text, link or picture.
    Share,
    /// The keys.
    Help,
}

/// An effect that only the page can perform.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    Ask(Request),
    /// Offer a picture of the board for download.
    Picture(PictureFile),
    Common(Common),
}

topics! { Effect { Common => Common, } }
