//! What the project claims, with the commands that show it: `docs/results.md`, made from the raw lines in `results/`.
//!
//! A line is one claim as JSON: `section`, `what`, `figures` (each `value`, `unit` and perhaps `error`, half of a 95 % interval), `command`, `machine`, `date`
//! and perhaps `note`. Lines without a section are told by other pages. `results/commands.txt` lists those that can be measured by the program alone; `--measure` runs them and writes their lines anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::dist::{Done, entries, output};

/// The page's sections, in order: the name in the lines, the heading, what is to be said first, and the unit that is drawn, if any.
const SECTIONS: [(&str, &str, &str, Option<&str>); 7] = [
    (
        "solved",
        "Solved boards",
        "Proved by `ludus solve`, one thread. Nodes are the same on every machine; seconds, those of the processor, are not: the median of three, with half of what lies between the others; one run where it takes more than a minute, and no time where it takes less than a fifth of a second.",
        None,
    ),
    (
        "speed",
        "Search and playouts",
        "`ludus bench` does the same work everywhere: nodes of a fixed search and random games, one thread; medians of three, as above.",
        Some("playouts/s"),
    ),
    (
        "rules",
        "The rule engine",
        "Alpha-beta that judges every leaf by the rules of the knowledge file, and the same search with the evaluation that the program has; by seconds of the processor, medians of three, as above.",
        Some("nodes/s"),
    ),
    (
        "python",
        "Python",
        "Moves made from Python, one core, by seconds of the processor; the error of thinking and solving is half of what lies between the extremes of seven rounds.",
        Some("plies/s"),
    ),
    (
        "strength",
        "Strength",
        "Games in pairs with the same opening, seats swapped. With equal nodes a move, the games are the same on every machine. The seeds' own players meet what we play by default. Elo has no error where that of the points reaches all of them.",
        Some("% of the points"),
    ),
    (
        "levels",
        "Levels",
        "Every level meets the one below it, in pairs as above. What a level looks at is counted in nodes, so the games are the same on every machine.",
        None,
    ),
    (
        "nets",
        "What nets are worth",
        "Against the same search with the game's own evaluation; a node with a net takes longer. [Learning](learning.md) says how they are made.",
        Some("Elo"),
    ),
];

/// A claim.
struct Claim {
    section: String,
    what: String,
    figures: Vec<Figure>,
    command: String,
    machine: String,
    date: String,
    note: Option<String>,
}

struct Figure {
    value: f64,
    unit: String,
    error: Option<f64>,
}

/// Writes the page and its pictures, or says what is wrong.
pub fn run(root: &Path, words: &[&str]) -> Option<bool> {
    let done = match words {
        [] => write(root),
        ["--measure", program] => measure(root, program, None).and_then(|()| write(root)),
        ["--measure", program, section] => measure(root, program, Some(section)).and_then(|()| write(root)),
        _ => return None,
    };
    if let Err(problem) = &done {
        eprintln!("xtask: {problem}");
    }
    Some(done.is_ok())
}

fn write(root: &Path) -> Done {
    for (path, text) in pages(root)? {
        fs::write(root.join(&path), text).map_err(|e| format!("cannot write '{path}': {e}"))?;
    }
    Ok(())
}

/// The page and its pictures: where each lies, and what is in it.
fn pages(root: &Path) -> Done<Vec<(String, String)>> {
    let claims = read(root)?;
    let mut page = String::from(
        "# Results\n\nEvery figure here comes with the command that shows it, the machine, and the day. The page is made by `cargo xtask results` from the lines in `results/`; \
         `cargo xtask results --measure PROGRAM` takes those anew that the program can measure by itself. An error after +- is half of a 95 % interval where the section names no other. What is counted, not measured, has none: nodes of one thread, and how many games were played.\n",
    );
    let mut pages = Vec::new();
    for (section, heading, words, drawn) in SECTIONS {
        let of: Vec<&Claim> = claims.iter().filter(|claim| claim.section == section).collect();
        if of.is_empty() {
            continue;
        }
        let _ = write!(page, "\n## {heading}\n\n{words}\n\n");
        if let Some(unit) = drawn {
            let name = format!("pictures/results-{section}.svg");
            let _ = write!(page, "![{heading}]({name})\n\n");
            pages.push((format!("docs/{name}"), picture(&of, unit)));
        }
        page += "| | figure | command | machine, day |\n|---|---|---|---|\n";
        for claim in of {
            let figures: Vec<String> = claim.figures.iter().map(shown).collect();
            let note = claim.note.as_ref().map_or(String::new(), |note| format!(" ({note})"));
            let Claim { what, command, machine, date, .. } = claim;
            let _ =
                writeln!(page, "| {what} | {}{note} | `{command}` | {machine}, {date} |", figures.join("; "));
        }
    }
    pages.push(("docs/results.md".to_string(), page));
    Ok(pages)
}

