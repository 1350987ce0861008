//! An audit as a table for people, as a section of a page, and as the list of rules that may speak.

use crate::{Audit, RuleFigures};

const HEADINGS: [&str; 12] = [
    "rule",
    "side",
    "fired",
    "share of moves",
    "confirmed",
    "refuted",
    "open",
    "proved",
    "not refuted",
    "agrees",
    "null",
    "speaks",
];

impl Audit {
    /// One sentence that says what was done and what came out.
    fn summary(&self) -> String {
        let speaking = self.rules.iter().filter(|rule| rule.speaks).count();
        format!(
            "Pack {}, {}: {} games, {} positions, {} moves (seed {}). {speaking} of {} rules may speak; of their {} confirmed claims a replay by other code proved {} outright and refuted {}, and left the others unrefuted.",
            self.pack,
            self.options,
            self.games,
            self.positions,
            self.moves,
            self.seed,
            self.rules.len(),
            self.spoken,
            self.proved,
            self.rules.iter().filter(|rule| rule.speaks).map(|rule| rule.overturned).sum::<usize>(),
        )
    }

    /// The table for a terminal.
    pub fn text(&self) -> String {
        let rows: Vec<[String; 12]> =
            std::iter::once(HEADINGS.map(str::to_string)).chain(self.rules.iter().map(row)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..HEADINGS.len()).map(width).collect();
        let mut text = format!("{}\n\n", self.summary());
        for row in &rows {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let mut text = format!("{}\n\n", self.summary());
        text += &line(&HEADINGS.map(str::to_string));
        text += &format!("|{}\n", "---|".repeat(HEADINGS.len()));
        self.rules.iter().for_each(|rule| text += &line(&row(rule)));
        text
    }

    /// What the section of this audit in a page is called.
    fn section(&self) -> String {
        format!("audit {} {}", self.game, self.pack)
    }
}

fn row(rule: &RuleFigures) -> [String; 12] {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    [
        rule.rule.clone(),
        rule.side.to_string(),
        rule.fired.to_string(),
        percent(rule.share),
        rule.confirmed.to_string(),
        rule.refuted.to_string(),
        rule.undecided.to_string(),
        rule.proved.to_string(),
        rule.unrefuted.to_string(),
        format!("{} ± {:.1}", percent(rule.agrees), 100.0 * rule.error),
        percent(rule.null),
        if rule.speaks { "yes" } else { "no" }.to_string(),
    ]
}

/// A page with the table of this audit in its section, between two marks; a page without the section gets it at its end.
pub fn in_section(page: &str, audit: &Audit) -> String {
    in_named_section(page, &audit.section(), &audit.markdown())
}

/// A page with the text of a section replaced, or with the section at its end.
pub fn in_named_section(page: &str, name: &str, text: &str) -> String {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let table = format!("{begin}{text}{end}");
    match page.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1))) {
        Some((before, after)) => format!("{before}{table}{after}"),
        None => format!("{}\n\n{table}", page.trim_end()).trim_start().to_string(),
    }
}

/// A list of rules that may speak with those of this audit's pack replaced.
pub fn in_spoken(list: &str, audit: &Audit) -> String {
    // What is barred by hand stays so.
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let barred = |rule: &str| list.lines().any(|line| words(line) == [audit.pack.as_str(), rule, "never"]);
    let of_pack = |line: &&str| {
        line.split_whitespace().next() == Some(audit.pack.as_str()) && !line.trim_end().ends_with(" never")
    };
    let kept = list.lines().filter(|line| !of_pack(line)).map(str::to_string);
    let found = audit
        .rules
        .iter()
        .filter(|rule| !barred(&rule.rule))
        .map(|rule| format!("{} {} {}", audit.pack, rule.rule, if rule.speaks { "yes" } else { "no" }));
    kept.chain(found).map(|line| line + "\n").collect()
}
