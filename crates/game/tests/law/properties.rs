//! Properties of random games and random commands.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use chess::{Board, CastlingRights, Color, Move, Position, Square};
use fourfold_game::{Claim, Command, Event, Game, Ground, History, Profile, Rules};
use proptest::prelude::*;
use repeatable::Random;
use testkit::{scattered_position, scharnagl};

/// Everything that makes two positions the same, compared directly.
type PositionFacts = (Board, Color, CastlingRights, Option<Square>);

fn position_facts(position: &Position) -> PositionFacts {
    (
        *position.board(),
        position.turn(),
        position.castling(),
        position.en_passant(),
    )
}

/// The claims found by counting whole positions, without keys or a window.
fn naive_claims(counts: &HashMap<PositionFacts, u32>, position: &Position) -> Vec<Claim> {
    let mut claims = Vec::new();
    let with = None;
    if counts[&position_facts(position)] >= 3 {
        let ground = Ground::Threefold;
        claims.push(Claim { ground, with });
    }
    if position.halfmoves() >= 100 {
        let ground = Ground::FiftyMoves;
        claims.push(Claim { ground, with });
    }
    claims
}

fn naive_claims_with(counts: &HashMap<PositionFacts, u32>, position: &Position) -> Vec<Claim> {
    let mut claims = Vec::new();
    for &m in &position.legal_moves() {
        let next = position.play(m).unwrap();
        let with = Some(m);
        if counts.get(&position_facts(&next)).copied().unwrap_or(0) >= 2 {
            let ground = Ground::Threefold;
            claims.push(Claim { ground, with });
        }
        if next.halfmoves() >= 100 {
            let ground = Ground::FiftyMoves;
            claims.push(Claim { ground, with });
        }
    }
    claims.sort();
    claims
}

/// A move that often reverses the side's last move, so that positions recur.
fn restless_move(history: &History, random: &mut Random) -> Option<Move> {
    let moves = history.position().legal_moves();
    let past = history.moves();
    if !random.one_in(3) && past.len() >= 2 {
        let last = past[past.len() - 2];
        let back = Move::normal(last.to(), last.from());
        if history.position().is_legal(back) {
            return Some(back);
        }
    }
    random.pick(&moves).copied()
}

#[test]
fn claims_are_what_naive_counting_says_over_two_million_plies() {
    let mut random = Random::new(3);
    let (mut plies, mut threefolds, mut fifties) = (0, 0, 0);
    while plies < 2_000_000 {
        let start = match random.below(4) {
            0 => Position::start(),
            1 => scharnagl(random.below(960)),
            _ => scattered_position(&mut random),
        };
        let mut history = History::new(start);
        let mut counts = HashMap::from([(position_facts(&start), 1)]);
        for _ in 0..400 {
            let Some(m) = restless_move(&history, &mut random) else {
                break;
            };
            history.play(m).unwrap();
            let position = *history.position();
            let count = counts.entry(position_facts(&position)).or_insert(0);
            *count += 1;
            assert_eq!(history.occurrences(), *count, "{position}");
            let claims = history.claims();
            assert_eq!(claims, naive_claims(&counts, &position), "{position}");
            if random.one_in(8) {
                let with = history.claims_with();
                assert_eq!(with, naive_claims_with(&counts, &position), "{position}");
            }
            plies += 1;
            let claims_on = |ground| claims.iter().any(|claim| claim.ground == ground);
            threefolds += u32::from(claims_on(Ground::Threefold));
            fifties += u32::from(claims_on(Ground::FiftyMoves));
        }
    }
    assert!(
        threefolds > 10_000 && fifties > 10_000,
        "{threefolds} {fifties}"
    );
}

/// One action, encoded as numbers so that it can be shrunk.
#[derive(Clone, Copy, Debug)]
enum Try {
    Move(u8),
    Back,
    Claim { ground: u8, with: Option<u8> },
    Word { kind: u8, by: bool },
    GiveUp { flag: bool, by: bool },
    Undo(u8),
    Redo(u8),
    New(u8),
}

fn tries() -> impl Strategy<Value = Try> {
    prop_oneof![
        8 => any::<u8>().prop_map(Try::Move),
        8 => Just(Try::Back),
        2 => (any::<u8>(), any::<Option<u8>>()).prop_map(|(ground, with)| Try::Claim { ground, with }),
        4 => (any::<u8>(), any::<bool>()).prop_map(|(kind, by)| Try::Word { kind, by }),
        1 => (any::<bool>(), any::<bool>()).prop_map(|(flag, by)| Try::GiveUp { flag, by }),
        3 => (0..4u8).prop_map(Try::Undo),
        3 => (0..4u8).prop_map(Try::Redo),
        1 => any::<u8>().prop_map(Try::New),
    ]
}

const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/3k4/8/3K3p/8/7R/7R w - - 96 130",
    "8/8/3k4/8/3K4/8/7R/7R w - - 147 130",
    "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
    "1n6/P5k1/8/8/3pP3/8/7P/R3K3 b Q e3 0 50",
];

