//! The content of a board, square by square, as signals.
//!
//! The state is one value, and every command may change all of it. If each square computed its own
//! part, every mouse move would cause a thousand computations. So a board is compared with its
//! previous content, and only the signals of changed squares are set.

use chess::Square;
use leptos::prelude::*;

use crate::view::{Marks, PieceView, SquareView, Taken};

/// The content of one square, in independent parts.
#[derive(Clone, Copy)]
pub struct SquareSignals {
    pub figures: RwSignal<Figures>,
    pub marks: RwSignal<Marks>,
    /// Whether the pointer is over a piece that can be selected.
    pub is_offered: RwSignal<bool>,
    /// Whether this square is the tab stop.
    pub is_stop: RwSignal<bool>,
}

/// The piece of a square, and the one that has just been captured there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    pub piece: Option<PieceView>,
    pub taken: Option<Taken>,
}

impl Figures {
    const fn of(view: &SquareView) -> Figures {
        Figures {
            piece: view.piece,
            taken: view.taken,
        }
    }
}

impl SquareSignals {
    fn new(view: &SquareView) -> SquareSignals {
        SquareSignals {
            figures: RwSignal::new(Figures::of(view)),
            marks: RwSignal::new(view.marks),
            is_offered: RwSignal::new(view.is_offered),
            is_stop: RwSignal::new(view.is_stop),
        }
    }

    fn change(&self, before: &SquareView, now: &SquareView) {
        set(self.figures, &Figures::of(before), Figures::of(now));
        set(self.marks, &before.marks, now.marks);
        set(self.is_offered, &before.is_offered, now.is_offered);
        set(self.is_stop, &before.is_stop, now.is_stop);
    }
}

fn set<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, before: &T, now: T) {
    if *before != now {
        signal.set(now);
    }
}

/// The squares of a board, a1 first: `first` is their content, `read` follows changes.
///
/// Boxed, so that the code exists once for all boards.
pub fn follow(
    first: Vec<SquareView>,
    read: Box<dyn Fn() -> Vec<SquareView>>,
) -> [SquareSignals; 64] {
    let signals = Square::ALL.map(|square| SquareSignals::new(&first[square as usize]));
    Effect::new(move |before: Option<Vec<SquareView>>| {
        let now = read();
        let before = before.as_ref().unwrap_or(&first);
        for ((signals, before), now) in signals.iter().zip(before).zip(&now) {
            signals.change(before, now);
        }
        now
    });
    signals
}
