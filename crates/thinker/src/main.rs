//! The worker behind the browser's message port; on any other machine it only says where it belongs.

#![forbid(unsafe_code)]

#[cfg(target_arch = "wasm32")]
mod port {
    use std::time::Duration;

    use thinker::worker::Worker;
    use wasm_bindgen::prelude::wasm_bindgen;

    /// The worker as `worker.js` knows it.
    #[wasm_bindgen]
    #[derive(Default)]
    pub struct Thinker(Worker);

    #[wasm_bindgen]
    impl Thinker {
        /// A worker that has not been asked anything.
        #[wasm_bindgen(constructor)]
        pub fn new() -> Thinker {
            Thinker::default()
        }

        /// Takes a message; what comes back is to be posted.
        pub fn tell(&mut self, line: &str) -> Option<String> {
            self.0.tell(line).map(|reply| reply.to_string())
        }

        /// Works for a slice that begins at this time of the worker, in milliseconds; what comes
        /// back is to be posted.
        pub fn work(&mut self, now: f64) -> Option<String> {
            let now = Duration::from_secs_f64(now.max(0.0) / 1000.0);
            self.0.work(now).map(|reply| reply.to_string())
        }

        /// Takes the next piece of the file that is audited, an empty one at its end, at this time of
        /// the worker in milliseconds; what comes back is to be posted.
        pub fn feed(&mut self, piece: &[u8], now: f64) -> Option<String> {
            let now = Duration::from_secs_f64(now.max(0.0) / 1000.0);
            self.0.feed(piece, now).map(|reply| reply.to_string())
        }

        /// Whether the audit with this id wants more of its file.
        pub fn reading(&self, id: f64) -> bool {
            self.0.is_reading(id as u64)
        }

        /// Whether there is work to do.
        pub fn busy(&self) -> bool {
            self.0.is_busy()
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this program runs in a browser: start it with `cargo xtask run`");
}
