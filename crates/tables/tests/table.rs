//! The rules of a table, one by one.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use chess::{Color, Position};
use game::{Judge, Judgment, MaterialJudge};
use serde_json::json;
use tables::{Actor, Answer, BadTable, Circumstances, Occupant, Phase, Step, Table, TableRefusal};
use wire::{Act, Body, NewTable, Offered, Score, Seat, Wish};

/// A table with a clock for its time.
struct Room {
    now: u64,
    table: Table,
    commands: u32,
    lag_ms: u64,
    away: BTreeMap<Seat, u64>,
    judge: &'static dyn Judge,
}

impl Room {
    fn open(asked: serde_json::Value) -> Room {
        let asked: NewTable = serde_json::from_value(asked).unwrap();
        Room {
            now: 0,
            table: Table::open(&asked, 0).unwrap().after().clone(),
            commands: 0,
            lag_ms: 0,
            away: BTreeMap::new(),
            judge: &MaterialJudge,
        }
    }

    /// A table with all seats taken, after the start of the game.
    fn seated(asked: serde_json::Value) -> Room {
        let mut room = Room::open(asked);
        for &seat in room.table.asked().game.seats() {
            let step = room.table.sit(seat, Some("Ann"), room.now).unwrap();
            room.take(step);
        }
        room.tick();
        assert_eq!(room.table.phase(), &Phase::Playing);
        room
    }

    fn take(&mut self, step: Step) -> Body {
        // Folding the event gives the same table.
        let mut client = self.table.clone();
        client.apply(&step.event).unwrap();
        assert_eq!(client.snapshot(), step.after().snapshot());
        let body = step.event.body.clone();
        self.table.take(step);
        body
    }

    fn tick(&mut self) -> Vec<Body> {
        let mut bodies = Vec::new();
        while let Some(step) = self.table.tick(self.now, self.judge) {
            bodies.push(self.take(step));
        }
        bodies
    }

    fn send(
        &mut self,
        who: Actor,
        id: &str,
        ply: Option<u64>,
        act: Act,
    ) -> Result<u64, TableRefusal> {
        let given = Circumstances {
            now: self.now,
            lag_ms: self.lag_ms,
            away_ms: &self.away,
            judge: self.judge,
        };
        match self.table.decide(who, id, ply, &act, &given)? {
            Answer::Before(seq) => Ok(seq),
            Answer::New(step) => {
                let seq = step.event.seq;
                self.take(*step);
                Ok(seq)
            }
        }
    }

    fn act(&mut self, seat: Seat, act: Act) -> Result<u64, TableRefusal> {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        let ply = self.table.ply();
        self.send(Actor::Seat(seat), &id, Some(ply), act)
    }

    fn play(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let turn = self.table.turn();
            let text = text.to_owned();
            self.act(turn, Act::Move { text }).unwrap();
        }
    }

    fn left(&self, seat: Seat) -> u64 {
        let held = self
            .table
            .restart(self.now)
            .expect("it has clocks and is played");
        let shown = held.event.clocks.unwrap();
        shown.left[&seat]
    }

    fn scores(&self) -> Vec<(Seat, Score)> {
        let ended = self.table.ended().expect("the game is over");
        ended
            .scores
            .iter()
            .map(|(&seat, &score)| (seat, score))
            .collect()
    }

    fn reason(&self) -> &str {
        &self.table.ended().expect("the game is over").reason
    }
}

fn chess() -> serde_json::Value {
    json!({"game":"chess","clock":null,"watch":"anyone"})
}

fn blitz() -> serde_json::Value {
    json!({"game":"chess","clock":{"base_ms":60_000,"increment_ms":1_000},"watch":"anyone"})
}

fn four() -> serde_json::Value {
    json!({"game":"duplicate","clock":{"base_ms":60_000},"watch":"anyone"})
}

fn offer(what: Offered) -> Act {
    Act::Offer { what }
}

fn accept(what: Offered) -> Act {
    Act::Accept { what }
}

