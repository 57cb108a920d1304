//! What can be asked of an analysis, and what the page must do outside of its own state.

use chess::{Color, File};
use game::pgn::NodeId;
use thinker::message::{MateVerdict, Progress, Request};

use super::Tool;
use crate::effects::{Common, Copied, Picture, PictureFile};
use crate::keeping::KeepCommand;
use crate::notice::Remedies;
use crate::share::ShareGame;
use crate::single::Act;
use crate::single::import::LoadGame;

/// Something a person, the worker or the page asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// What a hand or a key does on the board.
    Board(Act),
    /// A look at the game.
    Look(LookCommand),
    /// A change of the game.
    Tree(TreeCommand),
    /// To or from the engine.
    Engine(EngineCommand),
    /// To or from the referee.
    Referee(RefereeCommand),
    /// A game or a position from elsewhere.
    Load(LoadGame),
    /// Another game.
    File(FileCommand),
    /// The board editor.
    Edit(EditCommand),
    /// Opens a dialog, or closes it.
    Open(Option<Dialog>),
    /// The game leaves the page.
    Share(ShareGame),
    /// A picture of the board.
    Picture(Picture),
    /// What the storage of the browser tells.
    Keeping(KeepCommand),
    /// Takes the notice away.
    Dismiss,
    /// The text that was to be copied is in the clipboard, or not.
    Copied(Copied),
}

topics! {
    Command {
        Act => Board,
        LookCommand => Look,
        TreeCommand => Tree,
        EngineCommand => Engine,
        RefereeCommand => Referee,
        FileCommand => File,
        EditCommand => Edit,
        LoadGame => Load,
        ShareGame => Share,
        KeepCommand => Keeping,
        Copied => Copied,
    }
}

impl Remedies for Command {
    fn bring_back() -> Command {
        Command::Tree(TreeCommand::Undo)
    }
}

/// Ways to look at the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookCommand {
    /// Goes to a move.
    Go(NodeId),
    /// One move back.
    Back,
    /// One move forward, along the first line.
    Forward,
    /// To the line above, where lines part.
    Up,
    /// To the line below, where lines part.
    Down,
    /// To the start.
    First,
    /// To the end of the line.
    Last,
    /// The board from the other side.
    Flip,
    /// Sounds on or off.
    ToggleSound,
    /// Light, dark, or as the system has it.
    NextTheme,
}

/// Changes of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeCommand {
    /// Takes away the move that is looked at, with everything after it.
    Remove,
    /// Makes the variation that is looked at the line that it departs from.
    Promote,
    /// What is said about the move that is looked at.
    Comment(String),
    /// Gives the move that is looked at a glyph, or takes it away.
    Glyph(u16),
    /// Brings back what was there before the last change.
    Undo,
    /// Plays the first moves of a line of the engine.
    PlayLine {
        /// Which line, from 0.
        line: usize,
        /// How many moves of it.
        plies: usize,
    },
}

/// To and from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineCommand {
    /// Starts or stops.
    Toggle,
    /// How many lines are shown.
    Lines(usize),
    /// What it has found.
    Found(Progress),
    /// It has come to its end.
    Stopped(u64),
    /// It could not answer.
    Failed(u64, String),
}

/// To and from the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeCommand {
    /// Who can still mate?
    Ask,
    /// What it says.
    Ruled(u64, MateVerdict),
    /// Puts the line by which a side mates into the game, as a variation.
    Show(Color),
}

/// Other games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileCommand {
    /// One of the games of a file.
    Choose(usize),
    /// A game without moves.
    New,
}

/// The board editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditCommand {
    /// Opens it with the position that is shown.
    Begin,
    /// Takes a tool.
    Take(Tool),
    /// The side to move.
    Turn(Color),
    /// Gives or takes a right to castle, in the order of a FEN.
    Castling(usize),
    /// The file on which a pawn has just made two steps.
    EnPassant(Option<File>),
    /// Half-moves without a capture or pawn move.
    Halfmoves(u16),
    /// Takes all pieces away.
    Clear,
    /// Sets up the start of a game.
    Reset,
    /// Looks at the position that was set up.
    Done,
    /// Goes back without a change.
    Cancel,
}

/// A window that asks or tells something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// A game or position from a text or file.
    Import,
    /// One of the games of a file.
    Games,
    /// The game as text, link or picture.
    Share,
    /// Keys.
    Help,
}

/// Something only the page can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Keep the game in the browser.
    Keep,
    /// Ask the worker.
    Ask(Request),
    /// Offer a picture of the board.
    Picture(PictureFile),
    /// What several pages ask for.
    Common(Common),
}

topics! { Effect { Common => Common, } }
