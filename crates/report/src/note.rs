//! Writes a report into a game.

use game::pgn::{NodeId, Tree};

use crate::{Evaluation, Judgment, Look};

/// The command of PGN comments that holds an evaluation.
const EVAL: &str = "eval";

/// The maximum number of moves of a better line.
const LINE_MAX: usize = 10;

/// The glyphs that assess a move: `!`, `?`, `!!`, `??`, `!?` and `?!`.
const ASSESSMENTS: core::ops::RangeInclusive<u8> = 1..=6;

/// Writes what a look found at the position after this many moves of the main line. The positions
/// after it must have been noted before.
///
/// If the player chose the best move, the position is worth what the next one is worth: that was
/// searched deeper. If the next move lost much, it gets a glyph unless it has one, and the better
/// line becomes a variation.
pub fn note(tree: &mut Tree, ply: usize, look: &Look) {
    let line: Vec<NodeId> = core::iter::once(tree.root())
        .chain(tree.main_line())
        .collect();
    let Some(&here) = line.get(ply) else {
        return;
    };
    let played = line.get(ply + 1).copied();
    let evaluation = settled(tree, here, played, look);
    if !matches!(evaluation, Evaluation::Over(_)) {
        let text = evaluation.to_string();
        tree.node_mut(here).set_command(EVAL, Some(&text));
    }
    let Some(played) = played else {
        return;
    };
    let after = Evaluation::at(tree, played);
    let mover = tree.position(here).turn();
    let judgment = after.and_then(|after| Judgment::of_step(evaluation, after, mover));
    if let Some(judgment) = judgment {
        assess(tree, played, judgment);
        add_better(tree, here, look);
    }
}

/// Removes all evaluations of the main line.
pub fn clear(tree: &mut Tree) {
    let line: Vec<NodeId> = core::iter::once(tree.root())
        .chain(tree.main_line())
        .collect();
    for id in line {
        tree.node_mut(id).set_command(EVAL, None);
    }
}

/// The evaluation of a position by the look at it and, if the best or only move was played, by what
/// followed.
fn settled(tree: &Tree, here: NodeId, played: Option<NodeId>, look: &Look) -> Evaluation {
    let position = tree.position(here);
    let next = played.and_then(|played| Some((played, Evaluation::at(tree, played)?)));
    let Some((played, after)) = next else {
        return look.evaluation;
    };
    let is_best = look.line.first().copied() == tree.node(played).played();
    match is_best || position.legal_moves().len() == 1 {
        true => after.before(position.turn()),
        false => look.evaluation,
    }
}

fn assess(tree: &mut Tree, id: NodeId, judgment: Judgment) {
    let nags = &mut tree.node_mut(id).nags;
    if !nags.iter().any(|nag| ASSESSMENTS.contains(nag)) {
        nags.insert(0, judgment.glyph());
    }
}

/// Adds the better line as a variation, unless its first move is there.
fn add_better(tree: &mut Tree, here: NodeId, look: &Look) {
    let first = look.line.first().copied();
    let is_there = tree
        .children(here)
        .any(|child| tree.node(child).played() == first);
    if is_there {
        return;
    }
    let mut last = here;
    for &m in look.line.iter().take(LINE_MAX) {
        match tree.add(last, m) {
            Ok(added) => last = added,
            Err(_) => break,
        }
    }
}
