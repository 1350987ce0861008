//! The table of a tournament: points, the cross table, results by seat, endings by reason.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::duel::Tally;
use crate::journal::Entry;

/// The table of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// The players, best first.
    pub rows: Vec<Row>,
    /// Games by how they ended.
    pub endings: BTreeMap<String, u64>,
    /// Points won from each seat, over all games.
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
    /// Wins, draws, losses, points.
    pub tally: Tally,
    /// Points against each player, in the order of the entry list; `None` when they have not met.
    pub against: Vec<Option<f64>>,
    /// Games lost by a fault of its own, by name.
    pub faults: BTreeMap<String, u64>,
    #[serde(skip)]
    index: usize,
}

impl Standings {
    /// Counts the games. Players level on points keep the order of the list.
    pub fn of(names: &[String], entries: &[Entry]) -> Standings {
        let blank = |(index, name): (usize, &String)| Row {
            place: 0,
            name: name.clone(),
            tally: Tally::default(),
            against: vec![None; names.len()],
            faults: BTreeMap::new(),
            index,
        };
        let mut rows: Vec<Row> = names.iter().enumerate().map(blank).collect();
        let (mut endings, mut seats) = (BTreeMap::new(), Vec::new());
        for entry in entries {
            let Some(result) = &entry.record.result else { continue };
            *endings.entry(result.ending.clone()).or_default() += 1;
            seats.resize(result.scores.len().max(seats.len()), 0.0);
            for (seat, sum) in seats.iter_mut().enumerate() {
                *sum += result.points(seat);
            }
            let points = points(entry);
            for side in 0..2 {
                let row = &mut rows[entry.players[side]];
                row.count(points[side], entry.players[1 - side]);
                if let Some((seat, lapse)) = &entry.lapse
                    && owner(entry, *seat) == side
                {
                    *row.faults.entry(lapse.fault.name().to_string()).or_default() += 1;
                }
            }
        }
        rows.sort_by(|x, y| y.tally.points.total_cmp(&x.tally.points).then(x.index.cmp(&y.index)));
        rows.iter_mut().enumerate().for_each(|(at, row)| row.place = at + 1);
        Standings { rows, endings, seats, games: entries.len() }
    }

    /// The table as text.
    pub fn text(&self) -> String {
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
        let mut text =
            format!("  # {:<width$} {:>7} {:>5} {:>5} {:>5}\n", "player", "points", "won", "drawn", "lost");
        for row in &self.rows {
            let Tally { wins, draws, losses, points } = row.tally;
            let faults: Vec<String> = row.faults.iter().map(|(name, n)| format!("{n} {name}")).collect();
            text += &format!(
                "{:>3} {:<width$} {points:>7.1} {wins:>5} {draws:>5} {losses:>5}  {}\n",
                row.place,
                row.name,
                faults.join(", ")
            );
        }
        text += "\nagainst each, in the order of the entries\n";
        for row in &self.rows {
            let cells: Vec<String> =
                row.against.iter().map(|cell| cell.map_or("  . ".into(), |p| format!("{p:>4.1}"))).collect();
            text += &format!("{:>3} {:<width$} {}\n", row.place, row.name, cells.join(" "));
        }
        let seats: Vec<String> = self.seats.iter().map(|points| format!("{points:.1}")).collect();
        text += &format!("\n{} games; points by seat {}\n", self.games, seats.join(" : "));
        for (ending, count) in &self.endings {
            text += &format!("{count:>6}  {ending}\n");
        }
        text
    }

    /// The table as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = String::from("place,player,points,won,drawn,lost,faults\n");
        for row in &self.rows {
            let Tally { wins, draws, losses, points } = row.tally;
            let faults: Vec<String> = row.faults.iter().map(|(name, n)| format!("{n} {name}")).collect();
            let name = row.name.replace('"', "\"\"");
            text += &format!(
                "{},\"{name}\",{points},{wins},{draws},{losses},\"{}\"\n",
                row.place,
                faults.join("; ")
            );
        }
        text
    }
}

impl Row {
    fn count(&mut self, points: f64, other: usize) {
        self.tally.points += points;
        *self.against[other].get_or_insert(0.0) += points;
        match points {
            p if p >= 1.0 => self.tally.wins += 1,
            p if p > 0.0 => self.tally.draws += 1,
            _ => self.tally.losses += 1,
        }
    }
}

/// Which of the two players sits in a seat: alternating, swapped in every second game.
pub(crate) fn owner(entry: &Entry, seat: usize) -> usize {
    (seat + entry.game) % 2
}

/// Points of the two players.
pub(crate) fn points(entry: &Entry) -> [f64; 2] {
    let mut points = [0.0; 2];
    if let Some(result) = &entry.record.result {
        for seat in 0..result.scores.len() {
            points[owner(entry, seat)] += result.points(seat);
        }
    }
    points
}
