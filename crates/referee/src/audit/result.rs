//! The result of a game: how it ended by the Laws, and whether what the file says agrees.

use chess::{Color, Position, Role};
use game::pgn::Problem;
use game::{GameResult, Outcome, Reason};

use crate::{Budget, Proof, Prover, Referee, mobility};

use super::{Case, Detail, Found, Means};

/// Where and how a game ended by the Laws.
pub(super) struct End {
    pub(super) ply: usize,
    reason: Reason,
    due: GameResult,
}

/// A position with more moves than this is not searched for forced lines.
const FEW_MOVES: usize = 2;

/// The budget for a side with enough force.
const SHORT_LOOK: Budget = Budget::positions(300);

/// The budget for any other question. An audit asks thousands of them, and hardly one in thousands
/// needs more.
pub(super) const SEARCH_BUDGET: Budget = Budget::positions(150_000);

/// The first end of a game: the one by count, unless the position ended it before.
pub(super) fn end(
    case: &Case<'_>,
    prover: &mut Prover,
    by_count: Option<(usize, Reason)>,
) -> Option<End> {
    let last = &case.report.last;
    let plies = case.line.moves.len();
    let drawn = |(ply, reason)| End {
        ply,
        reason,
        due: GameResult::Draw,
    };
    if last.is_checkmate() {
        let is_before = by_count.filter(|&(ply, _)| ply < plies);
        return Some(is_before.map_or_else(
            || End {
                ply: plies,
                reason: Reason::Checkmate,
                due: Outcome::Win(!last.turn()).into(),
            },
            drawn,
        ));
    }
    let on_board = dead_since(case, prover).or_else(|| {
        let is_over = last.is_stalemate();
        is_over.then_some((plies, Reason::Stalemate))
    });
    // On the same ply the board is named first.
    let ends = [on_board, by_count].into_iter().flatten();
    ends.min_by_key(|&(ply, _)| ply).map(drawn)
}

/// The ply from which on the position was dead. A dead position stays dead, so only games with a
/// dead last position need a closer look.
fn dead_since(case: &Case<'_>, prover: &mut Prover) -> Option<(usize, Reason)> {
    let referee = Referee::default();
    let mut is_dead = |position: &Position| {
        position.board().has_insufficient_material() || referee.proves_dead(prover, position)
    };
    if !is_dead(&case.report.last) {
        return None;
    }
    let mut positions = vec![case.start.position];
    for &m in &case.line.moves {
        let last = positions[positions.len() - 1];
        positions.push(last.play_unchecked(m));
    }
    let dead = positions
        .iter()
        .rev()
        .take_while(|position| is_dead(position));
    let since = positions.len() - dead.count();
    let first = positions.get(since)?;
    Some(if first.is_stalemate() {
        (since, Reason::Stalemate)
    } else if first.board().has_insufficient_material() {
        (since, Reason::InsufficientMaterial)
    } else {
        (since, Reason::DeadPosition)
    })
}

/// The finding about moves after the end.
pub(super) fn play_after(case: &Case<'_>, end: &End) -> Option<Found> {
    let (reason, plies) = (end.reason, played_beyond(case, end)?);
    Some(case.found_at(end.ply, Detail::PlayedOn { reason, plies }))
}

/// The finding about a result that is not the one of the end.
pub(super) fn wrong_result(case: &Case<'_>, end: &End) -> Option<Found> {
    let is_whole = case.report.error.is_none();
    let is_wrong = is_whole && case.stated.is_some_and(|stated| stated != end.due);
    let (due, reason) = (end.due, end.reason);
    is_wrong.then(|| case.found_at(end.ply, Detail::WrongResult { due, reason }))
}

/// The number of plies played after the end; `None` if there were none. After mate or stalemate the
/// attempt counts.
fn played_beyond(case: &Case<'_>, end: &End) -> Option<u64> {
    let plies = case.line.moves.len();
    let has_tried = case
        .report
        .error
        .as_ref()
        .is_some_and(|error| matches!(error.problem, Problem::BadMove(_)));
    if plies > end.ply {
        Some((plies - end.ply) as u64)
    } else {
        (has_tried && !case.report.last.has_legal_moves()).then_some(0)
    }
}

/// How a game was won by its Termination tag, in lower case; `None` for a decision of an arbiter.
fn means(word: &str) -> Option<Means> {
    const ARBITER: [&str; 8] = [
        "adjudicat",
        "abandon",
        "infraction",
        "illegal",
        "death",
        "emergency",
        "unterminated",
        "cheat",
    ];
    if ARBITER.iter().any(|other| word.contains(other)) {
        None
    } else if word.contains("time") {
        Some(Means::Time)
    } else if word.contains("resign") {
        Some(Means::Resignation)
    } else {
        Some(Means::Unstated)
    }
}

/// The finding about the result of a game that did not end on the board.
pub(super) fn without_end(case: &Case<'_>, prover: &mut Prover) -> Option<Found> {
    let detail = decided_elsewhere(case, prover, means(&case.termination_word())?)?;
    Some(case.found_at(case.line.moves.len(), detail))
}

fn decided_elsewhere(case: &Case<'_>, prover: &mut Prover, means: Means) -> Option<Detail> {
    let last = &case.report.last;
    match case.stated? {
        GameResult::Draw if means == Means::Time => {
            let mut can = |side| prover.can_mate(last, side, SEARCH_BUDGET).is_yes();
            Color::ALL
                .into_iter()
                .all(&mut can)
                .then_some(Detail::DrawnOnTime)
        }
        GameResult::Draw | GameResult::Unknown => None,
        result => {
            let winner = result.outcome()?.winner()?;
            let proof = cannot_mate(prover, last, winner)?;
            Some(Detail::WonWithoutMate {
                winner,
                means,
                proof,
            })
        }
    }
}

/// Tries the quick proofs, and a search if it may succeed.
fn cannot_mate(prover: &mut Prover, position: &Position, side: Color) -> Option<Proof> {
    let is_suspect =
        mobility::is_locked(position.board(), side) || position.count_legal_moves() <= FEW_MOVES;
    // A search begins with the quick proofs.
    let budget = match is_suspect {
        true => long_look(position, side),
        false => Budget::QUICK,
    };
    prover.cannot_mate(position, side, budget)
}

/// The budget of a search. A side with a queen, a rook or two minor pieces that are not locked in
/// cannot mate only if almost nothing can move, which a small search shows.
fn long_look(position: &Position, side: Color) -> Budget {
    let board = position.board();
    let of = |role| board.pieces(side, role);
    let heavy = of(Role::Queen) | of(Role::Rook);
    let minors = of(Role::Bishop) | of(Role::Knight);
    match heavy.any() || minors.more_than_one() {
        true => SHORT_LOOK,
        false => SEARCH_BUDGET,
    }
}
