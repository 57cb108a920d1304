//! Writes the table in nets/NETS.md, the lineage of the default network. The sections below it are
//! written by hand.

use serde_json::Value;

use crate::record::Record;

const HEAD: &str = "\
# Network lineage

`default.nnue` is embedded in the engine. The table lists networks that were trained by
`cargo xtask net bootstrap`, which also writes the table. The first one was trained on games of an
engine that only counts material, each later one on games of the networks before it. No games, positions
or networks from elsewhere were used.

Elo is measured at equal nodes from random openings, each played with both colors, with the
half-width of the 95 % confidence interval. Against material the later networks win almost every
game, so that number says little.

| net | training positions | passes | new positions | nodes | λ | validation loss | against the best so far | against material | |
|---|---|---|---|---|---|---|---|---|---|
";

/// The text for all finished generations.
pub fn to_markdown(records: &[Record]) -> String {
    let mut text = HEAD.to_owned();
    let mut best = "material".to_owned();
    for record in records.iter().filter(|record| record.is_done()) {
        let number = record.number;
        let verdict = if record.is_accepted() {
            "accepted"
        } else {
            "rejected"
        };
        let training = record.get("training");
        text += &format!(
            "| {number} | {} | {} | {} by {} | {} | {} | {} | {} vs {best} | {} | {verdict} |\n",
            training["positions"],
            training["passes"],
            record.get("data")["positions"],
            record.get("data")["teacher"].as_str().unwrap_or("?"),
            record.get("data")["nodes"],
            training["lambda"],
            training["validation_loss"],
            elo(record.get("gate")),
            elo(record.get("zero")),
        );
        if record.is_accepted() {
            best = number.to_string();
        }
    }
    text
}

/// A page with the table replaced: the sections that follow it stay.
pub fn with_table(table: &str, page: &str) -> String {
    let sections = page.find("\n## ").map_or("", |at| &page[at..]);
    format!("{table}{sections}")
}

/// Elo with its error bar; without a number if all games were won or lost.
pub fn elo(result: &Value) -> String {
    let games = &result["games"];
    match (result["elo"].as_f64(), result["error"].as_f64()) {
        (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0} ({games} games)"),
        (Some(elo), None) => format!("{elo:+.0} ({games} games)"),
        _ if result["score"].as_f64() == Some(1.0) => format!("won all {games} games"),
        _ => format!("lost all {games} games"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn sections_below_the_table_are_kept() {
        let page = "# Old\n\n| 1 |\n\n## By hand\n\ntext\n\n## More\n";
        let table = "# New\n\n| 1 |\n| 2 |\n";
        let kept = "# New\n\n| 1 |\n| 2 |\n\n## By hand\n\ntext\n\n## More\n";
        assert_eq!(with_table(table, page), kept);
        assert_eq!(with_table(table, kept), kept);
        assert_eq!(with_table(table, ""), table);
    }

    #[test]
    fn results_are_formatted() {
        let usual = json!({"games": 300, "elo": 12.4, "error": 30.6, "score": 0.52});
        assert_eq!(elo(&usual), "+12 ± 31 (300 games)");
        let all = json!({"games": 100, "elo": null, "error": null, "score": 1.0});
        assert_eq!(elo(&all), "won all 100 games");
    }
}
