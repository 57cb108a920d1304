//! Arrow keys on rotated boards.

use chess::Square;

/// An arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// Toward the top of the screen.
    Up,
    /// Toward the right of the screen.
    Right,
    /// Toward the bottom of the screen.
    Down,
    /// Toward the left of the screen.
    Left,
}

impl Arrow {
    /// All four, clockwise.
    pub const ALL: [Arrow; 4] = [Arrow::Up, Arrow::Right, Arrow::Down, Arrow::Left];

    fn degrees(self) -> f64 {
        match self {
            Arrow::Up => 0.0,
            Arrow::Right => 90.0,
            Arrow::Down => 180.0,
            Arrow::Left => 270.0,
        }
    }
}

/// The square one step from this one in the direction of the key, as seen on the screen.
///
/// On an upright board that is exact. On a board that stands on a corner, no neighbor is straight
/// up, so every key is rotated an eighth of a turn clockwise: *up* goes up and to the right,
/// *right* goes right and down. Each key has its opposite, and the four reach every square.
#[must_use]
pub fn step(square: Square, arrow: Arrow, board_degrees: f64) -> Option<Square> {
    let on_corner = (board_degrees / 45.0).round().rem_euclid(2.0) == 1.0;
    let seen = arrow.degrees() + if on_corner { 45.0 } else { 0.0 };
    match ((seen - board_degrees) / 90.0).round().rem_euclid(4.0) as u8 {
        0 => square.offset(0, 1),
        1 => square.offset(1, 0),
        2 => square.offset(0, -1),
        _ => square.offset(-1, 0),
    }
}

/// The last square in the direction of an arrow key.
#[must_use]
pub fn leap(square: Square, arrow: Arrow, board_degrees: f64) -> Square {
    let next = |&square: &Square| step(square, arrow, board_degrees);
    core::iter::successors(Some(square), next)
        .last()
        .unwrap_or(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Placement, Point, center_of};

    #[test]
    fn a_step_goes_where_the_key_points_on_the_screen() {
        for degrees in [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0] {
            let placement = Placement {
                center: Point::new(0.0, 0.0),
                degrees,
                scale: 1.0,
                frame: crate::geometry::FRAME,
                letters: crate::geometry::LETTERS,
            };
            for arrow in Arrow::ALL {
                let from = placement.to_scene(center_of(Square::D4));
                let to = placement.to_scene(center_of(step(Square::D4, arrow, degrees).unwrap()));
                let toward = match arrow {
                    Arrow::Up => from.y - to.y,
                    Arrow::Right => to.x - from.x,
                    Arrow::Down => to.y - from.y,
                    Arrow::Left => from.x - to.x,
                };
                assert!(toward > 70.0, "{arrow:?} at {degrees}: {toward}");
            }
        }
    }

    #[test]
    fn opposite_keys_undo_each_other_and_edges_stop() {
        for degrees in [0.0, 45.0, 135.0, 180.0, 225.0, 315.0] {
            for (one, other) in [(Arrow::Up, Arrow::Down), (Arrow::Left, Arrow::Right)] {
                for square in Square::ALL {
                    if let Some(next) = step(square, one, degrees) {
                        assert_eq!(step(next, other, degrees), Some(square));
                    }
                }
            }
        }
        assert_eq!(step(Square::A1, Arrow::Left, 0.0), None);
        assert_eq!(step(Square::A1, Arrow::Right, 180.0), None);
    }
}
