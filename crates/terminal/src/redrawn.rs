//! Text that is redrawn in place, such as a progress bar.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use ratatui::crossterm::terminal;

use crate::plain::visible_line;

/// The minimum time between two redraws.
const PAUSE: Duration = Duration::from_millis(100);

/// The width of a terminal that does not say how wide it is.
const WIDTH: usize = 80;

/// A few lines on a terminal that are redrawn in place.
#[derive(Debug, Default)]
pub struct Redrawn {
    lines: usize,
    drawn_at: Option<Instant>,
}

impl Redrawn {
    #[must_use]
    pub fn new() -> Redrawn {
        Redrawn::default()
    }

    /// Whether enough time has passed since the last redraw.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.drawn_at.is_none_or(|at| at.elapsed() >= PAUSE)
    }

    /// Draws this text over the previous one.
    ///
    /// # Errors
    ///
    /// Returns an error if the terminal cannot be written to.
    pub fn draw(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let width = match terminal::size() {
            Ok((columns, _)) if columns > 0 => usize::from(columns),
            _ => WIDTH,
        };
        let mut drawing = self.eraser();
        for line in text.lines() {
            // A wrapped line would count as one and leave its tail on the screen.
            let shown: String = visible_line(line).chars().take(width - 1).collect();
            let _ = writeln!(drawing, "{shown}");
        }
        out.write_all(drawing.as_bytes())?;
        self.lines = text.lines().count();
        self.drawn_at = Some(Instant::now());
        out.flush()
    }

    /// Takes the text away. The next redraw is due at once.
    ///
    /// # Errors
    ///
    /// Returns an error if the terminal cannot be written to.
    pub fn clear(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.eraser().as_bytes())?;
        *self = Redrawn::new();
        out.flush()
    }

    /// Moves the cursor up to the first line and clears what is below.
    fn eraser(&self) -> String {
        match self.lines {
            0 => String::new(),
            lines => format!("\x1b[{lines}A\r\x1b[J"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_drawing_covers_the_one_before() {
        let mut redrawn = Redrawn::new();
        let mut out = Vec::new();
        assert!(redrawn.is_due());
        redrawn.draw("one\ntwo\n", &mut out).unwrap();
        assert!(!redrawn.is_due());
        redrawn.draw("three\n", &mut out).unwrap();
        redrawn.clear(&mut out).unwrap();
        assert!(redrawn.is_due());
        redrawn.clear(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "one\ntwo\n\x1b[2A\r\x1b[Jthree\n\x1b[1A\r\x1b[J");
    }

    #[test]
    fn a_line_is_cut_before_it_wraps_and_its_control_characters_are_shown() {
        let mut out = Vec::new();
        let long = format!("\x1b[2J{}", "x".repeat(10_000));
        Redrawn::new().draw(&long, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("\\u{1b}[2Jxxx"), "{text}");
        assert!(text.len() < 10_000);
        assert_eq!(text.lines().count(), 1);
    }
}