fn read(root: &Path) -> Done<Vec<Claim>> {
    let mut files = entries(&root.join("results"))?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    let mut claims = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).map_err(|e| format!("cannot read '{}': {e}", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            let place = format!("{}:{}", path.display(), number + 1);
            if line.contains("\"section\"") {
                claims.push(claim(line).ok_or_else(|| format!("{place} is not a claim"))?);
            }
        }
    }
    Ok(claims)
}

fn claim(line: &str) -> Option<Claim> {
    let line: Value = serde_json::from_str(line).ok()?;
    let text = |name: &str| Some(line.get(name)?.as_str()?.to_string());
    let figure = |figure: &Value| {
        let value = figure.get("value")?.as_f64()?;
        let unit = figure.get("unit")?.as_str()?.to_string();
        Some(Figure { value, unit, error: figure.get("error").and_then(Value::as_f64) })
    };
    let section = text("section")?;
    SECTIONS.iter().find(|known| known.0 == section)?;
    Some(Claim {
        section,
        what: text("what")?,
        figures: line.get("figures")?.as_array()?.iter().map(figure).collect::<Option<_>>()?,
        command: text("command")?,
        machine: text("machine")?,
        date: text("date")?,
        note: text("note"),
    })
}

/// A figure as people write it: `12,345 nodes`, `+96 +- 60 Elo`.
fn shown(figure: &Figure) -> String {
    let Figure { value, unit, error } = figure;
    let sign = if unit == "Elo" && *value > 0.0 { "+" } else { "" };
    let error = error.map_or(String::new(), |error| format!(" +- {}", number(error)));
    format!("{sign}{}{error} {unit}", number(*value)).trim_end().to_string()
}

/// With commas between thousands; three digits that count where it is small.
fn number(value: f64) -> String {
    let digits = if value.fract() == 0.0 || value.abs() >= 100.0 {
        0
    } else if value.abs() >= 1.0 {
        2
    } else {
        3
    };
    let plain = format!("{:.digits$}", value.abs());
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 { "-" } else { "" };
    if part.is_empty() { format!("{sign}{grouped}") } else { format!("{sign}{grouped}.{part}") }
}

/// The claims' figures of one unit as bars, with their errors as whiskers.
fn picture(claims: &[&Claim], unit: &str) -> String {
    let bars: Vec<(&str, &Figure)> = claims
        .iter()
        .filter_map(|claim| {
            Some((claim.what.as_str(), claim.figures.iter().find(|figure| figure.unit == unit)?))
        })
        .collect();
    let reach = |figure: &Figure| figure.value.abs() + figure.error.unwrap_or(0.0);
    let most = bars.iter().map(|(_, figure)| reach(figure)).fold(1.0, f64::max);
    let height = 24 * bars.len() + 8;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 820 {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"820\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (place, (what, figure)) in bars.into_iter().enumerate() {
        let (top, scale) = (24 * place + 6, 380.0 / most);
        let length = scale * figure.value.max(0.0);
        let what = what.replace('`', "").replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(svg, "<text x=\"270\" y=\"{}\" text-anchor=\"end\">{what}</text>", top + 13);
        let _ = writeln!(
            svg,
            "<rect x=\"280\" y=\"{top}\" width=\"{length:.1}\" height=\"16\" fill=\"#2f6f9f\"/>"
        );
        let mut end = 280.0 + length;
        if let Some(error) = figure.error {
            let (left, right, middle) = (end - scale * error, end + scale * error, top + 8);
            let _ = writeln!(
                svg,
                "<path d=\"M{left:.1} {middle}H{right:.1}M{left:.1} {top}v16M{right:.1} {top}v16\" stroke=\"#111111\" fill=\"none\"/>"
            );
            end = right;
        }
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{}\">{}</text>", end + 6.0, top + 13, shown(figure));
    }
    svg += "</svg>\n";
    svg
}

