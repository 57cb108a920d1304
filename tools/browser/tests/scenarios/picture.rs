//! Exported pictures, as another program would see them.

use std::fs;

use anyhow::{Result, ensure};
use browser::{Page, artefacts};
use serde_json::{Value, json};

/// Draws a picture and compares the color inside each piece with that of its player on the page.
/// Returns the pieces that differ, and the colors of the first and the last piece.
const COMPARE: &str = "
    const [kind, bytes] = arguments;
    const svg = document.querySelector('.plane > svg');
    const reader = new FileReader();
    const load = (blob) => new Promise((done) => {
        reader.onload = () => done(reader.result);
        reader.readAsDataURL(blob);
    });
    const draw = (source) => new Promise((done, fail) => {
        const image = new Image();
        image.onload = () => done(image);
        image.onerror = () => fail(new Error('this is not a picture'));
        image.src = source;
    });
    return load(new Blob([Uint8Array.from(bytes)], { type: kind })).then(draw).then((image) => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        const pixel = (x, y) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
        const { x, y, width } = svg.viewBox.baseVal;
        const scale = image.width / width;
        const back = svg.getScreenCTM().inverse();
        const wrong = [];
        const pieces = [...svg.querySelectorAll('.pieces .piece:not(.ghost)')];
        const found = pieces.map((piece) => {
            // A point in the base of every shape.
            const at = back.multiply(piece.getScreenCTM());
            const there = pixel((at.a * 50 + at.c * 81 + at.e - x) * scale,
                (at.b * 50 + at.d * 81 + at.f - y) * scale);
            const probe = document.createElementNS(svg.namespaceURI, 'path');
            probe.style.fill = 'var(--seat)';
            piece.append(probe);
            const wanted = getComputedStyle(probe).fill.match(/\\d+/g).map(Number);
            probe.remove();
            if (there.some((value, at) => Math.abs(value - wanted[at]) > 8))
                wrong.push(`${piece.getAttribute('class')}: ${there} and not ${wanted}`);
            return there;
        });
        return { count: pieces.length, wrong, first: found[0], last: found.at(-1) };
    })";

/// Expects that a picture shows every piece in the color of its player, and keeps it for review. Returns
/// the colors of the pieces on the first and the last square, as red, green and blue.
pub fn expect_colors(page: &Page, name: &str, content: &[u8]) -> Result<[Vec<u8>; 2]> {
    fs::create_dir_all(artefacts())?;
    fs::write(artefacts().join(name), content)?;
    let kind = match name.ends_with(".svg") {
        true => "image/svg+xml",
        false => "image/png",
    };
    let found = page.script(COMPARE, &[json!(kind), json!(content)])?;
    ensure!(found["count"].as_u64() > Some(0), "there are no pieces");
    ensure!(found["wrong"] == Value::Array(Vec::new()), "{found:#}");
    let color = |name: &str| serde_json::from_value(found[name].clone());
    Ok([color("first")?, color("last")?])
}
