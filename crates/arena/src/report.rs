//! The report of a tournament as a page that needs nothing else, and a page to step through each game.

mod chart;
mod replay;

use std::collections::BTreeMap;
use std::path::Path;

use chart::{Bar, Series};
use serde::Serialize;
use table::Family;

use crate::class::Inspected;
use crate::grade::{Grades, percent};
use crate::journal::Entry;
use crate::scoring::owner;
use crate::similar::Alike;
use crate::standings::{Row, Standings, cell};
use crate::tournament::{Outcome, put};

/// Everything a report tells.
pub struct Report<'a> {
    /// The heading, and the stem of the files: pages link to each other by it.
    pub title: String,
    /// The game.
    pub family: &'a Family,
    /// The games and the table.
    pub outcome: &'a Outcome,
    /// What looking at the class came to.
    pub class: &'a [Inspected],
    /// Results against fixed players.
    pub grades: Option<&'a Grades>,
    /// The games of which they are the results.
    pub graded: Option<&'a Outcome>,
    /// Submissions that look alike.
    pub alike: &'a [Alike],
}

/// What a student gets, whether they could play or not.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Student {
    /// The name.
    pub name: String,
    /// The place in the table.
    pub place: Option<usize>,
    /// The points in the tournament.
    pub points: Option<f64>,
    /// The grade; `None` where there is none yet.
    pub grade: Option<f64>,
    /// What is wrong with the submission.
    pub problem: Option<String>,
}

/// Time that a player used.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct TimeUsed {
    /// Moves made.
    pub moves: u64,
    /// Milliseconds for all of them.
    pub total_ms: u64,
    /// Milliseconds for the slowest.
    pub slowest_ms: u64,
}

/// Beyond so many games there are no pages to step through them; the file of games has them all the same.
const PAGES: usize = 1000;

