//! Tables over the network: several browsers, a real server, and a proxy that cuts connections.

mod proxy;

use anyhow::{Context, Result, ensure};
use browser::{Key, Page, Program, SecondBrowser, Size, scenario, serve};

use crate::access::expect_access;
use crate::rules::expect_ending;
use crate::table::{DOUBLE_MATE, choose, square, square_that_is, type_move};
use proxy::{Chance, Proxy};

const TURN: &str = "[data-testid=turn]";
const LINE: &str = "[data-testid=line]";

pub fn fragment(link: &str) -> Result<String> {
    let (_, fragment) = link.split_once('#').context("the link has a fragment")?;
    Ok(format!("/#{fragment}"))
}

/// Creates a table with the form; `choose` changes the defaults.
pub fn open_table(page: &Page, choose: impl FnOnce(&Page) -> Result<()>) -> Result<()> {
    page.open("/#online")?;
    page.wait("[data-testid=new-table]")?;
    choose(page)?;
    page.click("[data-action=open-table]")?;
    page.wait(".seat-row").map(drop)
}

/// A table with four boards on a server that its host reaches through a proxy.
struct TableBehindProxy {
    proxy: Proxy,
    /// The server's own address.
    direct: String,
    _server: Program,
}

impl TableBehindProxy {
    fn open(host: &Page) -> Result<TableBehindProxy> {
        let proxy = Proxy::start()?;
        let port = proxy::free_port()?;
        let direct = format!("http://127.0.0.1:{port}");
        let (server, _) = serve(&port.to_string(), &["--public-origin", &proxy.home()])?;
        proxy.lead_to(&direct)?;
        host.visit(&format!("{}/#online", proxy.home()))?;
        host.wait("[data-testid=new-table]")?;
        host.click("[data-action=open-table]")?;
        host.wait(".seat-row")?;
        Ok(TableBehindProxy {
            proxy,
            direct,
            _server: server,
        })
    }
}

/// Reads the invitation to a seat from its dialog.
pub fn invitation(page: &Page, seat: &str) -> Result<String> {
    page.click(&format!("[data-seat={seat}] [data-action=invite]"))?;
    page.wait("dialog[open] [data-testid=qr]")?;
    let link = page.value("dialog[open] [data-testid=link]")?;
    page.click("dialog[open] [data-action=close]")?;
    page.wait_gone("dialog[open]")?;
    Ok(link)
}

/// Takes a seat under a name.
pub fn sit(page: &Page, seat: &str, name: &str) -> Result<()> {
    page.wait("[data-field=name]")?;
    page.click("[data-field=name]")?;
    page.type_text(name)?;
    page.click(&format!("[data-seat={seat}] [data-action=sit]"))
}

/// Plays an own move and waits until the server has stored it.
pub fn play(page: &Page, token: &str, plies: usize) -> Result<()> {
    page.wait_text(TURN, "Your move")?;
    type_move(page, token)?;
    wait_for_plies(page, plies)
}

fn wait_for_plies(page: &Page, plies: usize) -> Result<()> {
    page.wait(&format!("[data-testid=log] [data-step=\"{plies}\"]"))
        .map(drop)
}

/// Everything fits: nothing beside the page, and on a laptop nothing below it.
fn expect_fit(page: &Page, name: &str) -> Result<()> {
    page.resize(Size::LAPTOP)?;
    let overflow = "const over = (e) => !!e && e.scrollHeight > e.clientHeight + 1;
        const root = document.documentElement;
        return [root.scrollWidth > innerWidth, over(root), over(document.querySelector('.panel'))]";
    let found = page.script(overflow, &[])?;
    ensure!(found == serde_json::json!([false, false, false]), "{found}");
    page.screenshot(&format!("{name}-laptop"))?;
    page.resize(Size::PHONE)?;
    let wide = "return document.documentElement.scrollWidth > innerWidth";
    ensure!(
        page.script(wide, &[])? == false,
        "the phone scrolls sideways"
    );
    page.screenshot(&format!("{name}-phone"))?;
    page.prefer(&[("prefers-color-scheme", "dark")])?;
    page.wait("html[data-theme=dark]")?;
    page.screenshot(&format!("{name}-dark"))?;
    page.prefer(&[("prefers-color-scheme", "light")])?;
    page.resize(Size::DESKTOP)
}

