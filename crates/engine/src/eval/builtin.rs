//! The network that is part of the program.

use std::sync::{Arc, LazyLock};

use nnue::Network;

/// The file of the network, if the program has one.
const FILE: Option<&[u8]> = Some(include_bytes!("../../../../nets/default.nnue"));

/// Unpacked once, when it is first asked for. One that was made for another architecture is none:
/// whoever changes the architecture starts over without a network.
static NETWORK: LazyLock<Option<Arc<Network>>> =
    LazyLock::new(|| Network::read(FILE?).ok().map(Arc::from));

/// The network that is built in.
pub(super) fn network() -> Option<Arc<Network>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_in_the_program_can_be_read() {
        if let Some(file) = FILE {
            let read = Network::read(file).expect("the network fits the program");
            assert!(Some(Arc::from(read)) == network());
        }
    }
}
