//! The 960 starting positions of Chess960, by number.

use chess::Position;

/// The Chess960 start with this number after Reinhard Scharnagl; 518 is the usual one.
///
/// ```
/// assert_eq!(testkit::scharnagl(518), chess::Position::start());
/// ```
///
/// # Panics
///
/// Panics if the number is not below 960.
#[must_use]
pub fn scharnagl(number: usize) -> Position {
    Position::chess960(number).expect("there are 960 starts, numbered from 0")
}
