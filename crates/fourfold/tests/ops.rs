//! The systemd unit in `ops/` is valid, and the program has the flags it uses.

#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

const UNIT: &str = include_str!("../../../ops/fourfold.service");

#[test]
fn systemd_accepts_the_unit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fourfold.service");
    // Systemd checks that the program exists.
    let unit = UNIT.replace("/usr/local/bin/fourfold", env!("CARGO_BIN_EXE_fourfold"));
    fs::write(&path, unit).unwrap();
    let Ok(verdict) = Command::new("systemd-analyze")
        .args(["verify", "--man=no"])
        .arg(&path)
        .output()
    else {
        eprintln!("systemd-analyze is not installed: the unit was not verified");
        return;
    };
    let complaints = String::from_utf8_lossy(&verdict.stderr);
    let about_us = complaints.lines().filter(|line| line.contains("fourfold"));
    assert_eq!(about_us.collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn the_unit_uses_existing_flags() {
    let line = UNIT
        .lines()
        .find_map(|line| line.strip_prefix("ExecStart="));
    let words: Vec<&str> = line.unwrap().split(' ').skip(1).collect();
    let mut checked: Vec<&str> = words.clone();
    checked.push("--help");
    let help = Command::new(env!("CARGO_BIN_EXE_fourfold"))
        .args(checked)
        .output();
    let help = String::from_utf8(help.unwrap().stdout).unwrap();
    for flag in words.iter().filter(|word| word.starts_with("--")) {
        assert!(help.contains(flag), "{flag} is not in the help");
    }
}
