//! The three layouts of the table.

use duplicate::{BoardName, ByBoard, BySeat, Seat};

use super::{BOARD, FRAME, LETTERS, NARROW_FRAME, Number, Placement, Point};
use crate::look::Coordinates;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Four diamonds around the compass rose, with this seat at the bottom.
    Compass(Seat),
    /// The two boards of a seat, upright and large.
    Upright(Seat),
    /// One board, upright and as large as possible.
    Single(BoardName),
}

/// The proportions of the available space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// About as wide as high, or wider.
    #[default]
    Wide,
    /// A phone in portrait orientation.
    Tall,
    /// A phone in landscape orientation.
    Low,
}

/// Where something stands beside a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Above,
    Below,
    Left,
    Right,
}

/// The compass rose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rose {
    pub center: Point,
    /// The distance of its points from the middle.
    pub radius: f64,
    /// The direction of its north, clockwise from the top.
    pub degrees: f64,
}

/// The layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The width of the scene; it starts at 0.
    pub width: f64,
    /// The height of the scene; it starts at 0.
    pub height: f64,
    /// The height, from 0, that should be visible without scrolling.
    pub visible: f64,
    /// The room above an upright board for its name; none if the name is on the frame.
    above: f64,
    pub boards: ByBoard<Placement>,
    /// The centers of the seats' plates.
    pub seats: BySeat<Point>,
    pub rose: Rose,
}

const GAP: f64 = 30.0;

/// The room around the squares of a board.
#[derive(Clone, Copy)]
struct Room {
    /// The width of the frame.
    frame: f64,
    /// The room for the name above an upright board.
    above: f64,
    /// The size of coordinates on an upright board.
    letters: f64,
}

impl Room {
    /// A wide frame has the coordinates and the name of the board. Otherwise it is thin, just wide
    /// enough for the glow of the player to move.
    fn new(shape: Shape, coordinates: Coordinates) -> Room {
        let (frame, above, letters) = match (coordinates, shape) {
            (Coordinates::Outside, Shape::Wide) => (FRAME, 0.0, LETTERS),
            (Coordinates::Outside, _) => (NARROW_FRAME, 0.0, LETTERS * NARROW_FRAME / FRAME),
            (_, Shape::Wide) => (14.0, 46.0, 26.0),
            (_, Shape::Tall) => (14.0, 34.0, 26.0),
            (_, Shape::Low) => (6.0, 46.0, 26.0),
        };
        Room {
            frame,
            above,
            letters,
        }
    }

    /// The side of a board with its frame.
    fn framed(self) -> f64 {
        BOARD + 2.0 * self.frame
    }

    /// A board of a seat, upright.
    fn upright(self, seat: Seat, x: f64, y: f64, scale: f64) -> Placement {
        let degrees = match seat.color() {
            chess::Color::White => 0.0,
            chess::Color::Black => 180.0,
        };
        Placement {
            center: Point::new(x, y),
            degrees,
            scale,
            frame: self.frame,
            letters: self.letters,
        }
    }
}

impl Scene {
    /// The layout of this view in this space.
    #[must_use]
    pub fn new(view: View, shape: Shape, coordinates: Coordinates) -> Scene {
        let room = Room::new(shape, coordinates);
        match (view, shape) {
            // The boards of a compass are small, so their frames are as on a large screen.
            (View::Compass(bottom), _) => compass(bottom, Room::new(Shape::Wide, coordinates)),
            (View::Upright(seat), Shape::Wide) => upright_wide(seat, room),
            (View::Upright(seat), Shape::Low) => upright_low(seat, room),
            (View::Upright(seat), Shape::Tall) => upright_tall(seat, room),
            (View::Single(board), Shape::Wide | Shape::Low) => single_wide(board, shape, room),
            (View::Single(board), Shape::Tall) => single_tall(board, room),
        }
    }

