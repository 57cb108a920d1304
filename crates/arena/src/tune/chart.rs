//! A chart of a tuning run: the change of each parameter over the games.

use super::spsa::Parameter;
use crate::chart::{Chart, Course, Level};

/// The parameters after some trials.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub trials: u64,
    pub values: Vec<f64>,
}

/// The most points of a curve. More would not be seen, and make the file of a long run large.
const POINTS_MAX: usize = 160;

/// The most parameters that are labeled, in color. The others, which moved least, are gray.
const LABELED_MAX: usize = 16;

/// Draws the change of each parameter over the games, in steps, as SVG.
#[must_use]
pub fn draw_tuning(parameters: &[Parameter], course: &[Snapshot]) -> String {
    let shown = thinned(course);
    let moved = |after: &Snapshot, index: usize| {
        let one = &parameters[index];
        (after.values[index] - one.start) / one.step
    };
    let mut by_change: Vec<usize> = (0..parameters.len()).collect();
    if let Some(last) = shown.last() {
        by_change.sort_by(|&a, &b| moved(last, b).abs().total_cmp(&moved(last, a).abs()));
    }
    by_change.truncate(LABELED_MAX);
    let curve = |(index, one): (usize, &Parameter)| {
        let is_labeled = by_change.contains(&index);
        Course {
            label: if is_labeled {
                one.name.clone()
            } else {
                String::new()
            },
            color: if is_labeled {
                format!("hsl({} 65% 38%)", index * 137 % 360)
            } else {
                "#ddd".to_owned()
            },
            points: shown
                .iter()
                .map(|after| (2.0 * after.trials as f64, moved(after, index)))
                .collect(),
        }
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

/// Snapshots at equal distances, the last one among them.
fn thinned(course: &[Snapshot]) -> Vec<&Snapshot> {
    let distance = course.len().div_ceil(POINTS_MAX).max(1);
    let mut shown: Vec<&Snapshot> = course.iter().rev().step_by(distance).collect();
    shown.reverse();
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_parameters_that_moved_most_are_labeled() {
        let parameter = |number: usize| Parameter {
            name: format!("parameter_{number}"),
            start: 0.0,
            min: -100.0,
            max: 100.0,
            step: 1.0,
        };
        let parameters: Vec<Parameter> = (0..40).map(parameter).collect();
        let course = [Snapshot {
            trials: 8,
            values: (0..40).map(f64::from).collect(),
        }];
        let drawn = draw_tuning(&parameters, &course);
        assert!(drawn.contains("parameter_39") && drawn.contains("parameter_24"));
        assert!(!drawn.contains("parameter_23"));
    }

    #[test]
    fn a_long_run_is_drawn_with_few_points_and_its_end() {
        let course: Vec<Snapshot> = (1..=1000)
            .map(|trials| Snapshot {
                trials,
                values: Vec::new(),
            })
            .collect();
        let shown = thinned(&course);
        assert!((100..=POINTS_MAX).contains(&shown.len()), "{}", shown.len());
        assert_eq!(shown.last().map(|last| last.trials), Some(1000));
        assert_eq!(thinned(&course[..20]).len(), 20);
        assert!(thinned(&[]).is_empty());
    }
}
