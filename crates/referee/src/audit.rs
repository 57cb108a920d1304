//! Audits of PGN databases: checks games against the Laws.
//!
//! [`audit`] reads an input of any size. It splits it into blocks of whole games, which threads
//! process in parallel, and reports [`Finding`]s in the order of the file: draws that could have
//! been claimed and by whom, play after the end of the game, results that contradict the board or
//! the Termination tag, and text that cannot be read. An [`Auditor`] does the same for a block in
//! memory.
//!
//! A finding is never a guess: a side *cannot* mate only if that is proven.
//!
//! ```
//! use fourfold_referee::audit::{Auditor, Kind};
//! let pgn = br#"
//! [White "Rook"]
//! [Black "King"]
//! [FEN "6Rk/8/7K/8/8/8/p7/8 b - - 0 1"]
//! [SetUp "1"]
//! [Termination "Time forfeit"]
//! [Result "1-0"]
//!
//! 1-0
//! "#;
//! let report = Auditor::default().audit_block(pgn);
//! let kinds: Vec<Kind> = report.findings.iter().map(|finding| finding.kind()).collect();
//! assert_eq!(kinds, [Kind::TimeForfeit]);
//! ```

mod block;
mod claims;
mod finding;
mod kind;
mod main_line;
mod pool;
mod result;
pub mod row;
mod stream;
mod termination;

use chess::Position;
use game::pgn::{Checker, Diagnostic, Options as Reading, Problem, Reader, Report, Tags};
use game::{GameResult, Start};

use crate::Prover;

use claims::Counts;
use main_line::MainLine;

pub use finding::{Detail, Finding, Means, Occasion};
pub use kind::{Kind, Kinds, ParseKindError};
pub use pool::{Options, Summary, audit};
pub use stream::Stream;

/// Audits blocks of text one after another.
///
/// ```
/// use fourfold_referee::audit::{Auditor, Kinds};
/// // The result is wrong, but only claims are looked for.
/// let claims: Kinds = "claims".parse()?;
/// let report = Auditor::new(claims).audit_block(b"1. f3 e5 2. g4 Qh4# 1-0");
/// assert!(report.findings.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Auditor {
    kinds: Kinds,
    prover: Prover,
    line: MainLine,
}

/// The result of auditing a block.
///
/// ```
/// use fourfold_referee::audit::Auditor;
/// let report = Auditor::default().audit_block(b"1. e4 e5 *\n\n1. d4 *\n");
/// assert_eq!((report.games, report.plies), (2, 3));
/// assert!(report.findings.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct BlockReport {
    /// The number of games.
    pub games: u64,
    /// The number of moves in their main lines.
    pub plies: u64,
    /// The number of bytes.
    pub bytes: u64,
    /// The number of line ends.
    pub lines: u64,
    /// The findings, in order.
    pub findings: Vec<Finding>,
}

/// The number of findings at which those of a block are passed on. One game has at most a few
/// thousand.
const FINDINGS_AT_ONCE: usize = 1000;

/// The parts of a game that an audit needs.
struct Case<'g> {
    report: &'g Report,
    start: Start,
    line: &'g MainLine,
    /// The result that the file states.
    stated: Option<GameResult>,
    termination: Option<&'g str>,
}

impl Case<'_> {
    /// The position after this many plies.
    fn position_at(&self, ply: usize) -> Position {
        let played = self.line.moves.iter().take(ply);
        played.fold(self.start.position, |position, &m| {
            position.play_unchecked(m)
        })
    }

    fn found_at(&self, ply: usize, detail: Detail) -> Found {
        Found {
            ply: ply as u64,
            fen: self.position_at(ply).to_string(),
            detail,
        }
    }

    /// The Termination tag in lower case; empty if there is none.
    fn termination_word(&self) -> String {
        self.termination.unwrap_or_default().to_ascii_lowercase()
    }
}

/// All findings of the Laws about a game: what could be claimed before its end, what was played after
/// it, and whether its result and its Termination tag are right.
fn audit_game(case: &Case<'_>, prover: &mut Prover) -> Vec<Found> {
    let counts = Counts::of(case);
    let end = result::end(case, prover, counts.draw);
    let mut found = counts.claims_before(end.as_ref().map(|end| end.ply), case);
    if let Some(end) = &end {
        found.extend(result::play_after(case, end));
        found.extend(result::wrong_result(case, end));
    }
    // The rest of a game with an error is unknown, and so is how it ended.
    if case.report.error.is_some() {
        return found;
    }
    found.extend(termination::contradiction(case, prover));
    if end.is_none() {
        found.extend(result::without_end(case, prover));
    }
    found
}

impl Auditor {
    /// An auditor for these kinds of findings.
    #[must_use]
    pub fn new(kinds: Kinds) -> Auditor {
        Auditor {
            kinds,
            ..Auditor::default()
        }
    }

    /// Audits a text of whole games. Places and game numbers count from its beginning.
    ///
    /// ```
    /// use fourfold_referee::audit::{Auditor, Kind};
    /// let report = Auditor::default().audit_block(b"1. f3 e5 2. g4 Qh4# 1-0");
    /// assert_eq!(report.games, 1);
    /// assert_eq!(report.findings[0].kind(), Kind::WrongResult); // Black has won
    /// ```
    pub fn audit_block(&mut self, bytes: &[u8]) -> BlockReport {
        let mut findings = Vec::new();
        let mut block = self.audit_in_parts(bytes, &mut |part| findings.extend(part));
        findings.append(&mut block.findings);
        BlockReport { findings, ..block }
    }

