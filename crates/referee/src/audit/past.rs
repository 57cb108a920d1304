//! Claims, and automatic draws by the counts of moves and positions.

use core::ops::Range;

use chess::Position;
use game::{AutomaticDraws, Claim, FIFTY_MOVES, GameResult, Ground, History, Reason, THREEFOLD};

use crate::Prover;

use super::{Case, Found, Matter, close};

/// The earliest plies at which the counts gave a right to claim or ended the game.
#[derive(Default)]
struct Counts {
    /// The first claim on each ground.
    claims: [Option<(usize, Claim)>; 2],
    /// The first automatic draw.
    draw: Option<(usize, Reason)>,
}

/// All findings of the Laws about a game.
pub(super) fn look(case: &Case<'_>, prover: &mut Prover, found: &mut Vec<Found>) {
    let mut counts = Counts::default();
    for plies in case.line.candidate_stretches(&case.start.position) {
        count(case, plies, &mut counts);
    }
    let end = close::end(case, prover, counts.draw);
    for (ply, claim) in counts.claims.into_iter().flatten() {
        if end.as_ref().is_none_or(|end| ply < end.ply) {
            found.push(claimable(case, ply, claim));
        }
    }
    close::look(case, prover, end, found);
}

fn claimable(case: &Case<'_>, ply: usize, claim: Claim) -> Found {
    let position = position_at(case, ply);
    let plies = case.line.moves.len();
    let is_there = plies == ply || claim.with.is_some() && plies == ply + 1;
    Found {
        ply: ply as u64,
        fen: position.to_string(),
        matter: Matter::Claimable {
            claim,
            by: position.turn(),
            with: claim.with.map(|m| position.san(m).to_string()),
            was_drawn: is_there && case.stated == Some(GameResult::Draw),
        },
    }
}

/// The position after this many plies.
pub(super) fn position_at(case: &Case<'_>, ply: usize) -> Position {
    let played = case.line.moves.iter().take(ply);
    played.fold(case.start.position, |position, &m| {
        position.play_unchecked(m)
    })
}

/// Replays a stretch without captures or pawn moves. No earlier position can occur in it, so nothing
/// else counts.
fn count(case: &Case<'_>, plies: Range<usize>, counts: &mut Counts) {
    let mut history = History::new(position_at(case, plies.start));
    // Whether some position has occurred twice, for each side to move. If not, no move can bring
    // about a third occurrence.
    let mut twice = [false; 2];
    for ply in plies.clone() {
        let next = case.line.moves.get(ply).copied();
        let (turn, halfmoves) = (history.position().turn(), history.position().halfmoves());
        twice[turn as usize] |= history.occurrences() == THREEFOLD - 1;
        let is_over = !history.position().has_legal_moves();
        let may_repeat = history.occurrences() >= THREEFOLD || twice[!turn as usize];
        for (ground, may_claim) in [
            (Ground::Threefold, may_repeat),
            (Ground::FiftyMoves, halfmoves + 1 >= FIFTY_MOVES),
        ] {
            let first = &mut counts.claims[ground as usize];
            if first.is_none() && may_claim && !is_over {
                *first = claim(&history, ground, next).map(|claim| (ply, claim));
            }
        }
        let draws = AutomaticDraws::of(history.position(), history.occurrences());
        counts.draw = counts.draw.or(draws.by_count().map(|reason| (ply, reason)));
        if let Some(m) = next.filter(|_| ply + 1 < plies.end) {
            history.play(m).expect("the checker found the move legal");
        }
    }
}

/// A claim on this ground: now, or with a move, preferably the one that was played.
fn claim(history: &History, ground: Ground, played: Option<chess::Move>) -> Option<Claim> {
    let on_ground = |claim: &Claim| claim.ground == ground;
    let now = history.claims().into_iter().find(on_ground);
    now.or_else(|| {
        let mut with: Vec<Claim> = history.claims_with();
        with.retain(on_ground);
        let as_played = with.iter().find(|claim| claim.with == played);
        as_played.or(with.first()).copied()
    })
}
