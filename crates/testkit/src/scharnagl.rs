//! The 960 starting positions of Chess960, by number.

use chess::Position;

/// The Chess960 start with this number in Reinhard Scharnagl's numbering; 518 is the standard start.
///
/// ```
/// assert_eq!(testkit::scharnagl(518), chess::Position::start());
/// ```
///
/// # Panics
///
/// Panics unless the number is below 960.
#[must_use]
pub fn scharnagl(number: usize) -> Position {
    Position::chess960(number).expect("there are 960 starts, numbered from 0")
}
