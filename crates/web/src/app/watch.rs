//! Values that follow the state of a page.
//!
//! A [`Memo`] of Leptos takes a kilobyte and a half of code for each type of value. All of these are
//! memos of one type, and the values in it are told apart when they are read.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::*;

/// A value that is computed again when what it was computed from changes, and only notifies if it
/// is different then. It is `Copy`.
pub struct Watch<T> {
    held: Memo<Held>,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for Watch<T> {
    fn clone(&self) -> Watch<T> {
        *self
    }
}

impl<T> Copy for Watch<T> {}

/// A value of any type.
#[derive(Clone)]
pub struct Held(Arc<dyn Value>);

impl Held {
    pub fn new<T: PartialEq + Send + Sync + 'static>(value: T) -> Held {
        Held(Arc::new(value))
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Held) -> bool {
        self.0.is_same(&*other.0)
    }
}

trait Value: Any + Send + Sync {
    fn is_same(&self, other: &dyn Any) -> bool;
}

impl<T: PartialEq + Send + Sync + 'static> Value for T {
    fn is_same(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

impl<T: PartialEq + Send + Sync + 'static> Watch<T> {
    /// A value that is computed by this function.
    pub fn new(compute: impl Fn() -> T + Send + Sync + 'static) -> Watch<T> {
        Watch::of(Box::new(move || Held::new(compute())))
    }

    /// A value that is computed by this function, which must hold a `T`.
    pub fn of(compute: Box<dyn Fn() -> Held + Send + Sync>) -> Watch<T> {
        Watch {
            held: memo(compute),
            kind: PhantomData,
        }
    }

    /// Reads the value and subscribes to changes.
    pub fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(value(&held(self.held)))
    }

    pub fn with_untracked<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(value(&held_untracked(self.held)))
    }
}

impl<T: Clone + PartialEq + Send + Sync + 'static> Watch<T> {
    /// The value; subscribes to changes.
    pub fn get(self) -> T {
        self.with(T::clone)
    }

    pub fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }
}

// Not generic, so that the code exists once for all values.

fn memo(compute: Box<dyn Fn() -> Held + Send + Sync>) -> Memo<Held> {
    Memo::new(move |_| compute())
}

#[inline(never)]
fn held(memo: Memo<Held>) -> Held {
    memo.get()
}

#[inline(never)]
fn held_untracked(memo: Memo<Held>) -> Held {
    memo.get_untracked()
}

fn value<T: 'static>(held: &Held) -> &T {
    let value: &dyn Any = &*held.0;
    value
        .downcast_ref()
        .expect("a value is computed with the type that it is read with")
}
