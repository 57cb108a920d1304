//! Replies as sentences, for the line mode.

use std::time::Duration;

use chess::san::San;
use chess::{Color, Position};
use clock::face;
use game::{Claim, Decline, Event, Game, Step};

use super::board::{Look, Style, draw};
use super::dialog::{Advice, Dialog, Reply};
use super::input::COMMANDS;
use super::plain::visible;

/// The number of moves suggested after a wrong claim.
const RIGHT_MOVES_MAX: usize = 3;

/// The answer to a line: what happened, the board if it changed, and who is to move.
pub fn answer(replies: &[Reply], dialog: &Dialog, look: Look, now: Duration) -> String {
    let mut text = String::new();
    // Rights to claim come last, below the board, where the player looks.
    let mut announcements = String::new();
    let (mut is_changed, mut is_asked, mut is_ended) = (false, false, false);
    for reply in replies {
        match reply {
            Reply::Event(event) => {
                is_changed |= changes_board(event);
                is_ended |= matches!(event, Event::GameEnded(_));
                let place = if is_announcement(event) {
                    &mut announcements
                } else {
                    &mut text
                };
                place.extend(event_in_words(event, dialog));
            }
            Reply::Board => is_asked = true,
            Reply::Flipped => is_changed = true,
            other => text.push_str(&plain(other)),
        }
    }
    if is_changed && look.style != Style::None || is_asked {
        text.push_str(&board(dialog, look));
    }
    if is_changed || is_asked || is_ended {
        text.push_str(&status(dialog, now));
    }
    text + &announcements
}

pub fn board(dialog: &Dialog, look: Look) -> String {
    let last = dialog.last_move().map(|(m, _)| m);
    let style = match look.style {
        Style::None => Style::Letters,
        style => style,
    };
    let look = Look { style, ..look };
    draw(dialog.game().position(), last, dialog.bottom(), look)
}

/// Who is to move, the last move, and the clocks.
pub fn status(dialog: &Dialog, now: Duration) -> String {
    let game = dialog.game();
    let position = game.position();
    let last = dialog
        .last_move()
        .map(|(m, before)| format!("{} {}", number(before), before.san(m)));
    let mut status = match (game.ending(), last) {
        (Some(ending), Some(last)) => format!("Game over after {last}: {ending}"),
        (Some(ending), None) => format!("Game over: {ending}"),
        (None, Some(last)) => format!(
            "{} to move, move {} (last move: {last})",
            position.turn(),
            position.fullmoves()
        ),
        (None, None) => format!("{} to move, move {}", position.turn(), position.fullmoves()),
    };
    let left = Color::ALL.map(|side| dialog.timed().left(side, now).map(face));
    if let [Some(white), Some(black)] = left {
        status.push_str(&format!("; clocks: White {white}, Black {black}"));
    }
    status.push('\n');
    status
}

/// The move number before a move from this position.
pub fn number(before: &Position) -> String {
    let dots = match before.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}", before.fullmoves())
}

fn changes_board(event: &Event) -> bool {
    matches!(
        event,
        Event::MovePlayed { .. }
            | Event::Undone(_)
            | Event::Redone(_)
            | Event::Reset(_)
            | Event::Loaded { .. }
    )
}

fn is_announcement(event: &Event) -> bool {
    matches!(
        event,
        Event::Check(_)
            | Event::FiftyMoveRuleAvailable { .. }
            | Event::ThreefoldAvailable { .. }
            | Event::TimeBonusDue(_)
            | Event::DrawOffered(_)
    )
}

/// An event as a line; `None` if the status line covers it.
pub fn event_in_words(event: &Event, dialog: &Dialog) -> Option<String> {
    let game = dialog.game();
    let mut sentence = match event {
        // The status line covers these.
        Event::MovePlayed { .. } | Event::GameEnded(_) => return None,
        Event::Check(side) => format!("{side} is in check."),
        Event::FiftyMoveRuleAvailable { by, halfmoves } => format!(
            "{by} may claim a draw: {halfmoves} half-moves without a capture or pawn move \
             (article 9.3.2). Type draw to claim it."
        ),
        Event::ThreefoldAvailable { by, occurrences } => format!(
            "{by} may claim a draw: the position has occurred {occurrences} times (article \
             9.2.2). Type draw to claim it."
        ),
        Event::DrawClaimed { by, claims } => format!(
            "{by} claims a draw, rightly: {}. 1/2-1/2\nThe game just finished can still be shown \
             with pgn and kept with save.",
            list(claims)
        ),
        Event::ClaimRefused { claim, shortfalls } => {
            let mut lines = format!("{} claims a draw, wrongly:", claim.by);
            for shortfall in shortfalls {
                lines.push_str(&format!("\n  {shortfall}"));
            }
            if claim.with.is_none() {
                lines.push_str(&right_moves(game));
            }
            lines
        }
        Event::TimeBonusDue(side) => match dialog.timed().terms() {
            Some(terms) => {
                let minutes = terms.wrong_claim_bonus().as_secs() / 60;
                let plural = if minutes == 1 { "" } else { "s" };
                format!("{side} gets {minutes} minute{plural} more (article 9.5.3).")
            }
            None => format!("With clocks {side} would get two minutes more (article 9.5.3)."),
        },
        Event::DrawOffered(side) => {
            format!("{side} offers a draw; {} may accept or decline.", !*side)
        }
        Event::DrawDeclined { by, how } => match how {
            Decline::Spoken => format!("{by} declines the draw."),
            Decline::ByMove => format!("{by} declines the draw by moving."),
        },
        Event::Undone(steps) => format!("Took back {}.", steps_in_words(steps)),
        Event::Redone(steps) => format!("Played {} again.", steps_in_words(steps)),
        Event::Reset(_) => "New game.".to_owned(),
        Event::Loaded { plies, .. } => format!("Loaded a game of {plies} half-moves."),
        Event::CommandRefused(refusal) => format!("Not possible: {refusal}."),
    };
    sentence.push('\n');
    Some(sentence)
}

