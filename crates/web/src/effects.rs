//! What every page may ask of the browser.

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
