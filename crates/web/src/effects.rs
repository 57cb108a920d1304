//! What every page may ask of the browser.
//!
//! A page answers a command with effects of its own. Those that several pages have are [`Common`]:
//! one type, carried out in one place (`app/effects.rs`).

/// What several pages ask for in the same words.
#[derive(Clone, Debug, PartialEq)]
pub enum Common {
    /// Make a sound.
    Sound(Sound),
    /// Offer a file.
    Download(Download),
    /// Put a text into the clipboard; [`Copied`] is the answer.
    Copy(String),
    /// Give the focus to the choices of a promotion.
    FocusChooser,
}

/// A file that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// Its name.
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub text: String,
}

/// The media type of PGN.
pub const PGN: &str = "application/x-chess-pgn";

/// Whether the text that was to be copied is in the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied(pub bool);

/// A picture of the boards as a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureFile {
    /// Its kind.
    pub picture: Picture,
    /// Its name, without the ending.
    pub name: &'static str,
    /// The width of the boards divided by their height.
    pub aspect: f64,
}

/// The kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Pixels.
    Png,
    /// Lines and areas.
    Svg,
}

/// What is to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A piece was put down.
    Move,
    /// A piece was captured.
    Capture,
    /// Someone stands in check.
    Check,
    /// The game is over.
    End,
    /// It is the turn of the person at this screen.
    Turn,
    /// Little time is left.
    Low,
}
