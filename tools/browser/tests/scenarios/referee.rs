//! The referee page: it audits files like the program, findings are opened, saved and printed, and
//! a position is judged.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use browser::{Key, Page, Size, program, scenario, serve};
use serde_json::json;

use crate::table::{expect_piece, square};

/// A tournament of four games, each with a finding.
const TOURNAMENT: &str = r#"[Event "Club Open"]
[Date "2024.05.01"]
[Round "3"]
[White "Anna, A."]
[Black "Ben"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[Event "Club Open"]
[Round "3"]
[White "Núñez"]
[Black "Okafor"]
[Result "0-1"]
[SetUp "1"]
[FEN "8/8/3k4/8/3K4/8/7R/8 w - - 0 1"]
[Termination "Time forfeit"]

1. Rh3 Kc6 0-1

[Event "Club Open"]
[Round "3"]
[White "Carl"]
[Black "Dora"]
[Result "0-1"]

1. e4 e5 {a comment} 2. Ke3 0-1

[Event "Club Open"]
[Round "3"]
[White "Eve"]
[Black "Fay"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 1-0

"#;

fn open(page: &Page) -> Result<()> {
    page.open("/#referee")?;
    page.wait("[data-testid=referee]").map(drop)
}

/// Drops the tournament on the page and waits until it is read.
pub fn audit(page: &Page) -> Result<()> {
    let file = page.file("open.pgn", TOURNAMENT.as_bytes())?;
    page.upload("[data-action=files]", &file)?;
    page.wait_text("[data-testid=headline]", "4 findings in 4 games")
}

/// What the program prints about a file, with the name of the file instead of its path.
fn of_program(form: &str, path: &Path, name: &str) -> Result<String> {
    let output = Command::new(program()?)
        .args(["referee", form])
        .arg(path)
        .output()?;
    ensure!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout)?;
    Ok(printed.replace(&path.display().to_string(), name))
}

fn opened(page: &Page, kind: &str) -> Result<()> {
    page.click(&format!("[data-of={kind}]"))?;
    page.wait("[data-testid=finding]").map(drop)
}

#[test]
fn the_page_finds_what_the_program_finds() {
    scenario("referee-equal", |page| {
        page.open("/#")?;
        page.click("[data-door=referee]")?;
        page.wait_text("[data-testid=private]", "Nothing leaves this device")?;
        // Large enough to be read in several pieces.
        let text = TOURNAMENT.repeat(6_000);
        let file = page.file("many.pgn", text.as_bytes())?;
        page.upload("[data-action=files]", &file)?;
        page.wait_text("[data-testid=headline]", "24,000 findings in 24,000 games")?;
        page.wait_gone("[data-action=cancel]")?;
        // The page does not keep that many, and reads the file again to save them.
        page.wait_text("[data-testid=trouble]", "20,000 of 24,000")?;
        page.click("[data-action=json]")?;
        page.wait_text("[data-testid=notice]", "24,000 findings were saved")?;
        let (_, json) = page.download()?;
        let printed = of_program("--json", &file, "many.pgn")?;
        ensure!(String::from_utf8(json)? == printed, "the findings differ");
        page.click("[data-action=csv]")?;
        let (name, csv) = page.download()?;
        ensure!(name == "fourfold-findings.csv", "{name}");
        let printed = of_program("--csv", &file, "many.pgn")?;
        ensure!(String::from_utf8(csv)? == printed, "the tables differ");
        Ok(())
    });
}

#[test]
fn findings_are_filtered_searched_and_saved_with_comments() {
    scenario("referee-list", |page| {
        open(page)?;
        audit(page)?;
        page.wait_text("[data-kind=time_forfeit]", "6.9")?;
        page.click("[data-kind=time_forfeit]")?;
        page.wait_text("[data-testid=shown]", "1 FINDING")?;
        page.wait_text("[data-testid=found]", "Núñez")?;
        page.click("[data-kind=time_forfeit]")?;
        page.wait("[data-action=search]")?.click()?;
        page.type_text("ben")?;
        page.wait_text("[data-testid=shown]", "1 FINDING")?;
        page.wait_text("[data-testid=found]", "9.2.1")?;
        page.press(&[Key::BACKSPACE, Key::BACKSPACE, Key::BACKSPACE])?;
        page.wait_text("[data-testid=shown]", "4 FINDINGS")?;
        page.screenshot("referee-list")?;
        page.click("[data-action=pgn]")?;
        let (name, pgn) = page.download()?;
        let pgn = String::from_utf8(pgn)?.replace('\n', " ");
        ensure!(name == "fourfold-findings.pgn", "{name}");
        ensure!(pgn.contains("4. Ng1 {Referee: Black could claim"), "{pgn}");
        page.wait_text("[data-testid=notice]", "4 games")
    });
}

#[test]
fn a_finding_opens_its_game_with_claim_proof_and_line() {
    scenario("referee-open", |page| {
        open(page)?;
        audit(page)?;
        opened(page, "threefold_claimable")?;
        page.wait_text(
            "[data-testid=reason]",
            "Black could claim threefold repetition",
        )?;
        page.wait_text("[data-testid=claimant]", "open to Ben")?;
        page.wait_text("[data-testid=article]", "for the third time")?;
        page.wait("[data-order='7'][aria-current=true]")?;
        expect_piece(page, "game", "f6", "B-knight")?;
        page.screenshot("referee-claim")?;
        // The next finding: a flag fall, and a side that can never mate.
        page.press(&[Key('n')])?;
        page.wait_text("[data-testid=reason]", "Black won on time")?;
        page.wait_text("[data-ruling=Black]", "no mate exists with this material")?;
        page.wait_text(
            "[data-testid=conclusion]",
            "If White's flag falls, the game is a draw (article 6.9)",
        )?;
        page.click("[data-ruling=White] [data-action=show-mate]")?;
        page.wait_text("[data-testid=line]", "article 5.1.1")?;
        page.press(&[Key::LEFT])?;
        page.wait_text("[data-ruling=White]", "can still mate")?;
        page.screenshot("referee-proof")?;
        // The browser's back button leads to the list, which is unchanged.
        page.script("history.back()", &[])?;
        page.wait_text("[data-testid=headline]", "4 findings")?;
        opened(page, "illegal_move")?;
        page.wait_text("[data-testid=reason]", "Ke3")?;
        page.wait("[data-order='2'][aria-current=true]")?;
        page.press(&[Key::ESCAPE])?;
        page.wait("[data-testid=found]")?;
        // The analysis gets the whole game, at the same place.
        opened(page, "illegal_move")?;
        page.click("[data-action=analyze]")?;
        page.wait("[data-testid=analyse] [data-order='2'][aria-current=true]")?;
        page.wait_text("[data-testid=title]", "Carl \u{2013} Dora")?;
        page.wait_text("[data-testid=log]", "a comment")
    });
}

#[test]
fn a_reload_shows_the_same_finding_and_the_same_list() {
    scenario("referee-reload", |page| {
        open(page)?;
        audit(page)?;
        opened(page, "time_forfeit")?;
        page.wait("[data-order='2'][aria-current=true]")?;
        page.reload()?;
        page.wait_text("[data-testid=reason]", "Black won on time")?;
        page.wait("[data-order='2'][aria-current=true]")?;
        expect_piece(page, "game", "h3", "W-rook")?;
        page.press(&[Key('n')])?;
        page.wait_text("[data-testid=reason]", "Ke3")?;
        page.click("[data-action=list]")?;
        page.wait_text("[data-testid=headline]", "4 findings in 4 games")?;
        // So does a position that was set up.
        page.click("[data-action=position]")?;
        page.paste("8/8/3k4/8/3K4/8/7R/8 w - - 0 1")?;
        expect_piece_soon(page, "h2", "W-rook")?;
        page.reload()?;
        expect_piece_soon(page, "h2", "W-rook")
    });
}

#[test]
fn a_reload_with_a_large_file_keeps_the_finding_and_asks_for_the_file() {
    scenario("referee-reload-large", |page| {
        open(page)?;
        let text = TOURNAMENT.repeat(2_000);
        let file = page.file("large.pgn", text.as_bytes())?;
        page.upload("[data-action=files]", &file)?;
        page.wait_text("[data-testid=headline]", "8,000 findings")?;
        page.wait_gone("[data-action=cancel]")?;
        opened(page, "time_forfeit")?;
        page.wait("[data-order='2'][aria-current=true]")?;
        page.reload()?;
        page.wait_text("[data-testid=reason]", "Black won on time")?;
        expect_piece_soon(page, "h3", "W-rook")?;
        page.click("[data-action=list]")?;
        page.wait_text("[data-testid=trouble]", "large.pgn has to be opened again")?;
        page.upload("[data-action=files]", &file)?;
        page.wait_text("[data-testid=headline]", "8,000 findings")
    });
}

fn expect_piece_soon(page: &Page, name: &str, piece: &str) -> Result<()> {
    page.wait(&format!("{}[data-piece={piece}]", square("game", name)))
        .map(drop)
}

#[test]
fn one_position_is_set_up_or_pasted_and_judged() {
    scenario("referee-position", |page| {
        open(page)?;
        page.click("[data-action=one-position]")?;
        page.wait_text(
            "[data-testid=conclusion]",
            "If White's flag falls, Black wins (article 6.9)",
        )?;
        page.click("[data-action=edit]")?;
        page.click("[data-action=clear]")?;
        for (tool, at) in [("K", "e1"), ("k", "e8"), ("N", "d1")] {
            page.click(&format!("[data-tool={tool}]"))?;
            page.click(&square("game", at))?;
        }
        page.click("[data-action=edit-done]")?;
        page.wait_text("[data-testid=conclusion]", "dead")?;
        page.screenshot("referee-position")?;
        page.click("[data-action=open]")?;
        page.fill(
            "dialog[open] [data-action=paste]",
            "8/8/3k4/8/3K4/8/7R/8 w - - 0 1",
        )?;
        page.click("[data-action=open-text]")?;
        page.wait_text(
            "[data-testid=conclusion]",
            "If White's flag falls, the game is a draw (article 6.9)",
        )?;
        page.wait_text(
            "[data-testid=conclusion]",
            "If Black's flag falls, White wins (article 6.9)",
        )?;
        page.wait_text("[data-ruling=White]", "can still mate")
            .map(drop)
    });
}

#[test]
fn a_large_file_is_read_in_pieces_and_can_be_canceled() {
    scenario("referee-large", |page| {
        open(page)?;
        // Gigabytes that share their parts, so no machine has read them before the click on Cancel.
        let script = "
            const part = new Blob([arguments[0].repeat(2000)]);
            const file = new File(new Array(20000).fill(part), 'large.pgn');
            const transfer = new DataTransfer();
            transfer.items.add(file);
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
            return file.size";
        let size = page.script(script, &[json!(TOURNAMENT)])?;
        ensure!(size.as_u64() > Some(20_000_000_000), "{size}");
        page.wait("progress")?;
        page.wait("[data-finding='150'], [data-action=more]")?;
        page.screenshot("referee-running")?;
        page.click("[data-action=cancel]")?;
        page.wait_text("[data-testid=trouble]", "was read up to")?;
        page.wait_gone("progress")?;
        ensure!(page.count("[data-finding]")? > 0, "what was found stays");
        // The page can be used again at once.
        audit(page)
    });
}

#[test]
fn the_page_works_without_a_network() {
    scenario("referee-offline", |page| {
        // The first visit is to another page, and loads no worker.
        let (server, home) = serve("0", &[])?;
        page.visit(&format!("{home}/#four"))?;
        page.wait("main.stage")?;
        page.script("return navigator.serviceWorker.ready.then(() => true)", &[])?;
        // From here on there is no network.
        drop(server);
        page.visit(&format!("{home}/#referee"))?;
        page.reload()?;
        page.wait("[data-testid=referee]")?;
        audit(page)?;
        opened(page, "time_forfeit")?;
        page.wait_text("[data-ruling=Black]", "no mate exists with this material")?;
        // The browser itself reports that it cannot check for a new version.
        page.complaints().map(drop)
    });
}

#[test]
fn files_that_are_not_pgn_are_reported_and_change_nothing() {
    scenario("referee-bad", |page| {
        open(page)?;
        let nonsense: Vec<u8> = (0..200_000_u32).map(|at| (at * 31 % 251) as u8).collect();
        let file = page.file("picture.pgn", &nonsense)?;
        page.upload("[data-action=files]", &file)?;
        page.wait_gone("progress")?;
        page.wait("[data-testid=headline]")?;
        let empty = page.file("empty.pgn", b"")?;
        page.upload("[data-action=files]", &empty)?;
        page.wait_text("[data-testid=headline]", "0 games")?;
        let script = "<script>alert(1)</script>";
        let text = TOURNAMENT.replace("Anna, A.", script);
        let file = page.file("script.pgn", text.as_bytes())?;
        page.upload("[data-action=files]", &file)?;
        page.wait_text("[data-testid=found]", script)
    });
}

#[test]
fn the_report_can_be_printed() {
    scenario("referee-print", |page| {
        open(page)?;
        audit(page)?;
        ensure!(
            page.count("[data-testid=report]")? == 0,
            "not on the screen"
        );
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }))?;
        page.script("dispatchEvent(new Event('beforeprint'))", &[])?;
        for words in [
            "Club Open",
            "Anna, A.",
            "6.9",
            "9.2.1",
            "for the third time",
            "round 3",
        ] {
            page.wait_text("[data-testid=report]", words)?;
        }
        let script = "return getComputedStyle(document.querySelector('.app')).display";
        ensure!(
            page.script(script, &[])? == "none",
            "the page itself is not printed"
        );
        page.screenshot("referee-report")?;
        let printed = page.devtools("Page.printToPDF", json!({}))?;
        let pdf = printed["data"].as_str().context("a printed page")?;
        ensure!(pdf.len() > 5_000, "an empty sheet");
        page.script("dispatchEvent(new Event('afterprint'))", &[])?;
        page.wait_gone("[data-testid=report]")
    });
}

