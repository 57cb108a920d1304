//! The `info` reply: information about a running search.

use core::fmt;

use chess::uci::UciMove;

use crate::tokens::{Tokens, excerpt};

/// The fields of an `info` line, all optional.
///
/// ```
/// use fourfold_uci_protocol::{Bound, Reply, SearchScore};
/// let line = "info depth 20 score cp 35 nodes 1000000 pv e2e4 e7e5";
/// let Reply::Info(info) = Reply::read(line.as_bytes())? else { unreachable!() };
/// assert_eq!(info.score, Some(SearchScore::Centipawns(35, Bound::Exact)));
/// assert_eq!((info.depth, info.pv.len()), (Some(20), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Depth in plies.
    pub depth: Option<u64>,
    /// Selective depth in plies.
    pub seldepth: Option<u64>,
    /// The multi-PV index, from 1.
    pub multipv: Option<u64>,
    /// The score from the point of view of the side to move.
    pub score: Option<SearchScore>,
    /// The win, draw and loss probabilities.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in permille.
    pub hashfull: Option<u64>,
    /// Tablebase hits.
    pub tbhits: Option<u64>,
    /// Time in milliseconds.
    pub time: Option<u64>,
    /// The root move being searched.
    pub currmove: Option<UciMove>,
    /// Its number, from 1.
    pub currmovenumber: Option<u64>,
    /// The principal variation.
    pub pv: Vec<UciMove>,
    /// Text for the user, up to the end of the line.
    pub string: Option<String>,
}

/// A score as sent.
///
/// ```
/// use fourfold_uci_protocol::{Bound, Reply, SearchScore};
/// // The side to move is mated in three.
/// let Reply::Info(info) = Reply::read(b"info score mate -3")? else { unreachable!() };
/// assert_eq!(info.score, Some(SearchScore::Mate(-3, Bound::Exact)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchScore {
    /// Centipawns, exact or a bound.
    Centipawns(i64, Bound),
    /// Moves to mate; negative if the side to move is mated.
    Mate(i64, Bound),
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// Win, draw and loss probabilities in permille.
///
/// ```
/// use fourfold_uci_protocol::{Reply, Wdl};
/// let reply = Reply::read(b"info score cp 20 wdl 150 800 50")?;
/// let Reply::Info(info) = reply else { unreachable!() };
/// assert_eq!(info.wdl, Some(Wdl { win: 150, draw: 800, loss: 50 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// A win for the side to move.
    pub win: u64,
    /// A draw.
    pub draw: u64,
    /// A loss.
    pub loss: u64,
}

impl SearchInfo {
    /// An `info string` line.
    ///
    /// ```
    /// use fourfold_uci_protocol::SearchInfo;
    /// assert_eq!(SearchInfo::text("bench done").to_string(), "info string bench done");
    /// ```
    #[must_use]
    pub fn text(text: impl Into<String>) -> SearchInfo {
        SearchInfo {
            string: Some(text.into()),
            ..SearchInfo::default()
        }
    }

    /// Parses the arguments of `info`. Unknown words and malformed values are skipped; a malformed
    /// score is an error.
    pub(crate) fn read(tokens: &mut Tokens<'_>) -> Result<SearchInfo, (&'static str, String)> {
        let mut line = SearchInfo::default();
        while let Some(field) = tokens.next() {
            match field {
                "depth" => line.depth = tokens.amount(),
                "seldepth" => line.seldepth = tokens.amount(),
                "multipv" => line.multipv = tokens.amount(),
                "nodes" => line.nodes = tokens.amount(),
                "nps" => line.nps = tokens.amount(),
                "hashfull" => line.hashfull = tokens.amount(),
                "tbhits" => line.tbhits = tokens.amount(),
                "time" => line.time = tokens.amount(),
                "currmovenumber" => line.currmovenumber = tokens.amount(),
                "currmove" => line.currmove = tokens.next().and_then(|word| word.parse().ok()),
                "score" => line.score = Some(SearchScore::read(tokens)?),
                "wdl" => line.wdl = Wdl::read(tokens),
                "pv" => {
                    while let Some(Ok(m)) = tokens.peek().map(str::parse) {
                        line.pv.push(m);
                        tokens.next();
                    }
                }
                "string" => {
                    line.string = Some(tokens.rest().to_owned());
                    *tokens = Tokens::new("");
                }
                _ => {}
            }
        }
        Ok(line)
    }
}

impl SearchScore {
    fn read(tokens: &mut Tokens<'_>) -> Result<SearchScore, (&'static str, String)> {
        let kind = tokens.next().unwrap_or_default();
        let number = tokens.number();
        let mut bound = Bound::Exact;
        while let Some(word @ ("lowerbound" | "upperbound")) = tokens.peek() {
            bound = if word == "lowerbound" {
                Bound::Lower
            } else {
                Bound::Upper
            };
            tokens.next();
        }
        match (kind, number) {
            ("cp", Some(number)) => Ok(SearchScore::Centipawns(number, bound)),
            ("mate", Some(number)) => Ok(SearchScore::Mate(number, bound)),
            ("cp" | "mate", None) => Err((
                "a number after the kind of score",
                tokens.next().map(excerpt).unwrap_or_default(),
            )),
            (found, _) => Err(("cp or mate after score", excerpt(found))),
        }
    }
}

impl Wdl {
    fn read(tokens: &mut Tokens<'_>) -> Option<Wdl> {
        Some(Wdl {
            win: tokens.amount()?,
            draw: tokens.amount()?,
            loss: tokens.amount()?,
        })
    }
}

impl fmt::Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let number = |f: &mut fmt::Formatter<'_>, name: &str, number: Option<u64>| match number {
            Some(number) => write!(f, " {name} {number}"),
            None => Ok(()),
        };
        number(f, "depth", self.depth)?;
        number(f, "seldepth", self.seldepth)?;
        number(f, "multipv", self.multipv)?;
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        if let Some(Wdl { win, draw, loss }) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        number(f, "nodes", self.nodes)?;
        number(f, "nps", self.nps)?;
        number(f, "hashfull", self.hashfull)?;
        number(f, "tbhits", self.tbhits)?;
        number(f, "time", self.time)?;
        if let Some(m) = self.currmove {
            write!(f, " currmove {m}")?;
        }
        number(f, "currmovenumber", self.currmovenumber)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            self.pv.iter().try_for_each(|m| write!(f, " {m}"))?;
        }
        match &self.string {
            Some(string) => write!(f, " string {string}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for SearchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = match self {
            SearchScore::Centipawns(number, bound) => {
                write!(f, "cp {number}")?;
                bound
            }
            SearchScore::Mate(number, bound) => {
                write!(f, "mate {number}")?;
                bound
            }
        };
        f.write_str(match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}