impl Report<'_> {
    /// The report for scripts.
    pub fn json(&self) -> serde_json::Value {
        let times: BTreeMap<&str, TimeUsed> =
            self.outcome.names.iter().map(String::as_str).zip(self.times()).collect();
        serde_json::json!({
            "game": self.family.info.name,
            "standings": self.outcome.standings,
            "time_used": times,
            "class": self.class,
            "grades": self.grades,
            "students": self.students(),
            "alike": self.alike,
            "withdrawn_games": self.outcome.withdrawn,
        })
    }

    /// Everybody in the class, by name; without a class nobody.
    pub fn students(&self) -> Vec<Student> {
        let of_table = |name: &str| self.outcome.standings.rows.iter().find(|row| row.name == name);
        let of_grades = |name: &str| self.grades?.rows.iter().find(|row| row.name == name)?.grade;
        let student = |entry: &Inspected| Student {
            name: entry.name.clone(),
            place: of_table(&entry.name).map(|row| row.place),
            points: of_table(&entry.name).map(|row| row.tally.points),
            grade: of_grades(&entry.name),
            problem: entry.problem.clone(),
        };
        self.class.iter().map(student).collect()
    }

    /// The table as comma-separated values, with grades, and with those who could not play.
    pub fn csv(&self) -> String {
        let students = self.students();
        let mut lines: Vec<String> = self.outcome.standings.csv().lines().map(str::to_string).collect();
        if let Some(head) = lines.first_mut() {
            *head += ",grade,problem";
        }
        for (line, row) in lines.iter_mut().skip(1).zip(&self.outcome.standings.rows) {
            let graded =
                self.grades.and_then(|grades| grades.rows.iter().find(|grade| grade.name == row.name));
            let grade =
                graded.and_then(|grade| grade.grade).map_or(String::new(), |grade| format!("{grade:.2}"));
            *line += &format!(",{grade},");
        }
        for student in students.iter().filter(|student| student.place.is_none()) {
            let problem = student.problem.as_deref().unwrap_or_default();
            lines.push(format!(",{},,,,,,,,\"\",,{}", cell(&student.name), cell(problem)));
        }
        lines.join("\n") + "\n"
    }

    /// The report for people, with its graphs inside.
    pub fn html(&self) -> String {
        let Standings { rows, endings, seats, games } = &self.outcome.standings;
        let mut body = format!(
            "<h1>{}</h1><p>{}: {} games between {} players.</p>",
            escape(&self.title),
            escape(self.family.info.title),
            games,
            rows.len()
        );
        body += &self.class_section();
        body += "<h2>Table</h2>";
        body += &self.table(rows);
        let bars = rows.iter().map(|row| Bar { label: row.name.clone(), value: row.tally.points });
        body += &chart::bars("Points", &bars.collect::<Vec<_>>());
        body += &cross_table(rows);
        if let Some(grades) = self.grades {
            body += &grades_section(grades);
            body +=
                &self.graded.map(|graded| self.games("Grading games", "grading", graded)).unwrap_or_default();
        }
        body += &self.alike_section();
        body += "<h2>Course</h2>";
        body +=
            &chart::lines("Games won so far, draws shared, over the games of the tournament", &self.course());
        body += "<h2>Endings and seats</h2>";
        let bars = endings.iter().map(|(name, &n)| Bar { label: name.clone(), value: n as f64 });
        body += &chart::bars("Games by ending", &bars.collect::<Vec<_>>());
        let seat_names = self.family.open(&game::Options::none()).map(|b| b.seat_names()).unwrap_or_default();
        let bars = seats.iter().enumerate().map(|(seat, &value)| Bar {
            label: seat_names.get(seat).map_or_else(|| format!("seat {}", seat + 1), |name| name.to_string()),
            value,
        });
        body += &chart::bars("Games won by seat, draws shared", &bars.collect::<Vec<_>>());
        body += &self.games("Games", "games", self.outcome);
        page(&self.title, &body)
    }

    /// Writes the report and the games beside `path`: `.csv`, `.json`, `.html`, `.games.jsonl` (one record a line), and folders `.games` and `.grading` of
    /// pages.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        put(&path.with_extension("csv"), &self.csv())?;
        let json = serde_json::to_string_pretty(&self.json()).expect("plain data");
        put(&path.with_extension("json"), &json)?;
        put(&path.with_extension("html"), &self.html())?;
        let records: String = self.outcome.entries.iter().map(|entry| entry.record.write() + "\n").collect();
        put(&path.with_extension("games.jsonl"), &records)?;
        for (ending, outcome) in [("games", Some(self.outcome)), ("grading", self.graded)] {
            let Some(outcome) = outcome else { continue };
            let folder = path.with_extension(ending);
            let told = |error| format!("cannot make '{}': {error}", folder.display());
            std::fs::create_dir_all(&folder).map_err(told)?;
            for entry in outcome.entries.iter().take(PAGES) {
                put(&folder.join(page_name(entry)), &replay::replay(self.family, entry)?)?;
            }
        }
        Ok(())
    }

    /// Time used by everybody, in the order of the entries.
    fn times(&self) -> Vec<TimeUsed> {
        let mut times = vec![TimeUsed::default(); self.outcome.names.len()];
        for entry in &self.outcome.entries {
            let Ok(board) = entry.record.replay_as(self.family) else { continue };
            for (mover, &ms) in board.movers().into_iter().zip(&entry.record.times_ms) {
                let Some(seat) = mover else { continue };
                let time = &mut times[entry.players[owner(entry, seat)]];
                time.moves += 1;
                time.total_ms += ms;
                time.slowest_ms = time.slowest_ms.max(ms);
            }
        }
        times
    }

    fn table(&self, rows: &[Row]) -> String {
        let times = self.times();
        let mut html = String::from(
            "<table><tr><th>#<th>player<th>points<th>won<th>drawn<th>lost<th>Elo<th>ms a move<th>slowest<th></tr>",
        );
        for row in rows {
            let (tally, time) = (row.tally, times[row.entry]);
            let elo = row.elo.map_or(String::new(), |elo| format!("{:+.0} ± {:.0}", elo.value, elo.error));
            let mean = time.total_ms as f64 / time.moves.max(1) as f64;
            html += &format!(
                "<tr><td>{}<td>{}<td>{:.1}<td>{}<td>{}<td>{}<td>{elo}<td>{mean:.1}<td>{}<td>{}</tr>",
                row.place,
                escape(&row.name),
                tally.points,
                tally.wins,
                tally.draws,
                tally.losses,
                time.slowest_ms,
                escape(&row.remarks().join(", "))
            );
        }
        html + "</table>"
    }

    fn class_section(&self) -> String {
        let refused: Vec<&Inspected> = self.class.iter().filter(|entry| entry.problem.is_some()).collect();
        if refused.is_empty() {
            return String::new();
        }
        let mut html =
            String::from("<h2>Entries that may not play yet</h2><table><tr><th>entry<th>what is wrong</tr>");
        for entry in refused {
            let problem = entry.problem.as_deref().unwrap_or_default();
            html += &format!("<tr><td>{}<td><pre>{}</pre></tr>", escape(&entry.name), escape(problem));
        }
        html + "</table>"
    }

    fn alike_section(&self) -> String {
        if self.alike.is_empty() {
            return String::new();
        }
        let mut html = String::from(
            "<h2>Submissions that look alike</h2><p>Names, numbers, texts and comments aside; what many share is left out. Look for yourself \
             before you judge.</p>",
        );
        html.extend(self.alike.iter().map(|alike| format!("<pre>{}</pre>", escape(&alike.text()))));
        html
    }

    /// Games won so far, for each player.
    fn course(&self) -> Vec<Series> {
        let mut series: Vec<Series> =
            self.outcome.names.iter().map(|name| Series { label: name.clone(), values: vec![0.0] }).collect();
        for entry in &self.outcome.entries {
            let shares = crate::scoring::shares(entry);
            for (player, series) in series.iter_mut().enumerate() {
                let won: f64 =
                    (0..2).filter(|&side| entry.players[side] == player).map(|side| shares[side]).sum();
                let before = series.values.last().copied().unwrap_or(0.0);
                series.values.push(before + won);
            }
        }
        series
    }

    fn games(&self, heading: &str, folder: &str, outcome: &Outcome) -> String {
        let mut html =
            format!("<h2>{heading}</h2><table><tr><th>meeting<th>players<th>result<th>moves<th></tr>");
        for (at, entry) in outcome.entries.iter().enumerate() {
            let link =
                format!("<a href=\"{}.{folder}/{}\">replay</a>", escape(&self.title), page_name(entry));
            html += &format!(
                "<tr><td>{}.{}<td>{}<td>{}<td>{}<td>{}</tr>",
                entry.meeting + 1,
                entry.game + 1,
                escape(&entry.record.players.join(" – ")),
                escape(&result(entry)),
                entry.record.moves.len(),
                if at < PAGES { link.as_str() } else { "" }
            );
        }
        html + "</table>"
    }
}

