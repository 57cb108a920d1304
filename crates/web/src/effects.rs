//! Effects that every page shares.
//!
//! A page returns its own effects. Those that several pages share are [`Common`]: one type,
//! performed in one place (`app/effects.rs`).

use crate::single::link::LinkedGame;

/// An effect that several pages share.
#[derive(Clone, Debug, PartialEq)]
pub enum Common {
    /// Play a sound.
    Sound(Sound),
    /// Offer a file for download.
    Download(Download),
    /// Copy a text to the clipboard; [`Copied`] is the reply.
    Copy(String),
    /// Open a game in the analysis.
    Analyze(Box<LinkedGame>),
}

/// A file to download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
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

/// Picture formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// A raster image.
    Png,
    /// A vector image.
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    Move,
    Capture,
    Check,
    /// The game is over.
    End,
    /// It is the turn of the person at this screen.
    Turn,
    /// Little time is left.
    Low,
}
