//! The game at a table: chess on one board or duplicate chess on four, with one interface.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use chess::notation::{castling_mode, read_position};
use chess::uci::UciMove;
use chess::{Color, Move};
use duplicate::{Declaration, Lapse, LapseKind, LapseOutcome, Rulings, SyncedMove};
use game::{Command, Ending, Game, Judge, Judgment, Outcome, Profile, Reason, Rules, Start};
use wire::{Ended, GameKind, Law, NewTable, Score, Seat, Terms};

use crate::{BadTable, TableRefusal};

/// A game in progress. Endings follow from the moves alone, never from a proof.
#[derive(Clone, Debug)]
pub enum Playing {
    Chess(Box<Game>),
    Duplicate(Box<duplicate::DuplicateGame>),
}

impl Playing {
    pub(crate) fn start(table: &NewTable, terms: &Terms) -> Result<Playing, BadTable> {
        match table.game {
            GameKind::Chess if !table.rulings.is_empty() => Err(BadTable::Foreign("rulings")),
            GameKind::Chess if table.flag.is_some() => Err(BadTable::Foreign("a policy for flags")),
            GameKind::Chess if table.absence.is_some() => {
                Err(BadTable::Foreign("a policy for absences"))
            }
            GameKind::Chess => {
                let mode = castling_mode(table.chess960);
                let position = read_position(table.fen.as_deref(), mode)
                    .map_err(|error| BadTable::Fen(error.to_string()))?
                    .position;
                let profile = match table.law {
                    Law::Fide => Profile::Fide,
                    Law::Engine => Profile::Engine,
                };
                let game = Game::new(Start { position, mode }, Rules::new(profile));
                match game.ending() {
                    Some(ending) => Err(BadTable::Over(ending.to_string())),
                    None => Ok(Playing::Chess(Box::new(game))),
                }
            }
            GameKind::Duplicate if table.fen.is_some() => Err(BadTable::Foreign("a FEN")),
            GameKind::Duplicate => {
                let mut rulings = Rulings::default();
                for (name, reading) in &terms.rulings {
                    let set = rulings.set(name, reading);
                    set.map_err(|error| BadTable::Rulings(error.to_string()))?;
                }
                let game = duplicate::DuplicateGame::with_rulings(rulings);
                Ok(Playing::Duplicate(Box::new(game)))
            }
        }
    }

    pub(crate) fn turn(&self) -> Seat {
        match self {
            Playing::Chess(game) => seat_of_color(game.position().turn()),
            Playing::Duplicate(game) => seat_of_compass(game.turn()),
        }
    }

    pub(crate) fn ply(&self) -> usize {
        match self {
            Playing::Chess(game) => game.ply(),
            Playing::Duplicate(game) => game.ply(),
        }
    }

    /// The moves so far, in UCI notation.
    pub(crate) fn moves(&self) -> Vec<String> {
        match self {
            Playing::Chess(game) => {
                let mode = game.start().mode;
                let moves = game.history().moves().iter();
                moves.map(|m| m.to_uci(mode).to_string()).collect()
            }
            Playing::Duplicate(game) => game.moves().map(|m| m.to_string()).collect(),
        }
    }