    /// Audits a block and passes on the findings before it has too many. The report has the rest.
    fn audit_in_parts(
        &mut self,
        bytes: &[u8],
        pass_on: &mut dyn FnMut(Vec<Finding>),
    ) -> BlockReport {
        let reader = Reader::from_slice_with(bytes, Reading::playable());
        let mut checker = Checker::new(reader);
        let mut block = BlockReport {
            bytes: bytes.len() as u64,
            ..BlockReport::default()
        };
        loop {
            self.line.clear();
            let read = checker.read_game(&mut self.line);
            let Some(report) = read.expect("a slice can always be read") else {
                break;
            };
            block.games += 1;
            block.plies += report.plies;
            let tags = checker.tags();
            let mut details = Vec::new();
            if let Some(start) = report.start {
                self.line.set_start(&start.position);
                let case = Case {
                    report: &report,
                    start,
                    line: &self.line,
                    stated: report.stated_result(tags),
                    termination: tags.get("Termination"),
                };
                details = audit_game(&case, &mut self.prover);
            }
            let players = ["White", "Black"].map(|name| tags.get_or_unknown(name));
            let about = About {
                report: &report,
                tags,
                players,
                result: report.stated_result(tags).unwrap_or_default(),
            };
            self.tell(&about, details, &mut block);
            if block.findings.len() >= FINDINGS_AT_ONCE {
                pass_on(core::mem::take(&mut block.findings));
            }
        }
        let about_nothing = self.line.diagnostics.drain(..);
        let outside =
            about_nothing.filter_map(|diagnostic| Some((of_text(&diagnostic)?, diagnostic)));
        for (detail, diagnostic) in outside {
            if self.kinds.has(detail.kind()) {
                block.findings.push(Finding {
                    game: diagnostic.game,
                    place: diagnostic.place,
                    start: diagnostic.place.offset,
                    ply: 0,
                    fen: None,
                    players: [String::new(), String::new()],
                    occasion: Occasion::default(),
                    result: GameResult::Unknown,
                    detail,
                });
            }
        }
        block.lines = checker.place().line - 1;
        block
    }

    /// Adds the findings of a game: first those about its text, then those of the Laws.
    fn tell(&mut self, about: &About<'_>, details: Vec<Found>, block: &mut BlockReport) {
        let report = about.report;
        for diagnostic in self.line.diagnostics.drain(..) {
            let is_after_end =
                matches!(diagnostic.problem, Problem::BadMove(_)) && !report.last.has_legal_moves();
            // A move after mate or stalemate is reported as such.
            let Some(detail) = of_text(&diagnostic).filter(|_| !is_after_end) else {
                continue;
            };
            if self.kinds.has(detail.kind()) {
                let mut finding = about.finding(diagnostic.ply, None, detail);
                finding.place = diagnostic.place;
                block.findings.push(finding);
            }
        }
        for found in details {
            if self.kinds.has(found.detail.kind()) {
                let finding = about.finding(found.ply, Some(found.fen), found.detail);
                block.findings.push(finding);
            }
        }
    }
}

/// A finding of the Laws about a game.
struct Found {
    ply: u64,
    fen: String,
    detail: Detail,
}

/// The game that findings are about.
struct About<'g> {
    report: &'g Report,
    tags: &'g Tags,
    players: [&'g str; 2],
    result: GameResult,
}

impl About<'_> {
    fn finding(&self, ply: u64, fen: Option<String>, detail: Detail) -> Finding {
        let tag = |name| {
            let value = self.tags.get(name).unwrap_or_default();
            let is_known = value.contains(|c| !matches!(c, '?' | '.' | '-'));
            if is_known { value } else { "" }.to_owned()
        };
        Finding {
            game: self.report.game,
            place: self.report.place,
            start: self.report.place.offset,
            ply,
            fen,
            players: self.players.map(str::to_owned),
            occasion: Occasion {
                event: tag("Event"),
                date: tag("Date"),
                round: tag("Round"),
            },
            result: self.result,
            detail,
        }
    }
}

/// The finding for a problem with the text; most warnings are not reported.
fn of_text(diagnostic: &Diagnostic) -> Option<Detail> {
    let token = diagnostic.token.clone();
    let problem = diagnostic.problem.clone();
    let is_unreadable = matches!(
        problem,
        Problem::BadMove(chess::san::SanError::Parse(_)) | Problem::TextOutsideGame
    );
    let is_illegal = matches!(problem, Problem::BadMove(_) | Problem::NullMove);
    let is_in_header = matches!(
        problem,
        Problem::TagSyntax(_)
            | Problem::TooManyTags(_)
            | Problem::BadFen(_)
            | Problem::UnescapedQuote
            | Problem::MissingBracket
            | Problem::TagName
            | Problem::DuplicateTag
            | Problem::UnknownResultTag
    );
    if matches!(problem, Problem::ResultMismatch) {
        Some(Detail::ResultMismatch)
    } else if is_illegal && !is_unreadable {
        Some(Detail::IllegalMove(problem, token))
    } else if is_in_header {
        Some(Detail::BrokenHeader(problem, token))
    } else if is_unreadable || diagnostic.is_error() {
        Some(Detail::BrokenText(problem, token))
    } else {
        None
    }
}