/// The command for a number in this game; some are illegal on purpose.
fn command(game: &Game, attempt: Try) -> Command {
    let side = |by| if by { Color::White } else { Color::Black };
    let steps = |n: u8| NonZeroUsize::new(usize::from(n) + 1).unwrap();
    let moves = game.position().legal_moves();
    let pick = |n: u8| match usize::from(n) % (moves.len() + 1) {
        0 => Move::normal(Square::A1, Square::H8),
        at => moves[at - 1],
    };
    match attempt {
        Try::Move(n) => Command::Play(pick(n)),
        Try::Back => {
            let past = game.history().moves();
            let last = past.len().checked_sub(2).map(|at| past[at]);
            Command::Play(last.map_or(pick(1), |m| Move::normal(m.to(), m.from())))
        }
        Try::Claim { ground, with } => Command::Claim {
            by: game.position().turn(),
            ground: [None, Some(Ground::Threefold), Some(Ground::FiftyMoves)]
                [usize::from(ground) % 3],
            with: with.map(pick),
        },
        Try::Word { kind, by } => match kind % 3 {
            0 => Command::Offer(side(by)),
            1 => Command::Accept(side(by)),
            _ => Command::Decline(side(by)),
        },
        Try::GiveUp { flag: true, by } => Command::Flag(side(by)),
        Try::GiveUp { flag: false, by } => Command::Resign(side(by)),
        Try::Undo(n) => Command::Undo(steps(n)),
        Try::Redo(n) => Command::Redo(steps(n)),
        Try::New(n) => {
            let fen = STARTS[usize::from(n) % STARTS.len()];
            Command::New(crate::table::start(fen).into())
        }
    }
}

/// Invariants of every game.
fn check_state(game: &Game) {
    let mut again = Game::from_record(&game.record(), game.rules()).unwrap();
    assert_eq!(again.record(), game.record());
    assert_eq!(again.offers(), game.offers());
    assert_eq!(again.claims(), game.claims());
    assert_eq!(again.undoable(), game.undoable());
    if game.redoable() == 0 {
        assert_eq!(&again, game);
    }
    while again.undoable() > 0 {
        let rights = again.position().castling();
        again.execute(Command::Undo(NonZeroUsize::MIN)).unwrap();
        let earlier = again.position().castling();
        assert!(
            rights.rooks().is_subset(earlier.rooks()),
            "rights only shrink"
        );
    }
    assert_eq!(again.position(), &game.start().position);
}

/// Undoing the command restores the game before it; redoing it restores the game after it.
fn check_undo(before: &Game, after: &Game, steps: usize) {
    let steps = NonZeroUsize::new(steps).unwrap();
    let mut game = after.clone();
    game.execute(Command::Undo(steps)).unwrap();
    assert_eq!(game.record(), before.record());
    assert_eq!(game.offers(), before.offers());
    assert_eq!(game.claims(), before.claims());
    assert_eq!(game.claims_with(), before.claims_with());
    assert_eq!(game.history().occurrences(), before.history().occurrences());
    game.execute(Command::Redo(steps)).unwrap();
    assert_eq!(&game, after);
}

fn check_command(game: &mut Game, command: Command) {
    let before = game.clone();
    match game.execute(command.clone()) {
        Err(_) => assert_eq!(game, &before, "a refused command changes nothing"),
        Ok(events) => {
            assert!(!events.is_empty());
            let took_step = game.undoable() > before.undoable();
            match command {
                Command::Undo(steps) => check_undo(game, &before, steps.get()),
                Command::Redo(steps) => check_undo(&before, game, steps.get()),
                _ if took_step => check_undo(&before, game, 1),
                _ => assert_eq!(game.redoable(), 0),
            }
            let available = |code| events.iter().any(|event: &Event| event.code() == code);
            let is_word = matches!(
                command,
                Command::Offer(_) | Command::Decline(_) | Command::Claim { with: None, .. }
            );
            let granted = available("draw_claimed");
            if !is_word && !granted {
                let right = |ground| game.claims().iter().any(|claim| claim.ground == ground);
                assert_eq!(available("threefold_available"), right(Ground::Threefold));
                assert_eq!(
                    available("fifty_move_rule_available"),
                    right(Ground::FiftyMoves)
                );
                assert_eq!(available("game_ended"), game.ending().is_some());
            }
        }
    }
    check_state(game);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn undo_and_redo_restore_everything(
        start in 0..STARTS.len(),
        engine in prop::bool::weighted(0.2),
        tries in prop::collection::vec(tries(), 1..60),
    ) {
        let profile = if engine { Profile::Engine } else { Profile::Fide };
        let mut game = Game::new(crate::table::start(STARTS[start]), Rules::new(profile));
        for attempt in tries {
            let command = command(&game, attempt);
            check_command(&mut game, command);
        }
    }
}
