//! Any text loads or is refused with a reason, and a loaded game survives a round trip.

#![no_main]

use duplicate::save;
use fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes::new(input);
    let form = bytes.byte() % 4;
    let text = bytes.text();
    let loaded = match form {
        0 => save::from_json(&text),
        1 => save::from_line(&text),
        2 => save::from_link(&text),
        _ => save::load(&text),
    };
    match loaded {
        Err(error) => assert!(!error.code().is_empty() && error.to_string().len() < 1_000),
        Ok(table) => {
            for text in [
                save::to_json(&table),
                save::to_line(&table),
                save::to_link(&table),
            ] {
                let again = save::load(&text).expect("what was saved can be loaded");
                assert_eq!(again.steps(), table.steps());
                assert_eq!(again.boards(), table.boards());
                assert_eq!(again.ending(), table.ending());
            }
        }
    }
});
