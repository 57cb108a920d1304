//! The engine compiled for the browser searches the same nodes as the native one.

use std::{env, fs};

use anyhow::{Context, Result, ensure};
use browser::scenario;
use serde_json::json;

/// Runs the program, whose `main` returns the bytes of its result one by one.
const RUN: &str = "
    const [hex] = arguments;
    const bytes = Uint8Array.from(hex.match(/../g), byte => parseInt(byte, 16));
    return WebAssembly.instantiate(bytes).then(({ instance }) => {
        let number = 0n;
        for (let at = 0n; at < 8n; at++) {
            number |= BigInt(instance.exports.main(0, 0) & 0xff) << (8n * at);
        }
        return number.toString();
    });";

#[test]
fn a_search_counts_the_same_nodes_as_the_native_engine() {
    scenario("bench", |page| {
        let (program, expected) = (variable("FOURFOLD_BENCH")?, variable("FOURFOLD_NODES")?);
        let bytes = fs::read(&program).with_context(|| format!("cannot read {program}"))?;
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let found = page.script(RUN, &[json!(hex)])?;
        ensure!(
            found == expected.as_str(),
            "expected {expected} nodes as in the native engine, found {found}"
        );
        Ok(())
    });
}

fn variable(name: &str) -> Result<String> {
    env::var(name)
        .with_context(|| format!("{name} is not set: run `cargo xtask test --only browser`"))
}
