//! The table of a tournament: points, the cross table, results by seat, endings by reason.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::duel::Tally;
use crate::fault::line;
use crate::journal::Entry;
use crate::plan::Plan;
use crate::schedule::{Form, Pairing, Scheduler};
use crate::scoring::{Scoring, owner, pairs, shares};
use crate::stats::{Estimate, Pentanomial};

/// The table of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// The players, best first.
    pub rows: Vec<Row>,
    /// Games by how they ended.
    pub endings: BTreeMap<String, u64>,
    /// Games won from each seat, draws shared.
    pub seats: Vec<f64>,
    /// How many games.
    pub games: usize,
}

/// One player's line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Place, from 1.
    pub place: usize,
    /// The player's name.
    pub name: String,
    /// Games won, drawn and lost, and the points for them and for byes.
    pub tally: Tally,
    /// Rounds sat out.
    pub byes: usize,
    /// Points against each player, in the order of the entry list; `None` when they have not met.
    pub against: Vec<Option<f64>>,
    /// Elo against the field, with its 95 % error; `None` when the results are too few or too much alike to tell.
    pub elo: Option<Estimate>,
    /// Failures by name.
    pub faults: BTreeMap<String, u64>,
    /// Number in the entry list, from 0.
    pub entry: usize,
}

impl Standings {
    /// Counts the games. `byes` lists who sat out, once for each time, and what that is worth. Players level on points keep the order of the list.
    pub fn of(names: &[String], entries: &[Entry], scoring: Scoring, byes: (&[usize], f64)) -> Standings {
        let blank = |(entry, name): (usize, &String)| Row {
            place: 0,
            name: name.clone(),
            tally: Tally::default(),
            byes: 0,
            against: vec![None; names.len()],
            elo: None,
            faults: BTreeMap::new(),
            entry,
        };
        let mut rows: Vec<Row> = names.iter().enumerate().map(blank).collect();
        let mut pentanomials = vec![Pentanomial::default(); names.len()];
        let (mut endings, mut seats) = (BTreeMap::new(), Vec::new());
        let mut meetings: BTreeMap<usize, Vec<&Entry>> = BTreeMap::new();
        for entry in entries {
            let Some(result) = &entry.record.result else { continue };
            *endings.entry(result.ending.clone()).or_default() += 1;
            seats.resize(result.scores.len().max(seats.len()), 0.0);
            for (seat, sum) in seats.iter_mut().enumerate() {
                *sum += result.points(seat);
            }
            for (side, share) in shares(entry).into_iter().enumerate() {
                rows[entry.players[side]].tally.count(share);
            }
            for failure in &entry.failures {
                let row = &mut rows[entry.players[owner(entry, failure.seat)]];
                *row.faults.entry(failure.lapse.fault.name().to_string()).or_default() += 1;
            }
            meetings.entry(entry.meeting).or_default().push(entry);
        }
        for games in meetings.values() {
            let [a, b] = games[0].players;
            let points = scoring.points(games);
            for (side, player, other) in [(0, a, b), (1, b, a)] {
                rows[player].tally.points += points[side];
                *rows[player].against[other].get_or_insert(0.0) += points[side];
                for (first, second) in pairs(games) {
                    pentanomials[player].add(shares(first)[side] + shares(second)[side]);
                }
            }
        }
        for &player in byes.0 {
            rows[player].byes += 1;
            rows[player].tally.points += byes.1;
        }
        for (row, results) in rows.iter_mut().zip(&pentanomials) {
            let elo = results.elo();
            row.elo =
                Some(elo).filter(|elo| elo.value.is_finite() && elo.error.is_finite() && elo.error > 0.0);
        }
        rows.sort_by(|x, y| y.tally.points.total_cmp(&x.tally.points).then(x.entry.cmp(&y.entry)));
        rows.iter_mut().enumerate().for_each(|(at, row)| row.place = at + 1);
        Standings { rows, endings, seats, games: entries.len() }
    }

    /// The table of a tournament that may not have ended, from its plan, its entrants and the games in its journal.
    pub fn so_far(plan: &Plan, names: &[String], entries: &[Entry]) -> Standings {
        let pairs = plan.pairs * plan.boards().len();
        let bye = plan.scoring.most(pairs);
        let byes = match plan.form {
            Form::Swiss => sat_out(plan, names.len(), entries, (2 * pairs, bye)),
            Form::RoundRobin | Form::Gauntlet | Form::Knockout => Vec::new(),
        };
        Standings::of(names, entries, plan.scoring, (&byes, bye))
    }

