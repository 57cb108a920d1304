//! The `position` command.

use chess::uci::UciMove;
use chess::{Position, Tolerance, fen};
use engine::Root;
use uci::Origin;

use super::Session;

impl Session {
    /// Sets up a position and plays the moves. On an error it reports the error and changes
    /// nothing.
    pub(super) fn set_up(&mut self, origin: &Origin, moves: &[UciMove]) {
        match self.read_root(origin, moves) {
            Ok(root) => self.root = root,
            Err(refusal) => self.note(format!("{refusal}; the position is as it was")),
        }
    }

    fn read_root(&self, origin: &Origin, moves: &[UciMove]) -> Result<Root, String> {
        let start = match origin {
            Origin::Start => Position::start(),
            Origin::Fen(text) => {
                let read = fen::read(text, self.options.castling, Tolerance::Lenient)
                    .map_err(|error| error.to_string())?;
                for warning in &read.warnings {
                    self.note(format!("the FEN: {warning}"));
                }
                read.position
            }
        };
        let mut root = Root::new(start);
        for (index, &sent) in moves.iter().enumerate() {
            let m = root.position().understand_uci(sent);
            root.play(m)
                .map_err(|error| format!("move {} of {}: {error}", index + 1, moves.len()))?;
        }
        Ok(root)
    }
}
