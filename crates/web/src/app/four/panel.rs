//! The panel beside the boards. What changes its height stands below what is clicked.

mod controls;
mod facts;
mod legend;
mod log;

use leptos::prelude::*;

use controls::Controls;
pub use controls::{BACK, FORWARD, Scrub, Typed};
use facts::Facts;
use legend::Legend;
pub use log::Log;

/// The panel.
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
