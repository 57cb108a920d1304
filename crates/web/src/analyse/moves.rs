//! The game as text: the main line, with variations below the moves they replace.

use chess::Color;
use game::pgn::{NodeId, Step, Tree};

use super::Study;

/// A block of text: the main line, or a variation with its subvariations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub is_main: bool,
    pub items: Vec<Item>,
}

/// A part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    Move {
        id: NodeId,
        /// Its index in the order of the text, from 1.
        order: usize,
        /// The move with its number and glyphs.
        text: String,
    },
    Comment(String),
    /// A subvariation begins.
    Open,
    /// It ends.
    Close,
}

/// The glyphs that have a button, with their symbols and names.
pub const GLYPHS: [(u8, &str, &str); 6] = [
    (1, "!", "good move"),
    (2, "?", "mistake"),
    (3, "!!", "brilliant move"),
    (4, "??", "blunder"),
    (5, "!?", "interesting move"),
    (6, "?!", "dubious move"),
];

/// The symbols of glyphs without a button.
const SIGNS: [(u8, &str); 9] = [
    (10, "="),
    (13, "\u{221e}"),
    (14, "\u{2a72}"),
    (15, "\u{2a71}"),
    (16, "\u{b1}"),
    (17, "\u{2213}"),
    (18, "+\u{2212}"),
    (19, "\u{2212}+"),
    (22, "\u{2a00}"),
];

impl Study {
    #[must_use]
    pub fn blocks(&self) -> Vec<Block> {
        let mut writer = Writer {
            tree: &self.tree,
            blocks: Vec::new(),
            depth: 0,
            order: 0,
            needs_number: true,
        };
        let root = self.tree.node(self.tree.root());
        writer.comments(root.comments.iter().map(game::pgn::Comment::prose));
        for step in self.tree.walk() {
            writer.step(step);
        }
        writer.blocks
    }

    /// The move with this index in the order of the text, from 1.
    pub(super) fn node_in_order(&self, order: usize) -> Option<NodeId> {
        let mut moves = self.tree.walk().filter_map(|step| match step {
            Step::Move(id) => Some(id),
            Step::VariationStart | Step::VariationEnd => None,
        });
        moves.nth(order.checked_sub(1)?)
    }

    /// The index of the shown move in the order of the text; 0 at the start.
    pub(super) fn order(&self) -> usize {
        let moves = self.tree.walk().filter_map(|step| match step {
            Step::Move(id) => Some(id),
            Step::VariationStart | Step::VariationEnd => None,
        });
        moves
            .into_iter()
            .position(|id| id == *self.at)
            .map_or(0, |index| index + 1)
    }
}

struct Writer<'t> {
    tree: &'t Tree,
    blocks: Vec<Block>,
    depth: usize,
    order: usize,
    /// Whether Black's next move needs a number because the text was interrupted before it.
    needs_number: bool,
}

impl Writer<'_> {
    fn step(&mut self, step: Step) {
        match step {
            Step::VariationStart => {
                self.depth += 1;
                match self.depth {
                    1 => self.blocks.push(Block {
                        is_main: false,
                        items: Vec::new(),
                    }),
                    _ => self.push(Item::Open),
                }
                self.needs_number = true;
            }
            Step::VariationEnd => {
                if self.depth > 1 {
                    self.push(Item::Close);
                }
                self.depth = self.depth.saturating_sub(1);
                self.needs_number = true;
            }
            Step::Move(id) => self.write_move(id),
        }
    }

    fn write_move(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        let before = node.parent().map(|parent| self.tree.position(parent));
        let Some(before) = before else {
            return;
        };
        let said_before: Vec<String> = node
            .comments_before()
            .iter()
            .map(game::pgn::Comment::prose)
            .collect();
        self.comments(said_before.into_iter());
        let number = before.fullmoves();
        let mut text = match (before.turn(), self.needs_number) {
            (Color::White, _) => format!("{number}. "),
            (Color::Black, true) => format!("{number}\u{2026} "),
            (Color::Black, false) => String::new(),
        };
        match node.played() {
            Some(m) => text.push_str(&before.san(m).to_string()),
            None => text.push_str("--"),
        }
        for &nag in &node.nags {
            text.push_str(&sign(nag));
        }
        self.order += 1;
        self.needs_number = false;
        let order = self.order;
        self.push(Item::Move { id, order, text });
        self.comments(node.comments.iter().map(game::pgn::Comment::prose));
    }

    fn comments(&mut self, comments: impl Iterator<Item = String>) {
        for text in comments.filter(|text| !text.is_empty()) {
            self.push(Item::Comment(text));
            self.needs_number = true;
        }
    }

    fn push(&mut self, item: Item) {
        let is_main = self.depth == 0;
        match self.blocks.last_mut() {
            Some(block) if block.is_main == is_main => block.items.push(item),
            _ => self.blocks.push(Block {
                is_main,
                items: vec![item],
            }),
        }
    }
}

/// The symbol of a glyph after a move.
fn sign(nag: u8) -> String {
    if let Some((_, sign, _)) = GLYPHS.iter().find(|(known, _, _)| *known == nag) {
        return (*sign).to_owned();
    }
    match SIGNS.iter().find(|(known, _)| *known == nag) {
        Some((_, sign)) => format!(" {sign}"),
        None => format!(" ${nag}"),
    }
}
