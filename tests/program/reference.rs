//! What commands print with `--json`: `docs/json.md` is written from what they print and from what `tests/json.txt` says that the fields mean, so that
//! neither a field without a word nor a word without a field can stay. `cargo xtask golden` rewrites the page.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::fleet::Helper;
use crate::manual::root;
use crate::served::{Served, wait_for};

/// A command whose document is described.
struct Example<'a> {
    command: &'a str,
    says: &'a str,
    /// Fields and what they mean.
    fields: Vec<(&'a str, &'a str)>,
}

const PREFACE: &str = "# JSON\n\nEvery command that prints a result takes `--json`: one document on standard output and nothing else; progress and warnings go to standard error. The exit code is 0 on success, 1 when the work failed, \
2 for wrong usage; what is wrong is one sentence on standard error.\n\nSeats are numbers from 1 in turn order. More fields may be added; those here stay. This page is written by a test from what the commands print.\n";

#[test]
fn the_reference_says_what_commands_print() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reference-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::copy(root().join("tests/cup.txt"), folder.join("cup.toml")).expect("a plan");
    let served = Served::start("reference", "");
    let _helper = Helper::start(&served.address());
    wait_for("a machine", || {
        let listed = run(&format!("fleet --on {}", served.address()), &folder);
        listed.contains("\"kinds\"").then_some(())
    });
    let text = std::fs::read_to_string(root().join("tests/json.txt")).expect("the examples");
    let mut page = String::from(PREFACE);
    for example in text.split("\n$ ludus ").skip(1).map(read) {
        let told = run(&example.command.replace("nats://HOST:4222", &served.address()), &folder);
        describe(&example, &serde_json::from_str(&told).expect("a document"), &mut page);
    }
    std::fs::remove_dir_all(&folder).expect("the folder made above");
    game::golden::check(root().join("docs/json.md"), &page);
}

fn read(text: &str) -> Example<'_> {
    let mut lines = text.lines();
    let (command, says) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let fields = lines.filter_map(|line| line.split_once(" | ")).collect();
    Example { command, says, fields }
}

fn run(command: &str, folder: &Path) -> String {
    let told = Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args(command.split_whitespace())
        .arg("--json")
        .current_dir(folder)
        .output()
        .expect("the program runs");
    assert!(told.status.success(), "{command}: {}", String::from_utf8_lossy(&told.stderr));
    String::from_utf8(told.stdout).expect("text")
}

/// Adds an example to the page.
fn describe(example: &Example<'_>, told: &Value, page: &mut String) {
    let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    note(told, String::new(), example, &mut kinds);
    let Example { command, says, fields } = example;
    let _ = write!(page, "\n## `ludus {command}`\n\n{says}\n\n| field | is | means |\n|---|---|---|\n");
    for (field, meaning) in fields {
        let kinds = kinds.get(field).unwrap_or_else(|| panic!("{command}: there is no field {field}"));
        let _ = writeln!(page, "| `{field}` | {} | {meaning} |", kinds.join(" or "));
    }
}

/// Notes what kinds of values the described fields have.
fn note<'a>(
    value: &Value,
    path: String,
    example: &Example<'a>,
    kinds: &mut BTreeMap<&'a str, Vec<&'static str>>,
) {
    if let Some((field, _)) = example.fields.iter().find(|(field, _)| *field == path) {
        let (known, kind) = (kinds.entry(field).or_default(), kind(value));
        if !known.contains(&kind) {
            known.push(kind);
        }
        return;
    }
    match value {
        Value::Object(fields) => {
            let dot = if path.is_empty() { "" } else { "." };
            fields.iter().for_each(|(name, value)| note(value, format!("{path}{dot}{name}"), example, kinds));
        }
        Value::Array(entries) => {
            entries.iter().for_each(|entry| note(entry, format!("{path}[]"), example, kinds));
        }
        _ => panic!("{}: nothing is said of the field {path}", example.command),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "whole number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}