#[test]
fn two_people_play_one_board_to_mate() {
    scenario("network-two", |ann| {
        open_table(ann, |page| page.click("[name=game][value=chess]"))?;
        ann.wait_text("[data-testid=not-kept]", "does not keep tables")?;
        ann.click("[data-seat=black] [data-action=invite]")?;
        ann.wait_text(
            "dialog[open] [data-testid=only-here]",
            "Nobody else can open this link",
        )?;
        ann.click("dialog[open] [data-action=close]")?;
        ann.wait_gone("dialog[open]")?;
        let link = invitation(ann, "black")?;
        let bo = SecondBrowser::start(ann.home(), &fragment(&link)?)?;
        // The key is no longer in the address, and opening the link took no seat.
        bo.wait("[data-seat=black] [data-action=sit]")?;
        ensure!(bo.address()?.split('/').count() == 5, "{}", bo.address()?);
        ensure!(ann.attribute("[data-seat=black]", "data-free")? == "true");
        sit(ann, "white", "Ann")?;
        ann.wait_text("[data-seat=white] [data-testid=who]", "Ann (you)")?;
        expect_fit(ann, "network-lobby")?;
        sit(&bo, "black", "Bo")?;
        for (index, token) in ["f2f3", "e7e5", "g2g4"].into_iter().enumerate() {
            let mover: &Page = if index % 2 == 0 { ann } else { &bo };
            play(mover, token, index + 1)?;
        }
        // An offer, a reply, and a wrong claim.
        ann.click("[data-action=draw]")?;
        ann.wait_text(LINE, "You offered a draw.")?;
        ann.wait_text("[data-testid=live-table]", "You offered a draw.")?;
        bo.wait_text(LINE, "Ann offers a draw")?;
        bo.wait_text("[data-testid=live-table]", "Ann offers a draw")?;
        expect_fit(&bo, "network-one")?;
        bo.click("[data-action=decline-draw]")?;
        ann.wait_text(LINE, "Bo declines the draw")?;
        // By mouse, on the board with the other orientation.
        bo.click("[data-board=game] [data-square=d8]")?;
        bo.click("[data-board=game] [data-square=h4]")?;
        ann.wait_text(TURN, "0\u{2013}1, Black wins")?;
        bo.wait_text(TURN, "0\u{2013}1, Black wins")?;
        bo.wait_text(LINE, "heckmate")?;
        choose(ann, "share")?;
        ann.wait("[data-testid=text]")?;
        let pgn = ann.value("[data-testid=text]")?;
        ensure!(
            pgn.contains("[White \"Ann\"]") && pgn.contains("Qh4#") && pgn.ends_with("0-1\n"),
            "{pgn}"
        );
        ann.click("dialog[open] [data-action=close]")?;
        ann.wait_gone("dialog[open]")?;
        // A rematch, with the colors swapped.
        ann.click("[data-action=rematch]")?;
        bo.click("[data-action=accept-rematch]")?;
        bo.wait_text(TURN, "Your move, White")?;
        // A premove, which answers as soon as the opponent has moved.
        ann.wait(&square_that_is("game", "e2", "cell"))?;
        for name in ["e7", "e5"] {
            ann.click(&square("game", name))?;
        }
        for name in ["e7", "e5"] {
            ann.wait(&square_that_is("game", name, "premove"))?;
        }
        ann.wait_text("[data-testid=live]", "Premove from e7 to e5.")?;
        ann.screenshot("network-premove")?;
        play(&bo, "e2e4", 1)?;
        wait_for_plies(ann, 2)?;
        ann.wait_gone(".cell.premove")?;
        ann.click("[data-action=resign]")?;
        ann.click("[data-action=confirm-resign]")?;
        bo.wait_text(TURN, "1\u{2013}0, White wins")?;
        bo.assert_no_complaints()
    });
}

