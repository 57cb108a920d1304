//! `cargo xtask pictures`: takes a picture of every page at five sizes, light and dark, for review.
//!
//! A picture is called by its scene, its size and its theme, such as `play-claim-390x844-dark.png`. A
//! scene that cannot be reached is an error, so the list of scenes stays true.

mod scenes;

use std::process::ExitCode;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use browser::{Page, Size, artefacts, play};

use scenes::SCENES;

/// The sizes at which every page is looked at.
const SIZES: [Size; 5] = [
    Size::DESKTOP,
    Size::LAPTOP,
    Size::TABLET,
    Size::PHONE,
    Size::PHONE_ON_ITS_SIDE,
];

const THEMES: [&str; 2] = ["light", "dark"];

fn main() -> ExitCode {
    let wanted: Vec<String> = env::args().skip(1).collect();
    match take(&wanted) {
        Ok(count) => {
            let folder = artefacts().join(scenes::FOLDER);
            eprintln!("{count} pictures are in {}", folder.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Takes the pictures of all scenes, or of those with one of these words in their name.
fn take(wanted: &[String]) -> Result<usize> {
    let is_wanted = |name: &str| {
        let mut wanted = wanted.iter();
        wanted.len() == 0 || wanted.any(|word| name.contains(word.as_str()))
    };
    let chosen: Vec<_> = SCENES
        .iter()
        .filter(|scene| is_wanted(scene.name))
        .collect();
    ensure!(
        !chosen.is_empty(),
        "no scene has {} in its name; there are {}",
        wanted.join(" or "),
        SCENES.map(|scene| scene.name).join(", ")
    );
    fs::create_dir_all(artefacts().join(scenes::FOLDER))?;
    let mut count = 0;
    for scene in chosen {
        // Each in a browser of its own: what one scene stores does not show in the next.
        play(scene.name, |page| {
            (scene.reach)(page).with_context(|| format!("cannot reach {}", scene.name))?;
            for size in SIZES {
                for theme in THEMES {
                    picture(page, scene.name, size, theme)?;
                    count += 1;
                }
            }
            Ok(())
        })?;
    }
    Ok(count)
}

fn picture(page: &Page, scene: &str, size: Size, theme: &str) -> Result<()> {
    page.prefer(&[
        ("prefers-color-scheme", theme),
        ("prefers-reduced-motion", "reduce"),
    ])?;
    page.resize(size)?;
    let (width, height) = (size.width, size.height);
    let folder = scenes::FOLDER;
    page.screenshot(&format!("{folder}/{scene}-{width}x{height}-{theme}"))
}
