//! What scripts are told, in TypeScript: generated from the Rust types, and every script checked against it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod npm;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files whose serialised types scripts are told.
const SOURCES: [&str; 11] = [
    "wire.rs",
    "lesson.rs",
    "why.rs",
    "study.rs",
    "drill.rs",
    "pages/analyse.rs",
    "pages/editor.rs",
    "pages/lab.rs",
    "pages/review.rs",
    "pages/rounds.rs",
    "pages/tournaments.rs",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The interfaces for every serialised structure of a source text.
fn interfaces(source: &str, out: &mut String) {
    let lines: Vec<&str> = source.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let told = lines[at].starts_with("#[derive(") && lines[at].contains("Serialize");
        at += 1;
        if !told {
            continue;
        }
        let Some(name) = lines[at].strip_prefix("pub struct ").and_then(|rest| rest.strip_suffix(" {"))
        else {
            continue;
        };
        let _ = writeln!(out, "\nexport interface {name} {{");
        let mut renamed = None;
        at += 1;
        while lines[at] != "}" {
            let line = lines[at].trim();
            at += 1;
            if let Some(doc) = line.strip_prefix("/// ") {
                let _ = writeln!(out, "  /** {doc} */");
            } else if let Some(rest) = line.strip_prefix("#[serde(rename = \"") {
                renamed = rest.split('"').next();
            } else if let Some((field, kind)) = line.strip_prefix("pub ").and_then(|l| l.split_once(": ")) {
                let field = renamed.take().unwrap_or(field);
                let _ = writeln!(out, "  {field}: {};", typescript(kind.trim_end_matches(',')));
            }
        }
        out.push_str("}\n");
    }
}

/// A Rust type in TypeScript.
fn typescript(kind: &str) -> String {
    let inside = |prefix: &str| kind.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('>'));
    if let Some(inner) = inside("Option<") {
        return format!("{} | null", typescript(inner));
    }
    if let Some(inner) = inside("Vec<") {
        return format!("{}[]", typescript(inner));
    }
    if let Some(inner) = kind.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let (a, b) = inner.split_once(", ").unwrap();
        return format!("[{}, {}]", typescript(a), typescript(b));
    }
    match kind {
        "String" | "&'static str" => "string".to_string(),
        "bool" => "boolean".to_string(),
        "usize" | "u64" | "u32" | "u16" | "i32" | "f64" => "number".to_string(),
        "Value" => "any".to_string(),
        other => other.to_string(),
    }
}

#[test]
fn the_types_of_the_scripts_are_those_of_the_server() {
    let mut text = String::from(
        "// What the server tells the page. Generated from the Rust types by `cargo xtask golden`; do not edit.\n",
    );
    for source in SOURCES {
        interfaces(&std::fs::read_to_string(root().join("src").join(source)).unwrap(), &mut text);
    }
    let path = root().join("assets/wire.d.ts");
    if std::env::var_os("LUDUS_GOLDEN").is_some_and(|value| value == "write") {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "assets/wire.d.ts is out of date; `cargo xtask golden` rewrites it");
}

#[test]
fn every_script_fits_the_types() {
    let modules = npm::modules();
    let assets = root().join("assets");
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(&assets)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "js"))
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 5);
    let checked = Command::new("node")
        .arg(modules.join("typescript/bin/tsc"))
        .args(["--noEmit", "--allowJs", "--checkJs", "--strict", "--noUnusedLocals", "--target", "es2022"])
        .args(["--module", "es2022", "--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"])
        .args(&scripts)
        .current_dir(&assets)
        .output()
        .expect("node runs");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}
