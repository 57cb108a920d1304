//! A version 1 file can always be opened: its games continue with the players' keys.

use std::fs;
use std::sync::Arc;

use server::TableLimits;
use store::{Sqlite, Store};
use tables::Table;
use wire::{Created, Seat};

use crate::client::{Client, is_done};
use crate::running::Running;

/// A file written by a server of version 1, with a game of chess and one of duplicate chess in
/// progress, and the ids of its tables with the keys of the players. It is never regenerated.
const FILE: &[u8] = include_bytes!("../data/version-1.db");
const CREATED: &str = include_str!("../data/version-1.json");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_in_a_version_1_file_continue() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.db");
    fs::write(&path, FILE).unwrap();
    let store = Arc::new(Sqlite::open(&path).unwrap());
    let created: Vec<Created> = CREATED
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(store.tables().unwrap().len(), created.len());
    let server = Running::with(store.clone(), TableLimits::default()).await;
    for (created, seats) in created
        .iter()
        .zip([&Seat::OF_CHESS[..], &Seat::OF_DUPLICATE])
    {
        let before = store.read(&created.table).unwrap().unwrap();
        let ply = Table::from_log(&before.log).unwrap().ply();
        assert!(ply > 0, "a game is in progress");
        let mut clients = Vec::new();
        for seat in seats {
            // The keys that the players had when the file was written.
            let key = &created.invitations[seat];
            clients.push(Client::join(server.address, &created.table, Some(key)).await);
        }
        clients[0].listen_until(|table| !table.is_held()).await;
        let turn = clients[0].folded().turn();
        let mover = clients.iter_mut().find(|client| client.seat == Some(turn));
        let mover = mover.unwrap();
        mover.listen_until(|table| !table.is_held()).await;
        let text = mover.folded().legal_moves()[0].clone();
        assert!(is_done(&mover.play(&text).await));
        assert_eq!(mover.folded().ply(), ply + 1);
    }
}
