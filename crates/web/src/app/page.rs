//! What the stores of all pages share: one signal with the state, ways to read it, and the only way
//! to change it.

use leptos::prelude::*;

use super::watch::{Held, Watch};
use crate::notice::Notice;
use crate::shell::{KeyHolder, PageState};

pub type DialogOf<P> = <<P as Page>::State as PageState>::Dialog;

/// A handle to a page's state, which is `Copy` and is provided as context.
pub trait Page: Copy + Send + Sync + 'static {
    type State: PageState + Send + Sync + 'static;

    type Command: 'static;

    fn signal(self) -> RwSignal<Self::State>;

    fn update(self, command: Self::Command);

    /// The command that opens or closes a dialog.
    fn open_command(dialog: Option<DialogOf<Self>>) -> Self::Command;

    fn of_context() -> Self {
        expect_context::<Self>()
    }

    /// Executes a command, or a command of a topic.
    fn send(self, command: impl Into<Self::Command>) {
        self.update(command.into());
    }

    /// A callback that executes this command.
    fn press<C>(self, command: C) -> Callback<()>
    where
        C: Into<Self::Command> + Copy + Send + Sync + 'static,
    {
        Callback::new(move |()| self.send(command))
    }

    /// A callback that executes this command, which cannot be copied.
    fn press_once<C>(self, command: C) -> Callback<()>
    where
        C: Into<Self::Command> + Clone + Send + Sync + 'static,
    {
        Callback::new(move |()| self.send(command.clone()))
    }

    fn open(self, dialog: DialogOf<Self>) -> Callback<()> {
        Callback::new(move |()| self.update(Self::open_command(Some(dialog))))
    }

    /// A callback that closes the dialog.
    fn close(self) -> Callback<()> {
        Callback::new(move |()| self.update(Self::open_command(None)))
    }

    /// Reads from the state and subscribes to changes.
    fn read<T>(self, read: impl FnOnce(&Self::State) -> T) -> T {
        self.signal().with(read)
    }

    fn peek<T>(self, read: impl FnOnce(&Self::State) -> T) -> T {
        self.signal().with_untracked(read)
    }

    /// A value that follows the state and only notifies if it changes.
    fn memo<T>(self, read: impl Fn(&Self::State) -> T + Send + Sync + 'static) -> Watch<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        memo(self.signal(), Box::new(move |state| Held::new(read(state))))
    }

    fn dialog(self) -> Watch<Option<DialogOf<Self>>> {
        self.memo(|state| state.shell().dialog())
    }

    fn key_holder(self) -> KeyHolder {
        self.peek(PageState::key_holder)
    }

    /// Whether something was refused or needs attention now.
    fn has_complaint(self) -> bool {
        self.peek(|state| state.shell().complaint().is_some())
    }

    fn notice(self) -> Watch<Option<Notice>> {
        self.memo(|state| state.shell().notice().cloned())
    }

    /// The notice, if it needs attention.
    fn complaint(self) -> Watch<Option<Notice>> {
        self.memo(|state| state.shell().complaint().cloned())
    }

    /// The announcement for screen readers.
    fn spoken(self) -> Watch<String> {
        self.memo(|state| state.shell().spoken().to_owned())
    }
}

/// Boxed, so that the code exists once for each page.
fn memo<S, T>(state: RwSignal<S>, read: Box<dyn Fn(&S) -> Held + Send + Sync>) -> Watch<T>
where
    S: Send + Sync + 'static,
    T: PartialEq + Send + Sync + 'static,
{
    Watch::of(reading(state, read))
}

fn reading<S>(
    state: RwSignal<S>,
    read: Box<dyn Fn(&S) -> Held + Send + Sync>,
) -> Box<dyn Fn() -> Held + Send + Sync>
where
    S: Send + Sync + 'static,
{
    Box::new(move || state.with(&read))
}