    /// The legal moves, in UCI notation.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        match self {
            Playing::Chess(game) if game.ending().is_some() => Vec::new(),
            Playing::Chess(game) => {
                let mode = game.start().mode;
                let moves = game.position().legal_moves();
                moves.iter().map(|m| m.to_uci(mode).to_string()).collect()
            }
            Playing::Duplicate(game) => {
                game.legal_moves().iter().map(ToString::to_string).collect()
            }
        }
    }

    /// Plays a move and returns its canonical text.
    pub(crate) fn play(&mut self, text: &str) -> Result<String, TableRefusal> {
        match self {
            Playing::Chess(game) => {
                let m = read_move(game, text)?;
                game.execute(Command::Play(m)).map_err(illegal)?;
                Ok(m.to_uci(game.start().mode).to_string())
            }
            Playing::Duplicate(game) => {
                let m: SyncedMove = text.parse().map_err(illegal)?;
                game.play(m).map_err(illegal)?;
                Ok(m.to_string())
            }
        }
    }

    pub(crate) fn take_back(&mut self, plies: usize) {
        match self {
            Playing::Chess(game) => {
                if let Some(plies) = NonZeroUsize::new(plies.min(game.undoable())) {
                    let undone = game.execute(Command::Undo(plies));
                    undone.expect("the number of steps was checked");
                }
            }
            Playing::Duplicate(game) => {
                for _ in 0..plies {
                    game.undo();
                }
            }
        }
    }

    /// How many moves to undo to take back the last move of a seat; `None` if it has not moved.
    pub(crate) fn plies_since(&self, seat: Seat) -> Option<usize> {
        match self {
            Playing::Chess(game) => {
                let back = if seat_of_color(game.position().turn()) == seat {
                    2
                } else {
                    1
                };
                (back <= game.ply()).then_some(back)
            }
            Playing::Duplicate(game) => {
                let steps = game.steps().iter().rev();
                let is_of = |step: &duplicate::Step| {
                    matches!(step, duplicate::Step::Moved { seat: mover, .. }
                        if seat_of_compass(*mover) == seat)
                };
                steps
                    .enumerate()
                    .find(|(_, step)| is_of(step))
                    .map(|(at, _)| at + 1)
            }
        }
    }

    /// The ending that follows from the moves, or that the judge can prove.
    pub(crate) fn ending(&self, judge: &dyn Judge) -> Option<Ended> {
        match self {
            Playing::Chess(game) => match game.ending() {
                Some(ending) => Some(ended_chess(ending)),
                None if judge.is_dead(game.position()) == Judgment::Yes => {
                    let dead = Ending::new(Outcome::Draw, Reason::DeadPosition);
                    Some(ended_chess(&dead))
                }
                None => None,
            },
            Playing::Duplicate(game) => game.ending().map(|ending| ended_duplicate(&ending)),
        }
    }

    /// Whether the players may agree to a draw: every one of them has moved (article 5.2.3).
    #[must_use]
    pub fn can_agree(&self) -> bool {
        match self {
            Playing::Chess(game) => game.can_agree(),
            Playing::Duplicate(game) => game.ply() >= duplicate::Seat::ALL.len(),
        }
    }

    /// Whether draws can be claimed in this game.
    pub(crate) fn has_claims(&self) -> bool {
        matches!(self, Playing::Chess(game) if game.rules().profile == Profile::Fide)
    }

    /// The ending of a correct claim; `None` if it is wrong.
    pub(crate) fn claim(&self, with: Option<&str>) -> Result<Option<Ended>, TableRefusal> {
        let Playing::Chess(game) = self else {
            return Err(TableRefusal::NothingToClaim);
        };
        let with = with.map(|text| read_move(game, text)).transpose()?;
        if let Some(m) = with {
            game.position().play(m).map_err(illegal)?;
        }
        let rights = match with {
            None => game.claims(),
            Some(_) => game.claims_with(),
        };
        let right = rights.into_iter().find(|claim| claim.with == with);
        Ok(right.map(|claim| ended_chess(&Ending::new(Outcome::Draw, Reason::Claimed(claim)))))
    }

    /// The ending if a seat resigns.
    pub(crate) fn resignation(&self, seat: Seat, judge: &dyn Judge) -> Ended {
        self.given_up(seat, judge, Reason::Resignation)
    }

    /// The ending if a seat does not move in time and no program takes over.
    pub(crate) fn lapse(
        &self,
        seat: Seat,
        kind: LapseKind,
        outcome: LapseOutcome,
        judge: &dyn Judge,
    ) -> Ended {
        match (self, kind, outcome) {
            (Playing::Duplicate(game), ..) => {
                let lapse = Lapse {
                    seat: compass_of(seat).unwrap_or(duplicate::Seat::North),
                    kind,
                    outcome,
                };
                let mut lapsed = game.as_ref().clone();
                let ending = lapsed.declare(Declaration::Lapse(lapse));
                ended_duplicate(&ending.expect("the game is in progress"))
            }
            (Playing::Chess(_), LapseKind::Flag, _) => self.given_up(seat, judge, Reason::FlagFall),
            (Playing::Chess(_), LapseKind::Absence, LapseOutcome::Resignation) => {
                away(self.given_up(seat, judge, Reason::Resignation), seat)
            }
            (Playing::Chess(_), LapseKind::Absence, LapseOutcome::Draw) => {
                away(self.agreement(), seat)
            }
        }
    }

    /// The ending if all agree on a draw.
    pub(crate) fn agreement(&self) -> Ended {
        match self {
            Playing::Chess(_) => ended_chess(&Ending::new(Outcome::Draw, Reason::Agreement)),
            Playing::Duplicate(game) => {
                let mut agreed = game.as_ref().clone();
                let ending = agreed.declare(Declaration::Draw);
                ended_duplicate(&ending.expect("a game in progress can be drawn"))
            }
        }
    }

    fn given_up(&self, seat: Seat, judge: &dyn Judge, reason: impl Fn(Color) -> Reason) -> Ended {
        match self {
            Playing::Chess(game) => {
                let by = match seat {
                    Seat::Black => Color::Black,
                    Seat::White | Seat::North | Seat::South | Seat::East | Seat::West => {
                        Color::White
                    }
                };
                let mut reasons = vec![reason(by)];
                let outcome = match judge.can_mate(game.position(), !by) {
                    Judgment::No => {
                        reasons.push(Reason::CannotMate(!by));
                        Outcome::Draw
                    }
                    Judgment::Yes | Judgment::Unknown => Outcome::Win(!by),
                };
                ended_chess(&Ending { outcome, reasons })
            }
            Playing::Duplicate(game) => {
                let compass = compass_of(seat).unwrap_or(duplicate::Seat::North);
                let mut resigned = game.as_ref().clone();
                let ending = resigned.declare(Declaration::Resignation(compass));
                ended_duplicate(&ending.expect("the game is in progress"))
            }
        }
    }
}

