//! Analysis: engine lines, variations, the referee, the board editor.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use browser::{Key, Page, Pointer, Size, program, scenario};

use crate::picture::expect_colors;
use crate::table::{expect_board_in_view, expect_piece, square, square_that_is, type_move};

fn open(page: &Page) -> Result<()> {
    page.open("/#analyse")?;
    page.wait("[data-testid=analyse]").map(drop)
}

/// Waits until the move at this place of the text is shown.
fn wait_for_move(page: &Page, order: usize) -> Result<()> {
    page.wait(&format!("[data-order='{order}'][aria-current=true]"))
        .map(drop)
}

/// Opens a text with the dialog.
fn open_text(page: &Page, text: &str) -> Result<()> {
    page.click("[data-action=open]")?;
    page.fill("dialog[open] [data-action=paste]", text)?;
    page.click("[data-action=open-text]")
}

#[test]
fn the_engine_shows_lines_and_stops() {
    scenario("engine-lines", |page| {
        page.open("/#")?;
        page.click("[data-door=analyse]")?;
        page.wait("[data-testid=analyse]")?;
        page.click("[data-action=engine]")?;
        page.fill("[data-field=lines]", "3")?;
        page.wait_until("there are three lines", || {
            Ok((page.count("[data-testid=worth]")? == 3).then_some(()))
        })?;
        page.wait_text("[data-testid=effort]", "depth")?;
        page.wait_text("[data-testid=effort]", "kn/s")?;
        page.wait("[data-drawn=arrow]")?;
        page.screenshot("analyse")?;
        // A click on a line plays it, and the engine follows.
        page.click("[data-testid=lines] li:first-child .line-moves button:nth-child(2)")?;
        wait_for_move(page, 2)?;
        page.wait("[data-testid=worth]")?;
        page.click("[data-action=engine]")?;
        page.wait_gone("[data-testid=worth]")?;
        page.wait_text("[data-testid=turn]", "White to move")
    });
}

#[test]
fn a_mate_is_found_and_the_bar_is_full() {
    scenario("engine-mate-in-two", |page| {
        open(page)?;
        page.paste("6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1")?;
        page.click("[data-action=engine]")?;
        page.wait_text("[data-testid=worth]", "#1")?;
        let share = page.attribute("[data-testid=evaluation]", "aria-valuenow")?;
        ensure!(share == "100", "the bar shows {share}");
        // The mate itself: a result, and still a full bar.
        page.click("[data-testid=lines] li:first-child .line-moves button:first-child")?;
        page.wait_text("[data-testid=turn]", "1\u{2013}0, White wins")?;
        page.wait_text("[data-testid=line]", "article 5.1.1")?;
        page.wait("[data-testid=evaluation][aria-valuenow='100']")?;
        ensure!(page.text("[data-testid=effort]")?.is_empty());
        Ok(())
    });
}

#[test]
fn variations_comments_and_glyphs_are_made_and_exported() {
    scenario("variations", |page| {
        open(page)?;
        page.drag(Pointer::Mouse, &square("game", "e2"), &square("game", "e4"))?;
        wait_for_move(page, 1)?;
        type_move(page, "e5")?;
        wait_for_move(page, 2)?;
        page.click(".brand small, [data-testid=turn]")?;
        page.press(&[Key::LEFT])?;
        wait_for_move(page, 1)?;
        type_move(page, "c5")?;
        page.wait_text(".variation", "c5")?;
        page.fill("[data-field=comment]", "Sicilian")?;
        page.fill("[data-field=glyph]", "5")?;
        page.wait_text(".variation", "c5!?")?;
        page.wait_text(".variation .comment", "Sicilian")?;
        page.click("[data-action=promote]")?;
        page.wait_text(".variation", "e5")?;
        page.screenshot("variations")?;
        page.click("[data-action=share]")?;
        let pgn = page.value("[data-testid=text]")?;
        ensure!(pgn.contains("1. e4 c5 $5 {Sicilian} (1... e5)"), "{pgn}");
        page.click("[data-action=save-text]")?;
        let (name, content) = page.download()?;
        ensure!(name.ends_with(".pgn") && String::from_utf8(content)? == pgn);
        page.click("[data-action=close]")?;
        page.click("[data-action=remove]")?;
        page.wait_text("[data-testid=line]", "were removed")?;
        page.click("[data-action=undo]")?;
        page.wait_text(".main-line", "c5!?")
    });
}

