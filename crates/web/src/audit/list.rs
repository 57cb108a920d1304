//! The list of games with their findings.

use referee::audit::Kind;

use super::{Audit, LIST_STEP};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameView {
    /// Its id in the list.
    pub key: (usize, u64),
    /// Its number in its file, from 1.
    pub number: u64,
    /// The players and the result.
    pub title: String,
    /// Event, round and date, and the file name if there are several files.
    pub occasion: String,
    pub findings: Vec<FindingView>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingView {
    pub index: usize,
    pub kind: Kind,
    /// Its place in the game.
    pub when: String,
    pub sentence: String,
}

impl Audit {
    /// The games of the list, as far as it is shown.
    #[must_use]
    pub fn list(&self) -> Vec<GameView> {
        self.group(self.limit)
    }

    #[must_use]
    pub fn has_more(&self) -> bool {
        self.shown.len() > self.limit
    }

    /// The games of the first findings that pass the filter.
    pub(super) fn group(&self, findings: usize) -> Vec<GameView> {
        let mut games: Vec<GameView> = Vec::new();
        for &index in self.shown.iter().take(findings) {
            let row = &self.rows[index];
            let finding = FindingView {
                index,
                kind: row.kind,
                when: row.when(),
                sentence: row.sentence(),
            };
            let key = (row.file, row.game);
            match games.last_mut().filter(|game| game.key == key) {
                Some(game) => game.findings.push(finding),
                None => games.push(GameView {
                    key,
                    number: row.game + 1,
                    title: row.title(),
                    occasion: self.occasion(row),
                    findings: vec![finding],
                }),
            }
        }
        games
    }

    fn occasion(&self, row: &super::Row) -> String {
        let occasion = row.occasion();
        let file = match self.files.len() {
            0 | 1 => "",
            _ => self.files.get(row.file).map_or("", |file| &file.name),
        };
        let parts = [occasion.as_str(), file].into_iter();
        let known = parts.filter(|part| !part.is_empty());
        known.collect::<Vec<_>>().join(", ")
    }

    pub(super) fn lengthen(&mut self) {
        self.limit += LIST_STEP;
    }

    pub(super) fn refilter(&mut self) {
        self.limit = LIST_STEP;
        self.shown.clear();
        self.show_from(0);
    }

    /// Applies the filter to the findings from this one on.
    pub(super) fn show_from(&mut self, first: usize) {
        let filter = &self.filter;
        let passing = (first..self.rows.len()).filter(|&index| filter.passes(&self.rows[index]));
        self.shown.extend(passing);
    }
}
