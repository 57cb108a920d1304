//! `cargo xtask pictures`: takes a picture of every page at five sizes, light and dark, for review.
//!
//! A picture is called by its scene, its size and its theme, such as `play-claim-390x844-dark.png`. A
//! scene that cannot be reached is an error, so the list of scenes stays true.

mod scenes;
mod tables;

use std::process::ExitCode;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use browser::{Page, Size, artefacts, play};

use scenes::SCENES;

/// The pictures of the documents: a scene, and the file in `docs/`. `cargo xtask pictures docs` makes
/// them, light and at the size of a small laptop.
const DOCUMENTS: [(&str, &str); 3] = [
    ("four-why", "compass.png"),
    ("play-claim", "play.png"),
    ("analysis-report", "report.png"),
];

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
    if wanted == ["docs"] {
        return take_for_documents();
    }
    let is_wanted = |name: &str| {
        let mut wanted = wanted.iter();
        wanted.len() == 0 || wanted.any(|word| name.contains(word.as_str()))
    };
    let chosen: Vec<_> = SCENES
        .iter()
        .filter(|scene| is_wanted(scene.name))
        .collect();
    let names: Vec<&str> = SCENES.iter().map(|scene| scene.name).collect();
    ensure!(
        !chosen.is_empty(),
        "no scene has {} in its name; there are {}",
        wanted.join(" or "),
        names.join(", ")
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

fn take_for_documents() -> Result<usize> {
    let folder = artefacts().join(scenes::FOLDER);
    fs::create_dir_all(&folder)?;
    let docs = artefacts().with_file_name("docs");
    for (name, file) in DOCUMENTS {
        let mut scenes = SCENES.iter();
        let scene = scenes.find(|scene| scene.name == name);
        let reach = scene
            .with_context(|| format!("no scene is called {name}"))?
            .reach;
        play(name, |page| {
            page.resize(Size::LAPTOP)?;
            reach(page)?;
            picture(page, name, Size::LAPTOP, "light")
        })?;
        fs::copy(
            folder.join(format!("{name}-1280x720-light.png")),
            docs.join(file),
        )?;
    }
    Ok(DOCUMENTS.len())
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