    /// The position and scale of a board's name: beyond the outer corner of a diamond, or above an
    /// upright board, on its frame if that is wide enough.
    #[must_use]
    pub fn label(&self, board: BoardName) -> (Point, f64) {
        let placement = self.boards[board];
        let Placement {
            center,
            scale,
            frame,
            ..
        } = placement;
        if !placement.is_diamond() {
            let (up, room) = match self.above > 0.0 {
                true => (BOARD / 2.0 + frame + self.above / 2.0, self.above),
                false => ((BOARD + frame) / 2.0, frame),
            };
            let at = Point::new(center.x, center.y - up * scale);
            return (at, scale * 0.8 * room / FRAME);
        }
        let out = (BOARD / 2.0 + frame + 62.0) * core::f64::consts::FRAC_1_SQRT_2;
        let (x, y) = (
            (center.x - self.rose.center.x).signum(),
            (center.y - self.rose.center.y).signum(),
        );
        (Point::new(center.x + x * out, center.y + y * out), 1.0)
    }

    /// The side of a point on which a tooltip about it stands: away from the piece in hand, where there
    /// is room, so that it covers neither of them; toward the middle if there is no such piece.
    #[must_use]
    pub fn tooltip_side(&self, at: Point, held: Option<Point>) -> Side {
        let (x, y) = (at.x / self.width, at.y / self.height);
        match held {
            Some(held) if held.y > at.y && y > 0.25 => Side::Above,
            Some(held) if held.y < at.y && y < 0.75 => Side::Below,
            Some(held) if held.x > at.x && x > 0.3 => Side::Left,
            Some(held) if held.x < at.x && x < 0.7 => Side::Right,
            Some(held) if held.y != at.y && x >= 0.5 => Side::Left,
            Some(held) if held.y != at.y => Side::Right,
            Some(_) | None if y >= 0.5 => Side::Above,
            Some(_) | None => Side::Below,
        }
    }

    /// The scale of the seats' plates, so that they fit around the rose.
    #[must_use]
    pub fn plate_scale(&self) -> f64 {
        (self.rose.radius / 170.0).min(1.0)
    }

    #[must_use]
    pub fn view_box(&self) -> String {
        format!("0 0 {} {}", Number(self.width), Number(self.height))
    }
}

/// The direction of a seat, clockwise from the top of a compass with South at the bottom.
#[must_use]
pub const fn bearing(seat: Seat) -> f64 {
    match seat {
        Seat::North => 0.0,
        Seat::East => 90.0,
        Seat::South => 180.0,
        Seat::West => 270.0,
    }
}

/// The rotation that brings White's home rank to the edge that faces White's seat, on a compass with
/// South at the bottom.
const fn compass_degrees(board: BoardName) -> f64 {
    match board {
        BoardName::Nw => 225.0,
        BoardName::Ne => 135.0,
        BoardName::Sw => 315.0,
        BoardName::Se => 45.0,
    }
}

fn compass(bottom: Seat, room: Room) -> Scene {
    let degrees = bearing(Seat::South) - bearing(bottom);
    let half_diagonal = room.framed() * core::f64::consts::FRAC_1_SQRT_2;
    let margin = 14.0;
    // The frames end in points at their corners, where they almost touch.
    let offset = half_diagonal + 10.0;
    let middle = half_diagonal + offset + margin;
    let seat = offset + 0.46 * half_diagonal;
    Scene {
        width: 2.0 * middle,
        height: 2.0 * middle,
        visible: 2.0 * middle,
        above: room.above,
        boards: ByBoard::from_fn(|board| {
            let (x, y) = match board {
                BoardName::Nw => (-offset, -offset),
                BoardName::Ne => (offset, -offset),
                BoardName::Sw => (-offset, offset),
                BoardName::Se => (offset, offset),
            };
            Placement {
                center: Point::new(x, y).turned(degrees).plus(middle),
                degrees: compass_degrees(board) + degrees,
                scale: 1.0,
                frame: room.frame,
                // The squares are small.
                letters: room.letters.max(34.0),
            }
        }),
        seats: BySeat::from_fn(|name| {
            let (x, y) = toward(name);
            Point::new(x * seat, y * seat).turned(degrees).plus(middle)
        }),
        rose: Rose {
            center: Point::new(middle, middle),
            radius: 0.5 * half_diagonal,
            degrees,
        },
    }
}

