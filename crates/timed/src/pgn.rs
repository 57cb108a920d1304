//! Clocks in PGN: the TimeControl tag, `%clk` after each move, and our own tag for the current times
//! of both clocks.
//!
//! Only a game saved by this program continues with its clocks. In a game from elsewhere the clocks
//! are just comments: nobody wants a flag to fall while looking at it.

use std::time::Duration;

use chess::Color;
use clock::TimeControl;
use game::pgn::{Comment, Tree};
use game::{Game, Remark};

use crate::{TimedGame, Timing};

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

/// Writes the time control and, after each move, the clock of the player who made it. Writes nothing
/// if there is no limit.
pub fn write(timed: &TimedGame, tree: &mut Tree) {
    let Some(terms) = timed.terms() else {
        return;
    };
    set(tree, CONTROL_TAG, &terms.to_string());
    let line: Vec<_> = tree.main_line().collect();
    for (ply, id) in (1..).zip(line).skip(timed.timing().since()) {
        let node = tree.node_mut(id);
        let mover = !node.position().turn();
        let Some(left) = timed.timing().shown(ply, mover as usize) else {
            continue;
        };
        let clock = Comment::of_clock(left);
        let says_so = |comment: &Comment| comment.clock() == clock.clock();
        if !node.comments.iter().any(says_so) {
            let others = node.comments.iter().filter_map(|c| c.without("clk"));
            node.comments = std::iter::once(clock).chain(others).collect();
        }
    }
}

/// Writes the current times, so that a saved game continues where it was left.
pub fn write_now(timed: &TimedGame, tree: &mut Tree, now: Duration) {
    let [white, black] = Color::ALL.map(|side| {
        let comment = timed.left(side, now).map(Comment::of_clock);
        let time = comment.as_ref().and_then(|comment| comment.command("clk"));
        time.map(str::to_owned)
    });
    if let (Some(white), Some(black)) = (white, black) {
        set(tree, CLOCKS_TAG, &format!("white {white} black {black}"));
    }
}

/// Takes the clocks of a saved game from its tags.
///
/// # Errors
///
/// Returns an error with the text found if the clocks cannot be read.
pub fn take_saved(tree: &mut Tree) -> Result<Option<SavedClocks>, BadClocks> {
    let Some(text) = tree.tags.get(CLOCKS_TAG).map(str::to_owned) else {
        return Ok(None);
    };
    let terms = tree
        .tags
        .get(CONTROL_TAG)
        .and_then(|text| text.parse().ok());
    tree.tags.remove(CLOCKS_TAG);
    match terms.zip(times(&text)) {
        Some((terms, left)) => Ok(Some(SavedClocks {
            control: TimeControl::Limited(terms),
            left,
        })),
        None => Err(BadClocks { found: text }),
    }
}

/// The clocks with which a game was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedClocks {
    control: TimeControl,
    left: [Duration; 2],
}

impl SavedClocks {
    /// The clocks of the loaded game, after each of its moves as its comments and wrong claims say.
    /// They stand.
    #[must_use]
    pub fn timing(&self, game: &Game, tree: &Tree) -> Timing {
        let mut timing = Timing::new([self.control; 2], 0);
        let claims: Vec<_> = game.record().remarks;
        let nodes = std::iter::once(tree.root()).chain(tree.main_line());
        for (ply, id) in nodes.enumerate() {
            let node = tree.node(id);
            let mover = (ply > 0).then_some(!node.position().turn());
            let said = node.comments.iter().find_map(Comment::clock);
            if let Some(mover) = mover {
                timing.step(Some(mover as usize), None, Duration::ZERO);
                if let Some(left) = said {
                    timing.set_left(mover as usize, left);
                    timing.set_shown();
                }
            }
            for (at, remark) in &claims {
                if let Remark::ClaimRefused(claim) = remark
                    && *at == ply
                    // The comment already has the clock of the player who made the move.
                    && mover != Some(!claim.by)
                    && let Some(terms) = self.control.terms()
                {
                    timing.give(!claim.by as usize, terms.wrong_claim_bonus());
                }
            }
            if mover.is_some() && said.is_none() {
                timing.forget_shown();
            }
        }
        if game.undoable() > game.ply() {
            timing.step(None, None, Duration::ZERO);
        }
        for side in Color::ALL {
            timing.set_left(side as usize, self.left[side as usize]);
        }
        timing
    }
}

/// The times of both clocks, as text.
fn times(text: &str) -> Option<[Duration; 2]> {
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
