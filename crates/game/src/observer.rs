//! Observers of a game.

use core::fmt;

use crate::{Command, Event, Game, Refusal};

/// Receives the events of a game.
///
/// Implemented by every closure that takes an event and the game.
///
/// ```
/// use fourfold_game::{Command, Event, Game, ObservedGame, Observer};
/// /// Counts moves.
/// #[derive(Default)]
/// struct Moves(u32);
///
/// impl Observer for Moves {
///     fn notify(&mut self, event: &Event, _: &Game) {
///         self.0 += u32::from(matches!(event, Event::MovePlayed { .. }));
///     }
/// }
///
/// let mut game = ObservedGame::new(Game::default());
/// game.subscribe(Moves::default());
/// let e4 = game.game().position().parse_san("e4")?;
/// game.execute(Command::Play(e4))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// Receives one event. The game is in the state after the whole command.
    fn notify(&mut self, event: &Event, game: &Game);
}

impl<F: FnMut(&Event, &Game)> Observer for F {
    fn notify(&mut self, event: &Event, game: &Game) {
        self(event, game);
    }
}

/// A subscription to the events of a game. [`ObservedGame::unsubscribe`] ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subscription(u64);

/// A game with observers. Each of them receives every event of every command, and every refusal.
///
/// ```
/// use std::cell::RefCell;
/// use fourfold_game::chess::Square;
/// use fourfold_game::{Command, Event, Game, ObservedGame};
///
/// let seen = RefCell::new(Vec::new());
/// let mut game = ObservedGame::new(Game::default());
/// game.subscribe(|event: &Event, _: &Game| seen.borrow_mut().push(event.code()));
/// let e5 = fourfold_game::chess::Move::normal(Square::E2, Square::E5);
/// assert!(game.execute(Command::Play(e5)).is_err());
/// let e4 = fourfold_game::chess::Move::normal(Square::E2, Square::E4);
/// game.execute(Command::Play(e4))?;
/// drop(game);
/// assert_eq!(seen.into_inner(), ["command_refused", "move_played"]);
/// # Ok::<(), fourfold_game::Refusal>(())
/// ```
#[derive(Default)]
pub struct ObservedGame<'a> {
    game: Game,
    observers: Vec<(Subscription, Box<dyn Observer + 'a>)>,
    subscriptions: u64,
}

impl<'a> ObservedGame<'a> {
    /// A game without observers.
    #[must_use]
    pub fn new(game: Game) -> ObservedGame<'a> {
        ObservedGame {
            game,
            observers: Vec::new(),
            subscriptions: 0,
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Adds an observer after the existing ones.
    pub fn subscribe(&mut self, observer: impl Observer + 'a) -> Subscription {
        let subscription = Subscription(self.subscriptions);
        self.subscriptions += 1;
        self.observers.push((subscription, Box::new(observer)));
        subscription
    }

    /// Ends a subscription; returns whether it existed.
    ///
    /// ```
    /// use fourfold_game::{Event, Game, ObservedGame};
    /// let mut observed = ObservedGame::new(Game::default());
    /// let subscription = observed.subscribe(|_: &Event, _: &Game| {});
    /// assert!(observed.unsubscribe(subscription));
    /// assert!(!observed.unsubscribe(subscription));
    /// ```
    pub fn unsubscribe(&mut self, subscription: Subscription) -> bool {
        let before = self.observers.len();
        self.observers.retain(|(other, _)| *other != subscription);
        self.observers.len() < before
    }

    /// Executes a command and notifies the observers.
    ///
    /// # Errors
    ///
    /// Returns why the command was refused. The observers are notified of that too.
    pub fn execute(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        let answer = self.game.execute(command);
        match &answer {
            Ok(events) => events.iter().for_each(|event| self.tell(event)),
            Err(refusal) => self.tell(&Event::CommandRefused(refusal.clone())),
        }
        answer
    }

    fn tell(&mut self, event: &Event) {
        for (_, observer) in &mut self.observers {
            observer.notify(event, &self.game);
        }
    }
}

impl fmt::Debug for ObservedGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObservedGame")
            .field("game", &self.game)
            .field("observers", &self.observers.len())
            .finish()
    }
}
