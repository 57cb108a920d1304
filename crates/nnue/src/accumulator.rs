//! The [incrementally updated](https://www.chessprogramming.org/NNUE#Accumulator) hidden layer.
//!
//! A move changes few places and few counts, so the accumulator of a position is computed from one
//! of a similar position. The search does not report its moves: each accumulator is stored with its
//! board and counts, and the differences give the inputs to add and remove. A stored accumulator
//! never becomes invalid, and a position that is not evaluated costs nothing.
//!
//! There is one slot per ply. The starting point is the nearest of the slot itself, which often
//! holds a sibling, and the two slots before it. If all are far away, or a view is mirrored
//! differently because a king changed sides, a cache with one more slot per orientation of the two
//! views is used (a "Finny table").

use std::sync::Arc;

use chess::{Bitboard, Board, Color, Piece, Position, Role, Square};

use crate::arch::{self, INPUTS, evaluation, is_mirrored};
use crate::counts::Counts;
use crate::kernel::{Instructions, Kernel, Neurons, Rows, Work};
use crate::network::Network;

/// The accumulators of a line of positions, and the evaluation computed from them.
///
/// ```
/// use std::sync::Arc;
///
/// use fourfold_nnue::chess::Position;
/// use fourfold_nnue::{Accumulators, Network};
///
/// let mut network = Network::zeroed();
/// network.feature_weights[8..16].fill([1; fourfold_nnue::arch::HIDDEN]);
/// for output in &mut network.outputs {
///     output.weights[0].fill(100);
/// }
/// let network = Arc::<Network>::from(network);
///
/// let mut line = Accumulators::new(Arc::clone(&network), 10);
/// let mut position = Position::start();
/// for (ply, m) in ["e2e4", "e7e5", "g1f3"].iter().enumerate() {
///     position = position.play(position.parse_uci(m)?)?;
///     assert_eq!(line.evaluate(&position, ply + 1), network.eval_from_scratch(&position));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Accumulators {
    network: Arc<Network>,
    kernel: Kernel,
    plies: Vec<Slot>,
    /// The cache, by [`orientation`].
    cache: [Slot; 4],
    /// Room for the inputs that change.
    change: Change,
}

/// The accumulators of a board, White's and Black's.
#[derive(Clone)]
#[repr(align(64))]
struct Slot {
    sums: [Neurons; 2],
    board: Board,
    counts: Counts,
}

/// From this many changed squares on, the cache is considered too.
const CACHE_DISTANCE: u32 = 6;

impl Accumulators {
    /// Slots for a line of this many plies after the first position.
    ///
    /// ```
    /// use fourfold_nnue::{Accumulators, Kernel, Network};
    /// use std::sync::Arc;
    /// let network = Arc::<Network>::from(Network::zeroed());
    /// let accumulators = Accumulators::new(network, 128);
    /// assert_eq!(accumulators.kernel(), Kernel::best());
    /// ```
    #[must_use]
    pub fn new(network: Arc<Network>, plies: usize) -> Accumulators {
        Accumulators::with_kernel(network, plies, Kernel::best())
    }

    /// Like [`new`](Accumulators::new) with this kernel instead of the best one.
    ///
    /// ```
    /// use fourfold_nnue::chess::Position;
    /// use fourfold_nnue::{Accumulators, Kernel, Network};
    /// use std::sync::Arc;
    /// let network = Arc::<Network>::from(Network::zeroed());
    /// let mut accumulators = Accumulators::with_kernel(network, 1, Kernel::PORTABLE);
    /// assert_eq!(accumulators.evaluate(&Position::start(), 0), 0);
    /// ```
    #[must_use]
    pub fn with_kernel(network: Arc<Network>, plies: usize, kernel: Kernel) -> Accumulators {
        let empty = Slot {
            sums: [network.feature_bias; 2],
            board: Board::empty(),
            counts: Counts::NONE,
        };
        Accumulators {
            network,
            kernel,
            plies: vec![empty.clone(); plies + 1],
            cache: std::array::from_fn(|_| empty.clone()),
            change: Change::default(),
        }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The kernel.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The evaluation in centipawns from the point of view of the side to move. It equals
    /// [`Network::eval_from_scratch`].
    ///
    /// Any ply gives the right result; the ply of the position in the line is the fastest.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fourfold_nnue::chess::Position;
    /// use fourfold_nnue::{Accumulators, Network};
    /// let network = Arc::<Network>::from(Network::zeroed());
    /// let mut line = Accumulators::new(network, 10);
    /// assert_eq!(line.evaluate(&Position::start(), 0), 0);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the ply is out of range.
    #[must_use]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let sum = self.kernel.run(Evaluation {
            network: &self.network,
            plies: &mut self.plies,
            cache: &mut self.cache,
            change: &mut self.change,
            position,
            counts: Counts::of(position.board()),
            ply,
        });
        debug_assert!(self.is_right(position, ply), "{position} at ply {ply}");
        evaluation(sum, self.network.output(position).bias)
    }

    /// Whether the stored accumulators of a ply match ones computed from scratch.
    fn is_right(&self, position: &Position, ply: usize) -> bool {
        Color::ALL.into_iter().all(|side| {
            self.plies[ply].sums[side as usize] == self.network.accumulate(position, side)
        })
    }
}

/// Updates the accumulators of a position and computes the output.
struct Evaluation<'a> {
    network: &'a Network,
    plies: &'a mut [Slot],
    cache: &'a mut [Slot; 4],
    change: &'a mut Change,
    position: &'a Position,
    counts: Counts,
    ply: usize,
}

