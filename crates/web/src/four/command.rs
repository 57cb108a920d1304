//! What can be asked of the page, and what the page must do outside of its own state.

use chess::Role;
use duplicate::{BoardName, Rulings, Seat, SyncedMove};

use super::recent::Recent;
use super::{Followed, Place};
use crate::effects::{Common, Copied, Picture, PictureFile};
use crate::geometry::{Arrow, Shape};
use crate::keeping::KeepCommand;
use crate::notice::Remedies;
use crate::options::Pace;
use crate::share::ShareGame;
use crate::view::Gesture;

/// Something a person, or the page itself, asks for.
///
/// Each topic is an enum of its own, matched in one place and without a catch-all, so that the
/// compiler points at everything a new command needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Squares and pieces: what a pointer, a finger or a key does on a board.
    Hand(HandCommand),
    /// The game as a whole.
    Game(GameCommand),
    /// The guided tour.
    Tour(TourCommand),
    /// What the person likes.
    Options(OptionsCommand),
    /// Programs at the seats.
    Rivals(RivalsCommand),
    /// Dialogs, notices and the shape of the page.
    Window(WindowCommand),
    /// The game leaves the page.
    Share(ShareGame),
    /// What the storage of the browser tells.
    Keeping(KeepCommand),
    /// The text that was to be copied is in the clipboard, or not.
    Copied(Copied),
    /// The game stands like this at the table where it is played.
    Follow(Box<Followed>),
}

/// A gesture on a board, by pointer, finger or key, or a move in letters.
#[derive(Clone, Debug, PartialEq)]
pub enum HandCommand {
    /// What a pointer does on a board.
    Pointer(BoardName, Gesture),
    /// The focus went to a square.
    Focus(Place),
    /// A key activates a square.
    Activate(Place),
    /// An arrow key on a square.
    Step(Place, Arrow),
    /// Home or End on a square: to the first or last square of the line as seen.
    Leap(Place, Arrow),
    /// A pointer went down where there is no board: the hand lets go.
    LetGo,
    /// What the pawn becomes.
    Promote(Role),
    /// A move in letters, such as `e2e4`.
    Type(String),
}

/// The way through the game, its end, and its saves.
#[derive(Clone, Debug, PartialEq)]
pub enum GameCommand {
    /// A new game under these rulings.
    New(Rulings),
    /// A new game from four boards that someone has set up.
    SetUp {
        /// The boards, as text.
        text: String,
        /// The rulings.
        rulings: Rulings,
    },
    /// Takes back the last step of the game.
    Undo,
    /// Makes an undone step again.
    Redo,
    /// Shows the state after this many steps.
    Show(usize),
    /// Shows the state one step earlier.
    Back,
    /// Shows the state one step later.
    Forward,
    /// Everybody draws.
    DeclareDraw,
    /// A player resigns.
    Resign(Seat),
    /// A saved game, or a link, given as text.
    Load(String),
    /// A file could not be read; the argument says why.
    LoadFailed(String),
    /// Brings back the line that the last move replaced.
    RestoreLine,
    /// The games that were put aside, as the browser keeps them.
    Recents(Vec<Recent>),
    /// Opens a game that was put aside.
    OpenRecent(u64),
    /// Forgets a game that was put aside.
    ForgetRecent(u64),
    /// Gives a game that was put aside another name.
    RenameRecent(u64, String),
    /// A picture of the table.
    Picture(Picture),
}

/// A step through the guided tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourCommand {
    /// Starts with the first chapter.
    Start,
    /// The next step.
    Forward,
    /// The step before this one.
    Back,
    /// The first step of a chapter.
    Chapter(usize),
    /// A new game, the person as North and programs at the other seats.
    Play,
    /// Back to the game.
    Leave,
}

/// A change of what the person likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionsCommand {
    /// Teaching on or off.
    ToggleTeaching,
    /// Letters on the pieces on or off.
    ToggleLetters,
    /// Upright boards on or off.
    ToggleUpright,
    /// One board as large as can be, or back.
    Magnify(BoardName),
    /// Light, dark, or as the system has it.
    NextTheme,
    /// Sounds on or off.
    ToggleSound,
}

/// Programs at the seats, and what they know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RivalsCommand {
    /// The page has been opened: a program may be to move.
    Wake,
    /// A program of this level plays the seat, or a person for 0.
    Seat(Seat, u8),
    /// How long programs take at least.
    SetPace(Pace),
    /// Programs wait, or go on.
    TogglePause,
    /// What a strong program would play.
    Hint,
    /// What the program that moved last expects.
    ShowLine,
    /// A program has found a move; the argument is what it expects, its own move first.
    Answered(u64, Vec<String>),
    /// A program could not answer, and why.
    Failed(u64, String),
}

/// Dialogs, notices, and the page itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowCommand {
    /// Opens a dialog.
    Open(Dialog),
    /// Closes the dialog.
    Close,
    /// Takes the notice away.
    Dismiss,
    /// Escape: puts back, closes, or leaves, whatever is innermost.
    Escape,
    /// The space of the page has another shape.
    Reshape(Shape),
}

topics! {
    Command {
        HandCommand => Hand,
        GameCommand => Game,
        TourCommand => Tour,
        OptionsCommand => Options,
        RivalsCommand => Rivals,
        WindowCommand => Window,
        ShareGame => Share,
        KeepCommand => Keeping,
        Copied => Copied,
    }
}

impl Remedies for Command {
    fn bring_back() -> Command {
        GameCommand::RestoreLine.into()
    }

    fn open_recents() -> Command {
        WindowCommand::Open(Dialog::Recent).into()
    }
}

/// A window that asks or tells something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The keys and the rules in short.
    Help,
    /// Load a game from a file or a text.
    Load,
    /// The link and the text of the game.
    Share,
    /// A new game: the rulings, or a set-up.
    New,
    /// The games that were put aside.
    Recent,
    /// Who resigns, or whether all draw.
    End,
    /// Who plays the seats.
    Players,
}

/// Something only the page can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Keep the game and the options in the browser.
    Keep,
    /// Ask the table where the game is played for this move.
    Ask(SyncedMove),
    /// Give the focus to a square.
    Focus(Place),
    /// Take a link that has been read out of the address.
    ClearFragment,
    /// Put a game aside, so that it can be found again.
    PutAside {
        /// What it is called until someone names it.
        name: String,
        /// The game as a link.
        text: String,
    },
    /// Write the list of games that were put aside.
    KeepRecents,
    /// Offer a picture of the table.
    Picture(PictureFile),
    /// What several pages ask for.
    Common(Common),
    /// Ask a program for a move; what was asked before is no longer wanted.
    Think(Question),
    /// What was asked is no longer wanted.
    StopThinking,
}

topics! { Effect { Common => Common, } }

/// A question to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Tells questions apart.
    pub id: u64,
    /// How strong to think.
    pub level: u8,
    /// The game, as a save in one line.
    pub save: String,
    /// How long the answer takes at least, in milliseconds.
    pub pause: u64,
}
