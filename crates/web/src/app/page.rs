//! What the stores of all pages have in common: one signal with the state, ways to read it, and the
//! one way to change it.

use leptos::prelude::*;

use crate::notice::Notice;
use crate::shell::PageState;

/// The dialogs of a page.
pub type DialogOf<P> = <<P as Page>::State as PageState>::Dialog;

/// A handle to a page's state, passed by copy and found in the context of the page.
pub trait Page: Copy + Send + Sync + 'static {
    /// What the page knows.
    type State: PageState + Send + Sync + 'static;

    /// What can be asked of it.
    type Command: 'static;

    /// The one signal with the state.
    fn signal(self) -> RwSignal<Self::State>;

    /// Carries out a command.
    fn update(self, command: Self::Command);

    /// The command that opens a dialog, or closes it.
    fn open_command(dialog: Option<DialogOf<Self>>) -> Self::Command;

    /// The handle that the page has provided.
    fn of_context() -> Self {
        expect_context::<Self>()
    }

    /// Carries out a command, or a topic's part of one.
    fn send(self, command: impl Into<Self::Command>) {
        self.update(command.into());
    }

    /// Carries out the same command whenever it is called.
    fn press<C>(self, command: C) -> Callback<()>
    where
        C: Into<Self::Command> + Copy + Send + Sync + 'static,
    {
        Callback::new(move |()| self.send(command))
    }

    /// Opens a dialog whenever it is called.
    fn open(self, dialog: DialogOf<Self>) -> Callback<()> {
        Callback::new(move |()| self.update(Self::open_command(Some(dialog))))
    }

    /// Closes the dialog whenever it is called.
    fn close(self) -> Callback<()> {
        Callback::new(move |()| self.update(Self::open_command(None)))
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

    /// The dialog that is open.
    fn dialog(self) -> Memo<Option<DialogOf<Self>>> {
        self.memo(|state| state.shell().dialog())
    }

    /// Whether a dialog is open now.
    fn has_dialog(self) -> bool {
        self.peek(|state| state.shell().dialog().is_some())
    }

    /// Whether something was refused or needs attention now.
    fn has_complaint(self) -> bool {
        self.peek(|state| state.shell().complaint().is_some())
    }

    /// The notice.
    fn notice(self) -> Memo<Option<Notice>> {
        self.memo(|state| state.shell().notice().cloned())
    }

    /// The notice, if something was refused or needs attention.
    fn complaint(self) -> Memo<Option<Notice>> {
        self.memo(|state| state.shell().complaint().cloned())
    }

    /// What a screen reader says.
    fn spoken(self) -> Memo<String> {
        self.memo(|state| state.shell().spoken().to_owned())
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
