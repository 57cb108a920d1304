//! Damage affects only the game that it is in.

use fourfold_referee::audit::{Auditor, Kind};
use proptest::prelude::*;

use crate::{findings, game};

const SHUFFLE: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2";

#[test]
fn damage_affects_only_its_own_game() {
    let good = game(&[], SHUFFLE);
    for damage in [
        "1. e4 e5 {never closed 2. Nf3 1-0",
        "1. e4 e5 ((((( 2. Nf3 1-0",
        "1. e4 \u{0}\u{1}\u{2}\u{3} e5 1-0",
        "1. e4 ))) e5 1-0",
        "1. e4 \"]]]] [[[[ e5",
        "&$&§ 1. 1. 1. &&& \\\\ 1-0",
        "1. e4 e5 ; 2. Nf3 { \n 3. Zz9 1-0",
    ] {
        let bad = game(&[], damage);
        let text = [&good[..], &bad, &good].concat();
        let report = Auditor::default().audit_block(text.as_bytes());
        assert_eq!(report.games, 3, "{damage}");
        let claims: Vec<(u64, u64)> = report
            .findings
            .iter()
            .filter(|finding| finding.kind() == Kind::ThreefoldClaimable)
            .map(|finding| (finding.game, finding.place.line))
            .collect();
        let last = (good.lines().count() + bad.lines().count() + 1) as u64;
        assert_eq!(claims, [(0, 1), (2, last)], "{damage}");
        let of_bad = report.findings.iter().filter(|finding| finding.game == 1);
        assert!(of_bad.count() > 0, "{damage} is reported");
    }
}

#[test]
fn bytes_that_are_not_text_are_reported() {
    let good = game(&[], SHUFFLE);
    let mut bytes = good.clone().into_bytes();
    bytes.extend([0xff, 0x00, 0x80, 0xfe, b'\n'].repeat(50));
    bytes.extend_from_slice(b"\n\n");
    bytes.extend_from_slice(good.as_bytes());
    let report = Auditor::default().audit_block(&bytes);
    let claims = report.findings.iter();
    let claims = claims.filter(|finding| finding.kind() == Kind::ThreefoldClaimable);
    assert_eq!(claims.count(), 2);
    assert!(
        report
            .findings
            .iter()
            .any(|finding| finding.kind() == Kind::BrokenText)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_around_overwritten_bytes_are_not_affected(
        junk in proptest::collection::vec(any::<u8>(), 1..40),
        at in 0usize..1000,
    ) {
        let good = game(&[], SHUFFLE);
        let mut bytes = good.repeat(5).into_bytes();
        // The junk is in the third game, after its first tag.
        let first = 2 * good.len() + "[Event \"?\"]\n".len();
        let room = good.len() - "[Event \"?\"]\n".len() - junk.len() - 2;
        let from = first + at % room;
        bytes[from..from + junk.len()].copy_from_slice(&junk);
        let report = Auditor::default().audit_block(&bytes);
        let starts = report.findings.iter().filter(|finding| {
            finding.kind() == Kind::ThreefoldClaimable
                && [0, 1, 3, 4].map(|game| game * good.len()).contains(&(finding.place.offset as usize))
        });
        prop_assert_eq!(starts.count(), 4);
    }
}

#[test]
fn an_empty_input_has_no_findings() {
    assert_eq!(findings(""), []);
    assert_eq!(findings("\n\n \n"), []);
}
