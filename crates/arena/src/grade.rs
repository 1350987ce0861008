//! Grades: results against fixed players. Ranks drift from year to year, fixed players do not.

use serde::Serialize;

use crate::scoring::shares;
use crate::tournament::Outcome;

/// One entrant's results against the fixed players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grade {
    /// The entrant.
    pub name: String,
    /// The share of the points against each fixed player, in their order.
    pub shares: Vec<f64>,
    /// Their sum: against the ten levels, 3.5 is about as strong as between the third and the fourth.
    pub grade: f64,
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
    /// Reads them off the games of [`crate::Tournament::grading`], where the first `entrants` are graded.
    pub fn of(outcome: &Outcome, entrants: usize) -> Grades {
        let references = outcome.names[entrants..].to_vec();
        let grade = |player: usize| {
            let shares: Vec<f64> = (0..references.len())
                .map(|at| {
                    let games = outcome.entries.iter().filter(|e| e.players == [player, entrants + at]);
                    let (points, count) =
                        games.fold((0.0, 0), |(points, count), e| (points + shares(e)[0], count + 1));
                    points / f64::from(count.max(1))
                })
                .collect();
            Grade { name: outcome.names[player].clone(), grade: shares.iter().sum(), shares }
        };
        let mut rows: Vec<Grade> = (0..entrants).map(grade).collect();
        rows.sort_by(|x, y| y.grade.total_cmp(&x.grade));
        Grades { references, rows }
    }

    /// As text.
    pub fn text(&self) -> String {
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("grades against {}\n", self.references.join(", "));
        for row in &self.rows {
            let shares: String = row.shares.iter().map(|share| format!(" {:>4.0}%", 100.0 * share)).collect();
            text += &format!("  {:<width$} {:>5.1}  {shares}\n", row.name, row.grade);
        }
        text
    }
}
