//! Performs the effects that several pages share.

use super::browser;
use super::page::Page;
use super::sound::Player;
use crate::effects::{Common, Copied};

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
        Common::Visit(fragment) => browser::go_to(&fragment),
    }
}
