//! Import of games and positions.

use game::pgn::{NodeId, Tree};

use crate::analyse::{Dialog, Effect, FileCommand, Study};
use crate::notice::Notice;
use crate::single::import::{self, GAMES_MAX, Import, ImportedGame, LoadGame};
use crate::words::sentence;

impl Study {
    pub(super) fn file(&mut self, command: FileCommand) -> Vec<Effect> {
        match command {
            FileCommand::Choose(index) => self.choose(index),
            FileCommand::Step { is_forward } => {
                let step = if is_forward { 1 } else { -1 };
                let index = self.chosen.and_then(|index| index.checked_add_signed(step));
                index.map_or_else(Vec::new, |index| self.choose(index))
            }
            FileCommand::New => self.open(Tree::default()),
        }
    }

    pub(super) fn load(&mut self, load: LoadGame) -> Vec<Effect> {
        match load {
            LoadGame::Text { text, cut_from } => self.import(&text, cut_from),
            LoadGame::Failed(why) => self.shell.tell_bad(import::unreadable(&why)),
        }
    }

    fn import(&mut self, text: &str, cut_from: Option<u64>) -> Vec<Effect> {
        match import::read(text, cut_from.is_some()) {
            Err(error) => self.shell.tell_bad(sentence(&error.to_string())),
            Ok(Import::Position(start)) => self.open(Tree::new(start)),
            Ok(Import::Link(game)) => self.open_at(game.tree, game.shown),
            Ok(Import::Games(mut games)) => match (games.len(), games.pop()) {
                (1, Some(game)) => self.open_game(game),
                (_, last) => {
                    games.extend(last);
                    self.offer(games, cut_from)
                }
            },
        }
    }

    fn offer(&mut self, games: Vec<ImportedGame>, cut_from: Option<u64>) -> Vec<Effect> {
        let count = games.len();
        self.games = games;
        self.chosen = None;
        self.shell.dialog = Some(Dialog::Games);
        match cut_from {
            Some(bytes) => {
                let megabytes = bytes / 1_000_000;
                self.shell.tell_good(format!(
                    "The file has {megabytes} MB; its first {count} games are listed."
                ))
            }
            None if count == GAMES_MAX => self
                .shell
                .tell_good(format!("The first {count} games of the file are listed.")),
            None => Vec::new(),
        }
    }

    /// Shows one of the games of a file. Changes of the one before are kept there.
    fn choose(&mut self, index: usize) -> Vec<Effect> {
        self.put_back();
        let Some(game) = self.games.get(index).cloned() else {
            return Vec::new();
        };
        let was_chosen = self.chosen.is_some();
        let effects = self.open_game(game);
        self.chosen = Some(index);
        if was_chosen && self.shell.complaint().is_none() {
            self.shell.clear();
        }
        effects
    }

    /// Puts the shown game back among the games of its file.
    pub(super) fn put_back(&mut self) {
        if let Some(game) = self.chosen.and_then(|index| self.games.get_mut(index)) {
            game.tree = Tree::clone(&self.tree);
        }
    }

    fn open_game(&mut self, game: ImportedGame) -> Vec<Effect> {
        let complaint = game.complaint();
        let effects = self.open(game.tree);
        if let Some(complaint) = complaint {
            self.shell.show(complaint);
        }
        effects
    }

    /// Shows another game at one of its moves. The previous one can be restored.
    pub(super) fn open_at(&mut self, tree: Tree, shown: NodeId) -> Vec<Effect> {
        let mut effects = self.open(tree);
        let notice = self.shell.notice().cloned();
        effects.extend(self.go(shown, false));
        if let Some(notice) = notice {
            self.shell.show_silently(notice);
        }
        effects
    }

    /// Shows a game after this many plies of its main line, replacing the previous one.
    pub fn show(&mut self, tree: Tree, plies: usize) -> Vec<Effect> {
        let line = core::iter::once(tree.root()).chain(tree.main_line());
        let at = line.take(plies.saturating_add(1)).last();
        let at = at.unwrap_or(tree.root());
        *self.tree = tree;
        self.earlier.clear();
        self.shell.dialog = None;
        self.editor = None;
        let mut effects = self.stop_report();
        effects.extend(self.go(at, false));
        effects
    }

    /// Shows another game from its start. The previous one can be restored.
    pub(super) fn open(&mut self, tree: Tree) -> Vec<Effect> {
        let had_moves = !self.tree.is_empty();
        self.remember();
        self.put_back();
        self.chosen = None;
        *self.tree = tree;
        self.shell.dialog = None;
        self.editor = None;
        let mut effects = self.stop_report();
        effects.extend(self.go(self.tree.root(), false));
        if had_moves {
            self.shell
                .show(Notice::good("Undo restores the previous game."));
        }
        effects
    }
}
