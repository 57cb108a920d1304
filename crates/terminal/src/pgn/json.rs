//! Games as JSON lines: one object per game, in order.

use std::io;

use chess::fen::CastlingMode;
use game::pgn::{Compressed, Diagnostic, NodeId, ReadGame, Tags, Tree};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

/// A ply of the main line, counted from 1, and a fact about it; 0 is before the first move.
type AfterPly<T> = (usize, T);

/// A null move among UCI moves.
const NULL_UCI: &str = "0000";

/// A null move among SAN moves, as the writer of PGN writes it.
const NULL_SAN: &str = "--";

/// Everything about a game, for JSON.
#[derive(Debug, serde::Serialize)]
pub struct GameAnswer<'g> {
    file: &'g str,
    game: u64,
    ok: bool,
    error: Option<ErrorAnswer<'g>>,
    warnings: Vec<&'static str>,
    /// The number of warnings; of very many, only the first are among the diagnostics.
    warning_count: u64,
    tags: TagMap<'g>,
    chess960: bool,
    start_fen: Option<String>,
    moves: Vec<String>,
    sans: Vec<String>,
    final_fen: Option<String>,
    termination: Option<&'static str>,
    result_tag: Option<&'g str>,
    comments: Vec<AfterPly<&'g str>>,
    nags: Vec<AfterPly<u8>>,
    clocks: Vec<AfterPly<f64>>,
    elapsed: Vec<AfterPly<f64>>,
    evals: Vec<AfterPly<&'g str>>,
    variations: u64,
    max_nesting: usize,
    ended_ply: Option<u64>,
    diagnostics: Vec<DiagnosticAnswer<'g>>,
}

#[derive(Debug, serde::Serialize)]
struct ErrorAnswer<'g> {
    class: &'static str,
    ply: u64,
    token: Option<&'g str>,
    line: u64,
    column: u64,
    message: String,
    advice: &'static str,
}

#[derive(Debug, serde::Serialize)]
struct DiagnosticAnswer<'g> {
    severity: String,
    code: &'static str,
    ply: u64,
    offset: u64,
    line: u64,
    column: u64,
    token: Option<&'g str>,
    message: String,
    recovery: &'static str,
}

/// Tags in the order of the file.
#[derive(Debug)]
struct TagMap<'g>(&'g Tags);

impl Serialize for TagMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// The answer about a file that cannot be read.
#[must_use]
pub fn unreadable(file: &str, error: &io::Error) -> Value {
    let is_compressed = error
        .get_ref()
        .is_some_and(|error| error.is::<Compressed>());
    let class = if is_compressed {
        "compressed"
    } else {
        "unreadable"
    };
    let error = json!({ "class": class, "code": class, "message": error.to_string() });
    json!({ "file": file, "game": null, "ok": false, "error": error })
}

/// The object at the end of a file: the warnings that belong to no game.
#[must_use]
pub fn outside_games(file: &str, diagnostics: &[Diagnostic], is_empty: bool) -> Option<Value> {
    let mut warnings = codes(diagnostics);
    if is_empty {
        warnings.insert(0, "no_games");
    }
    (!warnings.is_empty()).then(
        || json!({ "file": file, "game": null, "ok": true, "error": null, "warnings": warnings }),
    )
}

/// The codes of warnings, without repetition.
fn codes(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    let mut codes = Vec::new();
    for diagnostic in diagnostics.iter().filter(|found| !found.is_error()) {
        if !codes.contains(&diagnostic.code()) {
            codes.push(diagnostic.code());
        }
    }
    codes
}

#[must_use]
pub fn describe<'g>(file: &'g str, read: &'g ReadGame) -> GameAnswer<'g> {
    let ReadGame {
        tree, tags, report, ..
    } = read;
    let mode = tree.start().mode;
    let line: Vec<NodeId> = tree.main_line().collect();
    let uci = |id: &NodeId| match tree.node(*id).played() {
        Some(m) => m.to_uci(mode).to_string(),
        None => NULL_UCI.to_owned(),
    };
    let is_placed = report.start.is_some();
    GameAnswer {
        file,
        game: report.game,
        ok: report.error.is_none(),
        error: report.error.as_ref().map(describe_error),
        warnings: codes(&read.diagnostics),
        warning_count: report.warnings,
        tags: TagMap(tags),
        chess960: mode == CastlingMode::Chess960,
        start_fen: is_placed.then(|| tree.start().position.to_string()),
        moves: line.iter().map(uci).collect(),
        sans: line.iter().filter_map(|&id| san(tree, id)).collect(),
        final_fen: is_placed.then(|| report.last.to_string()),
        termination: report.result.map(game::GameResult::token),
        result_tag: tags.get("Result"),
        comments: comments(tree)
            .map(|(ply, comment)| (ply, comment.as_str()))
            .collect(),
        nags: nodes(tree)
            .flat_map(|(ply, id)| tree.node(id).nags.iter().map(move |&nag| (ply, nag)))
            .collect(),
        clocks: comments(tree)
            .filter_map(|(ply, comment)| Some((ply, comment.clock()?.as_secs_f64())))
            .collect(),
        elapsed: comments(tree)
            .filter_map(|(ply, comment)| Some((ply, comment.elapsed()?.as_secs_f64())))
            .collect(),
        evals: comments(tree)
            .filter_map(|(ply, comment)| Some((ply, comment.evaluation()?)))
            .collect(),
        variations: report.variations,
        max_nesting: report.nesting,
        ended_ply: report.ended_ply,
        diagnostics: read.diagnostics.iter().map(describe_diagnostic).collect(),
    }
}

/// The main line from the root on, with the number of each node.
fn nodes(tree: &Tree) -> impl Iterator<Item = AfterPly<NodeId>> + '_ {
    std::iter::once(tree.root())
        .chain(tree.main_line())
        .enumerate()
}

fn comments(tree: &Tree) -> impl Iterator<Item = AfterPly<&game::pgn::Comment>> + '_ {
    nodes(tree).flat_map(|(ply, id)| {
        let comments = &tree.node(id).comments;
        comments.iter().map(move |comment| (ply, comment))
    })
}

fn san(tree: &Tree, id: NodeId) -> Option<String> {
    let node = tree.node(id);
    let before = tree.position(node.parent()?);
    Some(match node.played() {
        Some(m) => before.san(m).to_string(),
        None => NULL_SAN.to_owned(),
    })
}

fn describe_error(error: &Diagnostic) -> ErrorAnswer<'_> {
    ErrorAnswer {
        class: error.code(),
        ply: error.ply,
        token: error.token.as_deref(),
        line: error.place.line,
        column: error.place.column,
        message: error.problem.to_string(),
        advice: error.problem.advice(),
    }
}

fn describe_diagnostic(found: &Diagnostic) -> DiagnosticAnswer<'_> {
    DiagnosticAnswer {
        severity: found.severity().to_string(),
        code: found.code(),
        ply: found.ply,
        offset: found.place.offset,
        line: found.place.line,
        column: found.place.column,
        token: found.token.as_deref(),
        message: found.problem.to_string(),
        recovery: found.recovery().code(),
    }
}
