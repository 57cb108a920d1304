//! Plays out won endgames by self-play.
//!
//! Positions are random placements of the material that a search scores as clearly won. The
//! stronger side must mate before the game is drawn.

use std::collections::BTreeMap;
use std::fmt;

use chess::{Color, Piece, Position, Role, Setup, Square, Tolerance};
use engine::{Control, Engine, Limits, NullHost, Root};
use repeatable::Random;

pub struct Endgame {
    pub name: &'static str,
    white: &'static [Role],
    black: &'static [Role],
    /// The score in centipawns from which a position counts as won.
    won: i32,
}

/// The endgames that must be won.
pub const ENDGAMES: [Endgame; 5] = [
    Endgame {
        name: "KRvK",
        white: &[Role::Rook],
        black: &[],
        won: 400,
    },
    Endgame {
        name: "KQvK",
        white: &[Role::Queen],
        black: &[],
        won: 400,
    },
    Endgame {
        name: "KQvKR",
        white: &[Role::Queen],
        black: &[Role::Rook],
        won: 300,
    },
    Endgame {
        name: "KPvK",
        white: &[Role::Pawn],
        black: &[],
        won: 600,
    },
    Endgame {
        name: "KBNvK",
        white: &[Role::Bishop, Role::Knight],
        black: &[],
        won: 400,
    },
];

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// White gave checkmate.
    Mate,
    FiftyMoves,
    Threefold,
    /// Black has no move and is not in check.
    Stalemate,
    /// White lost the material needed to mate.
    Material,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Mate => "mate",
            End::FiftyMoves => "fifty moves",
            End::Threefold => "threefold",
            End::Stalemate => "stalemate",
            End::Material => "material",
        })
    }
}

/// The results of one endgame, with an example for each end other than mate.
#[derive(Default)]
pub struct Results {
    pub counts: BTreeMap<End, usize>,
    pub examples: BTreeMap<End, Position>,
    pub longest: usize,
}

/// Plays this many games of an endgame with this many nodes per move.
pub fn play_out(endgame: &Endgame, games: usize, nodes: u64, seed: u64) -> Results {
    let mut random = Random::new(seed);
    let mut judge = Engine::new(4).expect("there is memory for a small table");
    let mut players = [1, 2].map(|_| Engine::new(4).expect("there is memory for a small table"));
    let mut results = Results::default();
    while results.counts.values().sum::<usize>() < games {
        let Some(start) = random_position(endgame, &mut random) else {
            continue;
        };
        if !is_won(&start, endgame.won, &mut judge) {
            continue;
        }
        players.iter_mut().for_each(Engine::forget);
        let (end, plies) = play(&start, &mut players, nodes);
        *results.counts.entry(end).or_default() += 1;
        results.longest = results.longest.max(plies);
        if end != End::Mate {
            results.examples.entry(end).or_insert(start);
        }
    }
    results
}

/// A random placement with White to move, if it is a legal position.
fn random_position(endgame: &Endgame, random: &mut Random) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.turn = Color::White;
    for (color, roles) in [(Color::White, endgame.white), (Color::Black, endgame.black)] {
        for &role in roles.iter().chain(&[Role::King]) {
            let square = Square::ALL[random.bits() as usize % 64];
            if setup.board.piece_at(square).is_some() {
                return None;
            }
            setup.board.put(square, Piece::new(color, role));
        }
    }
    let position = setup.validate(Tolerance::Strict).ok()?;
    position.has_legal_moves().then_some(position)
}

fn is_won(position: &Position, won: i32, judge: &mut Engine) -> bool {
    judge.forget();
    let limits = Limits::nodes(60_000);
    let outcome = judge.search(&Root::new(*position), &limits, &Control::new(), &NullHost);
    outcome.is_some_and(|outcome| outcome.score.centipawns() >= won)
}

fn play(start: &Position, players: &mut [Engine; 2], nodes: u64) -> (End, usize) {
    let mut root = Root::new(*start);
    let mut plies = 0;
    loop {
        let position = root.position();
        let turn = position.turn();
        if !position.has_legal_moves() {
            let end = if position.is_check() {
                End::Mate
            } else {
                End::Stalemate
            };
            return (end, plies);
        }
        if position.board().by_color(Color::White).len()
            < start.board().by_color(Color::White).len()
        {
            return (End::Material, plies);
        }
        if root.occurrences() >= 3 {
            return (End::Threefold, plies);
        }
        if position.halfmoves() >= 100 {
            return (End::FiftyMoves, plies);
        }
        let best = players[turn as usize]
            .search(&root, &Limits::nodes(nodes), &Control::new(), &NullHost)
            .and_then(|outcome| outcome.best())
            .expect("there is a legal move");
        root.play(best).expect("the best move is legal");
        plies += 1;
    }
}
