//! Endgame tables over HTTP: the outcome and the distance of each move of a position.
//!
//! Only positions that a table can have are looked up, a few at a time and not on the threads of the
//! network, because a lookup reads from a disk. The answer names no file.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chess::fen::{self, CastlingMode};
use chess::{Move, Position, Tolerance};
use syzygy::{Tables, Wdl};
use tokio::sync::Semaphore;
use tokio::task;

use crate::api::refuse;

const PATH: &str = "/api/endings";

const QUERY_MAX: usize = 200;

/// How many positions are looked up at the same time; further requests are refused.
const LOOKUPS: usize = 4;

/// Endgame tables for the pages of this server.
#[derive(Clone)]
pub struct Endings {
    tables: Arc<Tables>,
    room: Arc<Semaphore>,
}

impl Default for Endings {
    /// No tables.
    fn default() -> Endings {
        Endings::new(Tables::default())
    }
}

impl Endings {
    #[must_use]
    pub fn new(tables: Tables) -> Endings {
        Endings {
            tables: Arc::new(tables),
            room: Arc::new(Semaphore::new(LOOKUPS)),
        }
    }

    pub(crate) fn routes(self) -> Router {
        Router::new().route(PATH, get(look_up)).with_state(self)
    }
}

/// `?fen=` with underscores for blanks, as in the links of the page. The answer is the number of pieces
/// of the largest table, then a line for each move, the best first: the move, its outcome for the player
/// who makes it, and the plies to the next capture or pawn move after it, if known. There are no moves if
/// no table has the position.
async fn look_up(State(endings): State<Endings>, RawQuery(query): RawQuery) -> Response {
    let pieces = endings.tables.pieces_max();
    let position = match query.as_deref().map(read) {
        None => return text(format!("{pieces}\n")),
        Some(Ok(position)) => position,
        Some(Err(words)) => return refuse(StatusCode::BAD_REQUEST, "bad_position", words),
    };
    let Ok(place) = endings.room.try_acquire_owned() else {
        let words = "too many lookups at the same time".to_owned();
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "busy", words);
    };
    let tables = endings.tables;
    let found = task::spawn_blocking(move || {
        let moves = moves(&tables, &position);
        drop(place);
        moves.unwrap_or_default()
    });
    let lines = found.await.unwrap_or_default().concat();
    text(format!("{pieces}\n{lines}"))
}

fn text(text: String) -> Response {
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn read(query: &str) -> Result<Position, String> {
    let fen = query
        .strip_prefix("fen=")
        .filter(|_| query.len() <= QUERY_MAX);
    let fen = fen.ok_or_else(|| format!("expected fen= and at most {QUERY_MAX} characters"))?;
    let fen = fen
        .replace("%20", "_")
        .replace("%2F", "/")
        .replace(['_', '+'], " ");
    let read = fen::read(&fen, CastlingMode::Standard, Tolerance::Strict);
    Ok(read.map_err(|error| error.to_string())?.position)
}

/// A line for each move of a position; `None` if a table is missing.
fn moves(tables: &Tables, position: &Position) -> Option<Vec<String>> {
    if position.board().occupied().len() as usize > tables.pieces_max() {
        return None;
    }
    let legal = position.legal_moves();
    let ranked = legal.iter().map(|&m| rank(tables, position, m));
    let mut ranked: Vec<_> = ranked.collect::<Option<_>>()?;
    ranked.sort_by_key(|(rank, _)| *rank);
    Some(ranked.into_iter().map(|(_, answer)| answer).collect())
}

/// A move with its rank: wins first, the shortest first; then draws; then losses, the longest first.
fn rank(tables: &Tables, position: &Position, m: Move) -> Option<((i8, i64), String)> {
    let next = position.play(m).ok()?;
    let outcome = match (next.has_legal_moves(), next.is_check()) {
        (true, _) => -tables.wdl(&next)?,
        (false, true) => Wdl::Win,
        (false, false) => Wdl::Draw,
    };
    let is_over = !next.has_legal_moves();
    let distance = match (is_over, outcome) {
        (true, _) => Some(0),
        (false, Wdl::Draw) => None,
        (false, _) => tables.dtz(&next).map(i32::unsigned_abs),
    };
    let plies = i64::from(distance.unwrap_or(0));
    // A capture or a pawn move starts the count again, so it comes before longer ways.
    let order = match outcome {
        Wdl::Win | Wdl::CursedWin if next.halfmoves() == 0 && !is_over => plies - 1_000,
        Wdl::Win | Wdl::CursedWin if is_over => -2_000,
        Wdl::Win | Wdl::CursedWin => plies,
        Wdl::Draw | Wdl::BlessedLoss | Wdl::Loss => -plies,
    };
    let distance = distance.map_or("?".to_owned(), |plies| plies.to_string());
    let uci = m.to_uci(CastlingMode::Standard);
    let line = format!("{uci} {} {distance}\n", name(outcome));
    Some(((-(outcome as i8), order), line))
}

fn name(outcome: Wdl) -> &'static str {
    match outcome {
        Wdl::Win => "win",
        Wdl::CursedWin => "cursed_win",
        Wdl::Draw => "draw",
        Wdl::BlessedLoss => "blessed_loss",
        Wdl::Loss => "loss",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_short_legal_position_is_read() {
        assert!(read("fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1").is_ok());
        assert!(read("fen=4k3/8/8/8/8/8/8/4K3%20w%20-%20-%200%201").is_ok());
        for bad in [
            "",
            "fen=",
            "x=1",
            "fen=8/8/8/8/8/8/8/8_w_-_-_0_1",
            "fen=../../etc/passwd",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(read(&format!("fen={}", "8".repeat(QUERY_MAX))).is_err());
    }

    #[test]
    fn nothing_is_looked_up_without_tables() {
        let tables = Tables::default();
        let kings = read("fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1").unwrap();
        assert_eq!(moves(&tables, &kings), None);
        assert_eq!(moves(&tables, &Position::start()), None);
    }

    #[test]
    fn moves_are_ranked_by_outcome_and_then_by_distance() {
        // Captures down to bare kings need no table.
        let tables = Tables::default();
        let take = read("fen=8/8/8/8/8/1k6/8/Kq6_w_-_-_0_1").unwrap();
        let m = take.parse_uci("a1b1").unwrap();
        let (rank, line) = rank(&tables, &take, m).unwrap();
        assert_eq!((rank, line.as_str()), ((0, 0), "a1b1 draw ?\n"));
        let mate = read("fen=7k/8/6K1/8/8/8/8/R7_w_-_-_0_1").unwrap();
        let (first, line) = super::rank(&tables, &mate, mate.parse_uci("a1a8").unwrap()).unwrap();
        assert_eq!((first, line.as_str()), ((-2, -2_000), "a1a8 win 0\n"));
    }
}
