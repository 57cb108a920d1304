//! Commands of the board editor.

use game::pgn::Tree;

use crate::analyse::{EditCommand, Editor, Effect, Study};
use crate::single::hand::Hand;

impl Study {
    pub(super) fn edit(&mut self, command: EditCommand) -> Vec<Effect> {
        self.shell.clear();
        self.touch.hand = Hand::Idle;
        let Some(editor) = &mut self.editor else {
            return match command == EditCommand::Begin {
                true => self.begin_editing(),
                false => Vec::new(),
            };
        };
        match command {
            EditCommand::Begin => {}
            EditCommand::Take(tool) => editor.tool = tool,
            EditCommand::Turn(turn) => editor.turn = turn,
            EditCommand::Castling(index) => {
                if let Some(right) = editor.castling.get_mut(index) {
                    *right ^= true;
                }
            }
            EditCommand::EnPassant(file) => editor.en_passant = file,
            EditCommand::Halfmoves(halfmoves) => editor.halfmoves = halfmoves,
            EditCommand::Clear => editor.clear(),
            EditCommand::Reset => editor.reset(),
            EditCommand::Done => return self.finish_editing(),
            EditCommand::Cancel => {
                self.editor = None;
                self.show_drawings();
                return self.ask_engine();
            }
        }
        Vec::new()
    }

    fn begin_editing(&mut self) -> Vec<Effect> {
        self.editor = Some(Editor::new(self.position()));
        self.engine.forget();
        self.touch.drawings.clear();
        self.ask_engine()
    }

    fn finish_editing(&mut self) -> Vec<Effect> {
        let position = match &self.editor {
            Some(editor) => editor.position(),
            None => return Vec::new(),
        };
        match position {
            Ok(start) => self.open(Tree::new(start)),
            Err(why) => self
                .shell
                .tell_bad(format!("This position cannot be played: {why}.")),
        }
    }
}
