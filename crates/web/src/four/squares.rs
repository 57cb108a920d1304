//! What each square of the four boards shows.

use chess::{Bitboard, Piece, Square};
use duplicate::{BoardName, Boards, Change, Played, SeatSet};

use super::reason::Explanation;
use super::{Input, Motion, Place};
use crate::options::Options;
use crate::view::{Arrival, Last, Marks, PieceView, SquareView, Taken, Target};

/// The inputs of the squares.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'s> {
    /// The shown boards.
    pub boards: &'s Boards,
    /// The step that led to them.
    pub played: Option<&'s Played>,
    /// The last step that changed this board, which may be an earlier one.
    pub played_here: Option<&'s Played>,
    pub mated: SeatSet,
    pub motion: Option<&'s Motion>,
    pub input: &'s Input,
    /// Whether targets and letters are shown.
    pub options: &'s Options,
    /// The tab stop.
    pub cursor: Square,
    pub hovered: Option<Place>,
    /// Whether pieces can be selected at all.
    pub is_live: bool,
    /// The tooltip.
    pub explanation: Option<&'s Explanation>,
    /// The squares that the tour highlights.
    pub pointed: &'s [Place],
}

/// The sixty-four squares of a board, a1 first.
#[must_use]
pub fn squares(sources: &Sources<'_>, board: BoardName) -> Vec<SquareView> {
    let scene = BoardScene::new(sources, board);
    Square::ALL
        .into_iter()
        .map(|square| scene.square(square))
        .collect()
}

/// What all squares of a board share.
struct BoardScene<'s> {
    sources: &'s Sources<'s>,
    board: BoardName,
    ghosts: Bitboard,
    check: Option<Square>,
    /// The effect of the last step here.
    last: Option<&'s Change>,
    /// The effect here of the last step that changed this board.
    last_here: Option<&'s Change>,
    /// The effect of the animated step here.
    moving: Option<&'s Change>,
    /// Squares of this board with new ghosts.
    haunted: Bitboard,
    /// The square of the selected piece or its twin.
    held: Option<Square>,
    /// The targets of the selected piece on both boards, and on this one only.
    playable: Bitboard,
    only: Bitboard,
    /// The hovered square, if its piece can be selected.
    offered: Option<Square>,
}

impl<'s> BoardScene<'s> {
    fn new(sources: &'s Sources<'s>, board: BoardName) -> BoardScene<'s> {
        let position = sources.boards.position(board);
        let here = |played: &'s Played| {
            let mut effects = played.effects.iter();
            effects.find(|effect| effect.board == board)
        };
        let effects = sources.played.map(|played| &played.effects);
        let haunted = effects.into_iter().flatten().filter_map(|effect| {
            let taken = effect.captured.filter(|taken| !taken.was_ghost)?;
            let owner = effect.board.player(taken.piece.color);
            (owner.twin_board(effect.board) == Some(board)).then(|| taken.square.bitboard())
        });
        let owner = sources.boards.turn();
        let is_movers = owner.plays_on(board);
        let grab = sources.input.piece();
        let held = grab.filter(|grab| {
            grab.board == board || is_movers && sources.boards.lockstep(owner).contains(grab.from)
        });
        let targets = grab.filter(|_| sources.options.teaching).and_then(|grab| {
            let &(_, only) = grab.only.iter().find(|(name, _)| *name == board)?;
            Some((grab.playable, only))
        });
        let hovered = sources.hovered.filter(|place| place.board == board);
        let hovered = hovered.map(|place| place.square);
        let movable = match sources.is_live && is_movers {
            true => position.board().by_color(owner.color()),
            false => Bitboard::EMPTY,
        };
        let (playable, only) = targets.unwrap_or((Bitboard::EMPTY, Bitboard::EMPTY));
        BoardScene {
            sources,
            board,
            ghosts: sources.boards.ghosts(board),
            check: position.is_check().then(|| position.king(position.turn())),
            last: sources.played.and_then(here),
            last_here: sources.played_here.and_then(here),
            moving: sources.motion.and_then(|motion| here(&motion.played)),
            haunted: haunted.fold(Bitboard::EMPTY, |all, one| all | one),
            held: held.map(|grab| grab.from),
            playable,
            only,
            offered: hovered.filter(|square| movable.contains(*square)),
        }
    }

    fn square(&self, square: Square) -> SquareView {
        let place = Place::new(self.board, square);
        let position = self.sources.boards.position(self.board);
        SquareView {
            piece: position
                .board()
                .piece_at(square)
                .map(|piece| self.piece(square, piece)),
            taken: self.taken(square),
            marks: self.marks(place),
            is_offered: self.offered == Some(square),
            is_stop: self.sources.cursor == square,
        }
    }

    fn piece(&self, square: Square, piece: Piece) -> PieceView {
        let seat = self.board.player(piece.color);
        PieceView {
            army: seat.into(),
            role: piece.role,
            is_ghost: self.ghosts.contains(square),
            haunted: self
                .forward_step()
                .filter(|_| self.haunted.contains(square)),
            arrival: self.arrival(square),
            is_lifted: self.held == Some(square) && self.sources.input.dragged().is_some(),
            has_letter: self.sources.options.letters,
        }
    }

    /// The number of the animated step, if it goes forward.
    fn forward_step(&self) -> Option<usize> {
        let motion = self.sources.motion?;
        motion.is_forward.then_some(motion.step)
    }

    fn arrival(&self, square: Square) -> Option<Arrival> {
        let effect = self.moving?;
        let &Motion {
            step, is_forward, ..
        } = self.sources.motion?;
        let king = match effect.rook {
            Some(_) => duplicate::SyncedMove::of(effect.m).to(),
            None => effect.m.to(),
        };
        let glides = [Some((effect.m.from(), king)), effect.rook];
        glides.into_iter().flatten().find_map(|(from, to)| {
            let (from, to) = if is_forward { (from, to) } else { (to, from) };
            (to == square).then_some(Arrival { from, step })
        })
    }

    fn taken(&self, square: Square) -> Option<Taken> {
        let step = self.forward_step()?;
        let taken = self.last?.captured.filter(|taken| taken.square == square)?;
        Some(Taken {
            army: self.board.player(taken.piece.color).into(),
            role: taken.piece.role,
            step,
        })
    }

    fn marks(&self, place: Place) -> Marks {
        let sources = self.sources;
        let square = place.square;
        let last = self.last_here;
        let king_to = |effect: &Change| duplicate::SyncedMove::of(effect.m).to();
        Marks {
            last: last.and_then(|effect| Last::of(square, effect.m.from(), king_to(effect))),
            captured: self
                .last
                .and_then(|effect| effect.captured)
                .is_some_and(|taken| taken.square == square),
            check: self.check == Some(square),
            mate: self.is_mated_king(square),
            grabbed: self.held == Some(square),
            target: self.target(square),
            culprit: sources
                .explanation
                .is_some_and(|explanation| explanation.culprits.contains(&place)),
            pointed: sources.pointed.contains(&place),
            premove: false,
        }
    }

    /// Whether a mated king is in check here. A king can be mated by a check on one of its boards, and
    /// then only that one shows it.
    fn is_mated_king(&self, square: Square) -> bool {
        let side = self.sources.boards.position(self.board).turn();
        let owner = self.board.player(side);
        self.check == Some(square) && self.sources.mated.contains(owner)
    }

    fn target(&self, square: Square) -> Option<Target> {
        if self.playable.contains(square) {
            return Some(Target::Playable);
        }
        self.only.contains(square).then_some(Target::Only)
    }
}
