//! Common features of chess boards: arrows, promotion, sounds, clocks, captured pieces, rotation,
//! stepping through the game, offers, takebacks, Chess960, and keyboard use.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use browser::{Key, Page, program, scenario};

use crate::keys::{tab_to_board, walk};
use crate::single::{begin, open, people};
use crate::table::{choose, expect_piece, log, square, type_move, wait_for_step};

fn type_all(page: &Page, moves: &str) -> Result<()> {
    let before = page.count("[data-step]")?;
    for (index, san) in moves.split(' ').enumerate() {
        type_move(page, san)?;
        wait_for_step(page, before + index + 1)?;
    }
    Ok(())
}

/// The native engine, to play against the one on the page.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Result<Engine> {
        let mut child = Command::new(program()?)
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the engine")?;
        let input = child.stdin.take().context("the input is piped")?;
        let output = child.stdout.take().context("the output is piped")?;
        Ok(Engine {
            child,
            input,
            output: BufReader::new(output),
        })
    }

    fn best(&mut self, moves: &[String]) -> Result<String> {
        let moves = moves.join(" ");
        writeln!(self.input, "position startpos moves {moves}\ngo depth 8")?;
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if let Some(found) = line.strip_prefix("bestmove ") {
                let best = found.split_whitespace().next().unwrap_or_default();
                return Ok(best.to_owned());
            }
            line.clear();
        }
        bail!("the engine ended")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have exited by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The moves of the game in the browser's storage.
fn kept_moves(page: &Page) -> Result<Vec<String>> {
    let moves = page.script(
        "const slots = ['fourfold.play.0', 'fourfold.play.1'].map((key) => localStorage.getItem(key) ?? '');
         slots.sort((a, b) => Number(b.split(' ')[1] ?? 0) - Number(a.split(' ')[1] ?? 0));
         return slots[0].split('\\n').filter((line) => line.startsWith('m '))
             .map((line) => line.slice(2).split('@')[0])",
        &[],
    )?;
    Ok(serde_json::from_value(moves)?)
}

#[test]
fn a_whole_game_against_the_engine_ends_in_mate() {
    scenario("whole-game", |page| {
        open(page)?;
        page.click("[data-action=new]")?;
        page.fill("[data-field=opponent]", "1")?;
        page.click("[data-field=resigns]")?;
        page.click("[data-action=begin]")?;
        page.wait_gone("dialog[open]")?;
        beat_the_engine(page)?;
        page.wait_text("[data-testid=line]", "article 5.1.1")?;
        page.screenshot("whole-game")
    });
}

#[test]
fn the_engine_resigns_a_lost_game() {
    scenario("engine-resigns", |page| {
        open(page)?;
        begin(page, "1", "", "")?;
        beat_the_engine(page)?;
        page.wait_text("[data-testid=line]", "article 5.1.2")?;
        page.screenshot("engine-resigns")
    });
}

/// Plays White with the engine at full strength until White has won.
fn beat_the_engine(page: &Page) -> Result<()> {
    let mut engine = Engine::start()?;
    for _ in 0..120 {
        let turn = page.wait_until("it is White's turn, or the game is over", || {
            let turn = page.text("[data-testid=turn]")?;
            let is_due = turn.contains("White to move") || turn.contains('\u{2013}');
            Ok(is_due.then_some(turn))
        })?;
        if turn.contains('\u{2013}') {
            break;
        }
        let moves = kept_moves(page)?;
        type_move(page, &engine.best(&moves)?)?;
        page.wait(&format!("[data-step='{}']", moves.len() + 1))?;
    }
    page.wait_text("[data-testid=turn]", "White wins")
}

