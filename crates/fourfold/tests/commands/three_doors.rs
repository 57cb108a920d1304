//! The terminal, the page and a table are three doors to one timed game: the same commands at the
//! same times give the same moves, clocks, offers and ending.
//!
//! Two things are a table's own: its clocks run from its start, and a takeback there ends the
//! offers. So the first move is made at once, and only what leads to the same position in all three
//! is taken back.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use chess::{Color, Position};
use clock::{PerMove, TimeControl, Unit};
use game::{Command, Game, Profile, Start};
use proptest::prelude::*;
use proptest::sample::Index;
use referee::Referee;
use serde_json::json;
use tables::{Actor, Answer, Circumstances, LagSettings, Settings, Table, TableRefusal};
use terminal::Companion;
use terminal::dialog::Dialog;
use timed::TimedGame;
use web::hand::HandCommand;
use web::options::Options;
use web::play::{self, Effect, GameCommand, Play, Player, Setting};
use wire::{Offered, Seat};

/// What the player to move does, or that time passes.
#[derive(Clone, Debug)]
enum Deed {
    Move(String),
    Claim(Option<String>),
    Offer,
    Accept,
    Decline,
    Resign,
    TakeBack,
    Wait,
}

/// What everybody sees.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    moves: Vec<String>,
    /// Milliseconds of White and Black.
    left: [u128; 2],
    running: Option<Color>,
    /// Whether an offer of White and one of Black stands.
    offers: [bool; 2],
    ending: Option<String>,
}

impl State {
    fn of(game: &Game, left: [Option<Duration>; 2], running: Option<Color>) -> State {
        let moves = game.history().moves().iter();
        State {
            moves: moves
                .map(|m| m.to_uci(game.start().mode).to_string())
                .collect(),
            left: left.map(|left| left.unwrap().as_millis()),
            running,
            offers: Color::ALL.map(|side| game.offers().stands(side)),
            ending: game.ending().map(ToString::to_string),
        }
    }

    fn of_timed(timed: &TimedGame, now: Duration) -> State {
        let left = Color::ALL.map(|side| timed.left(side, now));
        State::of(timed.game(), left, timed.running())
    }
}

fn terminal_does(dialog: &mut Dialog, deed: &Deed, now: Duration) {
    let line = match deed {
        Deed::Move(text) => text.clone(),
        Deed::Claim(None) => "draw".to_owned(),
        Deed::Claim(Some(text)) => format!("draw {text}"),
        Deed::Offer => "offer".to_owned(),
        Deed::Accept => "accept".to_owned(),
        Deed::Decline => "decline".to_owned(),
        Deed::Resign => "resign".to_owned(),
        Deed::TakeBack => "undo".to_owned(),
        Deed::Wait => String::new(),
    };
    dialog.submit(&line, now);
}

fn page_does(play: &mut Play, deed: &Deed, now: Duration) {
    let commands = match deed.clone() {
        Deed::Move(text) => vec![HandCommand::Type(text).into()],
        // The page asks before a wrong claim.
        Deed::Claim(None) => vec![GameCommand::Claim.into(), GameCommand::ClaimAnyway.into()],
        Deed::Claim(Some(text)) => {
            vec![
                GameCommand::ClaimWithMove.into(),
                HandCommand::Type(text).into(),
                GameCommand::ClaimAnyway.into(),
            ]
        }
        Deed::Offer | Deed::Accept => vec![GameCommand::OfferDraw.into()],
        Deed::Decline => vec![GameCommand::DeclineDraw.into()],
        Deed::Resign => vec![GameCommand::Resign.into()],
        Deed::TakeBack => vec![GameCommand::TakeBack.into()],
        Deed::Wait => Vec::new(),
    };
    // What time brings comes first, as at the other doors.
    for command in [play::Command::Tick].into_iter().chain(commands) {
        for effect in play.update(command, now) {
            // Without a worker, the page asks its own referee.
            if let Effect::Judge(judge) = effect {
                play.update(play::Command::Failed(judge.id, String::new()), now);
            }
        }
    }
}

/// A table with its time and the number of commands so far.
struct Door {
    table: Table,
    commands: u32,
}

impl Door {
    fn open(start: Start, terms: &clock::Terms) -> Door {
        let (per_move, time) = match terms.per_move {
            PerMove::Increment(time) => ("increment_ms", time),
            PerMove::Delay(time) => ("delay_ms", time),
        };
        let asked = json!({
            "game": "chess",
            "clock": {"base_ms": terms.base.as_millis() as u64, per_move: time.as_millis() as u64},
            "fen": start.position.to_string(),
            "watch": "anyone",
        });
        // There is no network between the other doors and their players.
        let lag = LagSettings {
            base_ms: 0,
            per_mille: 0,
            ..Settings::current().lag
        };
        let settings = Settings {
            lag,
            ..Settings::current()
        };
        let asked = serde_json::from_value(asked).unwrap();
        let step = Table::open_with(&asked, &settings, 0).unwrap();
        let mut door = Door {
            table: step.after().clone(),
            commands: 0,
        };
        for seat in Seat::OF_CHESS {
            door.table.take(door.table.sit(seat, None, 0).unwrap());
        }
        door.tick(0);
        door
    }

    fn tick(&mut self, now: u64) {
        while let Some(step) = self.table.tick(now, &Referee::default()) {
            self.table.take(step);
        }
    }

