//! Effects that every page shares.
//!
//! A page returns its own effects. Those that several pages share are [`Common`]: one type,
//! performed in one place (`app/effects.rs`).

use crate::single::link::LinkedGame;

/// An effect that several pages share.
#[derive(Clone, Debug, PartialEq)]
pub enum Common {
    Sound(Sound),
    Download(Download),
    /// Copy a text to the clipboard; [`Copied`] is the reply.
    Copy(String),
    Analyze(Box<LinkedGame>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    pub text: String,
}

/// The media type of PGN.
pub const PGN: &str = "application/x-chess-pgn";

/// Whether the text was copied to the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied(pub bool);

/// A picture of the boards to download.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureFile {
    pub picture: Picture,
    /// Its name, without the extension.
    pub name: &'static str,
    /// The width of the boards divided by their height.
    pub aspect: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    Png,
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    Move,
    Capture,
    Check,
    End,
    /// It is the turn of the person at this screen.
    Turn,
    /// Little time is left.
    Low,
}