#[test]
fn the_referee_says_what_can_still_happen() {
    scenario("referee", |page| {
        open(page)?;
        page.paste("8/8/3k4/8/3K4/8/7R/8 w - - 0 1")?;
        expect_piece(page, "game", "h2", "W-rook")?;
        page.click("[data-action=referee]")?;
        page.wait_text("[data-ruling=White]", "can still mate")?;
        page.wait_text("[data-ruling=Black]", "no mate exists with this material")?;
        page.wait_text("[data-testid=conclusion]", "6.9")?;
        page.click("[data-action=show-mate]")?;
        page.wait_text("[data-testid=line]", "article 5.1.1")?;
        page.paste("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")?;
        page.wait_gone("[data-ruling]")?;
        page.click("[data-action=referee]")?;
        page.wait_text("[data-testid=conclusion]", "dead")
    });
}

#[test]
fn a_position_is_set_up_by_hand() {
    scenario("editor", |page| {
        open(page)?;
        page.click("[data-action=edit]")?;
        page.click("[data-action=clear]")?;
        for (tool, at) in [("K", "e1"), ("k", "e8"), ("Q", "d1"), ("p", "a7")] {
            page.click(&format!("[data-tool={tool}]"))?;
            page.click(&square("game", at))?;
        }
        page.click("[data-tool=hand]")?;
        page.drag(Pointer::Mouse, &square("game", "a7"), &square("game", "a5"))?;
        page.click("[data-turn=Black]")?;
        page.screenshot("editor")?;
        let fen = page.value("[data-testid=editor-fen]")?;
        ensure!(fen == "4k3/8/8/p7/8/8/8/3QK3 b - - 0 1", "{fen}");
        page.click("[data-tool=erase]")?;
        page.click(&square("game", "e8"))?;
        page.click("[data-action=edit-done]")?;
        page.wait_text("[data-testid=line]", "cannot be played")?;
        page.click("[data-tool=k]")?;
        page.click(&square("game", "f8"))?;
        page.click("[data-action=edit-done]")?;
        page.wait_gone("[data-testid=editor]")?;
        type_move(page, "a4")?;
        wait_for_move(page, 1)
    });
}

#[test]
fn bad_texts_are_explained_and_nothing_is_lost() {
    scenario("bad-texts", |page| {
        open(page)?;
        type_move(page, "d4")?;
        wait_for_move(page, 1)?;
        for (text, says) in [
            ("", "nothing to open"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "not a legal position"),
            ("<script>alert(1)</script>", "neither a FEN nor PGN"),
        ] {
            open_text(page, text)?;
            page.wait_text("[data-testid=dialog-notice]", says)?;
            page.press(&[Key::ESCAPE])?;
            page.wait_gone("dialog[open]")?;
        }
        wait_for_move(page, 1)?;
        // Of a game with an illegal move, the moves before it are shown.
        open_text(page, "1. e4 e5 2. Ke3 *")?;
        page.wait_text("[data-good=false]", "Move 2, Ke3, cannot be played")?;
        page.wait_text("[data-good=false]", "The rest of the game was left out.")?;
        page.click("[data-action=undo]")?;
        page.wait_text("[data-testid=log]", "d4")?;
        // A database of a hundred megabytes: its first games are offered at once.
        let script = "
            const game = '[White \"A\"]\\n[Black \"B\"]\\n\\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\\n\\n';
            const part = game.repeat(20000);
            const file = new File(new Array(75).fill(part), 'large.pgn');
            const transfer = new DataTransfer();
            transfer.items.add(file);
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
            return file.size";
        let size = page.script(script, &[])?;
        ensure!(size.as_u64() > Some(80_000_000), "{size}");
        page.wait_text("[data-testid=dialog-notice]", "first 500 games")?;
        page.click("[data-game='3']")?;
        page.wait_text("[data-testid=log]", "Bb5")?;
        page.click("[data-action=undo]")?;
        page.wait_text("[data-testid=log]", "d4")
    });
}

