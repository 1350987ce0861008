//! Grades: results against fixed players. Ranks drift from year to year, fixed players do not.

use serde::Serialize;

use crate::scoring::shares;
use crate::tournament::Outcome;

/// One entrant's results against the fixed players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grade {
    /// The entrant.
    pub name: String,
    /// The share of the points against each fixed player, in their order; `None` where not all games are played yet.
    pub shares: Vec<Option<f64>>,
    /// Their sum: against the ten levels, 3.5 is about as strong as between the third and the fourth. `None` until all are known.
    pub grade: Option<f64>,
}

/// The grades of everybody, and the names of the fixed players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grades {
    /// The fixed players.
    pub references: Vec<String>,
    /// Best first.
    pub rows: Vec<Grade>,
}

impl Grades {
    /// Reads them off the games of [`crate::Tournament::grading`], where the first `entrants` are graded by so many `games` with each fixed player.
    pub fn of(outcome: &Outcome, entrants: usize, games: usize) -> Grades {
        let references = outcome.names[entrants..].to_vec();
        let grade = |player: usize| {
            let shares: Vec<Option<f64>> = (0..references.len())
                .map(|at| {
                    let played = outcome.entries.iter().filter(|e| e.players == [player, entrants + at]);
                    let (points, count) =
                        played.fold((0.0, 0), |(points, count), e| (points + shares(e)[0], count + 1));
                    (count >= games.max(1)).then(|| points / count as f64)
                })
                .collect();
            let grade = shares.iter().copied().sum();
            Grade { name: outcome.names[player].clone(), grade, shares }
        };
        let mut rows: Vec<Grade> = (0..entrants).map(grade).collect();
        let worth = |row: &Grade| row.grade.unwrap_or(-1.0);
        rows.sort_by(|x, y| worth(y).total_cmp(&worth(x)));
        Grades { references, rows }
    }

    /// As text.
    pub fn text(&self) -> String {
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("grades against {}\n", self.references.join(", "));
        for row in &self.rows {
            let shares: String = row.shares.iter().map(|share| format!(" {:>5}", percent(*share))).collect();
            text += &format!("  {:<width$} {:>5}  {shares}\n", row.name, row.text());
        }
        text
    }
}

impl Grade {
    /// The grade as people read it; a hyphen until it is known.
    pub fn text(&self) -> String {
        self.grade.map_or("-".to_string(), |grade| format!("{grade:.1}"))
    }
}

/// A share as people read it; a hyphen until it is known.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_string(), |share| format!("{:.0}%", 100.0 * share))
}
