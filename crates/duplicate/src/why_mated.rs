//! Why the player to move is checkmated, in words.
//!
//! A mate of this game often leaves an answer on the board with the check: it cannot be made on the
//! other board. A beginner sees the answer and wonders.

use core::fmt;

use crate::{BoardName, Boards, Culprit, MoveRefusal, Seat, SyncedMove};

/// Why a player is checkmated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyMated {
    /// The player.
    pub seat: Seat,
    /// The two boards of the player.
    pub boards: [MatedBoard; 2],
    /// A move that would answer the check if it could be made on the other board too, and why it
    /// cannot.
    pub escape: Option<(SyncedMove, MoveRefusal)>,
}

/// One board of a player who is checkmated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatedBoard {
    /// The board.
    pub board: BoardName,
    /// The pieces that give check on it.
    pub checkers: Vec<Culprit>,
    /// How many moves would be legal on this board alone. Ghosts cannot move.
    pub moves: usize,
}

impl Boards {
    /// Why the player to move is checkmated; `None` if that is not so.
    ///
    /// ```
    /// use fourfold_duplicate::DuplicateGame;
    /// let mut game = DuplicateGame::new();
    /// for text in "f2f3 a2a3 e7e5 e7e5 g2g4 b2b3 a7a6 d8h4".split(' ') {
    ///     game.play(text.parse()?)?;
    /// }
    /// let why = game.boards().why_mated().ok_or("it is mate")?;
    /// assert_eq!(
    ///     why.to_string(),
    ///     "West's queen on h4 gives check on NW. There is no answer to it on NW."
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn why_mated(&self) -> Option<WhyMated> {
        let seat = self.turn();
        if self.checks_against(seat).is_empty() || self.has_legal_moves() {
            return None;
        }
        Some(WhyMated {
            seat,
            boards: seat.boards().map(|board| self.mated_board(seat, board)),
            escape: self.escape(seat),
        })
    }

    /// A move that is legal on a board with a check, and why it is not legal on the other.
    fn escape(&self, seat: Seat) -> Option<(SyncedMove, MoveRefusal)> {
        let checked = self.checks_against(seat);
        let mut moves = checked.iter().flat_map(|board| self.answers(seat, board));
        let m = moves.next()?;
        Some((m, self.why_not(m)?))
    }

    /// The moves that would be legal on one board alone. Ghosts cannot move.
    fn answers(&self, seat: Seat, board: BoardName) -> Vec<SyncedMove> {
        let ghosts = self.ghosts_of(seat, board);
        let mut moves = self.local_moves(board);
        moves.retain(|m| !ghosts.contains(m.from()));
        moves
    }

    fn mated_board(&self, seat: Seat, board: BoardName) -> MatedBoard {
        let checkers = self.position(board).checkers();
        MatedBoard {
            board,
            checkers: checkers
                .into_iter()
                .filter_map(|square| self.culprit(board, square))
                .collect(),
            moves: self.answers(seat, board).len(),
        }
    }
}

impl fmt::Display for WhyMated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for MatedBoard {
            board, checkers, ..
        } in &self.boards
        {
            let checkers: Vec<String> = checkers.iter().map(Culprit::to_string).collect();
            match checkers.as_slice() {
                [] => {}
                [one] => write!(f, "{one} gives check on {board}. ")?,
                several => write!(f, "{} give check on {board}. ", several.join(" and "))?,
            }
        }
        let [first, second] = &self.boards;
        match (first.moves, second.moves) {
            (0, 0) => write!(
                f,
                "No move is legal on {}, and none on {}.",
                first.board, second.board
            ),
            (0, _) => self.no_answer(f, first),
            (_, 0) => self.no_answer(f, second),
            (one, other) => {
                write!(
                    f,
                    "{} legal on {} and {other} on {}, but none on both.",
                    moves_are(one),
                    first.board,
                    second.board
                )?;
                match &self.escape {
                    Some((_, refusal)) => write!(f, " For example, {refusal}."),
                    None => Ok(()),
                }
            }
        }
    }
}

impl WhyMated {
    fn no_answer(&self, f: &mut fmt::Formatter<'_>, on: &MatedBoard) -> fmt::Result {
        if on.checkers.is_empty() {
            write!(f, "There is no legal move on {}.", on.board)
        } else {
            write!(f, "There is no answer to it on {}.", on.board)
        }
    }
}

fn moves_are(count: usize) -> String {
    match count {
        1 => "1 move is".to_owned(),
        _ => format!("{count} moves are"),
    }
}

#[cfg(test)]
mod tests {
    use crate::examples::{DOUBLE_MATE, ESCAPE_NOT_SYNCHRONIZED, EXAMPLES, Example};

    fn why(example: &Example) -> Option<String> {
        let boards = example.boards();
        boards.why_mated().map(|why| why.to_string())
    }

    #[test]
    fn an_answer_on_one_board_only_is_mentioned() {
        assert_eq!(
            why(&ESCAPE_NOT_SYNCHRONIZED).as_deref(),
            Some(
                "West's queen on h4 gives check on NW. \
                 1 move is legal on NW and 17 on NE, but none on both. For example, \
                 g2g3 is legal on NW only: on NE East's knight on g3 is in the way."
            )
        );
    }

    #[test]
    fn checks_on_both_boards_are_named() {
        assert_eq!(
            why(&DOUBLE_MATE).as_deref(),
            Some(
                "West's queen on h4 gives check on NW. East's queen on h4 gives check on NE. \
                 No move is legal on NW, and none on NE."
            )
        );
    }

    #[test]
    fn only_mates_are_explained() {
        for example in EXAMPLES {
            let boards = example.boards();
            let is_mate =
                !boards.has_legal_moves() && !boards.checks_against(boards.turn()).is_empty();
            assert_eq!(boards.why_mated().is_some(), is_mate, "{}", example.name);
        }
    }
}