#[test]
fn a_link_and_a_reload_lead_to_the_same_move() {
    scenario("analysis-link", |page| {
        open(page)?;
        open_text(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5")?;
        page.wait_gone("dialog[open]")?;
        page.click("[data-order='2']")?;
        page.reload()?;
        wait_for_move(page, 2)?;
        page.click("[data-action=share]")?;
        let link = page.value("[data-testid=link]")?;
        let (_, fragment) = link.split_once('#').context("a link has a fragment")?;
        page.click("[data-action=close]")?;
        open_text(page, "8/8/3k4/8/3K4/8/7R/8 w - - 0 1")?;
        page.wait_gone("[data-order]")?;
        page.open(&format!("/#{fragment}"))?;
        wait_for_move(page, 2)?;
        ensure!(page.address()?.ends_with("#analyse"), "a link is used once");
        Ok(())
    });
}

#[test]
fn a_link_with_variations_is_opened_and_tables_of_endings_are_asked() {
    scenario("variation-link", |page| {
        page.open("/?variations#analyse?moves=e2e4,e7e5~c7c5,g1f3.,g1f3&at=4")?;
        page.wait_text(".variation", "c5")?;
        page.wait_text(".main-line", "e5")?;
        page.wait("[data-order='4'][aria-current=true]")?;
        // What a server with endgame tables answers.
        page.script(
            "const ask = window.fetch;
             window.fetch = (what, how) => (what.url ?? String(what)).includes('api/endings')
                 ? Promise.resolve(new Response('5\\ne2e4 win 1\\ne1d2 draw 0\\n')) : ask(what, how)",
            &[],
        )?;
        page.paste("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
        page.wait_text("[data-outcome=win]", "wins, by a capture or pawn move")?;
        page.wait_text("[data-outcome=draw]", "draws")?;
        page.screenshot("ending-tables")?;
        page.click("[data-outcome=win]")?;
        wait_for_move(page, 1)
    });
}

#[test]
fn the_board_is_exported_as_a_picture() {
    scenario("analysis-picture", |page| {
        open(page)?;
        page.click("[data-action=share]")?;
        page.click("[data-action=picture-svg]")?;
        let (name, content) = page.download()?;
        ensure!(
            name == "fourfold-position.svg" && content.starts_with(b"<svg"),
            "{name}"
        );
        expect_white_and_black(expect_colors(page, &name, &content)?)?;
        page.click("[data-action=picture-png]")?;
        let (name, content) = page.download()?;
        ensure!(
            name == "fourfold-position.png" && content.starts_with(b"\x89PNG"),
            "{name}"
        );
        expect_white_and_black(expect_colors(page, &name, &content)?)
    });
}

/// The first piece is White's rook on a1, and the last is Black's on h8.
fn expect_white_and_black([first, last]: [Vec<u8>; 2]) -> Result<()> {
    ensure!(first.iter().all(|value| *value > 200), "white is {first:?}");
    ensure!(last.iter().all(|value| *value < 100), "black is {last:?}");
    Ok(())
}

#[test]
fn the_analysis_fits_every_screen() {
    for (name, size) in [
        ("phone", Size::PHONE),
        ("side", Size::PHONE_ON_ITS_SIDE),
        ("tablet", Size::TABLET),
        ("laptop", Size::LAPTOP),
    ] {
        scenario(&format!("analyse-{name}"), |page| {
            page.resize(size)?;
            open(page)?;
            expect_board_in_view(page)?;
            if size.mobile {
                page.tap(Pointer::Touch, &square("game", "g1"))?;
                page.wait(&square_that_is("game", "f3", "playable"))?;
                page.drag(Pointer::Touch, &square("game", "e2"), &square("game", "e4"))?;
                expect_piece(page, "game", "e4", "W-pawn")?;
            }
            page.screenshot(&format!("analyse-{name}"))
        });
    }
}

#[test]
fn a_move_is_made_by_keys_alone() {
    scenario("analyse-keys", |page| {
        open(page)?;
        page.focus("[data-square=e1]")?;
        page.press(&[Key::UP, Key::ENTER])?;
        page.wait(&square_that_is("game", "e4", "playable"))?;
        page.press(&[Key::UP, Key::UP, Key::ENTER])?;
        wait_for_move(page, 1)?;
        page.wait_text("[data-testid=live]", "Move 1, White: e4")
    });
}

/// A game that ends in a mate, with a blunder of Black.
const GAME: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 {[%clk 0:05:00]} e5 2. Qh5 Nc6 3. Bc4 Nf6 \
                    4. Qxf7# 1-0";

/// The game of a score sheet: forty moves.
const LONG_GAME: &str = "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 Be7 5. Bf4 O-O 6. e3 Nbd7 7. a3 c5 8. cxd5 Nxd5 \
     9. Nxd5 exd5 10. dxc5 Nxc5 11. Be5 Bf5 12. Be2 Bf6 13. Bxf6 Qxf6 14. Nd4 Ne6 15. Nxf5 Qxf5 16. O-O Rfd8 \
     17. Bg4 Qe5 18. Qb3 Nc5 19. Qb5 b6 20. Rfd1 Rd6 21. Rd4 a6 22. Qb4 h5 23. Bh3 Rad8 24. g3 g5 25. Rad1 g4 \
     26. Bg2 Ne6 27. R4d3 d4 28. exd4 Qd5 29. Bxd5 Rxd5 30. Qc4 R5d6 31. d5 Nc7 32. Qf4 Ne8 33. Qg5+ Kf8 \
     34. Qxh5 Kg7 35. Qxg4+ Kf8 36. Re3 Nf6 37. Qf4 Kg7 38. Re7 R8d7 39. Rxd7 Rxd7 40. Qg5+ Kf8 *";

/// The moves of the exported game in one line.
fn exported(page: &Page) -> Result<String> {
    page.click("[data-action=share]")?;
    let pgn = page.value("[data-testid=text]")?;
    page.click("[data-action=close]")?;
    page.wait_gone("dialog[open]")?;
    Ok(pgn.replace('\n', " "))
}

/// The same game with the report of the program.
fn report_of_program(page: &Page) -> Result<String> {
    let (game, reported) = (
        page.file("game.pgn", GAME.as_bytes())?,
        page.file("reported.pgn", b"")?,
    );
    let output = Command::new(program()?)
        .args(["pgn", "--report", "--out"])
        .args([&reported, &game])
        .output()?;
    ensure!(output.status.success(), "{output:?}");
    Ok(std::fs::read_to_string(reported)?.replace('\n', " "))
}

/// The moves of a game, without its tags.
fn moves_of(pgn: &str) -> &str {
    pgn[pgn.find("{[%eval").unwrap_or_default()..].trim()
}

#[test]
fn a_report_explains_a_game_and_is_exported() {
    scenario("report", |page| {
        page.resize(Size::LAPTOP)?;
        open(page)?;
        open_text(page, GAME)?;
        page.wait_gone("dialog[open]")?;
        page.click("[data-action=report]")?;
        page.wait("[data-judged=Black-blunder][aria-label='Black: 1 blunder']")?;
        page.wait_gone("[data-testid=report-progress]")?;
        page.wait_text("[data-side=White] [data-testid=accuracy]", "%")?;
        page.wait_text(".variation", "3\u{2026}")?;
        // A number leads to its move, the graph to a place, and the arrow keys go on from there.
        page.click("[data-judged=Black-blunder]")?;
        page.wait("[data-testid=graph][aria-valuenow='6']")?;
        let words = page.attribute("[data-testid=graph]", "aria-valuetext")?;
        ensure!(words.contains("Nf6, blunder, #1"), "{words}");
        page.wait("[data-testid=evaluation][aria-valuenow='100']")?;
        page.screenshot("report")?;
        page.click("[data-testid=graph]")?;
        page.focus("[data-testid=graph]")?;
        let place = page.attribute("[data-testid=graph]", "aria-valuenow")?;
        page.press(&[Key::LEFT])?;
        let before = (place.parse::<usize>()? - 1).to_string();
        page.wait(&format!("[data-testid=graph][aria-valuenow='{before}']"))?;
        let pgn = exported(page)?;
        for part in ["[%eval #1]", "[%clk 0:05:00]", "Nf6 $4"] {
            ensure!(pgn.contains(part), "{part} in {pgn}");
        }
        ensure!(
            moves_of(&pgn) == moves_of(&report_of_program(page)?),
            "{pgn}"
        );
        // It is still there after a reload, and one step back takes it away.
        page.reload()?;
        page.wait("[data-judged=Black-blunder][aria-label='Black: 1 blunder']")?;
        ensure!(exported(page)? == pgn);
        Ok(())
    });
}

#[test]
fn a_report_is_stopped_and_goes_on() {
    scenario("report-stopped", |page| {
        page.resize(Size::DESKTOP)?;
        open(page)?;
        open_text(page, LONG_GAME)?;
        page.wait_gone("dialog[open]")?;
        page.click("[data-action=engine]")?;
        page.wait("[data-testid=worth]")?;
        page.click("[data-action=report]")?;
        page.wait_text("[data-testid=report-progress]", "3 of 81")?;
        page.screenshot("report-running")?;
        page.click("[data-action=report]")?;
        page.wait_text("[data-action=report]", "Resume")?;
        // The engine goes on meanwhile.
        page.wait("[data-testid=worth]")?;
        let done = page.text("[data-testid=report-progress]")?;
        page.reload()?;
        page.wait_text("[data-testid=report-progress]", &done)?;
        page.click("[data-action=report]")?;
        page.wait_gone("[data-testid=report-progress]")?;
        page.wait_text("[data-side=Black] [data-testid=accuracy]", "%")?;
        page.click("[data-action=last]")?;
        page.screenshot("report-done")
    });
}

#[test]
fn arrows_in_four_colors_are_drawn_and_exported() {
    scenario("drawings", |page| {
        open(page)?;
        let at = |name: &str| square("game", name);
        page.right_drag(&at("e2"), &at("e4"))?;
        page.right_drag_with(&[Key::SHIFT], &at("d2"), &at("d4"))?;
        page.right_drag_with(&[Key::ALT], &at("c2"), &at("c4"))?;
        page.right_drag_with(&[Key::SHIFT, Key::ALT], &at("f7"), &at("f7"))?;
        for ink in ["green", "red", "blue"] {
            page.wait(&format!("[data-drawn=arrow][data-ink={ink}]"))?;
        }
        page.wait("[data-drawn=circle][data-ink=yellow]")?;
        page.screenshot("drawings")?;
        let pgn = exported(page)?;
        ensure!(
            pgn.contains("{[%csl Yf7] [%cal Ge2e4,Rd2d4,Bc2c4]}"),
            "{pgn}"
        );
        page.click(&at("e5"))?;
        page.wait_gone("[data-drawn]")?;
        ensure!(!exported(page)?.contains('%'));
        // What a file has drawn is shown.
        page.paste("[Event \"?\"]\n\n1. e4 {[%cal Re7e5]} e5 *")?;
        page.wait("[data-order='1']")?;
        page.click("[data-order='1']")?;
        page.wait("[data-drawn=arrow][data-ink=red]").map(drop)
    });
}

#[test]
fn the_games_of_a_file_are_listed_and_walked_through() {
    scenario("games", |page| {
        page.resize(Size::LAPTOP)?;
        open(page)?;
        let game = |white: &str, year: u32, moves: &str| {
            format!(
                "[White \"{white}\"]\n[Black \"Ben\"]\n[Date \"{year}.??.??\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
            )
        };
        let file = game("Anna", 1999, "1. e4")
            + &game("Cleo", 2004, "1. d4")
            + &game("Dora", 2004, "1. c4 c5");
        page.paste(&file)?;
        page.wait("dialog[open] [data-game='2']")?;
        page.fill("[data-field=games-filter]", "2004 dora")?;
        page.wait_until("the others are hidden", || {
            Ok((page.count("li[hidden] [data-game]")? == 2).then_some(()))
        })?;
        page.screenshot("games")?;
        page.click("[data-game='2']")?;
        page.wait_text("[data-action=games]", "Game 3 of 3")?;
        page.wait_text("[data-testid=log]", "c4")?;
        page.click("[data-action=previous-game]")?;
        page.wait_text("[data-testid=log]", "d4")?;
        page.wait_text("[data-action=games]", "Game 2 of 3")?;
        page.click("[data-order='1']")?;
        page.wait_text("[data-testid=opening]", "Queen's pawn")?;
        page.screenshot("games-step")
    });
}

#[test]
fn the_report_fits_every_screen() {
    for (name, size) in [
        ("phone", Size::PHONE),
        ("side", Size::PHONE_ON_ITS_SIDE),
        ("tablet", Size::TABLET),
        ("desktop", Size::DESKTOP),
    ] {
        scenario(&format!("report-{name}"), |page| {
            page.resize(size)?;
            open(page)?;
            let evaluated = "[Event \"?\"]\n\n{[%eval 0.2]} 1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Ke2 $2 \
                             {[%eval -1.1]} Nf6 {[%eval -1.0]} 3. h4 $4 {[%eval -3.0]} (3. d3 Nc6) *";
            page.paste(evaluated)?;
            page.wait("[data-judged=White-mistake][aria-label='White: 1 mistake']")?;
            expect_board_in_view(page)?;
            page.screenshot(&format!("report-{name}"))
        });
    }
}
