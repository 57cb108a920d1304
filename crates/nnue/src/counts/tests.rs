use chess::{Piece, Position};
use testkit::mixed_walks;

use super::*;

/// The enemy pieces that attack a square, or the own pieces that defend it.
fn attackers(board: &Board, by: Color, square: Square) -> Bitboard {
    board.attackers(by, square, board.occupied())
}

fn value(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// The kinds of one piece, from the definitions of [`Kind`] and the attackers of single squares.
fn kinds_of(position: &Position, square: Square, piece: Piece) -> Vec<Kind> {
    let board = position.board();
    let Piece { color, role } = piece;
    let enemies = attackers(board, !color, square);
    let defenders = attackers(board, color, square);
    if role == Role::King {
        return kinds_of_king(board, square, color);
    }
    let mut kinds = Vec::new();
    let lesser = |&from: &Square| {
        board
            .role_at(from)
            .is_some_and(|by| value(by) < value(role))
    };
    if enemies.into_iter().any(|from| lesser(&from)) {
        kinds.push(Kind::Danger(role, Danger::Chased));
    } else if enemies.any() && defenders.any() {
        kinds.push(Kind::Danger(role, Danger::Defended));
    } else if enemies.any() {
        kinds.push(Kind::Danger(role, Danger::Hanging));
    }
    if enemies.len() >= 2 && defenders.len() < 2 {
        kinds.push(Kind::Outnumbered(role));
    }
    let king = position.king(color);
    let without = board.occupied() - square.bitboard();
    let revealed = board.attackers(!color, king, without) - attackers(board, !color, king);
    if revealed.any() {
        kinds.push(Kind::Pinned(role));
    }
    if role == Role::Pawn {
        let rank = |square: Square| square.rank().relative_to(color);
        let stops = |enemy: Square| {
            rank(enemy) > rank(square) && (enemy.file() as u8).abs_diff(square.file() as u8) <= 1
        };
        let enemies = board.pieces(!color, Role::Pawn);
        if !enemies.into_iter().any(stops) {
            kinds.push(Kind::Passed(rank(square)));
        }
    } else {
        let can_go = |&to: &Square| {
            let pawns = attackers(board, !color, to) & board.by_role(Role::Pawn);
            board.color_at(to) != Some(color) && pawns.is_empty()
        };
        let attacked = attacks::of(color, role, square, board.occupied());
        let moves = attacked.into_iter().filter(can_go).count() as u32;
        let step = [1, 2, 3, 3, 5, 1][role as usize];
        kinds.push(Kind::Mobility(role, (moves / step).min(4)));
    }
    kinds
}

fn kinds_of_king(board: &Board, king: Square, color: Color) -> Vec<Kind> {
    let around = attacks::king(king).into_iter();
    let attacked = around.filter(|&square| attackers(board, !color, square).any());
    let mut kinds = match attacked.count() {
        0 => vec![],
        1 => vec![Kind::Danger(Role::King, Danger::Defended)],
        2 | 3 => vec![Kind::Danger(Role::King, Danger::Hanging)],
        _ => vec![Kind::Danger(Role::King, Danger::Chased)],
    };
    for role in PIECES {
        let is_safe_check = |&to: &Square| {
            let from = attackers(board, !color, to) & board.by_role(role);
            let checks = attacks::of(!color, role, to, board.occupied()).contains(king);
            from.any()
                && checks
                && board.color_at(to) != Some(!color)
                && attackers(board, color, to).is_empty()
        };
        if Square::ALL.iter().any(is_safe_check) {
            kinds.push(Kind::SafeCheck(role));
        }
    }
    kinds
}

#[test]
fn counts_agree_with_the_kinds_of_each_piece() {
    let mut seen = [0; KINDS];
    for walk in mixed_walks(5).take(60) {
        for step in walk.take(100) {
            let position = &step.after;
            let mut expected = Counts::NONE;
            for (square, piece) in position.board().iter() {
                for kind in kinds_of(position, square, piece) {
                    expected.add(piece.color, kind, 1);
                    seen[kind.index()] += 1;
                }
            }
            assert_eq!(Counts::of(position.board()), expected, "{position}");
        }
    }
    let last = Kind::SafeCheck(Role::Queen).index();
    let missing: Vec<usize> = (0..=last).filter(|&kind| seen[kind] == 0).collect();
    // Nothing is worth less than a pawn.
    let impossible = Kind::Danger(Role::Pawn, Danger::Chased);
    assert_eq!(missing, [impossible.index()]);
}

#[test]
fn every_kind_has_its_own_index() {
    let mut seen = [false; KINDS];
    let mut see = |kind: Kind| assert!(!std::mem::replace(&mut seen[kind.index()], true));
    for role in Role::ALL {
        for danger in [Danger::Defended, Danger::Hanging, Danger::Chased] {
            see(Kind::Danger(role, danger));
        }
        if role != Role::King {
            see(Kind::Pinned(role));
            see(Kind::Outnumbered(role));
        }
    }
    for role in PIECES {
        (0..=MOBILITY_MAX).for_each(|moves| see(Kind::Mobility(role, moves)));
        see(Kind::SafeCheck(role));
    }
    for rank in &Rank::ALL[1..7] {
        see(Kind::Passed(*rank));
    }
}

#[test]
fn a_king_is_in_danger_when_squares_around_it_are_attacked() {
    let danger = |fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        let counts = Counts::of(position.board());
        [Danger::Defended, Danger::Hanging, Danger::Chased]
            .map(|danger| counts.get(Color::Black, Kind::Danger(Role::King, danger)))
    };
    assert_eq!(danger("6k1/5ppp/8/8/8/8/8/6K1 w - - 0 1"), [0, 0, 0]);
    assert_eq!(danger("6k1/5ppp/8/8/8/8/8/5RK1 w - - 0 1"), [1, 0, 0]);
    assert_eq!(danger("6k1/R7/8/8/8/8/8/6K1 w - - 0 1"), [0, 1, 0]);
    assert_eq!(danger("6k1/R7/7Q/8/8/8/8/6K1 w - - 0 1"), [0, 0, 1]);
}

#[test]
fn only_differences_are_told() {
    let after = |moves: &str| {
        let play = |position: Position, m| position.play(position.parse_uci(m).unwrap()).unwrap();
        let position = moves.split_whitespace().fold(Position::start(), play);
        Counts::of(position.board())
    };
    let (before, attacked) = (after("e2e4"), after("e2e4 d7d5"));
    let mut pawns = Vec::new();
    attacked.differences(&before, |side, kind, old, new| {
        if kind == Kind::Danger(Role::Pawn, Danger::Hanging).index() {
            pawns.push((side, old, new));
        }
        assert_ne!(old, new);
    });
    assert_eq!(pawns, [(Color::White, 0, 1)]);
    attacked.differences(&attacked, |side, kind, _, _| panic!("{side:?} {kind}"));
}
