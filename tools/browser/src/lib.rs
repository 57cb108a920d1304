//! The app as people meet it: the real program, served to a real browser that is told what to do.
//!
//! `cargo xtask test --only browser` builds the app and the program, installs Chromium where it may,
//! and runs the scenarios in `tests/scenarios/`. A scenario is a plain test:
//!
//! ```no_run
//! use browser::{Key, scenario};
//!
//! #[test]
//! # fn hidden() {}
//! fn a_pawn_moves_by_two_clicks() {
//!     scenario("pawn", |page| {
//!         page.click("[data-board=nw] [data-square=e2]")?;
//!         page.wait("[data-board=ne] [data-square=e4] .playable")?;
//!         page.click("[data-board=nw] [data-square=e4]")?;
//!         page.wait_text("[data-testid=log]", "e2e4")?;
//!         page.press(&[Key::ESCAPE])?;
//!         page.screenshot("pawn")
//!     });
//! }
//! ```
//!
//! [`scenario`] starts `fourfold serve` on a free port, a driver, and a browser with an empty profile;
//! opens the page at the size of a desktop and waits until the app is there. When the closure returns,
//! the console must be free of errors and the policy of the page unviolated, or the scenario fails.
//! Whatever happens, browser, driver and program are ended. After a failure there is a picture in
//! `artefacts/failed-NAME.png`, and the message holds the console.
//!
//! What a scenario can do is in [`Page`]:
//!
//! - **Selectors** are CSS. Every action waits for its element, and for the click to reach it, so a
//!   scenario never sleeps. Clicks are real ones at the middle of the element, rotated or not.
//! - **State** is read by [`Page::text`], [`Page::attribute`], [`Page::count`], or any script with
//!   [`Page::script`]; [`Page::wait_until`] waits for anything.
//! - **Sizes and tastes**: [`Page::resize`], [`Page::prefer`] (dark, reduced motion, forced colors).
//! - **Files**: [`Page::upload`], [`Page::download`].
//! - **Everything else** the browser can do is a command of its developer tools: [`Page::devtools`].
//!
//! The protocol is W3C WebDriver, spoken by `http` over loopback to Debian's chromedriver. A client
//! library would bring a hundred crates for a dozen commands.

#![forbid(unsafe_code)]

mod actions;
mod driver;
mod element;
mod http;
mod page;
mod program;
mod scenario;
mod session;
mod size;
mod watch;

pub use actions::{Key, Pointer};
pub use element::Element;
pub use page::Page;
pub use program::Program;
pub use scenario::{Companion, artefacts, play, program, scenario, serve};
pub use size::Size;
pub use watch::Complaint;
