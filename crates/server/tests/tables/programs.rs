//! Programs at seats move, agree and wait like players.

use std::sync::Arc;

use serde_json::json;
use server::TableLimits;
use store::Memory;
use tables::Occupant;
use wire::{Created, FromServer, Seat};

use crate::client::{Client, code, is_done};
use crate::running::Running;

async fn fill(server: &Running, created: &Created, seats: &[&str], level: u8) {
    let mut host = Client::join(server.address, &created.table, Some(&created.host)).await;
    for seat in seats {
        let act = json!({"do":"fill","seat":seat,"level":level});
        assert!(is_done(&host.act_at(seat, None, act).await));
    }
}

/// A player at a table whose other seats are filled with programs.
async fn alone(server: &Running, game: &str, own: Seat, others: &[&str]) -> Client {
    let asked = json!({"game":game,"watch":"anyone","clock":{"base_ms":600_000}});
    let created = server.create(&asked).await;
    fill(server, &created, others, 1).await;
    let key = &created.invitations[&own];
    let mut player = Client::join(server.address, &created.table, Some(key)).await;
    player
        .listen_until(|table| table.turn() == own && !table.legal_moves().is_empty())
        .await;
    player
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_answers_moves_and_takes_moves_back() {
    let server = Running::start().await;
    let mut white = alone(&server, "chess", Seat::White, &["black"]).await;
    for (ply, text) in [(0, "e2e4"), (2, "d2d3"), (4, "a2a3")] {
        assert_eq!(white.folded().ply(), ply);
        assert!(is_done(&white.play(text).await));
        white.listen_until(|table| table.ply() == ply + 2).await;
    }
    let takeback = json!({"do":"offer","what":"takeback"});
    assert!(is_done(&white.act("t", takeback).await));
    assert_eq!(white.folded().ply(), 4, "the program agrees at once");
    assert!(is_done(
        &white.act("again", json!({"do":"move","move":"h2h3"})).await
    ));
    white.listen_until(|table| table.ply() == 6).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_acts_no_earlier_than_its_pace() {
    let server = Running::start().await;
    let created = server
        .create(&json!({"game":"chess","watch":"anyone"}))
        .await;
    let mut host = Client::join(server.address, &created.table, Some(&created.host)).await;
    let act = json!({"do":"fill","seat":"black","level":1,"pace_ms":60});
    assert!(is_done(&host.act_at("fill", None, act).await));
    let key = &created.invitations[&Seat::White];
    let mut white = Client::join(server.address, &created.table, Some(key)).await;
    assert!(is_done(&white.play("e2e4").await));
    let before = white.folded().at();
    white.listen_until(|table| table.ply() == 2).await;
    assert!(white.folded().at() >= before + 60);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_agrees_to_a_draw_when_it_is_not_better() {
    let server = Running::start().await;
    for (fen, reason) in [
        (
            "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
            Some("agreement"),
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1", None),
    ] {
        let asked = json!({"game":"chess","watch":"anyone","fen":fen});
        let created = server.create(&asked).await;
        fill(&server, &created, &["black"], 5).await;
        let key = &created.invitations[&Seat::White];
        let mut white = Client::join(server.address, &created.table, Some(key)).await;
        white
            .listen_until(|table| !table.legal_moves().is_empty())
            .await;
        let king = white.folded().legal_moves();
        let king = king
            .iter()
            .find(|text| text.starts_with("e1") || text.starts_with("a2"));
        assert!(is_done(&white.play(king.unwrap()).await));
        white.listen_until(|table| table.ply() == 2).await;
        assert!(is_done(
            &white.act("d", json!({"do":"offer","what":"draw"})).await
        ));
        let offered = white.folded().seq();
        white.listen_until(|table| table.seq() > offered).await;
        let ended = white.folded().ended().map(|ended| ended.reason.as_str());
        assert_eq!(ended, reason, "{fen}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_remembers_that_it_stands_lost_and_resigns() {
    let server = Running::start().await;
    let fen = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    let asked = json!({"game":"chess","watch":"anyone","fen":fen});
    let created = server.create(&asked).await;
    fill(&server, &created, &["black"], 5).await;
    let key = &created.invitations[&Seat::White];
    let mut white = Client::join(server.address, &created.table, Some(key)).await;
    white
        .listen_until(|table| !table.legal_moves().is_empty())
        .await;
    let mut plies = 0;
    while white.folded().ended().is_none() {
        let pawn = ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3"][plies / 2];
        assert!(is_done(&white.play(pawn).await));
        plies += 2;
        white
            .listen_until(|table| table.ended().is_some() || table.ply() == plies as u64)
            .await;
    }
    let ended = white.folded().ended().map(|ended| ended.reason.as_str());
    assert_eq!(ended, Some("resignation"));
    assert_eq!(plies, 8, "one lost position is not enough");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn programs_play_three_seats_of_four() {
    let server = Running::start().await;
    let mut south = alone(
        &server,
        "duplicate",
        Seat::South,
        &["north", "east", "west"],
    )
    .await;
    for _ in 0..3 {
        let text = south.folded().legal_moves()[0].clone();
        let ply = south.folded().ply();
        assert!(is_done(&south.play(&text).await));
        south.listen_until(|table| table.ply() == ply + 4).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_programs_play_while_a_spectator_watches() {
    let server = Running::start().await;
    let asked = json!({"game":"duplicate","watch":"anyone"});
    let created = server.create(&asked).await;
    fill(&server, &created, &["north", "south", "east", "west"], 2).await;
    let mut spectator = Client::join(server.address, &created.table, None).await;
    spectator.listen_until(|table| table.ply() >= 12).await;
    let mut seats = spectator.folded().seats().values();
    assert!(seats.all(|seat| matches!(seat, Occupant::Program { level: 2, .. })));
}

/// The host of a table on a server that allows one program per address.
async fn host_with_one_program() -> (Running, Client) {
    let limits = TableLimits {
        programs_per_address: 1,
        ..TableLimits::default()
    };
    let server = Running::with(Arc::new(Memory::new()), limits).await;
    let created = server
        .create(&json!({"game":"chess","watch":"anyone"}))
        .await;
    let host = Client::join(server.address, &created.table, Some(&created.host)).await;
    (server, host)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fills_are_refused_with_a_reason() {
    let (_server, mut host) = host_with_one_program().await;
    let mut codes = Vec::new();
    for (id, level) in [("a", 11), ("b", 1)] {
        let act = json!({"do":"fill","seat":"black","level":level});
        let answer: FromServer = host.act_at(id, None, act).await;
        codes.push(code(&answer).to_owned());
    }
    assert_eq!(codes, ["bad_level", "too_many_programs"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_fill_starts_no_second_program() {
    let (_server, mut host) = host_with_one_program().await;
    for _ in 0..3 {
        let act = json!({"do":"fill","seat":"black","level":1});
        let answer: FromServer = host.act_at("same", None, act).await;
        assert!(is_done(&answer), "{answer:?}");
    }
}
