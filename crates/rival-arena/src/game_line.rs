//! Games between programs, as journal entries, and how one is played.

use arena::journal::Unit;
use duplicate::{BySeat, DuplicateGame, Rulings, Score, Seat};
use repeatable::Random;
use rival::{Player, play_out};
use serde::{Deserialize, Serialize};

/// Longer games are abandoned and count as draws.
const TURNS_MAX: usize = 1_000;

/// A game between programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// The number of the unit it belongs to.
    pub unit: u64,
    /// The index of the game in the unit.
    pub game: u8,
    /// The number of random moves at the start.
    pub random: usize,
    /// The moves, separated by spaces.
    pub moves: String,
    /// The score of each seat, in turn order: 1, 0 or -1.
    pub scores: [i8; 4],
    /// The cause of the ending, in one word.
    pub cause: String,
    /// The provisional rulings that decided the result.
    pub provisional: Vec<String>,
}

/// One opening played in four rotations of the seats: the tested program plays North, South, East and
/// West in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block(pub [GameLine; 4]);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single(pub [GameLine; 1]);

impl Unit for Block {
    type Game = GameLine;

    const GAMES: usize = 4;

    fn games(&self) -> &[GameLine] {
        &self.0
    }

    fn assemble(number: u64, games: Vec<GameLine>) -> Result<Block, String> {
        in_place(number, games).map(Block)
    }
}

impl Unit for Single {
    type Game = GameLine;

    const GAMES: usize = 1;

    fn games(&self) -> &[GameLine] {
        &self.0
    }

    fn assemble(number: u64, games: Vec<GameLine>) -> Result<Single, String> {
        in_place(number, games).map(Single)
    }
}

fn in_place<const GAMES: usize>(
    number: u64,
    games: Vec<GameLine>,
) -> Result<[GameLine; GAMES], String> {
    let is_right = games
        .iter()
        .zip(0..)
        .all(|(line, game)| (line.unit, line.game) == (number, game));
    let wrong = || format!("expected the {GAMES} games with the number {number}");
    let games: [GameLine; GAMES] = games.try_into().map_err(|_| wrong())?;
    is_right.then_some(games).ok_or_else(wrong)
}

/// An opening of random moves that does not end the game, determined by the seed and number.
pub(crate) fn opening(rulings: Rulings, seed: u64, number: u64, turns: usize) -> DuplicateGame {
    for attempt in 0.. {
        let mut random = Random::at(seed.wrapping_add(attempt << 32), number);
        let mut game = DuplicateGame::with_rulings(rulings);
        game.play_randomly(turns, |count| random.below(count));
        if game.ending().is_none() {
            return game;
        }
    }
    DuplicateGame::with_rulings(rulings)
}

/// Plays a game from an opening to its end.
pub(crate) fn play(
    unit: u64,
    game: u8,
    opening: &DuplicateGame,
    players: &BySeat<Player>,
    seed: u64,
) -> GameLine {
    let seed = Random::at(seed, 4 * unit + u64::from(game)).bits();
    let played = play_out(opening.clone(), players, seed, TURNS_MAX);
    let ending = played.ending();
    let score = |seat: Seat| match ending.map(|ending| ending.scores[seat]) {
        Some(Score::Win) => 1,
        Some(Score::Loss) => -1,
        Some(Score::Draw) | None => 0,
    };
    let moves: Vec<String> = played.moves().map(|m| m.to_string()).collect();
    let provisional = ending.map(|ending| ending.provisional).unwrap_or_default();
    GameLine {
        unit,
        game,
        random: opening.ply(),
        moves: moves.join(" "),
        scores: Seat::ALL.map(score),
        cause: ending
            .map_or("length", |ending| ending.cause.name())
            .to_owned(),
        provisional: provisional
            .iter()
            .map(|ruling| ruling.name().to_owned())
            .collect(),
    }
}

impl GameLine {
    #[must_use]
    pub fn score(&self, seat: Seat) -> f64 {
        f64::from(self.scores[seat as usize])
    }

    #[must_use]
    pub fn turns(&self) -> usize {
        self.moves.split(' ').count()
    }
}