/// Runs the commands of `results/commands.txt` and writes their lines to `results/measured.jsonl`, those of one section or all.
fn measure(root: &Path, program: &str, only: Option<&str>) -> Done {
    let file = root.join("results/measured.jsonl");
    let old = fs::read_to_string(&file).unwrap_or_default();
    let stays =
        |line: &&str| only.is_some_and(|section| claim(line).is_some_and(|known| known.section != section));
    let mut lines: Vec<String> = old.lines().filter(stays).map(str::to_string).collect();
    let list = fs::read_to_string(root.join("results/commands.txt"))
        .map_err(|e| format!("cannot read 'results/commands.txt': {e}"))?;
    let (machine, date) = (machine(), output(Command::new("date").arg("+%Y-%m-%d"))?.trim().to_string());
    for line in list.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
        let [section, what, command] = parts.as_slice() else { return Err(format!("cannot read '{line}'")) };
        if only.is_some_and(|only| only != *section) {
            continue;
        }
        eprintln!("xtask: {command}");
        let words =
            command.strip_prefix("ludus ").ok_or_else(|| format!("'{command}' is not of the program"))?;
        let runs = if *section == "strength" { 1 } else { RUNS };
        let mut told = Vec::new();
        for _ in 0..runs {
            let before = spent();
            let said = output(Command::new(program).args(words.split_whitespace()).arg("--json"))?;
            let mut said: Value =
                serde_json::from_str(&said).map_err(|e| format!("'{command}' printed no JSON: {e}"))?;
            let seconds = spent() - before;
            by_processor(&mut said, seconds);
            told.push(figures(what, &said));
            if seconds > LONG {
                break;
            }
        }
        for (what, figures) in middle(&told) {
            let figures: Vec<Value> = figures.iter().map(written).collect();
            let claim = json!({"section": section, "what": what, "figures": figures, "command": command, "machine": machine, "date": date});
            lines.push(claim.to_string());
        }
        // After each command: it may take hours, and whoever stops it keeps what is there.
        let text = lines.join("\n") + "\n";
        fs::write(&file, text).map_err(|e| format!("cannot write '{}': {e}", file.display()))?;
    }
    Ok(())
}

