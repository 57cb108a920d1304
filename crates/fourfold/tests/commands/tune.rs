//! `fourfold tune` as used by people: an interrupted run continues, and bad plans are refused.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::program;

const PLAN: &str = "trials = 12\nnodes = 30\nhash = 1\nseed = 3\n\
                    [adjudication]\nmax_moves = 8\n\
                    [[parameter]]\nname = \"razor_base\"\n\
                    [[parameter]]\nname = \"lmr_base\"\nstep = 200\n";

fn tune(folder: &Path, args: &[&str]) -> Output {
    program::run(folder, &[&["tune"], args].concat(), "")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_run_ends_with_parameters_a_journal_and_a_chart() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plan.toml"), PLAN).unwrap();
    let args = ["plan.toml", "--every", "8", "--chart", "tune.svg"];
    let output = tune(folder.path(), &args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let first = text(&output.stdout);
    assert!(first.contains("12 of 12 trials"), "{first}");
    assert!(first.contains("option.lmr_base="), "{first}");
    let picture = fs::read_to_string(folder.path().join("tune.svg")).unwrap();
    assert!(picture.contains("razor_base") && picture.ends_with("</svg>\n"));
    let journal = folder.path().join("tune.jsonl");
    let whole = fs::read_to_string(&journal).unwrap();
    assert_eq!(whole.lines().count(), 13, "a head and twelve trials");

    // Interrupted in the middle of a line, the same command ends with the same output and bytes.
    fs::write(&journal, &whole[..whole.len() - 40]).unwrap();
    let output = tune(folder.path(), &[&args[..], &["--threads", "3"]].concat());
    assert_eq!(text(&output.stdout), first);
    assert_eq!(fs::read_to_string(&journal).unwrap(), whole);

    // A different plan needs another journal.
    fs::write(
        folder.path().join("plan.toml"),
        PLAN.replace("seed = 3", "seed = 4"),
    )
    .unwrap();
    let output = tune(folder.path(), &args);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("name another journal"));
    assert_eq!(fs::read_to_string(&journal).unwrap(), whole);
}

#[test]
fn bad_plans_are_refused_and_parameters_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let plan = PLAN.replace("razor_base", "razor_bass");
    fs::write(folder.path().join("plan.toml"), plan).unwrap();
    let output = tune(folder.path(), &["plan.toml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("fourfold tune --list"));
    assert!(!folder.path().join("tune.jsonl").exists());
    assert_eq!(tune(folder.path(), &["none.toml"]).status.code(), Some(1));
    assert_eq!(tune(folder.path(), &[]).status.code(), Some(2));
    let output = tune(folder.path(), &["--list"]);
    assert!(text(&output.stdout).contains("lmr_base"));
}

#[test]
fn the_plan_of_the_repository_can_be_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let plan = fs::read_to_string(root.join("matches/tune.toml")).unwrap();
    let (long, short) = (
        ["trials = 7000", "nodes = 3000"],
        ["trials = 1", "nodes = 1"],
    );
    assert!(long.iter().all(|line| plan.contains(line)));
    let short = plan
        .replace(long[0], short[0])
        .replace(long[1], short[1])
        .replace(
            "openings = \"books",
            &format!("openings = \"{}/books", root.display()),
        );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plan.toml"), short).unwrap();
    let output = tune(folder.path(), &["plan.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}