/// The ending of a game of chess whose player is absent.
fn away(mut ended: Ended, seat: Seat) -> Ended {
    "absence".clone_into(&mut ended.reason);
    ended.words = format!("{seat} is away");
    ended
}

fn read_move(game: &Game, text: &str) -> Result<Move, TableRefusal> {
    let sent: UciMove = text.parse().map_err(illegal)?;
    Ok(game.position().understand_uci(sent))
}

fn illegal(error: impl ToString) -> TableRefusal {
    TableRefusal::IllegalMove(error.to_string())
}

fn seat_of_color(color: Color) -> Seat {
    match color {
        Color::White => Seat::White,
        Color::Black => Seat::Black,
    }
}

fn seat_of_compass(seat: duplicate::Seat) -> Seat {
    match seat {
        duplicate::Seat::North => Seat::North,
        duplicate::Seat::South => Seat::South,
        duplicate::Seat::East => Seat::East,
        duplicate::Seat::West => Seat::West,
    }
}

/// A seat of the four boards; `None` for a seat of one board.
#[must_use]
pub fn compass_of(seat: Seat) -> Option<duplicate::Seat> {
    let mut seats = duplicate::Seat::ALL.into_iter();
    seats.find(|&compass| seat_of_compass(compass) == seat)
}

fn ended_chess(ending: &Ending) -> Ended {
    let score = |color| match ending.outcome.winner() {
        None => Score::Draw,
        Some(winner) if winner == color => Score::Win,
        Some(_) => Score::Loss,
    };
    Ended {
        reason: ending.reason().code().to_owned(),
        scores: BTreeMap::from(Color::ALL.map(|color| (seat_of_color(color), score(color)))),
        words: ending.to_string(),
    }
}

fn ended_duplicate(ending: &duplicate::Ending) -> Ended {
    let score = |score| match score {
        duplicate::Score::Win => Score::Win,
        duplicate::Score::Draw => Score::Draw,
        duplicate::Score::Loss => Score::Loss,
    };
    let scores = ending.scores.iter();
    Ended {
        reason: ending.cause.name().to_owned(),
        scores: scores
            .map(|(seat, &of)| (seat_of_compass(seat), score(of)))
            .collect(),
        words: ending.to_string(),
    }
}