    /// The table as text.
    pub fn text(&self) -> String {
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(14);
        let mut text = format!(
            "  # {:<width$} {:>7} {:>5} {:>5} {:>5} {:>13}\n",
            "player", "points", "won", "drawn", "lost", "Elo"
        );
        for row in &self.rows {
            let Tally { wins, draws, losses, points } = row.tally;
            let elo = row.elo.map_or("-".into(), |elo| format!("{:+.0} +- {:.0}", elo.value, elo.error));
            let line = format!(
                "{:>3} {:<width$} {points:>7.1} {wins:>5} {draws:>5} {losses:>5} {elo:>13}  {}",
                row.place,
                row.name,
                row.remarks().join(", ")
            );
            text += line.trim_end();
            text += "\n";
        }
        text += &self.cross_table(width);
        let seats: Vec<String> = self.seats.iter().map(|points| format!("{points:.1}")).collect();
        text += &format!("\n{} games; won by seat {}\n", self.games, seats.join(" : "));
        for (ending, count) in &self.endings {
            text += &format!("{count:>6}  {ending}\n");
        }
        text
    }

    /// Points of each against each, everybody in the order of the table.
    fn cross_table(&self, width: usize) -> String {
        let heads: String = self.rows.iter().map(|row| format!(" {:>5}", row.place)).collect();
        let mut text = format!("\n    {:<width$}{heads}\n", "points against");
        for row in &self.rows {
            let cells: String = self
                .rows
                .iter()
                .map(|other| match row.against[other.entry] {
                    _ if other.entry == row.entry => "     -".to_string(),
                    Some(points) => format!(" {points:>5.1}"),
                    None => "     .".to_string(),
                })
                .collect();
            text += &format!("{:>3} {:<width$}{cells}\n", row.place, row.name);
        }
        text
    }

    /// The table as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = String::from("place,player,points,won,drawn,lost,byes,elo,elo_error,failures\n");
        for row in &self.rows {
            let Tally { wins, draws, losses, points } = row.tally;
            let faults: Vec<String> = row.faults.iter().map(|(name, n)| format!("{n} {name}")).collect();
            let name = cell(&row.name);
            let elo = row.elo.map_or(",".into(), |elo| format!("{:.1},{:.1}", elo.value, elo.error));
            text += &format!(
                "{},{name},{points},{wins},{draws},{losses},{},{elo},\"{}\"\n",
                row.place,
                row.byes,
                faults.join("; ")
            );
        }
        text
    }
}

/// A text as a cell of comma-separated values: on one line, and never a formula to a spreadsheet, which would obey it.
pub(crate) fn cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) { "'" } else { "" };
    format!("\"{guard}{}\"", line(text).replace('"', "\"\""))
}

/// Who sat out in the rounds of a Swiss tournament that have begun, a round being over when all its meetings have all their games.
fn sat_out(plan: &Plan, players: usize, entries: &[Entry], (games, bye): (usize, f64)) -> Vec<usize> {
    let mut scheduler = Scheduler::new(plan.form, players, plan.rounds, plan.challengers).with_bye(bye);
    let mut met = Vec::new();
    loop {
        let round: Vec<Pairing> = std::iter::from_fn(|| scheduler.next()).collect();
        for pairing in round {
            let played: Vec<&Entry> = entries.iter().filter(|e| e.meeting == pairing.meeting).collect();
            if played.is_empty() || played.len() < games {
                return scheduler.byes().to_vec();
            }
            let [a, b] = plan.scoring.points(&played);
            met.push((pairing, a, b));
        }
        if !scheduler.advance(&met) {
            return scheduler.byes().to_vec();
        }
    }
}

impl Row {
    /// What else there is to say: byes and failures.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let byes = (self.byes > 0).then(|| format!("{} bye", self.byes));
        byes.into_iter().chain(self.faults.iter().map(|(name, n)| format!("{n} {name}"))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::cell;

    /// A folder's name is the student's choice, and the table is opened in a spreadsheet.
    #[test]
    fn names_are_cells_and_nothing_else() {
        for (name, expected) in [
            ("ada", "\"ada\""),
            ("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("ada\nbob,1", "\"ada bob,1\""),
            ("ada\r\n", "\"ada\u{fffd} \""),
        ] {
            assert_eq!(cell(name), expected);
        }
    }
}
