//! Import of games and positions.

use game::pgn::{NodeId, Tree};

use crate::analyse::{Dialog, Effect, FileCommand, Study};
use crate::notice::Notice;
use crate::single::import::{self, GAMES_MAX, Import, ImportedGame, LoadGame};
use crate::single::link::LinkedGame;
use crate::words::sentence;

impl Study {
    pub(super) fn file(&mut self, command: FileCommand) -> Vec<Effect> {
        match command {
            FileCommand::Choose(index) => match self.games.get(index).cloned() {
                Some(game) => self.open_game(game),
                None => Vec::new(),
            },
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
            Ok(Import::Link(game)) => self.open_link(&game),
            Ok(Import::Games(mut games)) => match (games.len(), games.pop()) {
                (1, Some(game)) => self.open_game(game),
                (_, last) => {
                    games.extend(last);
                    self.offer(games, cut_from)
                }
            },
        }
    }

    /// Offers the games of a file.
    fn offer(&mut self, games: Vec<ImportedGame>, cut_from: Option<u64>) -> Vec<Effect> {
        let count = games.len();
        self.games = games;
        self.shell.dialog = Some(Dialog::Games);
        match cut_from {
            Some(bytes) => {
                let megabytes = bytes / 1_000_000;
                self.shell.tell_good(format!(
                    "The file has {megabytes} MB; its first {count} games are here."
                ))
            }
            None if count == GAMES_MAX => self
                .shell
                .tell_good(format!("The first {count} games of the file are here.")),
            None => Vec::new(),
        }
    }

    fn open_game(&mut self, game: ImportedGame) -> Vec<Effect> {
        let effects = self.open(game.tree);
        if let Some(problem) = game.problem {
            let text = format!("The game is shown up to an error. {problem}");
            self.shell.show(Notice::bad(sentence(&text)));
        }
        effects
    }

    /// Opens the game of a link, at the move that it shows.
    pub fn open_link(&mut self, game: &LinkedGame) -> Vec<Effect> {
        let mut tree = Tree::new(game.start);
        let (mut last, mut shown) = (tree.root(), tree.root());
        for (index, &m) in game.moves.iter().enumerate() {
            // A link is parsed by playing it, so its moves are legal.
            let Ok(next) = tree.add(last, m) else {
                break;
            };
            last = next;
            if index < game.shown {
                shown = next;
            }
        }
        tree.result = game.result;
        self.open_at(tree, shown)
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
        self.go(at, false)
    }

    /// Shows another game from its start. The previous one can be restored.
    pub(super) fn open(&mut self, tree: Tree) -> Vec<Effect> {
        let had_moves = !self.tree.is_empty();
        self.remember();
        *self.tree = tree;
        self.shell.dialog = None;
        self.editor = None;
        let effects = self.go(self.tree.root(), false);
        if had_moves {
            self.shell
                .show(Notice::good("Undo restores the previous game."));
        }
        effects
    }
}
