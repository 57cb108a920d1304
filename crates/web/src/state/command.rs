//! What can be asked of the page, and what the page must do outside of its own state.

use chess::{Role, Square};
use duplicate::{BoardName, Seat};

use super::Place;
use super::options::Theme;
use crate::geometry::{Arrow, Point, Shape};

/// Something a person, or the page itself, asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A pointer went down on a square.
    Press {
        /// The square.
        place: Place,
        /// The point, in the coordinates of the board.
        at: Point,
    },
    /// The pressed pointer travels.
    Drag {
        /// The point, in the coordinates of the board on which it went down.
        at: Point,
        /// The distance on the screen from where it went down.
        pixels: f64,
    },
    /// The pressed pointer went up, over this square of its board or elsewhere.
    Release(Option<Square>),
    /// The pointer rests on a square, or on none.
    Point(Option<Place>),
    /// The focus went to a square.
    Focus(Place),
    /// A key activates a square.
    Activate(Place),
    /// An arrow key on a square.
    Step(Place, Arrow),
    /// Home or End on a square: to the first or last square of the line as seen.
    Leap(Place, Arrow),
    /// Escape: puts back, closes, or leaves, whatever is innermost.
    Escape,
    /// What the pawn becomes.
    Promote(Role),
    /// A move in letters, such as `e2e4`.
    Type(String),
    /// A new game.
    New,
    /// Takes back the last step of the game.
    Undo,
    /// Makes an undone step again.
    Redo,
    /// Shows the state after so many steps.
    Show(usize),
    /// Shows the state one step earlier.
    Back,
    /// Shows the state one step later.
    Forward,
    /// Everybody draws.
    DeclareDraw,
    /// A player resigns.
    Resign(Seat),
    /// The game as a file.
    Save,
    /// The text of the save to the clipboard.
    CopySave,
    /// The link to the clipboard; the argument is the address of the page without its fragment.
    CopyLink(String),
    /// A saved game, or a link, given as text.
    Load(String),
    /// A file that cannot be read at all, and why.
    LoadFailed(String),
    /// The text that was to be copied is in the clipboard, or not.
    Copied(bool),
    /// Starts the tour.
    StartTour,
    /// The next step of the tour.
    TourForward,
    /// The step of the tour before this one.
    TourBack,
    /// The first step of a chapter of the tour.
    TourChapter(usize),
    /// Back from the tour to the game.
    LeaveTour,
    /// Teaching on or off.
    ToggleTeaching,
    /// Letters on the pieces on or off.
    ToggleLetters,
    /// Upright boards on or off.
    ToggleUpright,
    /// One board as large as can be, or back.
    Magnify(BoardName),
    /// Light, dark, or as the system has it.
    SetTheme(Theme),
    /// The space of the page has another shape.
    Reshape(Shape),
    /// Opens a dialog.
    Open(Dialog),
    /// Closes the dialog.
    Close,
    /// Takes the notice away.
    Dismiss,
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
    /// Whether the game shall be given up for a new one.
    New,
    /// Who resigns, or whether all draw.
    End,
}

/// Something only the page can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Keep the game and the options in the browser.
    Keep,
    /// Offer a file.
    Download {
        /// The name of the file.
        name: String,
        /// What is in it.
        text: String,
    },
    /// Put a text into the clipboard.
    Copy(String),
    /// Give the focus to a square.
    Focus(Place),
    /// Give the focus to the choices of a promotion.
    FocusChooser,
    /// Take a link that has been read out of the address.
    ClearFragment,
}

/// A sentence for the person at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whether something went as wished.
    pub is_good: bool,
    /// The sentence.
    pub text: String,
}

impl Notice {
    /// Something went as wished.
    pub(crate) fn good(text: impl Into<String>) -> Notice {
        Notice {
            is_good: true,
            text: text.into(),
        }
    }

    /// Something was refused.
    pub(crate) fn bad(text: impl Into<String>) -> Notice {
        Notice {
            is_good: false,
            text: text.into(),
        }
    }
}