fn mv(text: &str) -> Act {
    Act::Move {
        text: text.to_owned(),
    }
}

#[test]
fn a_game_of_chess_is_played_to_mate() {
    let mut room = Room::seated(chess());
    room.play("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(room.reason(), "checkmate");
    assert_eq!(
        room.scores(),
        [(Seat::White, Score::Loss), (Seat::Black, Score::Win)]
    );
    let refused = room.act(Seat::White, mv("a2a3")).unwrap_err();
    assert_eq!(refused.code(), "game_over");
}

#[test]
fn four_boards_are_played_to_mate_and_scored() {
    let mut room = Room::seated(four());
    room.play("f2f3 a2a3 a7a6 e7e5 g2g4 b2b3 b7b6 d8h4");
    assert_eq!(room.reason(), "checkmate");
    let scores: BTreeMap<Seat, Score> = room.scores().into_iter().collect();
    assert_eq!(scores[&Seat::North], Score::Loss);
    assert_eq!(scores[&Seat::West], Score::Win);
    assert_eq!(scores[&Seat::South], Score::Draw);
}

#[test]
fn late_and_out_of_turn_commands_are_refused_and_change_nothing() {
    let mut room = Room::seated(chess());
    let before = room.table.snapshot();
    let send = |room: &mut Room, who, ply, act| room.send(who, "x", ply, act).unwrap_err().code();
    let white = Actor::Seat(Seat::White);
    for (who, ply, act, code) in [
        (Actor::Spectator, Some(0), mv("e2e4"), "spectator"),
        (Actor::Host, Some(0), mv("e2e4"), "players_only"),
        (
            Actor::Seat(Seat::Black),
            Some(0),
            mv("e7e5"),
            "not_your_turn",
        ),
        (
            Actor::Seat(Seat::North),
            Some(0),
            mv("e7e5"),
            "no_such_seat",
        ),
        (white, None, mv("e2e4"), "ply_missing"),
        (white, Some(1), mv("e2e4"), "stale_ply"),
        (white, Some(0), mv("e2e5"), "illegal_move"),
        (white, Some(0), mv("O-O; drop table"), "illegal_move"),
        (
            white,
            Some(0),
            offer(Offered::Takeback),
            "nothing_to_take_back",
        ),
        (white, Some(0), offer(Offered::Rematch), "not_over"),
        (white, Some(0), accept(Offered::Draw), "no_offer"),
        (white, Some(0), Act::Resume, "not_paused"),
        (white, Some(0), Act::Stand, "started"),
        (white, Some(0), Act::Start, "host_only"),
        (Actor::Host, None, Act::Start, "started"),
    ] {
        assert_eq!(send(&mut room, who, ply, act.clone()), code, "{act:?}");
    }
    assert_eq!(room.table.snapshot(), before);
}

#[test]
fn a_repeated_command_gets_the_same_reply_even_from_another_seat() {
    let mut room = Room::seated(chess());
    let white = Actor::Seat(Seat::White);
    let seq = room.send(white, "m1", Some(0), mv("e2e4")).unwrap();
    assert_eq!(room.send(white, "m1", Some(0), mv("e2e4")), Ok(seq));
    assert_eq!(
        room.send(white, "m1", Some(0), mv("d2d4")),
        Err(TableRefusal::IdReused)
    );
    room.act(Seat::Black, Act::Resign).unwrap();
    room.act(Seat::Black, offer(Offered::Rematch)).unwrap();
    let seq = room
        .send(white, "again", None, accept(Offered::Rematch))
        .unwrap();
    // White plays Black now and did not receive the reply.
    let black = Actor::Seat(room.table.seat_now(Seat::White));
    assert_eq!(black, Actor::Seat(Seat::Black));
    assert_eq!(
        room.send(black, "again", None, accept(Offered::Rematch)),
        Ok(seq)
    );
}

#[test]
fn a_rematch_rotates_the_seats_and_starts_a_new_game() {
    let mut room = Room::open(four());
    for (seat, name) in Seat::OF_DUPLICATE
        .into_iter()
        .zip(["Nora", "Sue", "Eve", "Will"])
    {
        let step = room.table.sit(seat, Some(name), 0).unwrap();
        room.take(step);
    }
    room.tick();
    room.play("e2e4 e2e4");
    room.act(Seat::East, Act::Resign).unwrap();
    room.act(Seat::North, offer(Offered::Rematch)).unwrap();
    for seat in [Seat::South, Seat::East, Seat::West] {
        assert!(room.table.ended().is_some());
        room.act(seat, accept(Offered::Rematch)).unwrap();
    }
    assert_eq!((room.table.phase(), room.table.ply()), (&Phase::Playing, 0));
    let name = |seat| match &room.table.seats()[&seat] {
        Occupant::Person { name } => name.clone().unwrap(),
        other => panic!("expected a person, found {other:?}"),
    };
    assert_eq!(name(Seat::South), "Nora");
    assert_eq!(name(Seat::North), "Will");
    assert_eq!(room.table.seat_now(Seat::West), Seat::North);
    assert!(room.table.is_clock_running());
}

#[test]
fn a_takeback_needs_all_people_and_a_move_declines_it() {
    let mut room = Room::seated(chess());
    room.play("e2e4 e7e5");
    room.act(Seat::White, offer(Offered::Takeback)).unwrap();
    assert_eq!(
        room.act(Seat::White, accept(Offered::Takeback))
            .unwrap_err()
            .code(),
        "no_offer"
    );
    room.act(Seat::Black, accept(Offered::Takeback)).unwrap();
    assert_eq!((room.table.ply(), room.table.turn()), (0, Seat::White));
    room.play("d2d4 d7d5");
    room.act(Seat::Black, offer(Offered::Takeback)).unwrap();
    room.play("c2c4");
    assert_eq!(
        room.act(Seat::White, accept(Offered::Takeback))
            .unwrap_err()
            .code(),
        "no_offer"
    );
    let mut room = Room::seated(four());
    room.play("e2e4 d2d4 e7e5 d7d5");
    room.act(Seat::South, offer(Offered::Takeback)).unwrap();
    for seat in [Seat::North, Seat::East, Seat::West] {
        room.act(seat, accept(Offered::Takeback)).unwrap();
    }
    assert_eq!((room.table.ply(), room.table.turn()), (1, Seat::South));
}

#[test]
fn a_takeback_restores_what_the_clocks_showed() {
    let mut room = Room::seated(blitz());
    for (ms, text) in [(2_000, "e2e4"), (3_000, "e7e5"), (5_000, "g1f3")] {
        room.now += ms;
        room.play(text);
    }
    room.now += 1_000;
    assert_eq!(
        (room.left(Seat::White), room.left(Seat::Black)),
        (55_000, 57_000)
    );
    room.act(Seat::White, offer(Offered::Takeback)).unwrap();
    room.act(Seat::Black, accept(Offered::Takeback)).unwrap();
    assert_eq!(
        (room.left(Seat::White), room.left(Seat::Black)),
        (59_000, 58_000)
    );
    room.now += 4_000;
    assert_eq!(room.left(Seat::White), 55_000, "the clock of White runs");
}

#[test]
fn article_5_2_3_no_agreement_before_everyone_has_moved_but_the_offer_stands() {
    for (asked, moves) in [(chess(), "e2e4"), (four(), "e2e4 e2e4 e7e5")] {
        let mut room = Room::seated(asked);
        let seats = room.table.asked().game.seats();
        let (last, others) = seats.split_last().unwrap();
        room.act(*last, offer(Offered::Draw)).unwrap();
        let early = room.act(seats[0], accept(Offered::Draw));
        assert_eq!(early, Err(TableRefusal::TooEarly));
        room.act(*last, offer(Offered::Draw)).unwrap_err();
        // Moving declines the offer, so it is made again.
        room.play(moves);
        room.play("e7e5");
        room.act(*last, offer(Offered::Draw)).unwrap();
        for &seat in others {
            room.act(seat, accept(Offered::Draw)).unwrap();
        }
        assert!(room.table.ended().is_some());
    }
}

#[test]
fn article_5_2_3_the_move_number_of_a_set_up_game_counts() {
    let mut asked = chess();
    asked["fen"] = json!("4k3/8/8/8/8/8/R7/4K3 b - - 0 40");
    let mut room = Room::seated(asked);
    room.act(Seat::White, offer(Offered::Draw)).unwrap();
    room.act(Seat::Black, accept(Offered::Draw)).unwrap();
    assert_eq!(room.reason(), "agreement");
}

#[test]
fn a_draw_needs_every_seat_and_is_declined_by_moving() {
    let mut room = Room::seated(four());
    room.play("e2e4 e2e4 e7e5 e7e5");
    room.act(Seat::West, offer(Offered::Draw)).unwrap();
    room.act(Seat::East, accept(Offered::Draw)).unwrap();
    room.play("g1f3");
    assert_eq!(
        room.act(Seat::South, accept(Offered::Draw))
            .unwrap_err()
            .code(),
        "no_offer"
    );
    room.act(Seat::West, offer(Offered::Draw)).unwrap();
    for seat in [Seat::North, Seat::South, Seat::East] {
        room.act(seat, accept(Offered::Draw)).unwrap();
    }
    assert_eq!(room.reason(), "draw");
    assert!(room.scores().iter().all(|(_, score)| *score == Score::Draw));
}

#[test]
fn claims_are_judged_by_article_and_a_wrong_claim_gives_time_and_is_an_offer() {
    let mut room = Room::seated(blitz());
    room.play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let named = Act::Claim {
        text: Some("f6g8".to_owned()),
    };
    let mut right = Room {
        table: room.table.clone(),
        ..Room::open(chess())
    };
    right.act(Seat::Black, named).unwrap();
    assert_eq!(right.reason(), "threefold_repetition");
    assert!(right.table.ended().unwrap().words.contains("9.2.1"));

    let wrong = Act::Claim {
        text: Some("a7a6".to_owned()),
    };
    let before = room.left(Seat::White);
    room.act(Seat::Black, wrong).unwrap();
    assert_eq!(room.table.ply(), 8, "the named move is played");
    assert_eq!(room.left(Seat::White), before + 60_000);
    room.act(Seat::White, accept(Offered::Draw)).unwrap();
    assert_eq!(room.reason(), "agreement");
    let four = &mut Room::seated(four());
    let refused = four
        .act(Seat::North, Act::Claim { text: None })
        .unwrap_err();
    assert_eq!(refused.code(), "nothing_to_claim");
}

/// A judge that has proven that nobody can mate.
#[derive(Debug)]
struct Nobody;

impl Judge for Nobody {
    fn can_mate(&self, _: &Position, _: Color) -> Judgment {
        Judgment::No
    }

    fn is_dead(&self, _: &Position) -> Judgment {
        Judgment::Unknown
    }
}

#[test]
fn a_flag_falls_at_its_time_and_the_judge_decides() {
    let mut room = Room::seated(blitz());
    room.play("e2e4");
    let due = room.table.due().unwrap();
    assert!(due >= 60_000);
    room.now = due - 1;
    assert!(room.tick().is_empty());
    assert_eq!(
        room.act(Seat::Black, mv("e7e5")).unwrap_err().code(),
        "time_is_up"
    );
    room.now = due;
    assert_eq!(room.tick(), [Body::Flagged { seat: Seat::Black }]);
    assert_eq!(
        (room.reason(), room.scores()[0].1),
        ("flag_fall", Score::Win)
    );
    let mut room = Room::seated(blitz());
    room.judge = &Nobody;
    room.now = room.table.due().unwrap();
    room.tick();
    assert_eq!(room.scores()[0].1, Score::Draw);
    assert!(
        room.table.ended().unwrap().words.contains("cannot"),
        "{:?}",
        room.table.ended()
    );
    let mut room = Room::seated(four());
    room.now = room.table.due().unwrap();
    room.tick();
    let scores: BTreeMap<Seat, Score> = room.scores().into_iter().collect();
    assert_eq!(scores[&Seat::North], Score::Loss);
    assert_eq!(
        (scores[&Seat::East], scores[&Seat::South]),
        (Score::Win, Score::Draw)
    );
}

/// A table of four boards with a policy of this name.
fn four_with(name: &str, policy: &str) -> serde_json::Value {
    let mut asked = four();
    asked[name] = json!(policy);
    asked
}

#[test]
fn the_flag_policy_of_a_table_decides_a_fallen_flag_on_four_boards() {
    let fallen = |policy| {
        let mut room = Room::seated(four_with("flag", policy));
        room.now = room.table.due().unwrap();
        assert_eq!(room.tick(), [Body::Flagged { seat: Seat::North }]);
        room
    };
    let resigned = fallen("resignation");
    assert_eq!(resigned.reason(), "flag_fall");
    assert_eq!(resigned.scores(), {
        let mut usual = Room::seated(four());
        usual.now = usual.table.due().unwrap();
        usual.tick();
        usual.scores()
    });
    let drawn = fallen("draw");
    assert_eq!(drawn.reason(), "flag_fall");
    assert!(
        drawn
            .scores()
            .iter()
            .all(|(_, score)| *score == Score::Draw)
    );

    let mut room = fallen("program");
    assert_eq!(room.table.phase(), &Phase::Playing);
    assert!(matches!(
        room.table.seats()[&Seat::North],
        Occupant::Program { .. }
    ));
    assert!(room.table.is_flagged(Seat::North));
    let due = room.table.due().unwrap();
    assert!(due > room.now, "the program has time");
    assert!(room.table.is_clock_running());
    let again = Table::from_snapshot(&room.table.snapshot()).unwrap();
    assert_eq!(again.snapshot(), room.table.snapshot());
    // A program has no replacement.
    room.now = due;
    room.tick();
    assert_eq!(room.reason(), "flag_fall");
}

#[test]
fn an_absence_policy_leaves_one_choice() {
    for (policy, allowed) in [
        ("resignation", Wish::Win),
        ("draw", Wish::Draw),
        ("program", Wish::Program),
    ] {
        for wish in [Wish::Win, Wish::Draw, Wish::Program] {
            let mut room = Room::seated(four_with("absence", policy));
            room.away.insert(Seat::North, 60_000);
            let asked = room.act(Seat::East, Act::Absent { wish });
            match wish == allowed {
                true => assert!(asked.is_ok(), "{policy}: {asked:?}"),
                false => assert_eq!(asked.unwrap_err().code(), "other_policy"),
            }
        }
    }
}

#[test]
fn what_an_absence_means_on_four_boards_is_what_was_wished() {
    let wished = |wish| {
        let mut room = Room::seated(four());
        room.away.insert(Seat::North, 60_000);
        room.act(Seat::East, Act::Absent { wish }).unwrap();
        room
    };
    let resigned = wished(Wish::Win);
    assert_eq!(resigned.reason(), "absence");
    let scores: BTreeMap<Seat, Score> = resigned.scores().into_iter().collect();
    assert_eq!(scores[&Seat::North], Score::Loss);
    assert_eq!(
        (scores[&Seat::East], scores[&Seat::South]),
        (Score::Win, Score::Draw)
    );
    let drawn = wished(Wish::Draw);
    assert_eq!(drawn.reason(), "absence");
    let mut scores = drawn.scores().into_iter();
    assert!(scores.all(|(_, score)| score == Score::Draw));
    let room = wished(Wish::Program);
    assert_eq!(room.table.phase(), &Phase::Playing);
    assert!(matches!(
        room.table.seats()[&Seat::North],
        Occupant::Program { .. }
    ));
    // The player was away and has not lost the seat: after returning they have it in this game.
    assert!(!room.table.is_flagged(Seat::North));
}

#[test]
fn only_the_absence_of_the_player_to_move_counts_and_only_after_its_time() {
    let mut room = Room::seated(four());
    let absent = Act::Absent { wish: Wish::Win };
    for (seat, away_ms, asks) in [
        (Seat::North, 59_999, Seat::East),
        (Seat::South, 60_000, Seat::East),
        (Seat::North, 60_000, Seat::North),
    ] {
        room.away = BTreeMap::from([(seat, away_ms)]);
        let refused = room.act(asks, absent.clone()).unwrap_err();
        assert_eq!(refused.code(), "not_away", "{seat} {away_ms} {asks}");
    }
    room.away = BTreeMap::from([(Seat::North, 60_000)]);
    assert!(room.act(Seat::East, absent).is_ok());
}

#[test]
fn policies_belong_to_four_boards_and_have_known_names() {
    for name in ["flag", "absence"] {
        let mut asked = blitz();
        asked[name] = json!("draw");
        let asked: NewTable = serde_json::from_value(asked).unwrap();
        assert!(matches!(Table::open(&asked, 0), Err(BadTable::Foreign(_))));
        let unknown = serde_json::from_value::<NewTable>(four_with(name, "win"));
        let words = unknown.unwrap_err().to_string();
        assert!(
            words.contains("`resignation`, `draw`, `program`"),
            "{words}"
        );
    }
}

#[test]
fn lag_is_refunded_within_the_quota_and_can_save_a_flag() {
    let mut room = Room::seated(blitz());
    (room.now, room.lag_ms) = (5_000, 300);
    room.play("e2e4");
    assert_eq!(room.left(Seat::White), 60_000 - 5_000 + 300 + 1_000);
    // The flag of Black falls at 65 s; the move was made before and is on its way.
    room.now = 65_100;
    assert!(room.tick().is_empty(), "a move may be on its way");
    room.play("e7e5");
    assert!(room.table.ended().is_none());
    assert_eq!(room.left(Seat::Black), 200 + 1_000);
}

#[test]
fn clocks_stop_during_a_pause_and_after_a_restart() {
    let mut room = Room::seated(blitz());
    room.now = 10_000;
    room.play("e2e4");
    room.act(Seat::Black, Act::Pause).unwrap();
    assert!(room.table.is_clock_running(), "one of two has agreed");
    room.act(Seat::White, accept(Offered::Pause)).unwrap();
    room.now = 500_000;
    assert!(room.tick().is_empty());
    assert_eq!(
        room.act(Seat::Black, mv("e7e5")).unwrap_err().code(),
        "paused"
    );
    room.act(Seat::Black, Act::Resume).unwrap();
    room.play("e7e5");
    assert_eq!(room.left(Seat::Black), 61_000);

    let step = room.table.restart(600_000).unwrap();
    room.now = 600_000;
    room.take(step);
    assert_eq!(room.table.due(), Some(630_000));
    assert!(
        room.table.player_returned(Seat::Black, 601_000).is_none(),
        "the table waits for White"
    );
    let step = room.table.player_returned(Seat::White, 601_000).unwrap();
    room.take(step);
    assert!(room.table.is_clock_running());
}

#[test]
fn the_waiting_player_decides_what_happens_after_an_absence() {
    for (wish, reason) in [
        (Wish::Win, Some("absence")),
        (Wish::Draw, Some("absence")),
        (Wish::Program, None),
    ] {
        let mut room = Room::seated(chess());
        room.away.insert(Seat::White, 59_999);
        let absent = Act::Absent { wish };
        assert_eq!(
            room.act(Seat::Black, absent.clone()).unwrap_err().code(),
            "not_away"
        );
        room.away.insert(Seat::White, 60_000);
        assert_eq!(
            room.act(Seat::White, absent.clone()).unwrap_err().code(),
            "not_away"
        );
        room.act(Seat::Black, absent).unwrap();
        assert_eq!(
            room.table.ended().map(|ended| ended.reason.as_str()),
            reason
        );
        let is_program = matches!(room.table.seats()[&Seat::White], Occupant::Program { .. });
        assert_eq!(is_program, wish == Wish::Program);
    }
}

#[test]
fn seats_are_taken_left_and_filled_before_the_game_starts_by_itself() {
    let mut room = Room::open(chess());
    let fill = |seat, level| Act::Fill {
        seat,
        level,
        pace_ms: None,
    };
    assert!(room.tick().is_empty());
    let step = room.table.sit(Seat::White, None, 0).unwrap();
    room.take(step);
    assert_eq!(
        room.table.sit(Seat::White, None, 0).unwrap_err(),
        TableRefusal::SeatTaken(Seat::White)
    );
    room.act(Seat::White, Act::Stand).unwrap();
    assert_eq!(
        room.send(Actor::Host, "a", None, Act::Start)
            .unwrap_err()
            .code(),
        "seat_free"
    );
    assert_eq!(
        room.send(Actor::Host, "b", None, fill(Seat::White, 11))
            .unwrap_err()
            .code(),
        "bad_level"
    );
    room.send(Actor::Host, "c", None, fill(Seat::White, 4))
        .unwrap();
    let step = room.table.sit(Seat::Black, None, 0).unwrap();
    room.take(step);
    assert_eq!(
        room.send(Actor::Host, "d", None, fill(Seat::Black, 4))
            .unwrap_err()
            .code(),
        "seat_taken"
    );
    assert_eq!(room.tick(), [Body::Started]);
    // A person against a program takes back without consent.
    room.play("e2e4 e7e5");
    room.act(Seat::Black, offer(Offered::Takeback)).unwrap();
    assert_eq!(room.table.ply(), 1);

    let mut later = Room::open(json!({"game":"chess","watch":"nobody","start":"host"}));
    for seat in Seat::OF_CHESS {
        let step = later.table.sit(seat, None, 0).unwrap();
        later.take(step);
    }
    assert!(later.tick().is_empty());
    later.send(Actor::Host, "s", None, Act::Start).unwrap();
    assert_eq!(later.table.phase(), &Phase::Playing);
}

#[test]
fn invalid_tables_are_refused() {
    let open = |asked: serde_json::Value| {
        let asked: NewTable = serde_json::from_value(asked).unwrap();
        Table::open(&asked, 0).map(|_| ()).unwrap_err()
    };
    let with = |key: &str, value: serde_json::Value| {
        let mut asked = chess();
        asked[key] = value;
        open(asked)
    };
    assert!(matches!(with("fen", json!("nonsense")), BadTable::Fen(_)));
    assert!(matches!(
        with("fen", json!("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
        BadTable::Over(_)
    ));
    assert!(matches!(
        with("rulings", json!({"stalemate":"pass"})),
        BadTable::Foreign(_)
    ));
    assert!(matches!(
        with("clock", json!({"base_ms":0})),
        BadTable::Clock(_)
    ));
    let both = json!({"base_ms":1,"increment_ms":1,"delay_ms":1});
    assert!(matches!(with("clock", both), BadTable::Clock(_)));
    assert!(matches!(
        with("clock", json!({"base_ms":u64::MAX})),
        BadTable::Clock(_)
    ));
    let mut odd = four();
    odd["rulings"] = json!({"stalemate":"sulk"});
    assert!(matches!(open(odd), BadTable::Rulings(_)));
}

#[test]
fn nobody_wins_by_absence_while_the_game_is_paused() {
    let mut room = Room::seated(chess());
    room.act(Seat::White, Act::Pause).unwrap();
    let what = Offered::Pause;
    room.act(Seat::Black, Act::Accept { what }).unwrap();
    room.away.insert(Seat::White, 600_000);
    for wish in [Wish::Win, Wish::Draw, Wish::Program] {
        let refused = room.act(Seat::Black, Act::Absent { wish });
        assert_eq!(refused, Err(TableRefusal::Paused));
    }
    room.act(Seat::Black, Act::Resume).unwrap();
    let wish = Wish::Win;
    room.act(Seat::Black, Act::Absent { wish }).unwrap();
    assert_eq!(room.reason(), "absence");
}

#[test]
fn lag_covered_by_the_delay_is_not_refunded_again() {
    let mut room = Room::seated(
        json!({"game":"chess","clock":{"base_ms":60_000,"delay_ms":5_000},"watch":"anyone"}),
    );
    room.lag_ms = 2_000;
    for (passed, lost) in [(1_000, 0), (4_999, 0), (5_500, 0), (8_000, 1_000)] {
        let (turn, moves) = (room.table.turn(), room.table.legal_moves());
        let before = room.left(turn);
        room.now += passed;
        room.play(&moves[0]);
        assert_eq!(room.left(turn), before - lost, "after {passed} ms");
    }
}

#[test]
fn repeated_offers_are_limited() {
    let mut room = Room::seated(chess());
    room.play("e2e4 e7e5");
    let what = Offered::Draw;
    for _ in 0..tables::OFFERS_MAX {
        room.act(Seat::White, Act::Offer { what }).unwrap();
        room.act(Seat::Black, Act::Decline { what }).unwrap();
    }
    let offer = Act::Offer { what };
    assert_eq!(
        room.act(Seat::White, offer.clone()),
        Err(TableRefusal::OfferedEnough)
    );
    let claim = Act::Claim { text: None };
    assert_eq!(
        room.act(Seat::White, claim),
        Err(TableRefusal::OfferedEnough)
    );
    room.play("g1f3");
    room.act(Seat::White, offer).unwrap();
}

#[test]
fn a_full_log_accepts_only_what_ends_the_game() {
    let mut room = Room::seated(chess());
    let seat = Seat::White;
    room.table
        .take(room.table.sit_again(seat, None, 0).unwrap());
    for turn in 0.. {
        if room.table.seq() >= tables::LOG_MAX {
            break;
        }
        let name = format!("Ann {}", turn % 2);
        let step = room.table.sit_again(seat, Some(&name), 0).unwrap();
        room.table.take(step);
    }
    let again = room.table.sit_again(seat, None, 0);
    assert_eq!(again.map(drop), Err(TableRefusal::LogFull));
    let text = "e2e4".to_owned();
    let refused = room.act(Seat::White, Act::Move { text });
    assert_eq!(refused, Err(TableRefusal::LogFull));
    room.act(Seat::White, Act::Resign).unwrap();
    let what = Offered::Rematch;
    let refused = room.act(Seat::White, Act::Offer { what });
    assert_eq!(refused, Err(TableRefusal::LogFull));
}

#[test]
fn an_offer_that_nobody_can_answer_takes_effect_or_ends() {
    let fill = |room: &mut Room, seat| {
        room.away.insert(seat, 600_000);
        let act = Act::Fill {
            seat,
            level: 1,
            pace_ms: None,
        };
        room.send(Actor::Host, &format!("f{seat}"), None, act)
            .unwrap();
    };
    // The last person who could answer is replaced: all others have agreed.
    let mut room = Room::seated(chess());
    room.play("e2e4");
    let what = Offered::Takeback;
    room.act(Seat::White, Act::Offer { what }).unwrap();
    fill(&mut room, Seat::Black);
    assert_eq!(room.tick(), [Body::Accepted { what }]);
    assert_eq!((room.table.ply(), room.table.offer(what)), (0, None));
    assert!(room.tick().is_empty());
    // Nobody is left who wanted it.
    let mut room = Room::seated(chess());
    room.play("e2e4");
    room.act(Seat::White, Act::Resign).unwrap();
    let what = Offered::Rematch;
    room.act(Seat::White, Act::Offer { what }).unwrap();
    fill(&mut room, Seat::White);
    assert!(room.tick().is_empty(), "Black can still answer");
    fill(&mut room, Seat::Black);
    assert_eq!(room.tick(), [Body::Declined { what }]);
    assert!(room.table.ended().is_some());
}
