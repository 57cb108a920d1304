//! The three layouts of the table.

use duplicate::{BoardName, ByBoard, BySeat, Seat};

use super::{BOARD, FRAME, NARROW_FRAME, Number, Placement, Point};

/// The view of the table.
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
    /// Its middle.
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
    pub boards: ByBoard<Placement>,
    /// The centers of the seats' plates.
    pub seats: BySeat<Point>,
    pub rose: Rose,
}

/// The side of a board with its frame.
const FRAMED: f64 = BOARD + 2.0 * FRAME;
const GAP: f64 = 30.0;

/// On a phone on its side: the width of the frame, and the room for a name above a board.
const LOW_FRAME: f64 = 6.0;
const ABOVE: f64 = 46.0;

impl Scene {
    /// The layout of this view in this space.
    #[must_use]
    pub fn new(view: View, shape: Shape) -> Scene {
        match (view, shape) {
            (View::Compass(bottom), _) => compass(bottom),
            (View::Upright(seat), Shape::Wide) => upright_wide(seat),
            (View::Upright(seat), Shape::Low) => upright_low(seat),
            (View::Upright(seat), Shape::Tall) => upright_tall(seat),
            (View::Single(board), Shape::Wide | Shape::Low) => single_wide(board, shape),
            (View::Single(board), Shape::Tall) => single_tall(board),
        }
    }

    /// The position and scale of a board's name: beyond the outer corner of a diamond, or on the
    /// upper edge of the frame of an upright board.
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
            let (up, size) = match frame < NARROW_FRAME {
                // Without a frame, the name stands above the board.
                true => (BOARD / 2.0 + frame + ABOVE / 2.0, 0.8),
                false => ((BOARD + frame) / 2.0, 0.8 * frame / FRAME),
            };
            return (Point::new(center.x, center.y - up * scale), scale * size);
        }
        let out = (FRAMED / 2.0 + 62.0) * core::f64::consts::FRAC_1_SQRT_2;
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

    /// The value of the `viewBox` attribute.
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