fn page_name(entry: &Entry) -> String {
    format!("{}-{}.html", entry.meeting + 1, entry.game + 1)
}

/// Who won, and how.
fn result(entry: &Entry) -> String {
    let Some(result) = &entry.record.result else { return "unfinished".into() };
    let names: Vec<&str> = entry.record.players.iter().map(String::as_str).collect();
    let failures: Vec<String> = entry.failures.iter().map(|failure| failure.lapse.detail.clone()).collect();
    let failures = if failures.is_empty() { String::new() } else { format!(" ({})", failures.join("; ")) };
    result.sentence(&names) + &failures
}

fn cross_table(rows: &[Row]) -> String {
    let mut html = String::from("<h2>Cross table</h2><table><tr><th>#<th>player");
    html.extend(rows.iter().map(|row| format!("<th>{}", row.place)));
    for row in rows {
        html += &format!("<tr><td>{}<td>{}", row.place, escape(&row.name));
        html.extend(rows.iter().map(|other| match row.against[other.entry] {
            _ if other.entry == row.entry => "<td>–".to_string(),
            Some(points) => format!("<td>{points:.1}"),
            None => "<td>".to_string(),
        }));
    }
    html + "</table>"
}

fn grades_section(grades: &Grades) -> String {
    let mut html = String::from("<h2>Grades</h2><table><tr><th>player<th>grade");
    html.extend(grades.references.iter().map(|name| format!("<th>{}", escape(name))));
    for row in &grades.rows {
        html += &format!("<tr><td>{}<td>{}", escape(&row.name), row.text());
        html.extend(row.shares.iter().map(|share| format!("<td>{}", percent(*share))));
    }
    html += "</table>";
    let bars = grades
        .rows
        .iter()
        .filter(|row| row.grade.is_some())
        .map(|row| Bar { label: row.name.clone(), value: row.grade.unwrap_or(0.0) });
    html + &chart::bars("Grades: the sum of the shares", &bars.collect::<Vec<_>>())
}

/// A whole page around the body.
fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title><style>\
         body{{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222;background:#fff}}\
         table{{border-collapse:collapse;margin:1em 0}}td,th{{padding:.2em .7em;border-bottom:1px solid #ddd;text-align:left}}\
         pre{{margin:0;white-space:pre-wrap;line-height:1.25}}figure{{margin:1em 0}}svg{{display:block;margin:1em 0;max-width:100%}}svg text{{font:12px system-ui,sans-serif;fill:#222}}\
         </style></head><body>{body}</body></html>\n",
        escape(title)
    )
}

/// The text as it stands in a page.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
