//! The layout of the screen.

use chess::{Color, Square};
use ratatui::layout::{Position as Point, Rect};

use super::super::board::axes;

/// The possible sizes of a square, largest first.
const SQUARES: [(u16, u16); 3] = [(7, 3), (5, 2), (3, 1)];

/// The width of the rank numbers.
const RANKS_WIDTH: u16 = 3;

/// The lines above the board for the status and below it for files, rights and input.
const ABOVE: u16 = 1;
const BELOW: u16 = 3;

/// The minimum width of the panel beside the board.
const PANEL_WIDTH: u16 = 26;

/// The layout for one screen size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// The status line above the board.
    pub status: Rect,
    /// The sixty-four squares.
    pub board: Rect,
    /// The line of available claims and offers.
    pub rights: Rect,
    pub input: Rect,
    /// The moves, clocks and messages; empty on a narrow screen.
    pub panel: Rect,
    /// The size of a square.
    pub square: (u16, u16),
    bottom: Color,
}

impl Geometry {
    /// The minimum size: the smallest board, without a panel.
    pub const SMALLEST: (u16, u16) = (RANKS_WIDTH + 8 * 3 + 1, 8 + ABOVE + BELOW);

    /// Finds the largest board that fits; `None` if even the smallest does not.
    pub fn of(area: Rect, bottom: Color) -> Option<Geometry> {
        let fits = |panel: u16| {
            SQUARES.into_iter().find(|(width, height)| {
                8 * width + RANKS_WIDTH + 1 + panel <= area.width
                    && 8 * height + ABOVE + BELOW <= area.height
            })
        };
        let (square, has_panel) = match fits(PANEL_WIDTH) {
            Some(square) => (square, true),
            None => (fits(0)?, false),
        };
        let board = Rect {
            x: area.x + RANKS_WIDTH,
            y: area.y + ABOVE,
            width: 8 * square.0,
            height: 8 * square.1,
        };
        let line = |y| Rect {
            y,
            height: 1,
            ..area
        };
        let panel_x = board.right() + 1;
        let panel_width = if has_panel { area.right() - panel_x } else { 0 };
        Some(Geometry {
            status: line(area.y),
            board,
            rights: line(board.bottom() + 1),
            input: line(board.bottom() + 2),
            panel: Rect {
                x: panel_x.min(area.right()),
                y: board.y,
                width: panel_width,
                height: board.height,
            },
            square,
            bottom,
        })
    }

    pub fn place(&self, square: Square) -> Rect {
        let (files, ranks) = axes(self.bottom);
        let column = files.iter().position(|&file| file == square.file());
        let row = ranks.iter().position(|&rank| rank == square.rank());
        let (width, height) = self.square;
        Rect {
            x: self.board.x + column.unwrap_or(0) as u16 * width,
            y: self.board.y + row.unwrap_or(0) as u16 * height,
            width,
            height,
        }
    }

    pub fn square_at(&self, point: Point) -> Option<Square> {
        if !self.board.contains(point) {
            return None;
        }
        let (files, ranks) = axes(self.bottom);
        let column = (point.x - self.board.x) / self.square.0;
        let row = (point.y - self.board.y) / self.square.1;
        let file = files.get(usize::from(column))?;
        let rank = ranks.get(usize::from(row))?;
        Some(Square::new(*file, *rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_found_where_it_is_drawn() {
        for bottom in Color::ALL {
            for (width, height) in [(28, 12), (60, 14), (80, 24), (120, 40)] {
                let area = Rect::new(0, 0, width, height);
                let geometry = Geometry::of(area, bottom).expect("is large enough");
                for square in Square::ALL {
                    let place = geometry.place(square);
                    for point in [
                        Point::new(place.x, place.y),
                        Point::new(place.right() - 1, place.bottom() - 1),
                    ] {
                        assert_eq!(geometry.square_at(point), Some(square));
                    }
                }
            }
        }
    }

    #[test]
    fn everything_fits_on_the_screen_at_any_size() {
        for width in 0..130 {
            for height in 0..45 {
                let area = Rect::new(0, 0, width, height);
                let is_enough = width >= Geometry::SMALLEST.0 && height >= Geometry::SMALLEST.1;
                let geometry = Geometry::of(area, Color::White);
                assert_eq!(geometry.is_some(), is_enough, "{width}x{height}");
                let Some(geometry) = geometry else {
                    continue;
                };
                for part in [
                    geometry.status,
                    geometry.board,
                    geometry.rights,
                    geometry.input,
                    geometry.panel,
                ] {
                    assert_eq!(part.intersection(area), part, "{width}x{height} {part}");
                }
            }
        }
    }

    #[test]
    fn a_point_beside_the_board_has_no_square() {
        let geometry =
            Geometry::of(Rect::new(0, 0, 80, 24), Color::White).expect("is large enough");
        assert_eq!(geometry.square_at(Point::new(0, 5)), None);
        assert_eq!(geometry.square_at(Point::new(79, 5)), None);
        assert_eq!(geometry.square_at(Point::new(5, 23)), None);
    }
}
