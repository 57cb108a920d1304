//! Claims, and automatic draws by the counts of moves and positions.

use core::ops::Range;

use game::{AutomaticDraws, Claim, FIFTY_MOVES, GameResult, Ground, History, Reason, THREEFOLD};

use super::{Case, Detail, Found};

/// The earliest plies at which the counts gave a right to claim or ended the game.
#[derive(Default)]
pub(super) struct Counts {
    /// The first claim on each ground.
    claims: [Option<(usize, Claim)>; 2],
    /// The first automatic draw.
    pub(super) draw: Option<(usize, Reason)>,
}

impl Counts {
    /// Counts moves and positions along a game.
    pub(super) fn of(case: &Case<'_>) -> Counts {
        let mut counts = Counts::default();
        for plies in case.line.candidate_stretches(&case.start.position) {
            count(case, plies, &mut counts);
        }
        counts
    }

    /// The claims before the end of the game.
    pub(super) fn claims_before(&self, end: Option<usize>, case: &Case<'_>) -> Vec<Found> {
        let claims = self.claims.into_iter().flatten();
        claims
            .filter(|(ply, _)| end.is_none_or(|end| *ply < end))
            .map(|(ply, claim)| claimable(case, ply, claim))
            .collect()
    }
}

fn claimable(case: &Case<'_>, ply: usize, claim: Claim) -> Found {
    let position = case.position_at(ply);
    let plies = case.line.moves.len();
    let is_there = plies == ply || claim.with.is_some() && plies == ply + 1;
    let detail = Detail::Claimable {
        claim,
        by: position.turn(),
        with: claim.with.map(|m| position.san(m).to_string()),
        was_drawn: is_there && case.stated == Some(GameResult::Draw),
    };
    case.found_at(ply, detail)
}

/// Replays a stretch without captures or pawn moves. No earlier position can occur in it, so nothing
/// else counts.
fn count(case: &Case<'_>, plies: Range<usize>, counts: &mut Counts) {
    let mut history = History::new(case.position_at(plies.start));
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
