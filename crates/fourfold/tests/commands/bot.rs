//! The reference bot, written from docs/protocol.md alone, plays at tables of a real server.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::support::serving::Serving;
use serde_json::Value;
use wire::Created;

use crate::support::program;

/// The only package that the bot needs.
const PACKAGE: &str = "websockets==17.4";

/// A folder with the package, downloaded on first use.
fn packages() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    if !folder.join("websockets").is_dir() {
        let fetched = Command::new("python3")
            .args(["-m", "pip", "install", "--quiet", "--target"])
            .args([folder.as_os_str(), PACKAGE.as_ref()])
            .output()
            .expect("the bot needs python3 with pip: install them");
        assert!(
            fetched.status.success(),
            "{PACKAGE} cannot be fetched: {}",
            String::from_utf8_lossy(&fetched.stderr)
        );
    }
    folder
}

fn bot(link: &str, packages: &Path, player: &[&str]) -> Child {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/bot.py");
    Command::new("python3")
        .arg(script)
        .args([link, "--ms", "10"])
        .args(player)
        .env("PYTHONPATH", packages)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Lets bots play a whole game at all seats; returns what each reports at the end.
fn play(game: &[&str], player: &[&str]) -> Vec<Value> {
    let packages = packages();
    let serving = Serving::start(&[]);
    let url = format!("http://{}", serving.address());
    let args = [&["table", "new", "--server", &url, "--json"], game].concat();
    let output = program::run(Path::new("."), &args, "");
    let created: Created = serde_json::from_slice(&output.stdout).unwrap();
    let bots = created.invitations.iter().map(|(seat, key)| {
        let link = format!("{url}/#t/{}/{}/{key}", created.table, seat.name());
        bot(&link, &packages, player)
    });
    let bots: Vec<Child> = bots.collect();
    let ends = bots.into_iter().map(|bot| {
        let output = bot.wait_with_output().unwrap();
        assert!(output.status.success());
        serde_json::from_slice(&output.stdout).unwrap()
    });
    ends.collect()
}

#[test]
fn bots_play_a_game_of_chess_and_one_on_four_boards() {
    let engine = env!("CARGO_BIN_EXE_fourfold-uci");
    let thinker = format!("{} duplicate think --json", env!("CARGO_BIN_EXE_fourfold"));
    // Mate is near: a long game at 10 ms per move has more messages than a player may send.
    let rook_ending = "8/8/8/8/8/4k3/r7/4K3 b - - 0 1";
    let ends = play(&["chess", "--fen", rook_ending], &["--engine", engine]);
    assert_eq!(ends[0]["reason"], "checkmate", "{ends:?}");
    assert_eq!(ends[0]["scores"]["black"], 1, "{ends:?}");
    assert_eq!(ends, [ends[0].clone(), ends[0].clone()]);
    let ends = play(&["duplicate"], &["--thinker", &thinker]);
    assert!(ends[0]["reason"].is_string(), "{ends:?}");
    assert_eq!(ends, vec![ends[0].clone(); 4]);
}
