//! The `go` command and its limits.

use core::fmt;

use chess::Color;
use chess::uci::UciMove;

use crate::tokens::{Tokens, excerpt};

/// The arguments of `go`, as sent. Times are in milliseconds and may be negative: some runners send
/// negative times when a clock has run out.
///
/// ```
/// use fourfold_uci_protocol::Go;
/// let go = Go { depth: Some(12), ..Go::default() };
/// assert_eq!(go.to_string(), "go depth 12");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The root moves to search; all moves if empty.
    pub searchmoves: Vec<UciMove>,
    /// Search on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// White's clock.
    pub white: SideClock,
    /// Black's clock.
    pub black: SideClock,
    /// Moves to the next time control.
    pub movestogo: Option<u64>,
    /// Maximum depth in plies.
    pub depth: Option<u64>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Find a mate in this many moves.
    pub mate: Option<u64>,
    /// Search for exactly this many milliseconds.
    pub movetime: Option<i64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Run perft to this depth instead of searching.
    pub perft: Option<u64>,
}

/// One side's clock in milliseconds.
///
/// ```
/// use fourfold_uci_protocol::{Go, SideClock};
/// let clock = SideClock { time: Some(60_000), increment: Some(1_000) };
/// let go = Go { white: clock, ..Go::default() };
/// assert_eq!(go.to_string(), "go wtime 60000 winc 1000");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideClock {
    /// Time left.
    pub time: Option<i64>,
    /// Increment per move.
    pub increment: Option<i64>,
}

const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Go {
    /// The clock of this side.
    ///
    /// ```
    /// use fourfold_uci_protocol::chess::Color;
    /// use fourfold_uci_protocol::Command;
    /// let read = Command::read(b"go wtime 60000 btime 30000 winc 500")?;
    /// let Command::Go(go) = read.command else { unreachable!() };
    /// assert_eq!(go.clock(Color::White).increment, Some(500));
    /// assert_eq!(go.clock(Color::Black).time, Some(30_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clock(&self, color: Color) -> SideClock {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Parses the arguments of `go`. Unknown words are skipped and recorded.
    pub(crate) fn read(tokens: &mut Tokens<'_>, skipped: &mut Vec<String>) -> Go {
        let mut go = Go::default();
        while let Some(word) = tokens.next() {
            let understood = match word {
                "searchmoves" => {
                    go.read_searchmoves(tokens, skipped);
                    true
                }
                "ponder" => set(&mut go.ponder),
                "infinite" => set(&mut go.infinite),
                "wtime" => fill(&mut go.white.time, tokens.number()),
                "btime" => fill(&mut go.black.time, tokens.number()),
                "winc" => fill(&mut go.white.increment, tokens.number()),
                "binc" => fill(&mut go.black.increment, tokens.number()),
                "movestogo" => fill(&mut go.movestogo, tokens.amount()),
                "depth" => fill(&mut go.depth, tokens.amount()),
                "nodes" => fill(&mut go.nodes, tokens.amount()),
                "mate" => fill(&mut go.mate, tokens.amount()),
                "movetime" => fill(&mut go.movetime, tokens.number()),
                "perft" => fill(&mut go.perft, tokens.amount()),
                _ => false,
            };
            if !understood {
                skipped.push(excerpt(word));
            }
        }
        go
    }

    /// Parses moves up to the next keyword.
    fn read_searchmoves(&mut self, tokens: &mut Tokens<'_>, skipped: &mut Vec<String>) {
        while let Some(word) = tokens.peek()
            && !KEYWORDS.contains(&word)
        {
            tokens.next();
            match word.parse() {
                Ok(m) => self.searchmoves.push(m),
                Err(_) => skipped.push(excerpt(word)),
            }
        }
    }
}

/// Sets a flag and reports success.
fn set(flag: &mut bool) -> bool {
    *flag = true;
    true
}

/// Sets a field if there is a number for it.
fn fill<T>(field: &mut Option<T>, number: Option<T>) -> bool {
    let understood = number.is_some();
    *field = number.or(field.take());
    understood
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let numbers = [
            ("wtime", self.white.time.map(i128::from)),
            ("btime", self.black.time.map(i128::from)),
            ("winc", self.white.increment.map(i128::from)),
            ("binc", self.black.increment.map(i128::from)),
            ("movestogo", self.movestogo.map(i128::from)),
            ("depth", self.depth.map(i128::from)),
            ("nodes", self.nodes.map(i128::from)),
            ("mate", self.mate.map(i128::from)),
            ("movetime", self.movetime.map(i128::from)),
            ("perft", self.perft.map(i128::from)),
        ];
        for (keyword, number) in numbers {
            if let Some(number) = number {
                write!(f, " {keyword} {number}")?;
            }
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        // The moves come last, because some engines read them to the end of the line.
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
            for m in &self.searchmoves {
                write!(f, " {m}")?;
            }
        }
        Ok(())
    }
}