impl Work for Evaluation<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Instructions>(self, instructions: I) -> i32 {
        let (before, here) = self.plies.split_at_mut(self.ply);
        let here = &mut here[0];
        let target = Target {
            board: self.position.board(),
            counts: &self.counts,
            kings: Color::ALL.map(|side| self.position.king(side)),
            weights: &self.network.feature_weights,
        };
        target.update(here, before, self.cache, self.change);
        let [own, other] = &self.network.output(self.position).weights;
        let turn = self.position.turn();
        let own = instructions.weigh(&here.sums[turn as usize], own);
        own.wrapping_add(instructions.weigh(&here.sums[!turn as usize], other))
    }
}

/// The board to compute accumulators for.
struct Target<'a> {
    board: &'a Board,
    counts: &'a Counts,
    kings: [Square; 2],
    weights: &'a [Neurons; INPUTS],
}

impl Target<'_> {
    /// Computes the accumulators of this board from the nearest stored ones.
    #[inline(always)]
    fn update(&self, here: &mut Slot, before: &[Slot], cache: &mut [Slot; 4], change: &mut Change) {
        let mut nearest = None;
        let mut distance = self.distance(here);
        for slot in before.iter().rev().take(2) {
            let other = self.distance(slot);
            if other < distance {
                (nearest, distance) = (Some(slot), other);
            }
        }
        if distance >= CACHE_DISTANCE {
            let cache = &mut cache[orientation(self.kings)];
            if self.distance(cache) < distance {
                self.change(here, Some(cache), change);
                cache.clone_from(here);
                return;
            }
        }
        self.change(here, nearest, change);
    }

    /// The approximate number of changed squares; the maximum if the orientation of a view differs.
    #[inline(always)]
    fn distance(&self, slot: &Slot) -> u32 {
        let changed = |side| (self.board.by_color(side) ^ slot.board.by_color(side)).len();
        let is_alike = |side: Color| {
            let king = slot.board.pieces(side, Role::King).first();
            king.is_none_or(|king| is_mirrored(king) == is_mirrored(self.kings[side as usize]))
        };
        if Color::ALL.into_iter().all(is_alike) {
            changed(Color::White) + changed(Color::Black)
        } else {
            u32::MAX
        }
    }

    /// Computes the accumulators of this board from those of another, or from the ones that are
    /// there.
    #[inline(always)]
    fn change(&self, into: &mut Slot, from: Option<&Slot>, change: &mut Change) {
        let Change { added, gone } = change;
        added.clear();
        gone.clear();
        let Slot { board, counts, .. } = from.unwrap_or(into);
        for square in difference(self.board, board) {
            if let Some(piece) = self.board.piece_at(square) {
                added.push(self.places(piece, square));
            }
            if let Some(piece) = board.piece_at(square) {
                gone.push(self.places(piece, square));
            }
        }
        self.counts.differences(counts, |side, kind, old, new| {
            let inputs = Color::ALL.map(|view| arch::count(view, side, kind));
            for _ in old..new {
                added.push(inputs);
            }
            for _ in new..old {
                gone.push(inputs);
            }
        });
        for view in 0..2 {
            let rows = Rows {
                weights: self.weights,
                added: added.seen_by(view),
                gone: gone.seen_by(view),
            };
            rows.sum(&mut into.sums[view], from.map(|slot| &slot.sums[view]));
        }
        into.board = *self.board;
        into.counts = *self.counts;
    }

    /// The place of a piece as White and as Black sees it.
    #[inline(always)]
    fn places(&self, piece: Piece, square: Square) -> [usize; 2] {
        Color::ALL.map(|view| arch::place(view, self.kings[view as usize], piece, square))
    }
}

/// Which of the two views are mirrored, from 0 to 3.
#[inline(always)]
fn orientation(kings: [Square; 2]) -> usize {
    let [white, black] = kings.map(|king| usize::from(is_mirrored(king)));
    2 * white + black
}

/// The squares whose contents differ.
#[inline(always)]
fn difference(a: &Board, b: &Board) -> Bitboard {
    let by_color = Color::ALL.map(|color| a.by_color(color) ^ b.by_color(color));
    let by_role = Role::ALL.map(|role| a.by_role(role) ^ b.by_role(role));
    let changed = by_color.into_iter().chain(by_role);
    changed.fold(Bitboard::EMPTY, |all, changed| all | changed)
}

/// The inputs that a change adds and removes.
#[derive(Default)]
struct Change {
    added: Inputs,
    gone: Inputs,
}

/// A list of inputs, as White and as Black sees them.
struct Inputs {
    lists: [[u16; INPUTS_MAX]; 2],
    len: usize,
}

/// Room for 32 places and all counts.
const INPUTS_MAX: usize = 512;

const _: () = assert!(32 + arch::COUNTS_MAX as usize <= INPUTS_MAX);

impl Default for Inputs {
    fn default() -> Inputs {
        Inputs {
            lists: [[0; INPUTS_MAX]; 2],
            len: 0,
        }
    }
}

impl Inputs {
    #[inline(always)]
    fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    fn push(&mut self, inputs: [usize; 2]) {
        for (list, input) in self.lists.iter_mut().zip(inputs) {
            list[self.len] = input as u16;
        }
        self.len += 1;
    }

    #[inline(always)]
    fn seen_by(&self, view: usize) -> &[u16] {
        &self.lists[view][..self.len]
    }
}
