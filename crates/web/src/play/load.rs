//! Import of games and positions, and export of the game.

use std::time::Duration;

use clock::{TimeControl, Unit};
use game::pgn::{Comment, NodeId, Tree};
use game::{GameResult, Start};

use super::{Effect, Play, Player, ROUTE, Setting};
use crate::effects::{Download, PGN};
use crate::notice::Notice;
use crate::share::SharedGame;
use crate::single::import::{self, Import, LoadGame};
use crate::single::link::LinkedGame;
use crate::words::sentence;

impl Play {
    /// Goes on with the game of a text, or starts from its position. A text that cannot be used is
    /// refused in the dialog where it was given, and nothing changes.
    pub(super) fn load(&mut self, load: LoadGame) -> Vec<Effect> {
        if self.remote.is_some() {
            return Vec::new();
        }
        let (text, cut_from) = match load {
            LoadGame::Text { text, cut_from } => (text, cut_from),
            LoadGame::Failed(why) => return self.shell.tell_bad(import::unreadable(&why)),
        };
        let import = match import::read(&text, cut_from.is_some()) {
            Err(error) => return self.shell.tell_bad(sentence(&error.to_string())),
            Ok(import) => import,
        };
        self.shell.dialog = None;
        let is_replaced = !self.log.is_empty();
        let effects = self.open(import, cut_from);
        if is_replaced {
            if self.shell.notice().is_none() {
                self.shell.show(Notice::good(
                    "The game is loaded. The previous one can be restored.",
                ));
            }
            self.offer_aside();
        }
        effects
    }

    fn open(&mut self, import: Import, cut_from: Option<u64>) -> Vec<Effect> {
        match import {
            Import::Position(start) => self.begin(between_people(start, None)),
            Import::Link(game) => {
                let mut effects = self.load_tree(&game.tree);
                effects.extend(self.look(super::LookCommand::Show(game.plies())));
                effects
            }
            Import::Games(games) => {
                let Some(game) = games.first() else {
                    return Vec::new();
                };
                let effects = self.load_tree(&game.tree);
                *self.source = Some(game.tree.clone());
                if let Some(complaint) = game.complaint() {
                    self.shell.show(complaint);
                } else if let Some(bytes) = cut_from {
                    let megabytes = bytes / 1_000_000;
                    let text = format!(
                        "The file has {megabytes} MB: its first game is loaded. Open it in the \
                         analysis to choose another."
                    );
                    self.shell.show(Notice::good(&text));
                } else if games.len() > 1 {
                    let text = format!(
                        "The first of {} games is loaded. Open the file in the analysis to choose \
                         another.",
                        games.len()
                    );
                    self.shell.show(Notice::good(&text));
                }
                effects
            }
        }
    }

    /// The game of a tree, with its clocks, offers and result.
    fn load_tree(&mut self, tree: &Tree) -> Vec<Effect> {
        let control = tree.tags.get("TimeControl");
        let effects = self.begin(between_people(*tree.start(), control));
        let mode = tree.start().mode;
        let mut times = [None, None];
        for id in tree.main_line() {
            let node = tree.node(id);
            let Some(m) = node.played() else {
                break;
            };
            let mover = !node.position().turn();
            times[mover as usize] = clock_after(tree, id).or(times[mover as usize]);
            let line = format!("m {}{}", m.to_uci(mode), with_times(times));
            // The Laws may have ended the game before its record does.
            if self.replay(&line).is_none() {
                break;
            }
            for by in node.draw_offers() {
                let _ = self.replay(&format!("o {}", by.letter()));
            }
        }
        if self.timed.game().ending().is_none() && tree.result != GameResult::Unknown {
            let _ = self.replay(&format!("x {}", tree.result));
        }
        self.is_loaded = true;
        self.speak_state();
        effects
    }

    /// Ends the game as recorded, if the record gives no reason.
    pub(super) fn end_as_stated(&mut self, result: GameResult) -> Option<()> {
        self.timed.end_as_stated(result.outcome()?)
    }

    fn linked(&self) -> LinkedGame {
        let game = self.timed.game();
        LinkedGame::of_line(
            game.start(),
            game.history().moves(),
            self.shown().min(game.ply()),
            game.result(),
        )
    }

    /// The whole game for the analysis, at the shown ply.
    #[must_use]
    pub fn analysis(&self) -> LinkedGame {
        let tree = self.tree();
        let shown = tree.main_line().take(self.shown()).last();
        let shown = shown.unwrap_or(tree.root());
        LinkedGame { tree, shown }
    }

    /// The game for export, at the shown ply.
    #[must_use]
    pub fn shared(&self) -> SharedGame {
        SharedGame {
            fragment: format!("{ROUTE}?{}", self.linked().write()),
            position: self.position().to_string(),
            file: Download {
                name: format!("fourfold-{}-plies.pgn", self.timed.game().ply()),
                kind: PGN,
                text: self.pgn(),
            },
        }
    }
}

/// Two people at this screen continue from here.
fn between_people(start: Start, control: Option<&str>) -> Setting {
    let control = control.and_then(|text| TimeControl::parse(text, Unit::Seconds).ok());
    Setting {
        white: Player::Person,
        black: Player::Person,
        control: control.unwrap_or(TimeControl::Unlimited),
        start,
        is_arbiter: false,
        resigns: true,
    }
}

/// The mover's remaining time after a move.
fn clock_after(tree: &Tree, id: NodeId) -> Option<Duration> {
    tree.node(id).comments.iter().find_map(Comment::clock)
}

/// The remaining times in log format.
fn with_times(times: [Option<Duration>; 2]) -> String {
    match times.map(|time| time.map(|time| time.as_millis())) {
        [None, None] => String::new(),
        [white, black] => {
            let text = |time: Option<u128>| time.map_or("-".to_owned(), |time| time.to_string());
            format!("@{},{}", text(white), text(black))
        }
    }
}