#[test]
fn the_right_button_draws_arrows_and_circles() {
    scenario("one-board-drawings", |page| {
        open(page)?;
        page.right_drag(&square("game", "e2"), &square("game", "e4"))?;
        page.wait("[data-drawn=arrow]")?;
        page.right_drag(&square("game", "d5"), &square("game", "d5"))?;
        page.wait("[data-drawn=circle]")?;
        page.right_drag(&square("game", "e2"), &square("game", "e4"))?;
        page.wait_gone("[data-drawn=arrow]")?;
        page.click(&square("game", "a5"))?;
        page.wait_gone("[data-drawn=circle]")
    });
}

#[test]
fn a_promotion_asks_for_a_piece_unless_auto_queen_is_on() {
    scenario("one-board-promotion", |page| {
        open(page)?;
        let start = "8/P6k/8/8/8/8/8/K5R1 w - - 0 1";
        people(page, "", start)?;
        page.click(&square("game", "a7"))?;
        page.click(&square("game", "a8"))?;
        page.wait("[data-testid=chooser]")?;
        page.click("[data-promote=n]")?;
        wait_for_step(page, 1)?;
        expect_piece(page, "game", "a8", "W-knight")?;
        // A promoted pawn was not captured.
        ensure!(page.count("[data-strip=Black] .taken-pieces svg")? == 0);
        choose(page, "queens")?;
        page.click("dialog[open] [data-action=close]")?;
        people(page, "", start)?;
        page.click(&square("game", "a7"))?;
        page.click(&square("game", "a8"))?;
        wait_for_step(page, 1)?;
        expect_piece(page, "game", "a8", "W-queen")
    });
}

#[test]
fn sounds_are_off_by_a_click() {
    scenario("one-board-sounds", |page| {
        page.script(
            "window.tones = 0; const make = AudioContext.prototype.createOscillator;
             AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this) }",
            &[],
        )?;
        open(page)?;
        people(page, "", "")?;
        let tones = || page.script("return window.tones", &[]);
        type_all(page, "e4")?;
        page.wait_until("a move makes a sound", || {
            Ok((tones()?.as_u64() > Some(0)).then_some(()))
        })?;
        page.click("[data-action=sound]")?;
        let before = tones()?;
        type_all(page, "e5 Nf3")?;
        ensure!(
            tones()? == before,
            "a move makes a sound although sounds are off"
        );
        Ok(())
    });
}

#[test]
fn a_clock_shows_tenths_and_warns() {
    scenario("low-time", |page| {
        open(page)?;
        page.stop_time()?;
        people(page, "0.1+0", "")?;
        type_all(page, "e4")?;
        page.pass(1.5)?;
        page.wait("[data-strip=Black] .clock.low.running")?;
        page.wait_text("[data-strip=Black] [data-testid=clock]", ":04.")?;
        page.pass(5.0)?;
        page.wait_text("[data-testid=line]", "Black ran out of time")
    });
}

#[test]
fn captured_pieces_stand_beside_the_name() {
    scenario("captured", |page| {
        open(page)?;
        people(page, "", "")?;
        type_all(page, "e4 d5 exd5 Qxd5")?;
        for side in ["White", "Black"] {
            page.wait(&format!(
                "[data-strip={side}] .taken-pieces svg[aria-label=pawn]"
            ))?;
        }
        type_all(page, "Nc3 Qd8 Qg4 Bxg4")?;
        page.wait_text("[data-strip=Black] .ahead", "+9")?;
        page.click("[data-action=first]")?;
        page.wait_gone(".taken-pieces svg")
    });
}

#[test]
fn the_board_is_turned_by_hand_and_with_the_player() {
    scenario("one-board-turns", |page| {
        open(page)?;
        people(page, "", "")?;
        let is_white_below = || -> Result<bool> {
            let below = page.script(
                "const top = (name) => document.querySelector(`[data-square=${name}]`).getBoundingClientRect().top;
                 return top('a1') > top('a8')",
                &[],
            )?;
            Ok(below == true)
        };
        ensure!(is_white_below()?);
        page.press(&[Key('f')])?;
        page.wait_until("Black is below", || Ok((!is_white_below()?).then_some(())))?;
        page.click("[data-action=flip]")?;
        page.wait_until("White is below", || Ok(is_white_below()?.then_some(())))?;
        choose(page, "turning")?;
        page.click("dialog[open] [data-action=close]")?;
        type_all(page, "e4")?;
        page.wait_until("Black is below", || Ok((!is_white_below()?).then_some(())))
    });
}

