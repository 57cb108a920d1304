//! The commands of the page, and its effects outside its own state.

use duplicate::{BoardName, Rulings, Seat, SyncedMove};

use super::recent::Recent;
use super::{Followed, Place};
use crate::autosave::KeepCommand;
use crate::effects::{Common, Copied, Picture, PictureFile};
use crate::geometry::Shape;
use crate::hand;
use crate::notice::Remedies;
use crate::options::Pace;
use crate::share::ShareGame;

/// A command of a person or of the page itself.
///
/// Each topic is a separate enum, matched in one place and without a catch-all, so the compiler
/// points at everything that a new command needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Input on a board by pointer, touch or key.
    Hand(HandCommand),
    Game(GameCommand),
    Tour(TourCommand),
    Options(OptionsCommand),
    Rivals(RivalsCommand),
    /// Dialogs, notices and the layout of the page.
    Window(WindowCommand),
    Share(ShareGame),
    Keeping(KeepCommand),
    /// Whether the text was copied to the clipboard.
    Copied(Copied),
    /// The new state of the game at a table over the network.
    Follow(Box<Followed>),
}

pub type HandCommand = hand::HandCommand<Place>;

/// Navigation in the game, its end, and its saves.
#[derive(Clone, Debug, PartialEq)]
pub enum GameCommand {
    New(Rulings),
    /// A new game from four boards that were set up.
    SetUp {
        /// The boards, as text.
        text: String,
        rulings: Rulings,
    },
    /// Takes back the last step of the game.
    Undo,
    Redo,
    /// Shows the state after this many steps.
    Show(usize),
    Back,
    Forward,
    DeclareDraw,
    Resign(Seat),
    /// Loads a game from a text: a link or a save.
    Load(String),
    /// A file could not be read, for this reason.
    LoadFailed(String),
    /// Restores the line that the last move replaced.
    RestoreLine,
    /// The recent games in the browser's storage.
    Recents(Vec<Recent>),
    OpenRecent(u64),
    ForgetRecent(u64),
    RenameRecent(u64, String),
    Picture(Picture),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourCommand {
    Start,
    Forward,
    Back,
    /// The first step of a chapter.
    Chapter(usize),
    /// Starts a game of the person as North against programs.
    Play,
    Leave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionsCommand {
    ToggleTeaching,
    /// Switches letters on the pieces on or off.
    ToggleLetters,
    ToggleUpright,
    /// Enlarges one board, or restores its size.
    Magnify(BoardName),
    NextTheme,
    ToggleSound,
}

/// Programs at the seats, and their hints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RivalsCommand {
    /// The page has been opened: it may be a program's turn.
    Wake,
    /// Seats a program of this level, or a person for 0.
    Seat(Seat, u8),
    /// The minimum time of a program's move.
    SetPace(Pace),
    TogglePause,
    /// Shows the move of a strong program.
    Hint,
    /// Shows the line that the last program expects.
    ShowLine,
    /// A program has found a move; the argument is its expected line, beginning with the move.
    Answered(u64, Vec<String>),
    /// A program failed, for this reason.
    Failed(u64, String),
}

/// Dialogs, notices, and the page itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowCommand {
    Open(Dialog),
    /// Closes the dialog.
    Close,
    /// Removes a notice; the newest has the number 0.
    Dismiss(usize),
    /// Escape: deselects, closes or leaves, whichever is innermost.
    Escape,
    /// The size of the page has changed.
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

    fn dismiss(number: usize) -> Command {
        WindowCommand::Dismiss(number).into()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The keys and the rules in short.
    Help,
    /// Load a game from a file or text.
    Load,
    /// The link and the text of the game.
    Share,
    /// A new game: rulings or a set-up.
    New,
    Recent,
    /// Resignation or agreed draw.
    End,
    Players,
    /// Everything that is rarely needed.
    More,
}

/// An effect that only the page can perform.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Request this move at the table over the network.
    Ask(SyncedMove),
    Focus(Place),
    /// Remove a link that has been read from the address.
    ClearFragment,
    /// Add a game to the recent games.
    PutAside {
        /// Its name until someone renames it.
        name: String,
        /// The game as a link.
        text: String,
    },
    KeepRecents,
    /// Offer a picture of the table for download.
    Picture(PictureFile),
    Common(Common),
    /// Request a move from a program; earlier requests are canceled.
    Think(Question),
    StopThinking,
}

topics! { Effect { Common => Common, } }

/// A request to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub id: u64,
    pub level: u8,
    /// The game, as a one-line save.
    pub save: String,
    /// The minimum time of the answer, in milliseconds.
    pub pause: u64,
}
