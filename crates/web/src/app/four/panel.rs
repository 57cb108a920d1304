//! The panel beside the boards. Parts of variable height are below the buttons, so that these do
//! not move.

mod controls;
mod facts;
mod legend;
mod log;

use leptos::prelude::*;

use controls::Controls;
pub use controls::{BACK, FORWARD, Scrub, Typed};
pub use facts::Ended;
use facts::Facts;
pub use legend::Legend;
pub use log::Log;

#[component]
pub fn Panel() -> impl IntoView {
    view! {
        <aside class="panel" aria-label="The game">
            <Controls/>
            <Facts/>
            <Log/>
            <Legend/>
        </aside>
    }
}
