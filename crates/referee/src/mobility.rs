//! Where each unit could ever go: a sound over-approximation.
//!
//! Locked positions have too many reachable states to enumerate, and most of them do not differ in
//! anything that matters. This module ignores time. It computes for every unit on the board the
//! squares on which it could stand at *some* moment of *some* legal continuation. The result is the
//! least set of facts closed under these rules, where a unit is *fixed* as long as no fact moves it
//! or allows its capture:
//!
//! 1. A piece moves as if only the fixed units stood on the board, but not onto a fixed unit of its
//!    own side.
//! 2. A king moves likewise, but not onto a square that a fixed enemy unit attacks whatever stands
//!    elsewhere: next to it for kings and sliders, a leap away for knights, diagonally for pawns. There
//!    must be a square for the other king, too: one where it could stand, apart from the first, and
//!    where the step does not stalemate it for certain (`kings.rs`).
//! 3. A pawn steps forward onto a square without a fixed unit. As long as it has only stepped, it
//!    is still behind each enemy pawn it faced on its file, unless that one was captured or has
//!    itself captured; so it needs such a fact about every enemy pawn from whose square on it
//!    steps. It captures on a square where some enemy unit other than the king could stand.
//! 4. A pawn that could reach the last rank could go on from there as a queen or a knight.
//! 5. A unit can be captured where an enemy unit can move to a square on which it could stand, or
//!    for pawns, attack one.
//! 6. King and rook castle if the right is there and no fixed unit is in the way.
//! 7. An en passant capture that is possible at once is a fact from the beginning. Any later one
//!    follows a double step across a square to which the captured pawn could also have made a
//!    single step, so rule 3 covers it.
//!
//! **Why it is sound.** Take a legal continuation and the first move in it that does what the facts
//! exclude: a unit arrives where it could never stand, a fixed unit moves or is captured. Before
//! that move every fixed unit stood on its square, for none had moved or been captured, and every
//! other unit stood where the facts allow it. The move was legal, so its path was free of units, in
//! particular of the fixed ones, its king did not step onto an attacked square, and what it
//! captured stood where it captured. So a rule applies to it, and its outcome is a fact after all.
//! The one exception is a king's step that stalemates: it does what the facts exclude, but it ends
//! the game without a mate, so that nothing follows from it.
//! For the order of pawns on a file: two opposing pawns that have only stepped cannot pass each
//! other, and one that promoted without capturing would have had to. The facts only ever grow, and
//! each rule needs facts only, never their absence, so the order of application does not matter.
//!
//! Deliberately ignored: the side to move, that kings must not stay in check, that a unit stands on
//! one square at a time, and everything else that depends on time.

mod kings;
mod net;
#[cfg(test)]
#[cfg(feature = "_testkit")]
mod tests;

use chess::{
    Bitboard, Board, CastlingSide, Color, MoveKind, Piece, Position, Rank, Role, Square, attacks,
};

/// The greatest number of units on a board.
const UNITS: usize = 32;

/// What a unit could ever do.
#[derive(Clone, Copy)]
struct Unit {
    piece: Piece,
    start: Square,
    /// The squares on which it could stand, including its start.
    stands: Bitboard,
    /// The squares that it could attack, including those of its own side.
    attacks: Bitboard,
    /// Of a pawn: the squares to which it could step without ever capturing.
    stepped: Bitboard,
    /// Of a pawn: the squares on which it could stand as a pawn after capturing.
    strayed: Bitboard,
    /// Of a pawn: the squares on which it could stand as a piece.
    promoted: Bitboard,
    /// Whether it could be captured.
    capturable: bool,
    /// The fixed units when it was last spread. With the same ones it finds nothing new.
    spread_among: Option<Bitboard>,
}