#[test]
fn arrow_keys_and_the_wheel_walk_through_the_game() {
    scenario("one-board-walk", |page| {
        open(page)?;
        people(page, "", "")?;
        type_all(page, "e4 e5 Nf3")?;
        // The field has the focus after typing; the arrow keys are for the board.
        page.script("document.activeElement.blur()", &[])?;
        page.press(&[Key::LEFT])?;
        wait_for_step(page, 2)?;
        page.press(&[Key::HOME])?;
        page.wait_gone("[data-step][aria-current=true]")?;
        page.press(&[Key::RIGHT])?;
        wait_for_step(page, 1)?;
        page.press(&[Key::END])?;
        wait_for_step(page, 3)?;
        page.wheel("[data-testid=play] main", -120)?;
        wait_for_step(page, 2)?;
        page.wheel("[data-testid=play] main", 120)?;
        wait_for_step(page, 3)
    });
}

/// Where the buttons of the controls are.
fn places(page: &Page) -> Result<serde_json::Value> {
    page.script(
        "return [...document.querySelectorAll('.controls button')].map((button) => {
             const r = button.getBoundingClientRect();
             return [r.left, r.top, r.width, r.height].join(' ') })",
        &[],
    )
}

#[test]
fn no_button_moves_in_a_game_of_forty_plies_with_offers() {
    scenario("places", |page| {
        open(page)?;
        people(page, "10+0", "")?;
        let before = places(page)?;
        let round = ["Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"];
        for ply in 0..40 {
            // Pawns in between, so that the game does not end by repetition.
            let pawns = ["a3", "a6", "h3", "h6", "b3", "b6", "g3", "g6"];
            let san = match (ply % 10, ply / 10) {
                (8, round) => pawns[2 * round],
                (9, round) => pawns[2 * round + 1],
                (move_of_round, _) => round[move_of_round],
            };
            if ply % 10 == 5 {
                page.click("[data-action=draw]")?;
            }
            type_move(page, san)?;
            wait_for_step(page, ply + 1)?;
            ensure!(places(page)? == before, "a button moved at ply {}", ply + 1);
        }
        page.click("[data-action=resign]")?;
        page.click("[data-action=confirm-resign]")?;
        page.wait_text("[data-testid=turn]", "Black wins")?;
        ensure!(places(page)? == before, "a button moved at the end");
        Ok(())
    });
}

#[test]
fn a_draw_is_offered_declined_and_accepted() {
    scenario("draw-offers", |page| {
        open(page)?;
        people(page, "", "")?;
        type_all(page, "e4 e5")?;
        page.click("[data-action=draw]")?;
        type_all(page, "Nf3")?;
        page.wait_text("[data-testid=line]", "White offers a draw")?;
        page.wait_text("[data-testid=live]", "White played Nf3")?;
        page.click("[data-action=decline-draw]")?;
        page.wait_text("[data-testid=line]", "Black declines the draw.")?;
        page.wait_text("[data-testid=live]", "Black declines the draw.")?;
        page.click("[data-action=draw]")?;
        type_all(page, "Nc6")?;
        page.click("[data-action=accept-draw]")?;
        page.wait_text("[data-testid=turn]", "a draw")?;
        choose(page, "share")?;
        let today = page.script(
            "const day = new Date(), two = (n) => String(n).padStart(2, '0');
             return `${day.getFullYear()}.${two(day.getMonth() + 1)}.${two(day.getDate())}`",
            &[],
        )?;
        let pgn = page.value("[data-testid=text]")?;
        let date = format!("[Date \"{}\"]", today.as_str().unwrap_or_default());
        ensure!(pgn.contains(&date), "expected {date} in {pgn}");
        Ok(())
    });
}

