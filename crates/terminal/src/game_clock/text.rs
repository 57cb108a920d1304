//! Clocks in PGN: the TimeControl tag, `%clk` after each move, and our own tag for the current times
//! of both clocks.
//!
//! Only a game saved by this program continues with its clocks. In a game from elsewhere the clocks
//! are just comments: nobody wants a flag to fall while looking at it.

use std::time::Duration;

use chess::Color;
use game::pgn::{Comment, Tree};
use game::{Record, Remark};

use super::{GameClock, seat};

const CONTROL_TAG: &str = "TimeControl";
const CLOCKS_TAG: &str = "FourfoldClocks";

/// The clocks of a saved game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected clocks such as \"white 0:05:00 black 0:04:59.5\", found {found:?}: the game goes on without them"
)]
pub struct BadClocks {
    found: String,
}

impl GameClock {
    /// Writes the time control and, after each move, the clock of the player who made it.
    pub fn write(&self, tree: &mut Tree) {
        set(tree, CONTROL_TAG, &self.terms.to_string());
        let line: Vec<_> = tree.main_line().collect();
        for (ply, id) in (1..).zip(line) {
            let Some(shown) = self.by_ply.get(ply).filter(|_| ply > self.since) else {
                continue;
            };
            let node = tree.node_mut(id);
            let mover = !node.position().turn();
            let left = shown.left(seat(mover), Duration::ZERO);
            let clock = Comment::of_clock(left.expect("both clocks have a limit"));
            let says_so = |comment: &Comment| comment.clock() == clock.clock();
            if !node.comments.iter().any(says_so) {
                let others = node.comments.iter().filter_map(|c| c.without("clk"));
                node.comments = std::iter::once(clock).chain(others).collect();
            }
        }
    }

    /// Writes the current times, so that a saved game continues where it was left.
    pub fn write_now(&self, tree: &mut Tree, now: Duration) {
        let [white, black] = Color::ALL.map(|side| {
            let comment = Comment::of_clock(self.left(side, now));
            comment.command("clk").unwrap_or_default().to_owned()
        });
        set(tree, CLOCKS_TAG, &format!("white {white} black {black}"));
    }

    /// The clocks of a saved game, which resume now; `None` if it was played without clocks. Removes
    /// their tag.
    ///
    /// # Errors
    ///
    /// Returns an error with the text found if the clocks cannot be read.
    pub fn take_from(
        tree: &mut Tree,
        record: &Record,
        now: Duration,
    ) -> Result<Option<GameClock>, BadClocks> {
        let Some(text) = tree.tags.get(CLOCKS_TAG).map(str::to_owned) else {
            return Ok(None);
        };
        let terms = tree
            .tags
            .get(CONTROL_TAG)
            .and_then(|text| text.parse().ok());
        tree.tags.remove(CLOCKS_TAG);
        let read = terms.zip(shown(&text));
        let (terms, left) = read.ok_or(BadClocks { found: text })?;
        let mut clock = GameClock::new(terms, 0);
        clock.replay(tree, record);
        for side in Color::ALL {
            clock.set_left(side, left[seat(side)]);
        }
        if !record.moves.is_empty() && record.ending.is_none() {
            clock.clocks.start(seat(record.last.turn()), now);
        }
        Ok(Some(clock))
    }

    /// Restores the clocks after each ply from the comments and the bonuses for wrong claims.
    fn replay(&mut self, tree: &Tree, record: &Record) {
        self.by_ply.clear();
        let nodes = std::iter::once(tree.root()).chain(tree.main_line());
        for (ply, id) in nodes.enumerate() {
            let node = tree.node(id);
            let mover = (ply > 0).then_some(!node.position().turn());
            if let Some(mover) = mover {
                self.clocks.press(seat(mover), None, Duration::ZERO);
                match node.comments.iter().find_map(Comment::clock) {
                    Some(left) => self.set_left(mover, left),
                    None => self.since = ply,
                }
            }
            for (at, remark) in &record.remarks {
                if let Remark::ClaimRefused(claim) = remark
                    && *at == ply
                    // The comment already has the clock of the player who made the move.
                    && mover != Some(!claim.by)
                {
                    let bonus = self.terms.wrong_claim_bonus();
                    self.clocks.add(seat(!claim.by), bonus);
                }
            }
            self.by_ply.push(self.clocks.clone());
        }
    }

    fn set_left(&mut self, side: Color, left: Duration) {
        let shown = self.left(side, Duration::ZERO);
        self.clocks.add(seat(side), left.saturating_sub(shown));
        self.clocks.subtract(seat(side), shown.saturating_sub(left));
    }
}

/// The times of both clocks, as text.
fn shown(text: &str) -> Option<[Duration; 2]> {
    let mut words = text.split_whitespace();
    let mut clock = |side| {
        let is_side = words.next() == Some(side);
        let comment = Comment::new(&format!("[%clk {}]", words.next()?))?;
        comment.clock().filter(|_| is_side)
    };
    let left = [clock("white")?, clock("black")?];
    words.next().is_none().then_some(left)
}

fn set(tree: &mut Tree, name: &str, value: &str) {
    tree.tags.set(name, value).expect("the name is a tag name");
}
