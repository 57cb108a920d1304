//! Commands for people at a terminal: show the position, its evaluation, perft, bench and help.

use std::fmt::Write;
use std::time::Instant;

use chess::{File, PerftDepth, Piece, Rank, Square};
use engine::{BENCH_DEPTH, Engine, Evaluator};

use super::Session;

const HELP: &str = "\
Fourfold speaks UCI, the Universal Chess Interface; a graphical interface sends the commands.
  uci                                    shows the name and the options
  setoption name NAME value VALUE        changes an option
  position startpos [moves MOVE...]      sets up a game; moves look like e2e4, e7e8q
  position fen FEN [moves MOVE...]       the same from any position
  go [depth N] [nodes N] [movetime MS] [infinite] ...
                                         searches and prints the best move
  stop                                   stops the search
  isready, ucinewgame, ponderhit, quit
Extensions:
  d                                      shows the position
  eval                                   shows the static evaluation
  go perft N                             counts the leaf nodes at this depth (perft)
  bench [DEPTH]                          searches a fixed set of positions and counts nodes";

/// Runs the bench with a new engine and formats the line that OpenBench reads.
fn bench_line(depth: u32, evaluator: Evaluator) -> String {
    let Ok(mut engine) = Engine::new(16) else {
        return "cannot allocate a table of 16 MiB".to_owned();
    };
    engine.settings_mut().evaluator = evaluator;
    let begin = Instant::now();
    let nodes = engine::bench(&mut engine, depth, &|| begin.elapsed());
    let micros = begin.elapsed().as_micros().max(1);
    let rate = u128::from(nodes) * 1_000_000 / micros;
    format!("{nodes} nodes {rate} nps")
}

impl Session {
    /// Draws the position with its FEN and key.
    pub(super) fn display(&self) {
        let position = self.root.position();
        let mut picture = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let _ = write!(picture, "  {rank} ");
            for file in File::ALL {
                let piece = position.board().piece_at(Square::new(file, rank));
                let _ = write!(picture, " {}", piece.map_or('.', Piece::letter));
            }
            picture.push('\n');
        }
        picture.push_str("     a b c d e f g h\n\n");
        let _ = writeln!(picture, "Fen: {position}");
        let _ = writeln!(picture, "Key: {:016X}", position.key().0);
        let _ = write!(picture, "Occurrences: {}", self.root.occurrences());
        self.output.print(&picture);
    }

    /// Shows the evaluation from White's point of view.
    pub(super) fn show_eval(&self) {
        let position = self.root.position();
        if position.is_check() {
            self.note("a position in check has no evaluation of its own; search it");
            return;
        }
        let score = self.options.evaluator.raw_eval(position).centipawns();
        let white = if position.turn().is_white() {
            score
        } else {
            -score
        };
        self.output.print(&format!(
            "evaluation {:+.2} from White's side",
            f64::from(white) / 100.0
        ));
    }

    /// Counts perft nodes for each root move.
    pub(super) fn perft(&self, depth: u64) {
        let depth = match PerftDepth::try_from(depth) {
            Ok(depth) => depth.get(),
            Err(error) => {
                self.note(format!("go perft: {error}"));
                return;
            }
        };
        let below = chess::divide(self.root.position(), depth);
        let mut nodes = 0;
        for (m, count) in below {
            nodes += count;
            self.output
                .print(&format!("{}: {count}", m.to_uci(self.options.castling)));
        }
        self.output.print(&format!("\nNodes searched: {nodes}"));
    }

    pub(super) fn bench(&mut self, depth: Option<u64>) {
        self.stop();
        let depth = depth.map_or(BENCH_DEPTH, |depth| {
            u32::try_from(depth).unwrap_or(u32::MAX)
        });
        let evaluator = self.options.evaluator.clone();
        self.output.print(&bench_line(depth, evaluator));
    }

    pub(super) fn help(&self) {
        self.output.print(HELP);
    }
}
