//! Writes nets/NETS.md, the lineage of the default network.

use serde_json::Value;

use crate::record::Record;

const HEAD: &str = "\
# Where the network comes from

`default.nnue` is embedded in the engine. Its ancestors are below; the first one learned from games
of an engine that counts material and knows nothing else, and each learned from games of those
before it. No game, position or network from outside was used. `cargo xtask net bootstrap` plays the
whole ladder again and writes this file.

Elo is measured at equal nodes from random openings, each played with both colors, with the
half-width of its 95 % interval. Against material the later ones win nearly everything, so that the
number says little.

| net | positions learned | passes | new, made by | nodes | λ | validation loss | against the best before | against material | |
|---|---|---|---|---|---|---|---|---|---|
";

/// The text for all finished generations.
pub fn to_markdown(records: &[Record]) -> String {
    let mut text = HEAD.to_owned();
    let mut best = "material".to_owned();
    for record in records.iter().filter(|record| record.is_done()) {
        let number = record.number;
        let verdict = if record.is_accepted() {
            "taken"
        } else {
            "not taken"
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
    fn results_are_formatted() {
        let usual = json!({"games": 300, "elo": 12.4, "error": 30.6, "score": 0.52});
        assert_eq!(elo(&usual), "+12 ± 31 (300 games)");
        let all = json!({"games": 100, "elo": null, "error": null, "score": 1.0});
        assert_eq!(elo(&all), "won all 100 games");
    }
}