#[test]
fn the_page_fits_every_screen_in_both_themes() {
    for (name, size) in [
        ("phone", Size::PHONE),
        ("side", Size::PHONE_ON_ITS_SIDE),
        ("tablet", Size::TABLET),
        ("laptop", Size::LAPTOP),
    ] {
        scenario(&format!("referee-{name}"), |page| {
            page.resize(size)?;
            open(page)?;
            page.screenshot(&format!("referee-{name}-empty"))?;
            for theme in ["light", "dark"] {
                page.prefer(&[("prefers-color-scheme", theme)])?;
                page.wait(&format!("html[data-theme={theme}]"))?;
                audit(page)?;
                expect_no_overhang(page)?;
                page.screenshot(&format!("referee-{name}-{theme}"))?;
                opened(page, "time_forfeit")?;
                page.wait("[data-testid=conclusion]")?;
                expect_no_overhang(page)?;
                let inside = page.script(
                    "return ['a1', 'h8'].every((square) => {
                        const r = document.querySelector(`[data-square=${square}]`).getBoundingClientRect();
                        return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth })",
                    &[],
                )?;
                ensure!(inside == true, "the board is cut off");
                page.screenshot(&format!("referee-{name}-board-{theme}"))?;
                page.click("[data-action=list]")?;
                page.wait("[data-testid=found]")?;
            }
            Ok(())
        });
    }
}

