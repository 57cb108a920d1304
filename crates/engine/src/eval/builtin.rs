//! The embedded network.

use std::sync::{Arc, LazyLock};

use nnue::Network;

/// The embedded network file, if there is one.
const FILE: Option<&[u8]> = Some(include_bytes!("../../../../nets/default.nnue"));

/// Decoded on first use. A network of another architecture counts as absent: after a change of
/// architecture, training starts again without a network.
static NETWORK: LazyLock<Option<Arc<Network>>> =
    LazyLock::new(|| Network::read(FILE?).ok().map(Arc::from));

/// The embedded network.
pub(super) fn network() -> Option<Arc<Network>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_can_be_read() {
        if let Some(file) = FILE {
            let read = Network::read(file).expect("the network fits the program");
            assert!(Some(Arc::from(read)) == network());
        }
    }
}
