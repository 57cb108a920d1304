//! Performs the effects that several pages share.

use std::cell::RefCell;

use super::page::Page;
use super::sound::Player;
use super::{analyse, browser};
use crate::effects::{Common, Copied};
use crate::single::link::LinkedGame;

thread_local! {
    /// The game that the analysis is going to open, with everything that a link leaves out.
    static TO_ANALYZE: RefCell<Option<LinkedGame>> = const { RefCell::new(None) };
}

/// Opens a game in the analysis.
pub fn analyze(game: LinkedGame) {
    TO_ANALYZE.set(Some(game));
    browser::go_to(analyse::ROUTE);
}

/// The game that another page wants to be analyzed.
pub fn game_to_analyze() -> Option<LinkedGame> {
    TO_ANALYZE.take()
}

/// Performs an effect for a page, and reports to it whether a text was copied.
pub fn carry_out<P>(page: P, player: Player, effect: Common)
where
    P: Page<Command: From<Copied>>,
{
    let copied = Box::new(move |copied| page.send(Copied(copied)));
    carry_out_and_tell(player, effect, copied);
}

/// Not generic, so that the code exists once for all pages.
fn carry_out_and_tell(player: Player, effect: Common, copied: Box<dyn FnOnce(bool)>) {
    match effect {
        Common::Sound(sound) => player.play(sound),
        Common::Download(file) => browser::download(&file),
        Common::Copy(text) => browser::copy(text, copied),
        Common::Analyze(game) => analyze(*game),
    }
}
