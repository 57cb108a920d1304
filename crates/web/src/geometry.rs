//! The geometry of the table: four rotated boards, four seats and a compass rose.
//!
//! A board has its own coordinates, 800 by 800 with a8 in the upper left corner, and a
//! [`Placement`] that rotates, scales and moves it into the scene. Nothing here depends on the
//! browser; the page only writes the transforms and calls [`square_at`] to find the square under a
//! pointer.

mod number;
mod scene;
mod step;

use chess::{File, Rank, Square};

pub use number::Number;
pub use scene::{Rose, Scene, Shape, Side, View, bearing};
pub use step::{Arrow, leap, step};

/// The side of a square in board coordinates.
pub const SQUARE: f64 = 100.0;

/// The side of a board in board coordinates, without its frame.
pub const BOARD: f64 = 8.0 * SQUARE;

/// The width of the frame around a board if it has the coordinates.
pub const FRAME: f64 = 50.0;

/// The same for large boards: on a phone, and on a page with one board.
pub const NARROW_FRAME: f64 = 34.0;

/// The size of coordinates on a frame as wide as [`FRAME`].
const LETTERS: f64 = 44.0;

/// A point, in the coordinates of its context.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The horizontal coordinate, to the right.
    pub x: f64,
    /// The vertical coordinate, downward.
    pub y: f64,
}

impl Point {
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Its place if it is measured from the point with this number as both coordinates.
    fn plus(self, middle: f64) -> Point {
        Point::new(self.x + middle, self.y + middle)
    }

    fn turned(self, degrees: f64) -> Point {
        let (sin, cos) = sin_cos(degrees);
        Point::new(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }
}

/// Sine and cosine of a multiple of 45 degrees, the only rotations that occur.
fn sin_cos(degrees: f64) -> (f64, f64) {
    const HALF: f64 = core::f64::consts::FRAC_1_SQRT_2;
    match (degrees / 45.0).round().rem_euclid(8.0) as u8 {
        0 => (0.0, 1.0),
        1 => (HALF, HALF),
        2 => (1.0, 0.0),
        3 => (HALF, -HALF),
        4 => (0.0, -1.0),
        5 => (-HALF, -HALF),
        6 => (-1.0, 0.0),
        _ => (-HALF, HALF),
    }
}

/// The placement of a board in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The middle of the board in the scene.
    pub center: Point,
    /// The clockwise rotation.
    pub degrees: f64,
    pub scale: f64,
    /// The width of the frame, in board coordinates.
    pub frame: f64,
    /// The size of the names of files and ranks, in board coordinates.
    pub letters: f64,
}

impl Placement {
    /// The `transform` attribute from board to scene coordinates.
    #[must_use]
    pub fn transform(&self) -> String {
        let Placement {
            center,
            degrees,
            scale,
            ..
        } = self;
        let half = Number(-BOARD / 2.0);
        format!(
            "translate({} {}) rotate({}) scale({}) translate({half} {half})",
            Number(center.x),
            Number(center.y),
            Number(*degrees),
            Number(*scale),
        )
    }

    /// Whether the board stands on a corner.
    #[must_use]
    pub fn is_diamond(&self) -> bool {
        (self.degrees / 45.0).rem_euclid(2.0) == 1.0
    }

    /// The rotation of pieces that makes them upright: none on a diamond, where each army faces its
    /// player.
    #[must_use]
    pub fn piece_degrees(&self) -> f64 {
        if self.is_diamond() {
            0.0
        } else {
            -self.degrees
        }
    }

    #[must_use]
    pub fn to_scene(&self, board: Point) -> Point {
        let half = BOARD / 2.0;
        let from_center = Point::new((board.x - half) * self.scale, (board.y - half) * self.scale);
        let turned = from_center.turned(self.degrees);
        Point::new(self.center.x + turned.x, self.center.y + turned.y)
    }
}

/// The middle of a square in board coordinates.
#[must_use]
pub fn center_of(square: Square) -> Point {
    let Point { x, y } = corner_of(square);
    Point::new(x + SQUARE / 2.0, y + SQUARE / 2.0)
}

/// The upper left corner of a square in board coordinates.
#[must_use]
pub fn corner_of(square: Square) -> Point {
    let column = f64::from(square.file() as u8);
    let row = f64::from(7 - square.rank() as u8);
    Point::new(column * SQUARE, row * SQUARE)
}

/// The square at a point of the board, if there is one.
#[must_use]
pub fn square_at(point: Point) -> Option<Square> {
    let index = |coordinate: f64| {
        let index = (coordinate / SQUARE).floor();
        (0.0..8.0).contains(&index).then_some(index as u8)
    };
    let file = File::from_index(index(point.x)?)?;
    let rank = Rank::from_index(7 - index(point.y)?)?;
    Some(Square::new(file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_found_at_its_center_and_near_its_corners() {
        for square in Square::ALL {
            let Point { x, y } = center_of(square);
            for (dx, dy) in [(0.0, 0.0), (-49.9, -49.9), (49.9, 49.9), (49.9, -49.9)] {
                assert_eq!(square_at(Point::new(x + dx, y + dy)), Some(square));
            }
        }
        for (x, y) in [(-0.1, 5.0), (5.0, 800.0), (f64::NAN, 5.0), (1e300, 1e300)] {
            assert_eq!(square_at(Point::new(x, y)), None);
        }
    }

    #[test]
    fn placements_rotate_clockwise_around_the_center() {
        let placement = Placement {
            center: Point::new(1000.0, 1000.0),
            degrees: 90.0,
            scale: 0.5,
            frame: FRAME,
            letters: LETTERS,
        };
        let top = placement.to_scene(Point::new(400.0, 0.0));
        assert!((top.x - 1200.0).abs() < 1e-9 && (top.y - 1000.0).abs() < 1e-9);
        assert_eq!(
            placement.transform(),
            "translate(1000 1000) rotate(90) scale(0.5) translate(-400 -400)"
        );
    }
}