#[test]
fn four_people_play_four_boards_over_unreliable_connections() {
    scenario("network-four", |north| {
        let TableBehindProxy {
            proxy,
            direct,
            _server,
        } = TableBehindProxy::open(north)?;
        let mut people = Vec::new();
        for seat in ["south", "east", "west"] {
            let link = invitation(north, seat)?;
            // Only East connects through the proxy that cuts.
            let home = if seat == "east" {
                proxy.home()
            } else {
                direct.clone()
            };
            people.push((seat, SecondBrowser::start(&home, &fragment(&link)?)?));
        }
        let watch = north.value("[data-testid=watch] [data-testid=link]")?;
        let spectator = SecondBrowser::start(&direct, &fragment(&watch)?)?;
        sit(north, "north", "Nora")?;
        for (seat, page) in &people {
            sit(page, seat, &format!("Player {seat}"))?;
        }
        north.wait_text(TURN, "Your move, North")?;
        spectator.wait_text(TURN, "North to move: Nora")?;
        expect_fit(north, "network-four")?;
        ensure!(spectator.count("[data-action=resign]")? == 0);
        for (page, seat) in [(north, "N"), (&*people[1].1, "E"), (&*spectator, "S")] {
            expect_at_the_bottom(page, seat)?;
        }
        // The icon says whose turn it is.
        expect_icon(north, "turn")?;
        expect_icon(&people[0].1, "usual")?;
        north.click(".legend summary")?;
        north.wait_text(".legend", "Takes on one board only")?;
        north.click(".legend summary")?;
        let moves: Vec<&str> = DOUBLE_MATE.split(' ').collect();
        let [(_, south), (_, east), (_, west)] = &people[..] else {
            unreachable!("three have come");
        };
        let seats: [&Page; 4] = [north, south, east, west];
        for ply in 0..3 {
            play(seats[ply], moves[ply], ply + 1)?;
        }
        // East and North are disconnected and reconnect by themselves; missed events are there.
        proxy.cut();
        play(west, moves[3], 4)?;
        play(north, moves[4], 5)?;
        wait_for_plies(east, 5)?;
        // South reloads and still has the seat.
        south.reload()?;
        play(south, moves[5], 6)?;
        // East continues on another device, and the first one does not reconnect by itself.
        east.wait_text(TURN, "Your move, East")?;
        choose(east, "device")?;
        east.click("[data-action=make-device-link]")?;
        east.wait("dialog[open] [data-testid=qr]")?;
        let link = east.value("dialog[open] [data-testid=link]")?;
        let phone = SecondBrowser::start(&direct, &fragment(&link)?)?;
        phone.resize(Size::PHONE)?;
        phone.click("[data-action=take-seat]")?;
        phone.wait_text(TURN, "Your move, East")?;
        east.wait_text(LINE, "another window or device")?;
        phone.screenshot("network-phone")?;
        play(&phone, moves[6], 7)?;
        play(west, moves[7], 8)?;
        for page in [north, south, &phone, west, &spectator] {
            page.wait_text(TURN, "East and West win")?;
        }
        for (name, size) in [("tall", Size::PHONE), ("low", Size::PHONE_ON_ITS_SIDE)] {
            phone.resize(size)?;
            // The field for moves is below the boards.
            phone.script("scrollTo(0, 0)", &[])?;
            expect_ending(&phone, &format!("network-ending-{name}"))?;
        }
        spectator.screenshot("network-end")?;
        spectator.assert_no_complaints()
    });
}

#[test]
fn four_browsers_whose_connections_are_cut_at_random_end_with_the_same_digest() {
    scenario("network-cuts", |north| {
        let TableBehindProxy {
            proxy,
            direct,
            _server,
        } = TableBehindProxy::open(north)?;
        let mut people = Vec::new();
        for seat in ["south", "east", "west"] {
            let link = fragment(&invitation(north, seat)?)?;
            people.push((seat, SecondBrowser::start(&proxy.home(), &link)?));
        }
        let watch = fragment(&north.value("[data-testid=watch] [data-testid=link]")?)?;
        sit(north, "north", "Nora")?;
        for (seat, page) in &people {
            sit(page, seat, &format!("Player {seat}"))?;
        }
        let [(_, south), (_, east), (_, west)] = &people[..] else {
            unreachable!("three have come");
        };
        let seats: [&Page; 4] = [north, south, east, west];
        let mut chance = Chance(0xF0F0);
        for (ply, token) in DOUBLE_MATE.split(' ').enumerate() {
            // Each connection is cut or not while a move is on its way, and before.
            let page = seats[ply % 4];
            proxy.cut_some(&mut chance);
            page.wait_text(TURN, "Your move")?;
            type_move(page, token)?;
            proxy.cut_some(&mut chance);
            wait_for_plies(page, ply + 1)?;
        }
        // A new client folds the log of the server from its first event.
        let late = SecondBrowser::start(&direct, &watch)?;
        let digest = final_digest(&late)?;
        for page in seats {
            page.wait_text(TURN, "East and West win")?;
            ensure!(final_digest(page)? == digest, "the pages differ");
        }
        // A cut may hit a socket that is being opened, which the browser reports as an error.
        for complaint in north.complaints()? {
            let is_cut = complaint.to_string().contains("WebSocket connection to");
            ensure!(is_cut || !complaint.is_error(), "{complaint}");
        }
        late.assert_no_complaints()
    });
}

/// The plate of this seat is below all others.
fn expect_at_the_bottom(page: &Page, seat: &str) -> Result<()> {
    let lowest = page.script(
        "const seats = [...document.querySelectorAll('.seat')];
         const y = (seat) => seat.getBoundingClientRect().y;
         return seats.reduce((low, seat) => y(seat) > y(low) ? seat : low).dataset.seat",
        &[],
    )?;
    ensure!(lowest == seat, "{lowest} instead of {seat}");
    Ok(())
}

