use chess::{Bitboard, Piece, Position, Rank, Role, Square, attacks};
use testkit::mixed_walks;

use super::kind::{DISTANCE_MAX, LAST, MOBILITY_MAX};
use super::survey::PIECES;
use super::*;
use crate::arch::COUNTS_MAX;

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
    let enemy_king = position.king(!color);
    let without = board.occupied() - square.bitboard();
    let discovered =
        board.attackers(color, enemy_king, without) - attackers(board, color, enemy_king);
    let mut kinds = Vec::new();
    if discovered.any() {
        kinds.push(Kind::Discoverer(role));
    }
    if role == Role::King {
        kinds.extend(kinds_of_king(board, square, color));
        return kinds;
    }
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
    let revealed = board.attackers(!color, king, without) - attackers(board, !color, king);
    if revealed.any() {
        kinds.push(Kind::Pinned(role));
    }
    let rank = |square: Square| square.rank().relative_to(color);
    let files_to = |other: Square| (other.file() as u8).abs_diff(square.file() as u8);
    let pawns_ahead = |files: u8| {
        let pawns = board.pieces(!color, Role::Pawn).into_iter();
        let mut ahead = pawns.filter(|&pawn| rank(pawn) > rank(square));
        ahead.any(|pawn| files_to(pawn) == files)
    };
    if role == Role::Pawn {
        if !pawns_ahead(0) && !pawns_ahead(1) {
            let passers = passers_of(position, square, color);
            kinds.extend(passers.into_iter().map(Kind::Passed));
        }
    } else {
        if pawn_threatens(board, square, color) {
            kinds.push(Kind::PawnThreat(role));
        }
        if matches!(role, Role::Knight | Role::Bishop) && !pawns_ahead(1) {
            let defended = (defenders & board.by_role(Role::Pawn)).any();
            kinds.push(Kind::Outpost(role, defended));
        }
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

/// Whether an enemy pawn can attack a piece after a move to a square that no pawn attacks and that
/// is defended, or not attacked at all.
fn pawn_threatens(board: &Board, piece: Square, color: Color) -> bool {
    let empty = |square: &Square| board.piece_at(*square).is_none();
    let step = |square: Square| square.offset(0, if color == Color::White { -1 } else { 1 });
    board.pieces(!color, Role::Pawn).into_iter().any(|pawn| {
        let once = step(pawn).filter(empty);
        let starts = pawn.rank().relative_to(!color) == Rank::Second;
        let twice = once.filter(|_| starts).and_then(step).filter(empty);
        once.into_iter().chain(twice).any(|to| {
            let takers = attackers(board, color, to);
            attacks::pawn(!color, to).contains(piece)
                && (takers & board.by_role(Role::Pawn)).is_empty()
                && (takers.is_empty() || attackers(board, !color, to).any())
        })
    })
}

/// What is counted about a passed pawn.
fn passers_of(position: &Position, pawn: Square, color: Color) -> Vec<Passer> {
    let board = position.board();
    let rank = |square: Square| square.rank().relative_to(color);
    let on_file = |square: &&Square| square.file() == pawn.file();
    let file: Vec<Square> = Square::ALL.iter().filter(on_file).copied().collect();
    let ahead: Vec<Square> = file
        .iter()
        .copied()
        .filter(|&s| rank(s) > rank(pawn))
        .collect();
    let front = *ahead.iter().min_by_key(|&&square| rank(square)).unwrap();
    let promotion = *ahead.iter().max_by_key(|&&square| rank(square)).unwrap();
    let distance = |a: Square, b: Square| {
        let files = (a.file() as u32).abs_diff(b.file() as u32);
        files.max((a.rank() as u32).abs_diff(b.rank() as u32))
    };
    let (king, enemy_king) = (position.king(color), position.king(!color));
    let of_enemy = |&square: &Square| {
        board.color_at(square) == Some(!color) || attackers(board, !color, square).any()
    };
    let mut passers = vec![Passer::On(rank(pawn))];
    if board.piece_at(front).is_some() {
        passers.push(Passer::Blocked(rank(pawn)));
    } else if !ahead.iter().any(of_enemy) {
        passers.push(Passer::Free(rank(pawn)));
    }
    if attackers(board, color, front).any() {
        passers.push(Passer::Escorted);
    } else if attackers(board, !color, front).any() {
        passers.push(Passer::Stopped);
    }
    if (attackers(board, color, pawn) & board.by_role(Role::Pawn)).any() {
        passers.push(Passer::Protected);
    }
    let own_pawn = Some(Piece::new(color, Role::Pawn));
    let beside = [-1, 1].map(|files| pawn.offset(files, 0));
    if beside
        .into_iter()
        .flatten()
        .any(|square| board.piece_at(square) == own_pawn)
    {
        passers.push(Passer::Connected);
    }
    for (rooks, passer) in [(color, Passer::Pushed), (!color, Passer::Chased)] {
        let rook = Some(Piece::new(rooks, Role::Rook));
        if file
            .iter()
            .any(|&square| rank(square) < rank(pawn) && board.piece_at(square) == rook)
        {
            passers.push(passer);
        }
    }
    if rank(pawn) >= Rank::Fourth {
        passers.push(Passer::OwnKing(distance(king, front).min(5)));
        passers.push(Passer::EnemyKing(distance(enemy_king, front).min(5)));
    }
    let is_open = ahead.iter().all(|&square| board.piece_at(square).is_none());
    if is_open && distance(enemy_king, promotion) > ahead.len() as u32 {
        passers.push(Passer::Runner);
    }
    passers
}

/// The kinds of a king, and those that are counted once for its side.
fn kinds_of_king(board: &Board, king: Square, color: Color) -> Vec<Kind> {
    let around = attacks::king(king).into_iter();
    let attacked = around.filter(|&square| attackers(board, !color, square).any());
    let mut kinds = match attacked.count() {
        0 => vec![],
        1 => vec![Kind::Danger(Role::King, Danger::Defended)],
        2 | 3 => vec![Kind::Danger(Role::King, Danger::Hanging)],
        _ => vec![Kind::Danger(Role::King, Danger::Chased)],
    };
    let is_safe = |to: &Square| attackers(board, color, *to).is_empty();
    let is_safe_enough = |to: Square| {
        let takers = attackers(board, color, to);
        let pawns = takers & board.by_role(Role::Pawn);
        takers.is_empty()
            || takers.len() == 1 && pawns.is_empty() && attackers(board, !color, to).len() >= 2
    };
    // The squares from which a kind of enemy piece can attack a target after one move.
    let visits = |role: Role, target: Square| {
        Square::ALL.into_iter().filter(move |&to| {
            (attackers(board, !color, to) & board.by_role(role)).any()
                && board.color_at(to) != Some(!color)
                && attacks::of(!color, role, to, board.occupied()).contains(target)
        })
    };
    for role in PIECES {
        let checks: Vec<Square> = visits(role, king).collect();
        kinds.extend(checks.iter().take(2).map(|_| Kind::Check(role)));
        if checks.iter().any(is_safe) {
            kinds.push(Kind::SafeCheck(role));
        }
        let queens = || board.pieces(color, Role::Queen).into_iter();
        if role != Role::Queen && queens().any(|queen| visits(role, queen).any(is_safe_enough)) {
            kinds.push(Kind::QueenThreat(role));
        }
        let aims = |from: Square, queen: Square| {
            attacks::of(!color, role, from, Bitboard::EMPTY).contains(queen)
                && (attacks::between(from, queen) & board.occupied()).len() == 1
        };
        let mut from = board.pieces(!color, role).into_iter();
        if matches!(role, Role::Bishop | Role::Rook)
            && from.any(|from| queens().any(|queen| aims(from, queen)))
        {
            kinds.push(Kind::QueenXray(role));
        }
    }
    let targets = [Role::King, Role::Queen, Role::Rook].map(|role| board.pieces(color, role));
    let targets = targets
        .into_iter()
        .fold(Bitboard::EMPTY, |all, some| all | some);
    let forks = |to: &Square| {
        let from = attackers(board, !color, *to) & board.by_role(Role::Knight);
        let pawns = attackers(board, color, *to) & board.by_role(Role::Pawn);
        from.any()
            && board.color_at(*to) != Some(!color)
            && pawns.is_empty()
            && (attacks::knight(*to) & targets).len() >= 2
    };
    let forks: Vec<Square> = Square::ALL.into_iter().filter(forks).collect();
    kinds.extend(forks.first().map(|_| Kind::Fork(false)));
    kinds.extend(
        forks
            .iter()
            .find(|to| is_safe(to))
            .map(|_| Kind::Fork(true)),
    );
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
    let missing: Vec<usize> = (0..=LAST.index()).filter(|&kind| seen[kind] == 0).collect();
    // Nothing is worth less than a pawn.
    let impossible = Kind::Danger(Role::Pawn, Danger::Chased);
    assert_eq!(missing, [impossible.index()]);
}

#[test]
fn the_sum_of_all_counts_is_bounded() {
    let total = |position: &Position| -> u32 {
        let counts = Counts::of(position.board());
        let sides = Color::ALL.into_iter().flat_map(|side| counts.side(side));
        sides.copied().map(u32::from).sum()
    };
    let walks = mixed_walks(8).take(40).flat_map(|walk| walk.take(100));
    let mut largest = walks.map(|step| total(&step.after)).max().unwrap();
    // All pawns are passed.
    for fen in [
        "4k3/8/PPPPPPPP/BNR2RNB/bnr2rnb/pppppppp/8/4K3 w - - 0 1",
        "4k3/8/PPPPPPPP/BNRQ1RNB/bnrq1rnb/pppppppp/8/4K3 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        largest = largest.max(total(&position));
    }
    let bound = u32::from(COUNTS_MAX.unsigned_abs());
    assert!((bound / 4..=bound).contains(&largest), "{largest}");
}

#[test]
fn every_kind_has_its_own_index() {
    let mut seen = [false; KINDS];
    let mut see = |kind: Kind| assert!(!std::mem::replace(&mut seen[kind.index()], true));
    for role in Role::ALL {
        see(Kind::Discoverer(role));
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
        see(Kind::PawnThreat(role));
        see(Kind::SafeCheck(role));
        see(Kind::Check(role));
    }
    for role in [Role::Knight, Role::Bishop, Role::Rook] {
        see(Kind::QueenThreat(role));
    }
    for flag in [false, true] {
        see(Kind::Outpost(Role::Knight, flag));
        see(Kind::Outpost(Role::Bishop, flag));
        see(Kind::Fork(flag));
    }
    see(Kind::QueenXray(Role::Bishop));
    see(Kind::QueenXray(Role::Rook));
    for rank in &Rank::ALL[1..7] {
        see(Kind::Passed(Passer::On(*rank)));
        see(Kind::Passed(Passer::Blocked(*rank)));
        see(Kind::Passed(Passer::Free(*rank)));
    }
    for distance in 0..=DISTANCE_MAX {
        see(Kind::Passed(Passer::OwnKing(distance)));
        see(Kind::Passed(Passer::EnemyKing(distance)));
    }
    for passer in [
        Passer::Runner,
        Passer::Escorted,
        Passer::Stopped,
        Passer::Protected,
        Passer::Connected,
        Passer::Pushed,
        Passer::Chased,
    ] {
        see(Kind::Passed(passer));
    }
    // No number is left out.
    assert_eq!(seen.iter().rposition(|&seen| seen), Some(LAST.index()));
    assert!(seen[..=LAST.index()].iter().all(|&seen| seen));
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