/// The direction from the rose to a seat.
#[must_use]
pub const fn toward(seat: Seat) -> (f64, f64) {
    match seat {
        Seat::North => (0.0, -1.0),
        Seat::South => (0.0, 1.0),
        Seat::East => (1.0, 0.0),
        Seat::West => (-1.0, 0.0),
    }
}

/// Places the boards of a seat and the other two, each pair in order.
fn placed(seat: Seat, own: [Placement; 2], others: [Placement; 2]) -> ByBoard<Placement> {
    let [first, _] = seat.boards();
    let [first_other, _] = seat.opposite().boards();
    ByBoard::from_fn(|board| {
        let (pair, first) = match seat.plays_on(board) {
            true => (own, first),
            false => (others, first_other),
        };
        pair[usize::from(board != first)]
    })
}

/// The plates around a free-standing rose.
fn around(center: Point, distance: f64) -> BySeat<Point> {
    BySeat::from_fn(|seat| {
        let (x, y) = toward(seat);
        Point::new(center.x + x * distance, center.y + y * distance * 0.86)
    })
}

/// The plates in a row, with the rose in the middle.
fn in_row(center: Point, distance: f64) -> BySeat<Point> {
    BySeat::from_fn(|seat| {
        let place = match seat {
            Seat::West => -1.9,
            Seat::North => -1.0,
            Seat::South => 1.0,
            Seat::East => 1.9,
        };
        Point::new(center.x + place * distance, center.y)
    })
}

/// Two boards fill the height; the page scrolls to the rest.
fn upright_low(seat: Seat, room: Room) -> Scene {
    let framed = room.framed();
    let gap = 4.0;
    let width = 2.0 * framed + 3.0 * gap;
    let (near, far) = (gap + framed / 2.0, width - gap - framed / 2.0);
    let y = room.above + framed / 2.0;
    let small = 0.66;
    let small_y = 2.0 * room.above.max(gap) + framed + small * framed / 2.0;
    let (left, right) = (
        gap + small * framed / 2.0,
        width - gap - small * framed / 2.0,
    );
    let center = Point::new(width / 2.0, small_y);
    let place = |x, y, scale| room.upright(seat, x, y, scale);
    Scene {
        width,
        height: small_y + small * framed / 2.0 + GAP,
        visible: room.above + framed,
        above: room.above,
        boards: placed(
            seat,
            [place(near, y, 1.0), place(far, y, 1.0)],
            [place(left, small_y, small), place(right, small_y, small)],
        ),
        seats: around(center, 205.0),
        rose: Rose {
            center,
            radius: 105.0,
            degrees: 0.0,
        },
    }
}

fn upright_wide(seat: Seat, room: Room) -> Scene {
    let framed = room.framed();
    let small = 0.66;
    let (top, small_top) = (GAP.max(room.above), GAP.max(small * room.above));
    let width = 2.0 * framed + 3.0 * GAP;
    let (near, far) = (GAP + framed / 2.0, width - GAP - framed / 2.0);
    let y = top + framed / 2.0;
    let small_y = top + framed + small_top + small * framed / 2.0;
    let (left, right) = (
        GAP + small * framed / 2.0,
        width - GAP - small * framed / 2.0,
    );
    let center = Point::new(width / 2.0, small_y);
    let height = small_y + small * framed / 2.0 + GAP;
    let place = |x, y, scale| room.upright(seat, x, y, scale);
    Scene {
        width,
        height,
        visible: height,
        above: room.above,
        boards: placed(
            seat,
            [place(near, y, 1.0), place(far, y, 1.0)],
            [place(left, small_y, small), place(right, small_y, small)],
        ),
        seats: around(center, 205.0),
        rose: Rose {
            center,
            radius: 105.0,
            degrees: 0.0,
        },
    }
}