fn compass(bottom: Seat) -> Scene {
    let degrees = bearing(Seat::South) - bearing(bottom);
    let half_diagonal = FRAMED * core::f64::consts::FRAC_1_SQRT_2;
    let margin = 14.0;
    // The frames end in points at their corners, where they almost touch.
    let offset = half_diagonal + 10.0;
    let middle = half_diagonal + offset + margin;
    let seat = offset + 0.46 * half_diagonal;
    Scene {
        width: 2.0 * middle,
        height: 2.0 * middle,
        visible: 2.0 * middle,
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
                frame: FRAME,
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

fn upright(seat: Seat, x: f64, y: f64, scale: f64) -> Placement {
    let degrees = match seat.color() {
        chess::Color::White => 0.0,
        chess::Color::Black => 180.0,
    };
    Placement {
        center: Point::new(x, y),
        degrees,
        scale,
        frame: FRAME,
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
fn upright_low(seat: Seat) -> Scene {
    let framed = BOARD + 2.0 * LOW_FRAME;
    let gap = 4.0;
    let width = 2.0 * framed + 3.0 * gap;
    let (near, far) = (gap + framed / 2.0, width - gap - framed / 2.0);
    let y = ABOVE + framed / 2.0;
    let small = 0.66;
    let small_y = 2.0 * ABOVE + framed + small * framed / 2.0;
    let (left, right) = (
        gap + small * framed / 2.0,
        width - gap - small * framed / 2.0,
    );
    let center = Point::new(width / 2.0, small_y);
    let place = |x: f64, y: f64, scale: f64| Placement {
        frame: LOW_FRAME,
        ..upright(seat, x, y, scale)
    };
    Scene {
        width,
        height: small_y + small * framed / 2.0 + GAP,
        visible: ABOVE + framed,
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

fn upright_wide(seat: Seat) -> Scene {
    let small = 0.66;
    let width = 2.0 * FRAMED + 3.0 * GAP;
    let (near, far) = (GAP + FRAMED / 2.0, width - GAP - FRAMED / 2.0);
    let small_y = 2.0 * GAP + FRAMED + small * FRAMED / 2.0;
    let (left, right) = (
        GAP + small * FRAMED / 2.0,
        width - GAP - small * FRAMED / 2.0,
    );
    let center = Point::new(width / 2.0, small_y);
    Scene {
        width,
        height: 3.0 * GAP + FRAMED * (1.0 + small),
        visible: 3.0 * GAP + FRAMED * (1.0 + small),
        boards: placed(
            seat,
            [
                upright(seat, near, near, 1.0),
                upright(seat, far, near, 1.0),
            ],
            [
                upright(seat, left, small_y, small),
                upright(seat, right, small_y, small),
            ],
        ),
        seats: around(center, 205.0),
        rose: Rose {
            center,
            radius: 105.0,
            degrees: 0.0,
        },
    }
}

fn upright_tall(seat: Seat) -> Scene {
    let framed = BOARD + 2.0 * NARROW_FRAME;
    let gap = 4.0;
    let width = framed + 2.0 * gap;
    let x = width / 2.0;
    // Side by side, the other two boards are as wide as one.
    let small = (framed - gap) / 2.0 / framed;
    let small_half = small * framed / 2.0;
    let small_y = 8.0 * gap + 2.0 * framed + small_half;
    let center = Point::new(x, small_y + small_half + 150.0);
    let place = |x: f64, y: f64, scale: f64| Placement {
        frame: NARROW_FRAME,
        ..upright(seat, x, y, scale)
    };
    Scene {
        width,
        height: center.y + 150.0,
        visible: 3.0 * gap + 2.0 * framed,
        boards: placed(
            seat,
            [
                place(x, gap + framed / 2.0, 1.0),
                place(x, 2.0 * gap + 1.5 * framed, 1.0),
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

fn single_wide(board: BoardName, shape: Shape) -> Scene {
    let small = 1.0 / 3.0 - 2.0 * GAP / FRAMED / 3.0;
    let side = small * FRAMED;
    let white = board.player(chess::Color::White);
    let x = 2.0 * GAP + FRAMED + side / 2.0;
    let row = |index: f64| GAP + side / 2.0 + index * (side + GAP);
    let width = 3.0 * GAP + FRAMED + side;
    let center = Point::new(width / 2.0, FRAMED + 2.0 * GAP + 125.0);
    Scene {
        width,
        height: center.y + 135.0,
        visible: match shape {
            Shape::Low => 2.0 * GAP + FRAMED,
            Shape::Wide | Shape::Tall => center.y + 135.0,
        },
        boards: single(
            board,
            upright(white, GAP + FRAMED / 2.0, GAP + FRAMED / 2.0, 1.0),
            [0.0, 1.0, 2.0].map(|index| upright(white, x, row(index), small)),
        ),
        seats: in_row(center, 250.0),
        rose: Rose {
            center,
            radius: 100.0,
            degrees: 0.0,
        },
    }
}

fn single_tall(board: BoardName) -> Scene {
    let gap = GAP / 2.0;
    let small = 1.0 / 3.0 - 2.0 * gap / FRAMED / 3.0;
    let side = small * FRAMED;
    let white = board.player(chess::Color::White);
    let width = FRAMED + 2.0 * gap;
    let y = 2.0 * gap + FRAMED + side / 2.0;
    let column = |index: f64| gap + side / 2.0 + index * (side + gap);
    let center = Point::new(width / 2.0, y + side / 2.0 + 150.0);
    Scene {
        width,
        height: center.y + 150.0,
        visible: 2.0 * gap + FRAMED,
        boards: single(
            board,
            upright(white, width / 2.0, gap + FRAMED / 2.0, 1.0),
            [0.0, 1.0, 2.0].map(|index| upright(white, column(index), y, small)),
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
mod tests {
    use super::*;
    use crate::geometry::center_of;
    use chess::{Color, Square};

    fn views() -> impl Iterator<Item = View> {
        let upright = Seat::ALL.into_iter().map(View::Upright);
        let single = BoardName::ALL.into_iter().map(View::Single);
        let compass = Seat::ALL.into_iter().map(View::Compass);
        upright.chain(single).chain(compass)
    }

    #[test]
    fn everything_is_inside_the_scene_and_no_boards_overlap() {
        for view in views() {
            for shape in [Shape::Wide, Shape::Tall, Shape::Low] {
                let scene = Scene::new(view, shape);
                let inside = |p: Point| {
                    (0.0..=scene.width).contains(&p.x) && (0.0..=scene.height).contains(&p.y)
                };
                for (name, placement) in scene.boards.iter() {
                    for (x, y) in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)] {
                        let side = BOARD + 2.0 * placement.frame;
                        let corner =
                            Point::new(x * side - placement.frame, y * side - placement.frame);
                        assert!(inside(placement.to_scene(corner)), "{view:?} {name}");
                    }
                    for (other, its) in scene.boards.iter() {
                        let apart = (placement.center.x - its.center.x)
                            .hypot(placement.center.y - its.center.y);
                        let reach = (placement.scale + its.scale) * BOARD / 2.0;
                        assert!(name == other || apart > reach, "{view:?} {name} {other}");
                    }
                }
                assert!(Seat::ALL.into_iter().all(|seat| inside(scene.seats[seat])));
            }
        }
    }

    #[test]
    fn on_the_compass_every_king_is_nearer_to_its_seat_than_its_enemy() {
        let distance = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y);
        for bottom in Seat::ALL {
            let scene = Scene::new(View::Compass(bottom), Shape::Wide);
            for (board, placement) in scene.boards.iter() {
                for (king, color) in [(Square::E1, Color::White), (Square::E8, Color::Black)] {
                    let at = placement.to_scene(center_of(king));
                    let own = scene.seats[board.player(color)];
                    let enemy = scene.seats[board.player(!color)];
                    assert!(distance(at, own) < distance(at, enemy), "{board} {color:?}");
                }
            }
        }
    }

    #[test]
    fn the_seat_of_a_compass_is_at_the_bottom_and_the_opposite_one_at_the_top() {
        for bottom in Seat::ALL {
            let Scene { seats, rose, .. } = Scene::new(View::Compass(bottom), Shape::Wide);
            assert_eq!(seats[bottom].x, rose.center.x);
            assert!(seats[bottom].y > rose.center.y);
            assert!(seats[bottom.opposite()].y < rose.center.y);
        }
    }

    #[test]
    fn a_tooltip_is_away_from_the_piece_in_hand_and_inside_the_scene() {
        let scene = Scene::new(View::Compass(Seat::South), Shape::Wide);
        let point = |share: f64| Point::new(500.0, share * scene.height);
        for (at, held, side) in [
            (0.4, None, Side::Below),
            (0.6, None, Side::Above),
            (0.4, Some(0.5), Side::Above),
            (0.6, Some(0.5), Side::Below),
            // At an edge the tooltip stands beside the square, and not on the piece.
            (0.1, Some(0.2), Side::Right),
            (0.9, Some(0.8), Side::Right),
            (0.4, Some(0.4), Side::Below),
        ] {
            let found = scene.tooltip_side(point(at), held.map(point));
            assert_eq!(found, side, "{at} {held:?}");
        }
    }

    #[test]
    fn the_boards_of_the_player_to_move_are_visible_without_scrolling() {
        for seat in Seat::ALL {
            for shape in [Shape::Tall, Shape::Low] {
                let scene = Scene::new(View::Upright(seat), shape);
                for board in seat.boards() {
                    let placement = scene.boards[board];
                    let corner = placement.center.y + BOARD / 2.0 + placement.frame;
                    assert!(corner <= scene.visible, "{seat} {shape:?}");
                }
            }
        }
    }

    #[test]
    fn pieces_stand_upright_on_upright_boards_and_face_their_players_on_diamonds() {
        for view in views() {
            for (_, placement) in Scene::new(view, Shape::Wide).boards.iter() {
                let seen = (placement.degrees + placement.piece_degrees()).rem_euclid(360.0);
                match view {
                    View::Compass(_) => assert_eq!(seen, placement.degrees.rem_euclid(360.0)),
                    View::Upright(_) | View::Single(_) => assert_eq!(seen, 0.0, "{view:?}"),
                }
            }
        }
    }

    #[test]
    fn upright_boards_have_the_players_home_rank_at_the_bottom() {
        for seat in Seat::ALL {
            let scene = Scene::new(View::Upright(seat), Shape::Wide);
            let home = center_of(Square::new(chess::File::E, chess::Rank::home(seat.color())));
            for board in seat.boards() {
                let placement = scene.boards[board];
                assert!(placement.to_scene(home).y > placement.center.y);
                assert_eq!(placement.scale, 1.0);
            }
        }
    }
}