fn expect_icon(page: &Page, name: &str) -> Result<()> {
    let script = "const icon = document.querySelector('link[rel=icon]');
        return icon.getAttribute('href') === icon.getAttribute(`data-${arguments[0]}`)";
    page.wait_until(&format!("the icon is the {name} one"), || {
        Ok((page.script(script, &[name.into()])? == true).then_some(()))
    })
}

/// The digest of the table in a page, after the end of the game.
fn final_digest(page: &Page) -> Result<String> {
    page.wait("[data-testid=online][data-digest]")?;
    page.attribute("[data-testid=online]", "data-digest")
}

#[test]
fn a_host_plays_against_a_program() {
    scenario("network-program", |page| {
        open_table(page, |page| {
            page.click("[name=game][value=chess]")?;
            page.click("[data-field=host-starts]")
        })?;
        page.wait("[data-seat=black] [data-action=fill]")?;
        sit(page, "white", "Ann")?;
        page.wait_text("[data-seat=white] [data-testid=who]", "Ann (you)")?;
        // The host plays, so a second socket sends the commands of the host.
        page.click("[data-seat=black] [data-action=fill]")?;
        page.wait_text("[data-seat=black] [data-testid=who]", "Fourfold, level 3")?;
        page.click("[data-action=start]")?;
        // A poor move: a program accepts a draw if it is not better.
        play(page, "g2g4", 1)?;
        wait_for_plies(page, 2)?;
        page.wait_text(TURN, "Your move, White")?;
        // A wrong claim is reported, and counts as a draw offer.
        choose(page, "claim")?;
        page.click("[data-action=claim-anyway]")?;
        page.wait_text(LINE, "Fourfold, level 3 declines the draw")?;
        page.wait_text(LINE, "threefold repetition: the position occurs once")?;
        page.wait_text(LINE, "Fourfold, level 3 gets a minute.")?;
        page.click("[data-action=resign]")?;
        page.wait("dialog[open]")?;
        // The board below the question gets no keys.
        let top = "return document.querySelector('[data-square=a1]').getBoundingClientRect().top";
        let before = page.script(top, &[])?;
        page.press(&[Key('f'), Key::LEFT, Key('?')])?;
        ensure!(page.count("dialog[open]")? == 1, "one question at a time");
        ensure!(page.script(top, &[])? == before, "the board was flipped");
        page.click("[data-action=confirm-resign]")?;
        page.wait_text(TURN, "Black wins")?;
        expect_access(page)
    });
}

#[test]
fn a_refused_move_is_visibly_taken_back() {
    scenario("network-refused", |ann| {
        open_table(ann, |page| page.click("[name=game][value=chess]"))?;
        let link = invitation(ann, "black")?;
        sit(ann, "white", "Ann")?;
        let bo = SecondBrowser::start(ann.home(), &fragment(&link)?)?;
        sit(&bo, "black", "Bo")?;
        play(ann, "e2e4", 1)?;
        bo.wait_text(TURN, "Your move")?;
        // The page believes that it can play, but the server has moved on.
        bo.script(
            "const send = WebSocket.prototype.send; \
             WebSocket.prototype.send = function (text) { \
               return send.call(this, text.replace('e7e5', 'e7e2')) }",
            &[],
        )?;
        type_move(&bo, "e7e5")?;
        bo.wait_text(LINE, "The move e7e5 is taken back")?;
        bo.wait("[data-board=game] [data-square=e7][aria-label*=pawn]")?;
        bo.screenshot("network-refused")?;
        type_move(&bo, "d7d5")?;
        wait_for_plies(ann, 2)
    });
}

#[test]
fn without_a_server_the_pages_say_what_to_do() {
    scenario("network-none", |page| {
        // A static file host has the files of the app and responds to nothing else.
        page.script(
            "const files = globalThis.fetch; \
             globalThis.fetch = (asked) => String(asked).endsWith('.wasm') \
               ? files(asked) : Promise.reject(new TypeError('offline')); \
             globalThis.WebSocket = class { constructor() { \
               setTimeout(() => this.onclose?.(new Event('close')), 0) } close() {} }",
            &[],
        )?;
        page.script("location.hash = 'online'", &[])?;
        page.wait_text("[data-testid=no-server]", "fourfold serve")?;
        page.wait("[data-action=open-table][disabled]")?;
        page.screenshot("network-none")?;
        page.script("location.hash = 't/abc'", &[])?;
        page.wait_text(LINE, "There is no game server here")?;
        page.wait("[data-action=retry]")?;
        page.wait("a[href='#four']").map(drop)
    });
}
