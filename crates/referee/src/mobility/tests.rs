//! Compares the mobility of units with what they do in random games.

use chess::{CastlingSide, Move, MoveKind, MoveList};
use repeatable::Random;
use testkit::{blocked_position, scattered_position};

use super::*;

/// The current square of each unit of a position, by its number.
struct Track {
    position: Position,
    on: [Option<usize>; 64],
}

impl Track {
    fn new(position: &Position) -> Track {
        let mut on = [None; 64];
        for (index, (square, _)) in position.board().iter().enumerate() {
            on[square as usize] = Some(index);
        }
        Track {
            position: *position,
            on,
        }
    }

    /// Plays a move and returns the unit it captured.
    fn play(&mut self, m: Move) -> Option<usize> {
        let color = self.position.turn();
        let (from, to) = (m.from() as usize, m.to() as usize);
        self.position = self.position.play_unchecked(m);
        match m.kind() {
            MoveKind::Castle => {
                let side = CastlingSide::of_rook(m.from(), m.to());
                let (king, rook) = (self.on[from].take(), self.on[to].take());
                self.on[side.king_to(color) as usize] = king;
                self.on[side.rook_to(color) as usize] = rook;
                None
            }
            MoveKind::EnPassant => {
                let passed = Square::new(m.to().file(), m.from().rank());
                self.on[to] = self.on[from].take();
                self.on[passed as usize].take()
            }
            MoveKind::Normal | MoveKind::Promotion(_) => {
                let unit = self.on[from].take();
                core::mem::replace(&mut self.on[to], unit)
            }
        }
    }
}

/// Plays a random game and compares every ply with the mobility at its start.
fn check_game(start: &Position, plies: usize, random: &mut Random) {
    let mobility = Mobility::of(start);
    let mut track = Track::new(start);
    for _ in 0..plies {
        let mut moves = MoveList::new();
        // Prefer captures, which change most and are rare in random play.
        if random.one_in(2) {
            track.position.append_captures(&mut moves);
        }
        if moves.is_empty() {
            track.position.append_legal_moves(&mut moves);
        }
        let Some(&m) = random.pick(&moves) else {
            return;
        };
        if let Some(captured) = track.play(m) {
            assert!(
                mobility.units[captured].capturable,
                "{start}: {m:?} captures what cannot be captured on the way to {}",
                track.position
            );
        }
        for (square, index) in track.on.iter().enumerate() {
            let Some(index) = *index else { continue };
            assert!(
                mobility.units[index].stands.contains(Square::ALL[square]),
                "{start}: the unit from {} cannot stand on {} as in {}",
                mobility.units[index].start,
                Square::ALL[square],
                track.position
            );
        }
        let fixed = mobility.fixed;
        assert!(
            fixed.is_subset(track.position.board().occupied()),
            "{start}"
        );
        for color in Color::ALL {
            check_attacks(&mobility, &track, color, start);
        }
    }
}

/// Every attacked square is one that could be attacked.
fn check_attacks(mobility: &Mobility, track: &Track, color: Color, start: &Position) {
    let board = track.position.board();
    for square in board.by_color(color) {
        let index = track.on[square as usize].expect("a unit stands there");
        let role = board.role_at(square).expect("a unit stands there");
        let attacked = attacks::of(color, role, square, board.occupied());
        assert!(
            attacked.is_subset(mobility.units[index].attacks),
            "{start}: the {role:?} on {square} attacks more than foreseen in {}",
            track.position
        );
    }
}

#[test]
fn random_games_stay_within_the_mobility() {
    let mut random = Random::new(9);
    for _ in 0..1_200 {
        check_game(&blocked_position(&mut random), 120, &mut random);
        check_game(&scattered_position(&mut random), 60, &mut random);
    }
}

#[test]
fn kings_cannot_cross_a_wall() {
    let position = Position::from_fen("8/8/3k4/p1p1p1p1/P1P1P1P1/8/3K4/8 w - - 0 1")
        .expect("the position is legal");
    let mobility = Mobility::of(&position);
    assert_eq!(mobility.fixed.len(), 8);
    for color in Color::ALL {
        assert!(mobility.cannot_mate(color));
        assert_eq!(mobility.king_region(color).len(), 24, "{color}");
        assert!(!mobility.could_promote(color));
    }
}

#[test]
fn castling_frees_a_blocked_king() {
    let shut = "4k3/8/8/8/8/3p1p2/3PpP2/R3K3 w Q - 0 1";
    let position = Position::from_fen(shut).expect("the position is legal");
    let mobility = Mobility::of(&position);
    assert!(mobility.king_region(Color::White).contains(Square::C1));
}

#[test]
fn an_en_passant_capture_at_hand_opens_a_wall() {
    let wall = "8/2k5/8/1pPp1p1p/1P1P1P1P/8/2K5/8 w - d6 0 1";
    let position = Position::from_fen(wall).expect("the position is legal");
    let mobility = Mobility::of(&position);
    assert!(!mobility.cannot_mate(Color::White));
    assert!(mobility.could_promote(Color::White));
}

#[test]
fn stopping_early_changes_no_answer() {
    let mut random = Random::new(11);
    for round in 0..4_000 {
        let position = match round % 2 {
            0 => blocked_position(&mut random),
            _ => scattered_position(&mut random),
        };
        let all = Mobility::of(&position);
        for side in Color::ALL {
            let cannot_mate = all.cannot_mate(side);
            let outlook = Mobility::outlook(&position, side);
            assert_eq!(outlook.could_mate, !cannot_mate, "{position} {side}");
            assert_eq!(
                outlook.could_promote,
                all.could_promote(side),
                "{position} {side}"
            );
            assert_eq!(
                Mobility::excludes_mate(&position, side),
                cannot_mate,
                "{position} {side}"
            );
        }
    }
}