/// Where each unit of a position could ever go.
pub(crate) struct Mobility {
    units: [Unit; UNITS],
    len: usize,
    /// The units that never move and are never captured.
    fixed: Bitboard,
    /// The fixed units of each side.
    fixed_of: [Bitboard; 2],
    /// The squares on which units of each side other than kings could stand.
    stands_of: [Bitboard; 2],
    /// The pawns of each side that could not be captured and could not capture.
    loyal_of: [Bitboard; 2],
    /// The rooks that may castle.
    castling: Bitboard,
}

/// What mobility says about one side.
pub(crate) struct Outlook {
    /// Whether a mate is not excluded.
    pub(crate) could_mate: bool,
    /// Whether a pawn could ever promote.
    pub(crate) could_promote: bool,
}

impl Mobility {
    /// Applies the rules to a fixed point.
    #[cfg(test)]
    pub(crate) fn of(position: &Position) -> Mobility {
        Mobility::until(position, |_| false)
    }

    /// Whether it is proven that this side will never mate.
    pub(crate) fn excludes_mate(position: &Position, side: Color) -> bool {
        Mobility::until(position, |facts| !facts.cannot_mate(side)).cannot_mate(side)
    }

    /// What is known about this side: whether it could mate, and whether it could promote.
    pub(crate) fn outlook(position: &Position, side: Color) -> Outlook {
        let has_no_pawns = position.board().pieces(side, Role::Pawn).is_empty();
        let is_best = |facts: &Mobility| {
            (has_no_pawns || facts.could_promote(side)) && !facts.cannot_mate(side)
        };
        let facts = Mobility::until(position, is_best);
        Outlook {
            could_mate: !facts.cannot_mate(side),
            could_promote: facts.could_promote(side),
        }
    }

    /// Applies the rules to a fixed point, or until the facts are `enough`. Facts only grow, and with
    /// them the chances to mate and to promote, so what is possible before the fixed point still is
    /// there.
    fn until(position: &Position, enough: impl Fn(&Mobility) -> bool) -> Mobility {
        let mut mobility = Mobility::at_rest(position);
        mobility.allow_en_passant(position);
        mobility.survey();
        while mobility.round() && !enough(&mobility) {}
        mobility
    }

