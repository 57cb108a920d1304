//! What the stores of all pages have in common: one signal with the state, and ways to read it.

use leptos::prelude::*;

/// A handle to a page's state, passed by copy and found in the context of the page.
pub trait Page: Copy + Send + Sync + 'static {
    /// What the page knows.
    type State: Send + Sync + 'static;

    /// The one signal with the state.
    fn signal(self) -> RwSignal<Self::State>;

    /// The handle that the page has provided.
    fn of_context() -> Self {
        expect_context::<Self>()
    }

    /// Reads from the state and follows its changes.
    fn read<T>(self, read: impl FnOnce(&Self::State) -> T) -> T {
        self.signal().with(read)
    }

    /// Reads from the state once.
    fn peek<T>(self, read: impl FnOnce(&Self::State) -> T) -> T {
        self.signal().with_untracked(read)
    }

    /// A value that follows the state and changes only when it is another.
    fn memo<T>(self, read: impl Fn(&Self::State) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        memo(self.signal(), Box::new(read))
    }
}

/// Boxed, so that the program holds the machinery once for each type of value and not once for each
/// place that asks.
fn memo<S, T>(state: RwSignal<S>, read: Box<dyn Fn(&S) -> T + Send + Sync>) -> Memo<T>
where
    S: Send + Sync + 'static,
    T: PartialEq + Send + Sync + 'static,
{
    Memo::new(move |_| state.with(&read))
}
