//! Positions to ask about: where games are when a flag falls or a player resigns, random endings, and
//! blocked pawn chains with bishops among them.

use std::collections::{HashSet, VecDeque};

use anyhow::{Context, Result};
use chess::{Board, Color, Piece, Position, Rank, Role, Setup, Square, Tolerance};
use engine::{Control, Engine, Limits, NullHost, Root};
use repeatable::Random;

/// How many positions, and from which source.
pub struct Plan {
    pub positions: usize,
    pub self_play: usize,
}

const SEED: u64 = 0xF1A6;

/// The number of nodes an engine searches per move.
const NODES: u64 = 60;

/// The maximum length of a game in plies.
const LONGEST: usize = 240;

/// How many positions are enumerated to contradict a proof.
const LISTED: usize = 300;

/// Positions in which a game was interrupted: none is mate, stalemate or insufficient material.
pub fn generate(plan: &Plan) -> Result<Vec<Position>> {
    let mut positions = Vec::with_capacity(plan.positions);
    let mut random = Random::new(SEED);
    let mut engine = Engine::new(1).context("no memory for an engine")?;
    while positions.len() < plan.self_play.min(plan.positions) {
        positions.extend(self_play(&mut engine, &mut random)?);
    }
    while positions.len() < plan.positions {
        positions.extend(chance(&mut random));
    }
    Ok(positions)
}

fn goes_on(position: &Position) -> bool {
    position.has_legal_moves() && !position.board().has_insufficient_material()
}

/// A random game, interrupted somewhere.
fn chance(random: &mut Random) -> Option<Position> {
    let plies = 20 + random.below(LONGEST);
    let mut position = Position::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position = position.play_unchecked(moves[random.below(moves.len())]);
    }
    goes_on(&position).then_some(position)
}

/// A game of the engine against itself after some random moves, interrupted somewhere.
fn self_play(engine: &mut Engine, random: &mut Random) -> Result<Option<Position>> {
    let plies = 20 + random.below(LONGEST);
    let mut root = Root::new(Position::start());
    engine.forget();
    for ply in 0..plies {
        if !goes_on(root.position()) {
            return Ok(None);
        }
        let moves = root.position().legal_moves();
        let m = if ply < 8 {
            moves[random.below(moves.len())]
        } else {
            let limits = Limits::nodes(NODES);
            let outcome = engine.search(&root, &limits, &Control::new(), &NullHost);
            let best = outcome.and_then(|outcome| outcome.best());
            best.context("an engine without a move")?
        };
        root.play(m)?;
    }
    Ok(goes_on(root.position()).then_some(*root.position()))
}

/// Random endings of three to eight pieces: legal, and neither over nor bare material.
pub fn endings(count: usize) -> Vec<Position> {
    let mut random = Random::new(SEED);
    let ending = |_| loop {
        let mut board = Board::empty();
        for color in Color::ALL {
            place(&mut board, Piece::new(color, Role::King), &mut random);
        }
        for _ in 0..1 + random.below(6) {
            let color = Color::ALL[random.below(2)];
            let role = Role::ALL[random.below(5)];
            place(&mut board, Piece::new(color, role), &mut random);
        }
        if let Some(position) = playable(board, &mut random) {
            return position;
        }
    };
    (0..count).map(ending).collect()
}

/// Chains of pawns that block each other, and up to four bishops on either side of them.
pub fn walls(count: usize) -> Vec<Position> {
    let mut random = Random::new(SEED);
    let wall = |_| loop {
        let mut board = Board::empty();
        let rank = 2 + random.below(3);
        for file in 0..8 {
            // A gap now and then: not every wall is closed.
            if random.one_in(4) {
                continue;
            }
            let step = (rank + random.below(2)).min(5);
            board.put(
                Square::ALL[8 * step + file],
                Piece::new(Color::White, Role::Pawn),
            );
            board.put(
                Square::ALL[8 * step + 8 + file],
                Piece::new(Color::Black, Role::Pawn),
            );
        }
        for color in Color::ALL {
            place(&mut board, Piece::new(color, Role::King), &mut random);
            for _ in 0..random.below(3) {
                place(&mut board, Piece::new(color, Role::Bishop), &mut random);
            }
        }
        if let Some(position) = playable(board, &mut random) {
            return position;
        }
    };
    (0..count).map(wall).collect()
}

/// Puts a piece on a free square.
fn place(board: &mut Board, piece: Piece, random: &mut Random) {
    let is_edge = |square: &Square| matches!(square.rank(), Rank::First | Rank::Eighth);
    let free: Vec<Square> = (!board.occupied())
        .into_iter()
        .filter(|square| piece.role != Role::Pawn || !is_edge(square))
        .collect();
    board.put(free[random.below(free.len())], piece);
}

/// The position with either side to move, if it is legal and goes on.
fn playable(board: Board, random: &mut Random) -> Option<Position> {
    let setup = Setup {
        board,
        turn: Color::ALL[random.below(2)],
        ..Setup::empty()
    };
    setup.validate(Tolerance::Strict).ok().filter(goes_on)
}

/// Whether enumerating some positions finds a mate by this side.
pub fn finds_mate(start: &Position, side: Color) -> bool {
    let mut seen = HashSet::from([start.to_compact()]);
    let mut queue = VecDeque::from([*start]);
    while let Some(position) = queue.pop_front() {
        if position.turn() != side && position.is_checkmate() {
            return true;
        }
        for &m in &position.legal_moves() {
            let next = position.play_unchecked(m);
            if seen.len() < LISTED && seen.insert(next.to_compact()) {
                queue.push_back(next);
            }
        }
    }
    false
}