    /// The initial state, in which nothing can move.
    fn at_rest(position: &Position) -> Mobility {
        let board = position.board();
        let idle = Unit {
            piece: Piece::new(Color::White, Role::King),
            start: Square::A1,
            stands: Bitboard::EMPTY,
            attacks: Bitboard::EMPTY,
            stepped: Bitboard::EMPTY,
            strayed: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            capturable: false,
            spread_among: None,
        };
        let mut mobility = Mobility {
            units: [idle; UNITS],
            len: 0,
            fixed: board.occupied(),
            fixed_of: Color::ALL.map(|color| board.by_color(color)),
            stands_of: Color::ALL.map(|color| without_king(board, color)),
            loyal_of: Color::ALL.map(|color| board.pieces(color, Role::Pawn)),
            castling: position.castling().rooks(),
        };
        for (start, piece) in board.iter() {
            let stepped = match piece.role {
                Role::Pawn => start.bitboard(),
                Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                    Bitboard::EMPTY
                }
            };
            mobility.units[mobility.len] = Unit {
                piece,
                start,
                stands: start.bitboard(),
                stepped,
                ..idle
            };
            mobility.len += 1;
        }
        mobility
    }

    /// The units that could be captured or have captured en passant with the next move.
    fn allow_en_passant(&mut self, position: &Position) {
        for m in position
            .en_passant()
            .map(|_| position.legal_moves())
            .iter()
            .flat_map(|moves| moves.iter())
            .filter(|m| m.kind() == MoveKind::EnPassant)
        {
            let passed = Square::new(m.to().file(), m.from().rank());
            for unit in &mut self.units[..self.len] {
                if unit.start == m.from() {
                    unit.strayed |= m.to().bitboard();
                    unit.stands |= m.to().bitboard();
                }
                unit.capturable |= unit.start == passed;
            }
        }
    }

    /// Applies every rule to every unit once; returns whether there are new facts.
    fn round(&mut self) -> bool {
        let mut news = false;
        for index in 0..self.len {
            let before = self.units[index];
            let after = self.moved(&before);
            self.units[index] = after;
            news |= after.stands != before.stands
                || after.strayed != before.strayed
                || after.promoted != before.promoted;
        }
        news |= self.castle();
        news |= self.capture();
        self.survey();
        news
    }

    /// A unit with the squares that it reaches by the present facts.
    fn moved(&self, unit: &Unit) -> Unit {
        let mut unit = *unit;
        match unit.piece.role {
            Role::Pawn => self.move_pawn(&mut unit),
            Role::King => self.move_king(&mut unit),
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                if unit.spread_among != Some(self.fixed) {
                    self.spread(&mut unit);
                }
            }
        }
        unit
    }

    /// Moves a piece from all its squares until it finds no new ones.
    fn spread(&self, unit: &mut Unit) {
        let Piece { color, role } = unit.piece;
        let closed = self.fixed_of[color as usize];
        let mut fresh = unit.stands;
        while let Some(from) = fresh.first() {
            let reached = attacks::of(color, role, from, self.fixed);
            unit.attacks |= reached;
            fresh |= reached - closed - unit.stands;
            unit.stands |= fresh;
            fresh -= from.bitboard();
        }
        unit.spread_among = Some(self.fixed);
    }

    fn move_pawn(&self, unit: &mut Unit) {
        let color = unit.piece.color;
        let facing = self.loyal_of[!color as usize] & ahead(color, unit.start);
        unit.stepped |= steps(color, unit.stepped, self.fixed | facing);
        unit.strayed |= steps(color, unit.strayed, self.fixed);
        let pawn_attacks = pawn_attacks(color, unit.stepped | unit.strayed);
        unit.strayed |= pawn_attacks & self.stands_of[!color as usize];
        unit.strayed |= steps(color, unit.strayed, self.fixed);
        unit.attacks |= pawn_attacks;
        let last = Bitboard::from(Rank::Eighth.relative_to(color));
        let arrived = ((unit.stepped | unit.strayed) & last) - unit.promoted;
        unit.promoted |= arrived;
        let has_more_room = unit.promoted.any() && unit.spread_among != Some(self.fixed);
        if arrived.any() || has_more_room {
            self.spread_promoted(unit);
        }
        unit.stands |= unit.stepped | unit.strayed | unit.promoted;
    }

    fn spread_promoted(&self, unit: &mut Unit) {
        let closed = self.fixed_of[unit.piece.color as usize];
        let mut fresh = unit.promoted;
        while let Some(from) = fresh.first() {
            let reached = attacks::queen(from, self.fixed) | attacks::knight(from);
            unit.attacks |= reached;
            fresh |= reached - closed - unit.promoted;
            unit.promoted |= fresh;
            fresh -= from.bitboard();
        }
        unit.spread_among = Some(self.fixed);
    }

    /// Lets kings castle; returns whether a king or rook reaches a new square.
    fn castle(&mut self) -> bool {
        let mut news = false;
        for rook in self.castling {
            let color = match rook.rank() {
                Rank::First => Color::White,
                Rank::Second
                | Rank::Third
                | Rank::Fourth
                | Rank::Fifth
                | Rank::Sixth
                | Rank::Seventh
                | Rank::Eighth => Color::Black,
            };
            let is_king = |unit: &&mut Unit| unit.piece == Piece::new(color, Role::King);
            let Some(king) = self.units[..self.len].iter_mut().find(is_king) else {
                continue;
            };
            let side = CastlingSide::of_rook(king.start, rook);
            let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
            let path = attacks::between(king.start, king_to)
                | attacks::between(rook, rook_to)
                | king_to.bitboard()
                | rook_to.bitboard();
            let own = king.start.bitboard() | rook.bitboard();
            if path.is_disjoint(self.fixed - own) {
                news |= !king.stands.contains(king_to);
                king.stands |= king_to.bitboard();
                king.spread_among = None;
                for unit in &mut self.units[..self.len] {
                    if unit.start == rook {
                        news |= !unit.stands.contains(rook_to);
                        unit.stands |= rook_to.bitboard();
                        unit.spread_among = None;
                    }
                }
            }
        }
        news
    }

    /// Finds the units that could be captured; returns whether there are new ones.
    fn capture(&mut self) -> bool {
        let mut news = false;
        let entered = Color::ALL.map(|color| {
            self.units[..self.len]
                .iter()
                .filter(|unit| unit.piece.color == color)
                .fold(Bitboard::EMPTY, |entered, unit| {
                    entered | self.entered(unit)
                })
        });
        for unit in &mut self.units[..self.len] {
            let captured = unit.piece.role != Role::King
                && !unit.capturable
                && !unit.stands.is_disjoint(entered[!unit.piece.color as usize]);
            unit.capturable |= captured;
            news |= captured;
        }
        news
    }

    /// The squares that a unit could capture on.
    fn entered(&self, unit: &Unit) -> Bitboard {
        match unit.piece.role {
            Role::King => unit.attacks & unit.stands,
            Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => unit.attacks,
        }
    }

    /// Updates the summaries: which units are fixed, and which squares could be occupied.
    fn survey(&mut self) {
        self.fixed = Bitboard::EMPTY;
        self.fixed_of = [Bitboard::EMPTY; 2];
        self.stands_of = [Bitboard::EMPTY; 2];
        self.loyal_of = [Bitboard::EMPTY; 2];
        for unit in &self.units[..self.len] {
            let color = unit.piece.color as usize;
            let start = unit.start.bitboard();
            if unit.stands == start && !unit.capturable {
                self.fixed |= start;
                self.fixed_of[color] |= start;
            }
            if unit.piece.role != Role::King {
                self.stands_of[color] |= unit.stands;
            }
            if unit.piece.role == Role::Pawn && unit.strayed.is_empty() && !unit.capturable {
                self.loyal_of[color] |= start;
            }
        }
    }
}