fn upright_tall(seat: Seat, room: Room) -> Scene {
    let framed = room.framed();
    let gap: f64 = 4.0;
    let top = gap.max(room.above);
    let width = framed + 2.0 * gap;
    let x = width / 2.0;
    // Side by side, the other two boards are as wide as one.
    let small = (framed - gap) / 2.0 / framed;
    let small_half = small * framed / 2.0;
    let visible = 2.0 * (top + framed) + gap;
    let small_y = visible + 4.0 * gap + small * room.above + small_half;
    let center = Point::new(x, small_y + small_half + 150.0);
    let place = |x, y, scale| room.upright(seat, x, y, scale);
    Scene {
        width,
        height: center.y + 150.0,
        visible,
        above: room.above,
        boards: placed(
            seat,
            [
                place(x, top + framed / 2.0, 1.0),
                place(x, 2.0 * top + 1.5 * framed, 1.0),
            ],
            [
                place(gap + small_half, small_y, small),
                place(width - gap - small_half, small_y, small),
            ],
        ),
        seats: in_row(center, 185.0),
        rose: Rose {
            center,
            radius: 100.0,
            degrees: 0.0,
        },
    }
}

/// The board and the three others in order.
fn single(board: BoardName, large: Placement, others: [Placement; 3]) -> ByBoard<Placement> {
    let mut rest = others.into_iter();
    ByBoard::from_fn(|name| match name == board {
        true => large,
        false => rest.next().unwrap_or(large),
    })
}

fn single_wide(board: BoardName, shape: Shape, room: Room) -> Scene {
    let framed = room.framed();
    let top = match shape {
        // On a phone on its side every pixel of the height counts.
        Shape::Low => room.above,
        Shape::Wide | Shape::Tall => GAP.max(room.above),
    };
    let small = 1.0 / 3.0 - 2.0 * GAP / framed / 3.0;
    let side = small * framed;
    let white = board.player(chess::Color::White);
    let x = 2.0 * GAP + framed + side / 2.0;
    let row = |index: f64| top + side / 2.0 + index * (side + GAP);
    let width = 3.0 * GAP + framed + side;
    let center = Point::new(width / 2.0, top + framed + GAP + 125.0);
    let height = center.y + 135.0;
    Scene {
        width,
        height,
        visible: match shape {
            Shape::Low => top + framed,
            Shape::Wide | Shape::Tall => height,
        },
        above: room.above,
        boards: single(
            board,
            room.upright(white, GAP + framed / 2.0, top + framed / 2.0, 1.0),
            [0.0, 1.0, 2.0].map(|index| room.upright(white, x, row(index), small)),
        ),
        seats: in_row(center, 250.0),
        rose: Rose {
            center,
            radius: 100.0,
            degrees: 0.0,
        },
    }
}

fn single_tall(board: BoardName, room: Room) -> Scene {
    let framed = room.framed();
    let gap = GAP / 2.0;
    let top = gap.max(room.above);
    let small = 1.0 / 3.0 - 2.0 * gap / framed / 3.0;
    let side = small * framed;
    let white = board.player(chess::Color::White);
    let width = framed + 2.0 * gap;
    let visible = top + framed + gap;
    let y = visible + side / 2.0;
    let column = |index: f64| gap + side / 2.0 + index * (side + gap);
    let center = Point::new(width / 2.0, y + side / 2.0 + 150.0);
    Scene {
        width,
        height: center.y + 150.0,
        visible,
        above: room.above,
        boards: single(
            board,
            room.upright(white, width / 2.0, top + framed / 2.0, 1.0),
            [0.0, 1.0, 2.0].map(|index| room.upright(white, column(index), y, small)),
        ),
        seats: in_row(center, 185.0),
        rose: Rose {
            center,
            radius: 100.0,
            degrees: 0.0,
        },
    }
}

#[cfg(test)]
mod tests;