/// Moves with which the claim would be correct.
fn right_moves(game: &Game) -> String {
    let position = game.position();
    let mut lines = String::new();
    for claim in game.claims_with().iter().take(RIGHT_MOVES_MAX) {
        if let Some(m) = claim.with {
            lines.push_str(&format!(
                "\n  draw {} would be right: {claim}",
                position.san(m)
            ));
        }
    }
    lines
}

fn steps_in_words(steps: &[Step]) -> String {
    match steps {
        [Step::Played(_)] => "one move".to_owned(),
        [_] => "the end of the game".to_owned(),
        steps => format!("{} steps", steps.len()),
    }
}

fn list(claims: &[Claim]) -> String {
    let claims: Vec<String> = claims.iter().map(ToString::to_string).collect();
    claims.join(" and ")
}

/// A reply other than an event. It may repeat typed text or text from a file.
pub fn plain(reply: &Reply) -> String {
    visible(&in_words(reply)).into_owned()
}

fn in_words(reply: &Reply) -> String {
    match reply {
        Reply::Refused(refused) => format!("Not possible: {}.\n", refused.message),
        Reply::Moves(moves) if moves.is_empty() => "There is no legal move.\n".to_owned(),
        Reply::Moves(moves) => {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("{} legal moves: {}\n", moves.len(), moves.join(" "))
        }
        Reply::Claims(claims) if claims.is_empty() => "There is nothing to claim.\n".to_owned(),
        Reply::Claims(claims) => claims_in_words(claims),
        Reply::Score(text) | Reply::Fen(text) => format!("{text}\n"),
        Reply::Pgn(text) => text.clone(),
        Reply::Saved(path) => format!("Saved to {}.\n", path.display()),
        Reply::Tagged(tag, value) => format!("{tag}: {value}\n"),
        Reply::Note(note) => format!("Note: {note}\n"),
        Reply::Help => help(),
        Reply::Hint(advice) => hint(advice),
        Reply::Eval(advice) => evaluation(advice),
        Reply::Event(_) | Reply::Board | Reply::Flipped | Reply::Quit => String::new(),
    }
}

fn hint(advice: &Advice) -> String {
    match advice.line.first() {
        None => "There is no legal move.\n".to_owned(),
        Some(best) => format!("Try {best}: {}.\n", judgment(advice)),
    }
}

fn evaluation(advice: &Advice) -> String {
    let at_first_sight = pawns(advice.at_first_sight);
    format!(
        "{}; static evaluation {at_first_sight}.\n",
        judgment(advice)
    )
}

/// A score with its depth and line, from White's point of view.
fn judgment(advice: &Advice) -> String {
    let worth = match advice.mate {
        Some(moves) if moves > 0 => format!("White mates in {moves}"),
        Some(moves) => format!("Black mates in {}", -moves),
        None => format!("{} for White", pawns(advice.centipawns)),
    };
    let line: Vec<String> = advice.line.iter().map(ToString::to_string).collect();
    format!("{worth} at depth {} by {}", advice.depth, line.join(" "))
}

fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

/// Rights to claim, one line per article.
fn claims_in_words(claims: &[(Claim, Option<San>)]) -> String {
    let mut text = String::new();
    for same in claims.chunk_by(|(a, _), (b, _)| a.article() == b.article()) {
        let moves: Vec<String> = same
            .iter()
            .filter_map(|(_, san)| Some(format!(" {}", (*san)?)))
            .collect();
        let claim = same[0].0;
        match moves.len() {
            0 | 1 => text.push_str(&format!("draw{}: {claim}\n", moves.concat())),
            _ => text.push_str(&format!("draw with any of{}: {claim}\n", moves.concat())),
        }
    }
    text
}

pub fn help() -> String {
    let mut text = "Type a move, such as e4, Nf3, O-O, e8=Q or e2e4, or a command:\n".to_owned();
    for (name, argument, what) in COMMANDS {
        let usage = format!("{name} {argument}");
        text.push_str(&format!("  {usage:<14} {what}\n"));
    }
    text.push_str(
        "SIDE is white or black; where it may be left out, the player to move is meant.\n",
    );
    text
}
