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
            for coordinates in [Coordinates::Inside, Coordinates::Outside] {
                let scene = Scene::new(view, shape, coordinates);
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
}

#[test]
fn on_the_compass_every_king_is_nearer_to_its_seat_than_its_enemy() {
    let distance = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y);
    for bottom in Seat::ALL {
        let scene = Scene::new(View::Compass(bottom), Shape::Wide, Coordinates::Inside);
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
        let Scene { seats, rose, .. } =
            Scene::new(View::Compass(bottom), Shape::Wide, Coordinates::Inside);
        assert_eq!(seats[bottom].x, rose.center.x);
        assert!(seats[bottom].y > rose.center.y);
        assert!(seats[bottom.opposite()].y < rose.center.y);
    }
}

#[test]
fn a_tooltip_is_away_from_the_piece_in_hand_and_inside_the_scene() {
    let scene = Scene::new(View::Compass(Seat::South), Shape::Wide, Coordinates::Inside);
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
            let scene = Scene::new(View::Upright(seat), shape, Coordinates::Inside);
            for board in seat.boards() {
                let placement = scene.boards[board];
                let corner = placement.center.y + BOARD / 2.0 + placement.frame;
                assert!(corner <= scene.visible, "{seat} {shape:?}");
            }
        }
    }
}

/// The boards of a scene as `index.html` paints them before the program arrives.
fn first_paint(name: &str, scene: &Scene) -> String {
    let boards = scene.boards.iter().map(|(board, placement)| {
        let (edge, side) = (
            Number(-placement.frame),
            Number(BOARD + 2.0 * placement.frame),
        );
        format!(
            "<g class=\"first-{}\" transform=\"{}\"><path class=\"frame\" \
             d=\"M{edge} {edge}h{side}v{side}h-{side}z\"/><use href=\"#first-board\"/></g>",
            board.to_string().to_lowercase(),
            placement.transform()
        )
    });
    let boards: String = boards.collect();
    let view_box = scene.view_box();
    format!("<svg class=\"first-{name}\" viewBox=\"{view_box}\">{boards}</svg>")
}

#[test]
fn the_first_paint_has_the_same_boards() {
    const PAGE: &str = include_str!("../../../index.html");
    let north = View::Upright(Seat::North);
    for (name, view, shape) in [
        ("compass", View::Compass(Seat::South), Shape::Wide),
        ("wide", north, Shape::Wide),
        ("tall", north, Shape::Tall),
        ("low", north, Shape::Low),
    ] {
        let scene = Scene::new(view, shape, Coordinates::Inside);
        let paint = first_paint(name, &scene);
        assert!(PAGE.contains(&paint), "{paint}");
    }
}

#[test]
fn pieces_stand_upright_on_upright_boards_and_face_their_players_on_diamonds() {
    for view in views() {
        for (_, placement) in Scene::new(view, Shape::Wide, Coordinates::Inside)
            .boards
            .iter()
        {
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
        let scene = Scene::new(View::Upright(seat), Shape::Wide, Coordinates::Inside);
        let home = center_of(Square::new(chess::File::E, chess::Rank::home(seat.color())));
        for board in seat.boards() {
            let placement = scene.boards[board];
            assert!(placement.to_scene(home).y > placement.center.y);
            assert_eq!(placement.scale, 1.0);
        }
    }
}
