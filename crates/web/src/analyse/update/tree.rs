//! Commands that change the game: lines, comments and glyphs.

use game::pgn::{Comment, NodeId};

use crate::analyse::{Effect, GLYPHS, Study, TreeCommand};
use crate::notice::Notice;

impl Study {
    pub(super) fn change(&mut self, command: TreeCommand) -> Vec<Effect> {
        match command {
            TreeCommand::Remove => self.remove(),
            TreeCommand::Promote => self.promote(),
            TreeCommand::Comment(text) => self.comment(&text),
            TreeCommand::Glyph(nag) => self.glyph(nag),
            TreeCommand::Play(m) => self.play(m),
            TreeCommand::Undo => self.undo(),
            TreeCommand::PlayLine { line, plies } => self.play_line(line, plies),
        }
    }

    /// The comment of the shown move, without clocks and other commands.
    #[must_use]
    pub fn comment_here(&self) -> String {
        let comments = self.tree.node(*self.at).comments.iter();
        let prose = comments.map(Comment::prose).filter(|text| !text.is_empty());
        prose.collect::<Vec<_>>().join(" ")
    }

    #[must_use]
    pub fn glyphs_here(&self) -> Vec<u8> {
        self.tree.node(*self.at).nags.clone()
    }

    /// Whether the shown move belongs to a variation.
    #[must_use]
    pub fn is_variation(&self) -> bool {
        !self.tree.node(*self.at).is_main()
    }

    fn remove(&mut self) -> Vec<Effect> {
        if *self.at == self.tree.root() {
            return self.shell.tell_bad("There is no move here to remove.");
        }
        self.remember();
        let before = self.tree.remove(*self.at);
        let effects = self.go(before, false);
        self.shell.show(Notice::good(
            "The move and its continuation were removed; Undo restores them.",
        ));
        effects
    }

    fn promote(&mut self) -> Vec<Effect> {
        let Some(first) = self.first_of_variation() else {
            return self.shell.tell_bad("This is the main line already.");
        };
        // The place in the variation is found again by the path to it.
        let way = self.way_from(first);
        self.remember();
        let Some(promoted) = self.tree.promote(first) else {
            self.earlier.pop();
            return self
                .shell
                .tell_bad("A line with a null move cannot be the main line.");
        };
        let mut at = promoted;
        for index in way {
            at = self.tree.children(at).nth(index).unwrap_or(at);
        }
        self.go(at, false)
    }

    /// The first move of the innermost variation around the shown move.
    fn first_of_variation(&self) -> Option<NodeId> {
        let mut at = *self.at;
        loop {
            let parent = self.tree.node(at).parent()?;
            if self.tree.children(parent).next() != Some(at) {
                return Some(at);
            }
            at = parent;
        }
    }

    /// The child indices on the path from a node to the shown one.
    fn way_from(&self, first: NodeId) -> Vec<usize> {
        let mut way = Vec::new();
        let mut at = *self.at;
        while at != first
            && let Some(parent) = self.tree.node(at).parent()
        {
            way.extend(self.tree.children(parent).position(|child| child == at));
            at = parent;
        }
        way.reverse();
        way
    }

    fn comment(&mut self, text: &str) -> Vec<Effect> {
        if text.trim() == self.comment_here() {
            return Vec::new();
        }
        self.remember();
        let comments = &mut self.tree.node_mut(*self.at).comments;
        // Clocks and evaluations stay; only the text is replaced.
        let commands: Vec<String> = comments
            .iter()
            .flat_map(Comment::commands)
            .map(|command| format!("[%{} {}]", command.name, command.argument))
            .collect();
        comments.clear();
        comments.extend(Comment::new(&commands.join(" ")));
        comments.extend(Comment::new(text));
        Vec::new()
    }

    fn glyph(&mut self, nag: u8) -> Vec<Effect> {
        if *self.at == self.tree.root() {
            return self
                .shell
                .tell_bad("Glyphs belong to a move: play or choose one.");
        }
        self.remember();
        let nags = &mut self.tree.node_mut(*self.at).nags;
        let had = nags.contains(&nag);
        // A move has at most one assessment.
        nags.retain(|other| !GLYPHS.iter().any(|(known, _, _)| known == other));
        if !had && nag != 0 {
            nags.insert(0, nag);
        }
        Vec::new()
    }

    fn undo(&mut self) -> Vec<Effect> {
        let Some((tree, at, chosen)) = self.earlier.pop() else {
            return self.shell.tell_bad("There is nothing to undo.");
        };
        self.put_back();
        *self.tree = tree;
        self.chosen = chosen;
        self.editor = None;
        let mut effects = self.stop_report();
        effects.extend(self.go(at, false));
        effects
    }

    fn play_line(&mut self, line: usize, plies: usize) -> Vec<Effect> {
        let found = self.engine.found();
        let moves = found.and_then(|found| found.lines.get(line));
        let moves = moves.map(|line| line.moves.iter().take(plies).copied().collect());
        self.play_moves(moves.unwrap_or_default())
    }

    pub(super) fn play_moves(&mut self, moves: Vec<chess::Move>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for m in moves {
            effects = self.play(m);
        }
        effects
    }
}
