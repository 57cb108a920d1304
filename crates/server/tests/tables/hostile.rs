//! Malformed and hostile messages are answered with a code and a message, and change nothing.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use wire::FromServer;

use crate::client::{Client, Received, code, is_done};
use crate::games::{chess, seated};
use crate::running::Running;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_out_of_turn_stale_or_repeated_change_nothing() {
    let server = Running::start().await;
    let (_, mut clients) = seated(&server, &chess()).await;
    let mut black = clients.pop().unwrap();
    let mut white = clients.pop().unwrap();
    assert_eq!(code(&black.play("e7e5").await), "not_your_turn");
    assert_eq!(code(&white.play("e2e5").await), "illegal_move");
    assert_eq!(code(&white.play("hello").await), "illegal_move");
    let e4 = json!({"do":"move","move":"e2e4"});
    assert_eq!(
        code(&white.act_at("a", None, e4.clone()).await),
        "ply_missing"
    );
    assert_eq!(
        code(&white.act_at("b", Some(7), e4.clone()).await),
        "stale_ply"
    );
    let FromServer::Done { seq, .. } = white.act_at("c", Some(0), e4.clone()).await else {
        panic!("a legal move is played");
    };
    for _ in 0..3 {
        let again = white.act_at("c", Some(0), e4.clone()).await;
        assert_eq!(
            again,
            FromServer::Done {
                id: "c".to_owned(),
                seq
            }
        );
    }
    let d4 = json!({"do":"move","move":"d2d4"});
    assert_eq!(
        code(&white.act_at("c", Some(0), d4.clone()).await),
        "id_reused"
    );
    assert_eq!(code(&white.act_at("d", Some(0), d4).await), "stale_ply");
    let early = white
        .act_at("e", None, json!({"do":"fill","seat":"black","level":1}))
        .await;
    assert_eq!(code(&early), "host_only");
    let nobody = json!({"do":"accept","what":"draw"});
    assert_eq!(code(&black.act_at("f", None, nobody).await), "no_offer");
    black.listen_until(|table| table.ply() == 1).await;
    assert!(is_done(&black.play("e7e5").await));
    assert_eq!(black.folded().ply(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_is_answered_and_the_game_goes_on() {
    let server = Running::start().await;
    let (_, mut clients) = seated(&server, &chess()).await;
    let white = &mut clients[0];
    let long_id = "x".repeat(65);
    for (text, id, expected) in [
        ("", "", "bad_message"),
        ("{", "", "bad_message"),
        ("null", "", "bad_message"),
        ("[[[[[[[[[[", "", "bad_message"),
        (r#"{"type":"dance"}"#, "", "bad_message"),
        (r#"{"type":"do"}"#, "", "bad_message"),
        (
            r#"{"type":"do","id":"q","act":{"do":"fly"}}"#,
            "q",
            "bad_message",
        ),
        (
            r#"{"type":"do","id":"q","ply":-1,"act":{"do":"resign"}}"#,
            "q",
            "bad_message",
        ),
        (
            r#"{"type":"do","id":"","act":{"do":"resign"}}"#,
            "",
            "bad_id",
        ),
        (
            &json!({"type":"do","id":long_id,"act":{"do":"resign"}}).to_string(),
            "",
            "bad_id",
        ),
        (
            r#"{"type":"hello","v":1,"name":"\u202ekcalB"}"#,
            "",
            "bad_name",
        ),
        (&"[".repeat(8_000), "", "bad_message"),
    ] {
        white.send_text(text).await;
        let Received::Message(FromServer::Refused {
            id: of,
            code,
            words,
            ..
        }) = next(white).await
        else {
            panic!("expected a refusal of {text}");
        };
        assert_eq!((of.as_str(), code.as_str()), (id, expected), "{text}");
        assert!(!words.is_empty());
    }
    white
        .send_raw(Message::binary(vec![0, 159, 146, 150]))
        .await;
    let Received::Message(refused) = next(white).await else {
        panic!("binary messages are answered too");
    };
    assert_eq!(code(&refused), "binary");
    assert!(is_done(&white.play("e2e4").await), "nothing has changed");
}

/// The next message other than presence.
async fn next(client: &mut Client) -> Received {
    loop {
        match client.receive().await {
            Received::Message(FromServer::Presence(_) | FromServer::Event(_)) => {}
            received => return received,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_does_not_say_hello_is_disconnected() {
    let server = Running::start().await;
    let created = server.create(&chess()).await;
    for (first, expected) in [
        (
            json!({"type":"do","id":"a","act":{"do":"resign"}}),
            "hello_first",
        ),
        (json!({"type":"ping","n":1}), "hello_first"),
        (json!({"type":"hello","v":2}), "version"),
        (json!({"type":"hello","v":1,"key":"0123"}), "unknown_key"),
    ] {
        let mut client = Client::open(server.address, &created.table).await;
        client.send(&first).await;
        let bye = client.goodbye().await.0.unwrap();
        assert_eq!((bye.code.as_str(), bye.retry), (expected, None), "{first}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_table_looks_like_a_missing_one() {
    let server = Running::start().await;
    let mut asked = chess();
    asked["watch"] = json!("nobody");
    let created = server.create(&asked).await;
    let mut received = Vec::new();
    for table in [created.table.as_str(), "0123456789abcdef0123", "..%2f", "x"] {
        for key in [None, Some("00112233445566778899aabbccddeeff")] {
            let mut client = Client::open(server.address, table).await;
            client.key = key.map(str::to_owned);
            let Err(Received::Message(said)) = client.hello().await else {
                panic!("nobody may watch");
            };
            received.push((said, client.goodbye().await.1));
        }
    }
    assert!(
        received.iter().all(|one| *one == received[0]),
        "{received:?}"
    );
    let white = &created.invitations[&wire::Seat::White];
    let white = Client::join(server.address, &created.table, Some(white)).await;
    assert_eq!(white.seat, Some(wire::Seat::White));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_origins_are_refused_before_the_upgrade() {
    let server = Running::start().await;
    let created = server.create(&chess()).await;
    let socket = format!("GET /t/{}/ws", created.table);
    let upgrade = [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ];
    let own = format!("Origin: http://{}", server.address);
    let body = chess().to_string();
    for (line, is_ours) in [
        (own.as_str(), true),
        ("Origin: null", false),
        ("Origin: http://example.org", false),
        ("Origin: https://127.0.0.1", false),
        ("Host: example.org", false),
        ("Host: 127.0.0.1", false),
        ("Sec-Fetch-Site: cross-site", false),
    ] {
        let lines = [&upgrade[..], &[line]].concat();
        let (status, _) = server.ask(&socket, &lines, "").await;
        assert_eq!(status, if is_ours { 101 } else { 403 }, "{line}");
        let (status, _) = server.post(&[line], &body).await;
        assert_eq!(status, if is_ours { 201 } else { 403 }, "{line}");
    }
    let (status, _) = server.ask(&socket, &[], "").await;
    assert_eq!(status, 400, "expected an upgrade request");
    for (path, status) in [
        ("GET /", 403),
        ("GET /api/server", 403),
        ("GET /health", 200),
    ] {
        let (found, _) = server.ask(path, &["Host: example.org"], "").await;
        assert_eq!(found, status, "{path} under another name");
        let (found, _) = server.ask(path, &[], "").await;
        assert_ne!(found, 403, "{path} under our own name");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_tables_are_refused_with_a_reason() {
    let server = Running::start().await;
    for (body, status, code) in [
        ("", 400, "bad_message"),
        ("{}", 400, "bad_message"),
        (
            r#"{"game":"checkers","watch":"anyone"}"#,
            400,
            "bad_message",
        ),
        (
            r#"{"game":"chess","watch":"anyone","fen":"x"}"#,
            422,
            "bad_table",
        ),
        (
            r#"{"game":"chess","watch":"anyone","delay_s":999999999}"#,
            422,
            "bad_table",
        ),
        (
            r#"{"game":"chess","watch":"anyone","delay":60}"#,
            400,
            "bad_message",
        ),
        (
            r#"{"game":"chess","watch":"anyone","clock":{"base_ms":0}}"#,
            422,
            "bad_table",
        ),
        (
            r#"{"game":"duplicate","watch":"anyone","rulings":{"x":1}}"#,
            422,
            "bad_table",
        ),
    ] {
        let (found, answer) = server.post(&[], body).await;
        let failure: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(
            (found, failure["code"].as_str()),
            (status, Some(code)),
            "{body}"
        );
        assert!(!failure["words"].as_str().unwrap().is_empty());
    }
    let (status, _) = server.post(&[], &" ".repeat(20_000)).await;
    assert_eq!(status, 413);
}
