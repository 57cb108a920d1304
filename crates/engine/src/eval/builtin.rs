//! The embedded network.

use std::sync::{Arc, LazyLock};

use nnue::Network;

const FILE: &[u8] = include_bytes!("../../../../nets/default.nnue");

/// Decoded on first use. A network of another architecture counts as absent: after a change of
/// architecture, training starts again without a network.
static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| read().map(Arc::from));

pub(super) fn network() -> Option<Arc<Network>> {
    NETWORK.clone()
}

#[cfg(not(target_arch = "wasm32"))]
fn read() -> Option<Box<Network>> {
    Network::read(FILE).ok()
}

/// A program in a browser is sent compressed, and the network is a third of that.
#[cfg(target_arch = "wasm32")]
fn read() -> Option<Box<Network>> {
    static PACKED: [u8; FILE.len()] = nnue::packed::pack(FILE);
    Network::read_packed(&PACKED).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_can_be_read() {
        let read = Network::read(FILE).expect("the network fits the program");
        assert!(Some(Arc::from(read)) == network());
    }

    #[test]
    fn the_network_of_the_browser_is_the_same() {
        let packed = nnue::packed::pack::<{ FILE.len() }>(FILE);
        let read = Network::read_packed(&packed).expect("the network fits the program");
        assert!(Some(Arc::from(read)) == network());
    }
}