/// Whether the position is locked enough that mobility may decide it: pawns block each other, each
/// pawn of the side has an enemy pawn in front of it, and the side has no knights, rooks or queens.
pub(crate) fn is_locked(board: &Board, side: Color) -> bool {
    let white = board.pieces(Color::White, Role::Pawn);
    let rams = (white << 8) & board.pieces(Color::Black, Role::Pawn);
    let roaming =
        board.by_role(Role::Knight) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
    if rams.is_empty() || !board.by_color(side).is_disjoint(roaming) {
        return false;
    }
    let before_enemies = steps(!side, board.pieces(!side, Role::Pawn), Bitboard::EMPTY);
    board.pieces(side, Role::Pawn).is_subset(before_enemies)
}

fn without_king(board: &Board, color: Color) -> Bitboard {
    board.by_color(color) - board.by_role(Role::King)
}

/// The squares in front of a pawn on its file, up to the last rank.
pub(crate) fn ahead(color: Color, pawn: Square) -> Bitboard {
    let bit = pawn.bitboard().0;
    let farther = match color {
        Color::White => !(bit | (bit - 1)),
        Color::Black => bit - 1,
    };
    Bitboard::from(pawn.file()) & Bitboard(farther)
}

/// The squares in front of these up to the first blocked ones.
fn steps(color: Color, from: Bitboard, blocked: Bitboard) -> Bitboard {
    let mut reached = from;
    for _ in 0..6 {
        let ahead = if color.is_white() {
            reached << 8
        } else {
            reached >> 8
        };
        reached |= ahead - blocked;
    }
    reached
}

/// The squares that pawns on these squares attack.
fn pawn_attacks(color: Color, from: Bitboard) -> Bitboard {
    from.into_iter().fold(Bitboard::EMPTY, |all, square| {
        all | attacks::pawn(color, square)
    })
}
