//! The options `SyzygyPath`, `SyzygyProbeDepth`, `SyzygyProbeLimit` and `Syzygy50MoveRule`: endgame
//! tables.

use std::fmt;
use std::sync::Arc;

use chess::Position;
use engine::{Endgames, Outcome, Tablebase};
use syzygy::{Tables, Wdl};

use super::Session;
use super::output::Output;

/// The value of `SyzygyPath` without tables.
pub(super) const EMPTY: &str = "<empty>";

/// The endgame tables, and when to use them.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    tables: Option<Arc<Syzygy>>,
    pub(super) depth: i64,
    pub(super) pieces: i64,
    pub(super) fifty_moves: bool,
}

impl Default for Endings {
    fn default() -> Endings {
        Endings {
            tables: None,
            depth: 1,
            pieces: 7,
            fifty_moves: true,
        }
    }
}

impl Endings {
    pub(super) fn endgames(&self) -> Option<Endgames> {
        let tables = self.tables.clone()?;
        Some(Endgames {
            tables,
            pieces_max: u32::try_from(self.pieces).unwrap_or(0),
            depth: i32::try_from(self.depth).unwrap_or(1),
            fifty_moves: self.fifty_moves,
        })
    }

    /// Says which tables and folders turned out to be unusable.
    pub(super) fn report_faults(&self, output: &Output) {
        let faults = self.tables.iter().flat_map(|tables| tables.0.take_faults());
        for fault in faults {
            output.note(format!("SyzygyPath: {fault}; it is left out"));
        }
    }
}

struct Syzygy(Tables);

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} Syzygy tables", self.0.wdl_files())
    }
}

impl Tablebase for Syzygy {
    fn pieces_max(&self) -> u32 {
        self.0.pieces_max() as u32
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        Some(match self.0.wdl(position)? {
            Wdl::Loss => Outcome::Loss,
            Wdl::BlessedLoss => Outcome::BlessedLoss,
            Wdl::Draw => Outcome::Draw,
            Wdl::CursedWin => Outcome::CursedWin,
            Wdl::Win => Outcome::Win,
        })
    }

    fn distance(&self, position: &Position) -> Option<i32> {
        self.0.dtz(position)
    }
}

impl Session {
    /// Uses the tables in these folders, and says how many there are.
    pub(super) fn set_syzygy_path(&mut self, value: &str) {
        self.options.stale_scores = true;
        self.options.endings.tables = None;
        if matches!(value, "" | EMPTY) {
            return;
        }
        let tables = Tables::open(value);
        let (outcomes, distances) = (tables.wdl_files(), tables.dtz_files());
        let pieces = tables.pieces_max();
        self.options.endings.tables = Some(Arc::new(Syzygy(tables)));
        self.options.endings.report_faults(&self.output);
        if outcomes == 0 {
            self.options.endings.tables = None;
            self.note(format!(
                "SyzygyPath: no tables in {value:?}; expected folders with files such as KQvK.rtbw \
                 and KQvK.rtbz; the engine plays without tables"
            ));
            return;
        }
        self.note(format!(
            "SyzygyPath: {outcomes} WDL and {distances} DTZ tables, up to {pieces} pieces"
        ));
        if distances < outcomes {
            self.note(
                "SyzygyPath: without a DTZ table (.rtbz) for each WDL table (.rtbw) the engine may \
                 take longer to win",
            );
        }
    }
}
