//! Any bytes as a message of a client: they are read or refused with a message, and what was read
//! survives a round trip.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wire::{Event, FromClient, FromServer, NewTable};

fuzz_target!(|input: &[u8]| {
    let Ok(text) = core::str::from_utf8(input) else {
        return;
    };
    match FromClient::parse(text) {
        Ok(message) => {
            let written = serde_json::to_string(&message).expect("a message can be written");
            assert_eq!(FromClient::parse(&written), Ok(message));
        }
        Err(bad) => assert!(!bad.code().is_empty() && !bad.to_string().is_empty()),
    }
    if let Ok(message) = serde_json::from_str::<FromServer>(text) {
        let written = serde_json::to_string(&message).expect("a message can be written");
        assert_eq!(
            serde_json::from_str::<FromServer>(&written).ok(),
            Some(message)
        );
    }
    // A requested table is opened or refused.
    if let Ok(asked) = serde_json::from_str::<NewTable>(text) {
        let _ = tables::Table::open(&asked, 0);
    }
    // An arbitrary log is replayed or refused.
    if let Ok(log) = serde_json::from_str::<Vec<Event>>(text) {
        let _ = tables::Table::from_log(&log);
    }
});