fn expect_no_overhang(page: &Page) -> Result<()> {
    let overhang = page.script(
        "return document.documentElement.scrollWidth - innerWidth",
        &[],
    )?;
    ensure!(overhang.as_i64() <= Some(0), "{overhang} pixels too wide");
    Ok(())
}

#[test]
fn keys_alone_are_enough() {
    scenario("referee-keys", |page| {
        open(page)?;
        audit(page)?;
        page.focus("[data-action=search]")?;
        // Past the buttons to the first finding.
        for _ in 0..5 {
            page.press(&[Key::TAB])?;
        }
        let focused = page.script("return document.activeElement.dataset.finding", &[])?;
        ensure!(focused == "0", "{focused}");
        page.press(&[Key::ENTER])?;
        page.wait("[data-testid=finding]:focus")?;
        page.wait_text("[data-testid=live]", "could claim")?;
        page.press(&[Key::ESCAPE])?;
        page.wait("[data-testid=found]")?;
        // The list is where it was left.
        page.wait("[data-finding='0']:focus")?;
        // The board has the keys from the moment the finding is opened.
        page.press(&[Key::ENTER, Key('n')])?;
        page.wait_text("[data-testid=reason]", "Black won on time")?;
        page.press(&[Key::ESCAPE])?;
        page.wait("[data-finding='1']:focus").map(drop)
    });
}
