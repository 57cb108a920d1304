//! Players by name: a level, a search limit, or a baseline.

use core::fmt;
use core::str::FromStr;

use duplicate::{BySeat, DuplicateGame, SyncedMove};
use repeatable::Random;

use crate::baseline;
use crate::evaluate::WeightSet;
use crate::level::Level;
use crate::limits::Limits;
use crate::rival::Rival;
use crate::search::Model;

/// A player, as named on the command line.
///
/// ```
/// use rival::Player;
/// for name in ["level3", "nodes20000", "depth4", "nodes5000-paranoid", "neighbors4", "greedy", "random"] {
///     assert_eq!(name.parse::<Player>().unwrap().to_string(), name);
/// }
/// assert!("level9".parse::<Player>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    Random,
    /// The move with the best evaluation after it.
    Greedy,
    /// A plain search to this depth.
    Neighbors(u32),
    Level(Level),
    /// The best program with these limits, this opponent model and these weights.
    Search(Limits, Model, WeightSet),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected level1 to level8, nodesN, depthN, neighborsN, greedy or random, found {found:?}")]
pub struct UnknownPlayer {
    /// The beginning of what was found.
    pub found: String,
}

impl Player {
    /// The move of this player; `None` if the game is over. It depends only on the table and the
    /// seed.
    #[must_use]
    pub fn choose(&self, game: &DuplicateGame, seed: u64) -> Option<SyncedMove> {
        let mut random = Random::at(seed, game.ply() as u64);
        match self {
            Player::Random => baseline::random(game, &mut random),
            Player::Greedy => baseline::greedy(game, &mut random),
            Player::Neighbors(turns) => baseline::neighbors(game, *turns, &mut random),
            Player::Level(level) => Rival::new(*level, seed).think(game).map(|chosen| chosen.m),
            Player::Search(limits, model, weights) => {
                let rival = Rival::within(*limits, seed);
                let rival = rival.with_model(*model).with_weights(*weights);
                rival.think(game).map(|chosen| chosen.m)
            }
        }
    }
}

/// Plays a game to its end, or until this many turns have been played in it.
#[must_use]
pub fn play_out(
    mut game: DuplicateGame,
    players: &BySeat<Player>,
    seed: u64,
    turns_max: usize,
) -> DuplicateGame {
    while game.ply() < turns_max {
        let seat = game.turn();
        let seed = Random::at(seed, seat as u64).bits();
        let Some(m) = players[seat].choose(&game, seed) else {
            break;
        };
        game.play(m).expect("a player chooses among legal moves");
    }
    game
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Greedy => f.write_str("greedy"),
            Player::Neighbors(turns) => write!(f, "neighbors{turns}"),
            Player::Level(level) => write!(f, "level{}", level.number()),
            Player::Search(limits, model, weights) => {
                if limits.nodes == u64::MAX {
                    write!(f, "depth{}", limits.depth)?;
                } else {
                    write!(f, "nodes{}", limits.nodes)?;
                }
                match model {
                    Model::Neighbors => {}
                    Model::Paranoid => f.write_str("-paranoid")?,
                    Model::BestReply => f.write_str("-bestreply")?,
                }
                match weights {
                    WeightSet::Learned => Ok(()),
                    WeightSet::ByHand => f.write_str("-byhand"),
                    WeightSet::Given(_) => f.write_str("-given"),
                }
            }
        }
    }
}

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Player, UnknownPlayer> {
        read(text).ok_or_else(|| UnknownPlayer {
            found: text.chars().take(40).collect(),
        })
    }
}

fn read(text: &str) -> Option<Player> {
    let mut words = text.split('-');
    let name = words.next()?;
    let (mut model, mut weights) = (Model::default(), WeightSet::default());
    for word in words {
        match word {
            "paranoid" => model = Model::Paranoid,
            "bestreply" => model = Model::BestReply,
            "byhand" => weights = WeightSet::ByHand,
            _ => return None,
        }
    }
    let digits = name.find(|c: char| c.is_ascii_digit());
    let (word, number) = name.split_at(digits.unwrap_or(name.len()));
    let limits = match word {
        "nodes" => Limits::nodes(number.parse().ok().filter(|&nodes| nodes > 0)?),
        "depth" => {
            let depth = number.parse().ok()?;
            Limits::depth((1..=Limits::DEPTH_MAX).contains(&depth).then_some(depth)?)
        }
        _ if name != text => return None,
        "random" if number.is_empty() => return Some(Player::Random),
        "greedy" if number.is_empty() => return Some(Player::Greedy),
        "neighbors" => {
            let turns = number.parse().ok()?;
            return (1..=8).contains(&turns).then_some(Player::Neighbors(turns));
        }
        "level" => return Some(Player::Level(number.parse().ok()?)),
        _ => return None,
    };
    Some(Player::Search(limits, model, weights))
}