/// The seconds of the processor that commands have taken so far, to a hundredth.
fn spent() -> f64 {
    let told = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name, in brackets, may hold anything; what follows it begins with the third field.
    let fields = told.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Counts what one thread did by seconds of the processor: others may have run beside it. Of less than a fifth of a second no time is told.
fn by_processor(told: &mut Value, seconds: f64) {
    if told.get("time_ms").is_none() {
        return;
    }
    told["time_ms"] = if seconds < 0.2 { Value::Null } else { json!(1000.0 * seconds) };
    if let (Some(nodes), Some(_)) = (told.get("nodes").and_then(Value::as_f64), told.get("nps")) {
        told["nps"] = if seconds < 0.2 { Value::Null } else { json!((nodes / seconds).round()) };
    }
}

/// What takes more seconds than this is run once.
const LONG: f64 = 60.0;

/// How often a time is taken.
const RUNS: usize = 3;

/// What is claimed, and its figures.
type Told = (String, Vec<Figure>);

/// Of several runs the medians, with half of what lies between the smallest and the largest as error where they differ.
fn middle(runs: &[Vec<Told>]) -> Vec<Told> {
    let Some(first) = runs.first() else { return Vec::new() };
    let mut claims = Vec::new();
    for (at, (what, figures)) in first.iter().enumerate() {
        let figure = |(place, figure): (usize, &Figure)| {
            let all = runs.iter().filter_map(|run| Some(run.get(at)?.1.get(place)?.value));
            let mut all: Vec<f64> = all.collect();
            all.sort_by(f64::total_cmp);
            let spread = (all[all.len() - 1] - all[0]) / 2.0;
            let error = if spread > 0.0 { Some(spread) } else { figure.error };
            Figure { value: all[all.len() / 2], unit: figure.unit.clone(), error }
        };
        claims.push((what.clone(), figures.iter().enumerate().map(figure).collect()));
    }
    claims
}

fn written(figure: &Figure) -> Value {
    let Figure { value, unit, error } = figure;
    match error {
        Some(error) => json!({"value": value, "unit": unit, "error": error}),
        None => json!({"value": value, "unit": unit}),
    }
}

/// What a document of the program says: a claim, or one for each game.
fn figures(what: &str, told: &Value) -> Vec<Told> {
    let at = |told: &Value, name: &str| told.get(name).and_then(Value::as_f64);
    let plain = |value: f64, unit: &str| Figure { value, unit: unit.to_string(), error: None };
    if let (Some(games), Some(points)) = (at(told, "games"), told.get("a").and_then(|a| at(a, "points"))) {
        let counts = told.get("pentanomial").and_then(Value::as_array);
        let error = counts.map_or(1.0, |counts| error(counts.iter().filter_map(Value::as_f64)));
        let share = Figure { error: Some(100.0 * error), ..plain(100.0 * points / games, "% of the points") };
        let elo = at(told, "elo").filter(|elo| elo.is_finite());
        let elo = elo.map(|elo| Figure { error: at(told, "elo_error"), ..plain(elo, "Elo") });
        let figures = elo.into_iter().chain([share, plain(games, "games")]);
        return vec![(what.to_string(), figures.collect())];
    }
    if let (Some(nodes), Some(rate), Some(_)) = (at(told, "nodes"), at(told, "nps"), told.get("lines")) {
        return vec![(what.to_string(), vec![plain(rate, "nodes/s"), plain(nodes, "nodes")])];
    }
    if let (Some(nodes), Some(_)) = (at(told, "nodes"), told.get("time_ms")) {
        let winner = at(told, "winner").map_or("a draw".to_string(), |seat| format!("seat {seat} wins"));
        let value = at(told, "value")
            .filter(|value| *value != 0.0)
            .map_or(String::new(), |value| format!(" by {value:+}"));
        let time = at(told, "time_ms").map(|time| plain(time / 1000.0, "s"));
        let figures = [plain(nodes, "nodes")].into_iter().chain(time).collect();
        return vec![(format!("{what}: {winner}{value}"), figures)];
    }
    let of_game = |(name, told): (&String, &Value)| {
        let figure = |(field, unit): &(&str, &str)| Some(plain(at(told, field)?, unit));
        (name.clone(), RATES.iter().filter_map(figure).collect())
    };
    told.as_object().into_iter().flatten().map(of_game).collect()
}

/// Half of a 95 % interval of the share of points, from how many pairs of games brought 0, 1/2, 1, 3/2 and 2 points: the two games of a pair are not
/// independent. Where all pairs are alike, what is not refuted by that: the rule of three.
fn error(counts: impl Iterator<Item = f64>) -> f64 {
    let (mut pairs, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (quarters, count) in (0..5).zip(counts) {
        let share = f64::from(quarters) / 4.0;
        pairs += count;
        sum += count * share;
        squares += count * share * share;
    }
    let variance = squares / pairs - (sum / pairs).powi(2);
    if variance > 1e-9 { 1.96 * (variance / pairs).sqrt() } else { 1.5 / pairs }
}

/// What `ludus bench` says of a game.
const RATES: [(&str, &str); 3] =
    [("nps", "nodes/s"), ("playouts_per_s", "playouts/s"), ("solver_nps", "solver nodes/s")];

/// The kind of this machine, without its name.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", std::env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_what_the_lines_say() {
        let root = crate::root();
        for (path, text) in pages(&root).expect("the lines are claims") {
            let kept = fs::read_to_string(root.join(&path)).unwrap_or_default();
            assert!(kept == text, "{path} is not what results/ says; cargo xtask results writes it anew");
        }
    }

    #[test]
    fn several_runs_have_a_median_and_an_error() {
        let run = |ms: u32| figures("board", &json!({"nodes": 7, "time_ms": ms, "winner": 1}));
        let told = middle(&[run(500), run(300), run(400)]);
        let (what, figures) = &told[0];
        assert_eq!(what, "board: seat 1 wins");
        assert_eq!(figures.iter().map(shown).collect::<Vec<_>>(), ["7 nodes", "0.400 +- 0.100 s"]);
        for (pairs, points, expected) in [
            ([0, 0, 0, 0, 15], 30.0, "100 +- 10 % of the points"),
            ([0, 0, 15, 0, 0], 15.0, "50 +- 10 % of the points"),
            ([5, 0, 0, 0, 10], 20.0, "66.67 +- 23.86 % of the points"),
            ([0, 0, 10, 0, 5], 20.0, "66.67 +- 11.93 % of the points"),
        ] {
            let met = json!({"games": 30, "a": {"points": points}, "elo": null, "pentanomial": pairs});
            let met = super::figures("seed", &met);
            assert_eq!(met[0].1.iter().map(shown).collect::<Vec<_>>(), [expected, "30 games"]);
        }
    }

    #[test]
    fn others_at_work_do_not_count() {
        let mut told = json!({"nodes": 1000, "nps": 100, "time_ms": 10_000, "lines": []});
        let mut soon = told.clone();
        by_processor(&mut soon, 0.1);
        assert!(soon["nps"].is_null() && soon["time_ms"].is_null());
        by_processor(&mut told, 0.5);
        assert_eq!((told["nps"].as_f64(), told["time_ms"].as_f64()), (Some(2000.0), Some(500.0)));
        let before = spent();
        output(Command::new("sh").args(["-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"]))
            .expect("a shell");
        assert!(spent() > before, "what a child has taken is counted");
    }

    #[test]
    fn figures_are_written_as_people_write_them() {
        for (value, unit, error, expected) in [
            (1_234_567.0, "nodes", None, "1,234,567 nodes"),
            (96.0, "Elo", Some(60.0), "+96 +- 60 Elo"),
            (-3.5, "Elo", None, "-3.50 Elo"),
            (0.0421, "s", None, "0.042 s"),
        ] {
            assert_eq!(shown(&Figure { value, unit: unit.to_string(), error }), expected);
        }
    }
}