    fn act(&mut self, seat: Seat, act: &wire::Act, now: u64) -> Result<(), TableRefusal> {
        self.commands += 1;
        let given = Circumstances {
            now,
            lag_ms: 0,
            away_ms: &BTreeMap::new(),
            judge: &Referee::default(),
        };
        let (who, id) = (Actor::Seat(seat), self.commands.to_string());
        let ply = Some(self.table.ply());
        match self.table.decide(who, &id, ply, act, &given)? {
            Answer::New(step) => self.table.take(*step),
            Answer::Before(_) => panic!("the id is new"),
        }
        Ok(())
    }

    fn does(&mut self, deed: &Deed, now: Duration) -> Result<(), TableRefusal> {
        let now = now.as_millis() as u64;
        let turn = self.table.turn();
        let what = Offered::Draw;
        let act = match deed.clone() {
            Deed::Move(text) => wire::Act::Move { text },
            Deed::Claim(text) => wire::Act::Claim { text },
            Deed::Offer => wire::Act::Offer { what },
            Deed::Accept => wire::Act::Accept { what },
            Deed::Decline => wire::Act::Decline { what },
            Deed::Resign => wire::Act::Resign,
            Deed::TakeBack => {
                let what = Offered::Takeback;
                let other = Seat::OF_CHESS.into_iter().find(|&seat| seat != turn);
                self.act(other.unwrap(), &wire::Act::Offer { what }, now)?;
                wire::Act::Accept { what }
            }
            Deed::Wait => return Ok(()),
        };
        self.act(turn, &act, now)
    }

    fn state(&self, now: Duration) -> State {
        let clocks = self.table.clocks_at(now.as_millis() as u64).unwrap();
        let offer = self.table.offer(Offered::Draw).map(|(by, _)| by);
        State {
            moves: self.table.snapshot().moves,
            left: Seat::OF_CHESS.map(|seat| clocks.left[&seat].into()),
            running: clocks.running.map(|seat| match seat {
                Seat::White => Color::White,
                _ => Color::Black,
            }),
            offers: Seat::OF_CHESS.map(|seat| offer == Some(seat)),
            ending: self.table.ended().map(|ended| ended.words.clone()),
        }
    }
}

/// A deed that means the same in all doors, by the game so far.
fn deed(game: &Game, kind: u8, pick: Index) -> Deed {
    let (moves, turn) = (game.position().legal_moves(), game.position().turn());
    let text = |pick: Index| {
        let m = moves[pick.index(moves.len())];
        m.to_uci(game.start().mode).to_string()
    };
    let is_offered = game.offers().stands(!turn);
    match kind {
        0 | 1 if is_offered => Deed::Accept,
        0 | 1 => Deed::Offer,
        2 if is_offered => Deed::Decline,
        // An offer of the opponent is accepted rather than answered by a claim.
        3 if !is_offered => Deed::Claim(None),
        4 => match game.claims_with().first().and_then(|claim| claim.with) {
            Some(m) => Deed::Claim(Some(m.to_uci(game.start().mode).to_string())),
            None => Deed::Claim(Some(text(pick))),
        },
        5 if pick.index(6) == 0 => Deed::Resign,
        6 | 7 if game.ply() > 1 => {
            let mut before = game.clone();
            let undone = before.execute(Command::Undo(NonZeroUsize::MIN));
            match undone.is_ok() && before.offers().is_empty() {
                true => Deed::TakeBack,
                false => Deed::Wait,
            }
        }
        8 => Deed::Wait,
        _ => Deed::Move(text(pick)),
    }
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1",
    "8/8/3k4/8/3K4/8/7R/7R w - - 97 130",
    "4k3/8/8/p7/P7/8/8/4K2N b - - 4 40",
];

const CONTROLS: [&str; 5] = ["1+2", "1d3", "0+5", "0.5", "90+30"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_commands_at_the_same_times_give_the_same_state(
        start in 0..STARTS.len(),
        control in 0..CONTROLS.len(),
        script in prop::collection::vec((0u8..16, any::<Index>(), 0u64..9_000), 1..60),
    ) {
        let start: Start = Position::from_fen(STARTS[start]).unwrap().into();
        let control = TimeControl::parse(CONTROLS[control], Unit::Minutes).unwrap();
        let rules = referee::rules(Profile::Fide);
        let mut dialog = Dialog::new(start, rules, control, Companion::default());
        let mut play = Play::new(
            Setting {
                white: Player::Person,
                black: Player::Person,
                control,
                start,
                is_arbiter: false,
                resigns: true,
            },
            Options::default(),
        );
        let mut door = Door::open(start, control.terms().unwrap());
        let mut now = Duration::ZERO;
        for (kind, pick, ms) in script {
            let game = play.game();
            if game.ending().is_some() {
                break;
            }
            if game.ply() > 0 {
                now += Duration::from_millis(ms);
            }
            door.tick(now.as_millis() as u64);
            let deed = match door.table.ended() {
                None => deed(game, kind, pick),
                // A flag has fallen. At a table, nothing is done after the end.
                Some(_) => Deed::Wait,
            };
            if door.does(&deed, now) == Err(TableRefusal::OfferedEnough) {
                // Only a table limits how often something is offered.
                continue;
            }
            terminal_does(&mut dialog, &deed, now);
            page_does(&mut play, &deed, now);
            let left = Color::ALL.map(|side| play.time_left(side));
            let page = State::of(play.game(), left, play.running_clock());
            prop_assert_eq!(&page, &State::of_timed(dialog.kept(), now), "{:?}", deed);
            let mut at_table = door.state(now);
            if play.game().ply() == 0 {
                at_table.running = None;
            }
            prop_assert_eq!(&page, &at_table, "{:?}", deed);
        }
    }
}
