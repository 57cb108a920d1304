//! The board editor. The position may be illegal until it is finished.

use chess::{Board, Color, File, Piece, Position, Rank, Square};
use game::Start;

use crate::single::start::read_fen;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Move a piece.
    Hand,
    Put(Piece),
    Erase,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editor {
    board: Board,
    pub turn: Color,
    /// The castling rights in FEN order: `KQkq`.
    pub castling: [bool; 4],
    /// The file of a double pawn step.
    pub en_passant: Option<File>,
    pub halfmoves: u16,
    fullmoves: u32,
    pub tool: Tool,
}

pub const CASTLING: [char; 4] = ['K', 'Q', 'k', 'q'];

impl Editor {
    #[must_use]
    pub fn new(position: &Position) -> Editor {
        let fen = position.to_string();
        let mut fields = fen.split(' ').skip(2);
        let castling = fields.next().unwrap_or_default();
        Editor {
            board: *position.board(),
            turn: position.turn(),
            castling: CASTLING.map(|letter| castling.contains(letter)),
            en_passant: position.en_passant().map(Square::file),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
            tool: Tool::Hand,
        }
    }

    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether a press on a square picks up its piece.
    #[must_use]
    pub fn can_take(&self, square: Square) -> bool {
        self.tool == Tool::Hand && self.board.piece_at(square).is_some()
    }

    /// Uses a tool other than moving.
    pub fn touch(&mut self, square: Square) {
        let there = self.board.remove(square);
        if let Tool::Put(piece) = self.tool
            && there != Some(piece)
        {
            self.board.put(square, piece);
        }
    }

    /// Moves a piece; outside the board it is removed.
    pub fn carry(&mut self, from: Square, to: Option<Square>) {
        if let Some(piece) = self.board.remove(from)
            && let Some(to) = to
        {
            self.board.remove(to);
            self.board.put(to, piece);
        }
    }

    /// Removes all pieces.
    pub fn clear(&mut self) {
        self.board = Board::empty();
        self.turn = Color::White;
        self.castling = [false; 4];
        self.en_passant = None;
        (self.halfmoves, self.fullmoves) = (0, 1);
    }

    /// Sets up the start position.
    pub fn reset(&mut self) {
        let tool = self.tool;
        *self = Editor {
            tool,
            ..Editor::new(&Position::start())
        };
    }

    /// The position as a FEN, which may be illegal.
    #[must_use]
    pub fn fen(&self) -> String {
        let ranks = Rank::ALL.into_iter().rev().map(|rank| self.rank(rank));
        let placement = ranks.collect::<Vec<_>>().join("/");
        let turn = self.turn.letter();
        let rights = CASTLING.into_iter().zip(self.castling);
        let rights: String = rights
            .filter_map(|(letter, has)| has.then_some(letter))
            .collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passed = match (self.en_passant, self.turn) {
            (None, _) => "-".to_owned(),
            (Some(file), Color::White) => Square::new(file, Rank::Sixth).to_string(),
            (Some(file), Color::Black) => Square::new(file, Rank::Third).to_string(),
        };
        let (halfmoves, fullmoves) = (self.halfmoves, self.fullmoves);
        format!("{placement} {turn} {rights} {passed} {halfmoves} {fullmoves}")
    }

    /// The position, if it is legal.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with it.
    pub fn position(&self) -> Result<Start, String> {
        read_fen(&self.fen()).map_err(|error| error.to_string())
    }

    fn rank(&self, rank: Rank) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in File::ALL {
            match self.board.piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    }
}