#[test]
fn a_move_is_taken_back_and_played_again_with_its_clock() {
    scenario("redo-clocks", |page| {
        open(page)?;
        people(page, "5+3", "")?;
        type_all(page, "e4 e5")?;
        // Black's clock stands after the move; it still shows the same time.
        let black = page.text("[data-strip=Black] [data-testid=clock]")?;
        page.click("[data-action=undo]")?;
        wait_for_step(page, 1)?;
        choose(page, "redo")?;
        wait_for_step(page, 2)?;
        page.wait_text("[data-strip=Black] [data-testid=clock]", &black)
    });
}

#[test]
fn black_plays_chess960_against_the_engine() {
    scenario("chess960-black", |page| {
        open(page)?;
        page.click("[data-action=new]")?;
        page.click("input[name=side][value=black]")?;
        page.click("[data-preset='5+3']")?;
        page.click("[data-action=random-start]")?;
        let number: u32 = page.value("[data-field=start]")?.parse()?;
        ensure!(number < 960, "{number}");
        page.fill("[data-field=start]", "0")?;
        page.click("[data-action=begin]")?;
        // The first Chess960 start has the bishops in the corner; Black is at the bottom.
        wait_for_step(page, 1)?;
        expect_piece(page, "game", "a8", "B-bishop")?;
        page.wait_text("[data-testid=turn]", "Black to move")?;
        page.wait_text("[data-strip=Black] [data-testid=clock]", ":")?;
        let is_black_below = page.script(
            "const top = (name) => document.querySelector(`[data-square=${name}]`).getBoundingClientRect().top;
             return top('a8') > top('a1')",
            &[],
        )?;
        ensure!(is_black_below == true);
        type_move(page, "d5")?;
        wait_for_step(page, 3)
    });
}

#[test]
fn an_arbiter_gives_time_and_stops_the_clocks() {
    scenario("arbiter", |page| {
        open(page)?;
        page.click("[data-action=new]")?;
        page.click("[data-field=arbiter]")?;
        begin_in_dialog(page)?;
        type_all(page, "e4")?;
        page.click("[data-action=menu]")?;
        page.fill("[data-field=amount]", "300")?;
        page.click("[data-arbiter=White] [data-action=give-time]")?;
        page.wait_text("[data-strip=White] [data-testid=clock]", "15:00")?;
        page.wait_text("[data-testid=line]", "White gains 5 minutes.")?;
        choose(page, "pause")?;
        page.wait_text("[data-testid=line]", "The clocks are stopped.")?;
        page.wait_gone(".clock.running")?;
        // They are still stopped after a reload.
        page.reload()?;
        page.click("[data-action=menu]")?;
        page.wait_text("[data-testid=decisions]", "The clocks are stopped.")?;
        page.screenshot("arbiter")?;
        ensure!(page.count(".clock.running")? == 0);
        page.click("[data-action=pause]")?;
        page.wait(".clock.running").map(drop)
    });
}

fn begin_in_dialog(page: &Page) -> Result<()> {
    page.fill("[data-field=opponent]", "0")?;
    page.fill("[data-field=control]", "10+0")?;
    page.click("[data-action=begin]")?;
    page.wait_gone("dialog[open]")
}

#[test]
fn a_game_is_played_to_mate_by_keys_alone() {
    scenario("one-board-keys", |page| {
        open(page)?;
        people(page, "", "")?;
        for (ply, (from, to)) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")]
            .into_iter()
            .enumerate()
        {
            tab_to_board(page, "game")?;
            walk(page, "game", from)?;
            page.press(&[Key::ENTER])?;
            walk(page, "game", to)?;
            page.press(&[Key(' ')])?;
            wait_for_step(page, ply + 1)?;
        }
        page.wait_text("[data-testid=turn]", "Black wins")?;
        page.wait_text("[data-testid=live]", "5.1.1")?;
        ensure!(log(page)?.len() == 4);
        Ok(())
    });
}
