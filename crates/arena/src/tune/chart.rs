//! A chart of a tuning run: the change of each parameter over the games.

use super::spsa::Parameter;
use crate::chart::{Chart, Course, Level};

/// The parameters after some trials.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The number of trials.
    pub trials: u64,
    /// The value of each parameter.
    pub values: Vec<f64>,
}

/// Draws the change of each parameter over the games, in steps, as SVG.
#[must_use]
pub fn draw_tuning(parameters: &[Parameter], course: &[Snapshot]) -> String {
    let curve = |(index, one): (usize, &Parameter)| Course {
        label: one.name.clone(),
        color: format!("hsl({} 65% 38%)", index * 137 % 360),
        points: course
            .iter()
            .map(|after| {
                let moved = (after.values[index] - one.start) / one.step;
                (2.0 * after.trials as f64, moved)
            })
            .collect(),
    };
    let chart = Chart {
        title: "Search parameters, in steps from their start".to_owned(),
        courses: parameters.iter().enumerate().map(curve).collect(),
        levels: vec![Level {
            value: 0.0,
            label: "0".to_owned(),
            color: "#888",
        }],
    };
    chart.render()
}
