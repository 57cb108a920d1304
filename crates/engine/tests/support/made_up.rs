//! An untrained network for tests.

use std::sync::Arc;

use chess::{Color, Piece, Role, Square};
use nnue::{Network, arch};

/// A network that knows piece values and has arbitrary preferences for squares.
pub fn network() -> Arc<Network> {
    const WORTH: [i16; 6] = [6, 18, 19, 30, 54, 0];
    let mut network = Network::zeroed();
    for role in Role::ALL {
        for square in Square::ALL {
            let piece = Piece::new(Color::White, role);
            let own = arch::place(Color::White, Square::A1, piece, square);
            let row = &mut network.feature_weights[own];
            row[0] = WORTH[role as usize];
            row[1 + own % (arch::HIDDEN - 1)] = 40;
            row[1 + own * 7 % (arch::HIDDEN - 1)] = -30;
        }
    }
    network.feature_bias.fill(30);
    for output in &mut network.outputs {
        output.weights = [[1; arch::HIDDEN], [-1; arch::HIDDEN]];
        output.weights[0][0] = 120;
        output.weights[1][0] = -120;
    }
    network.check().expect("the weights are within the bounds");
    Arc::from(network)
}
