//! The invariants of the tree that no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

/// Where games may be named besides their own folders: the list that registers them.
const REGISTRY: [&str; 2] = ["crates/registry/src/lib.rs", "crates/registry/Cargo.toml"];

/// Everything that is not as it should be, one sentence each.
pub fn problems(root: &Path) -> Vec<String> {
    let games: Vec<PathBuf> = folders(&root.join("games"));
    let names: Vec<String> =
        games.iter().filter_map(|g| Some(g.file_name()?.to_str()?.to_string())).collect();
    let mut found = Vec::new();
    let sources = ["src", "crates", "games", "xtask", "tests"].map(|top| root.join(top));
    for path in sources.iter().flat_map(|top| files(top)) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        if path.extension().is_some_and(|e| e == "rs") && !text.starts_with("//!") {
            found.push(format!("{shown} does not open with a `//!` sentence"));
        }
        if !shown.starts_with("games/") && !REGISTRY.contains(&shown.as_str()) {
            found.extend(names.iter().filter_map(|name| names_game(&shown, &text, name)));
        }
    }
    for game in &games {
        found.extend(foreign_dependencies(game));
        found.extend(away_from_the_seat(root, game));
    }
    for package in games.iter().chain(&folders(&root.join("crates"))) {
        found.extend(never_run(root, package));
    }
    found
}

/// Sentences about tests of a library whose manifest says that it has none, which saves compiling it once more.
fn never_run(root: &Path, package: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap_or_default();
    let says = |setting: &str| manifest.lines().any(|line| line.trim() == setting);
    let mut found = Vec::new();
    for path in files(&package.join("src")) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let shown = path.strip_prefix(root).unwrap_or(&path).display();
        if says("test = false") && text.contains("#[test]") {
            found.push(format!("{shown} has a test, and the manifest says `test = false`"));
        }
        if says("doctest = false") && holds_example(&text) {
            found.push(format!("{shown} has an example, and the manifest says `doctest = false`"));
        }
    }
    found
}

/// Whether documentation has an example that would be run: a fence that opens with nothing behind it that says otherwise.
fn holds_example(text: &str) -> bool {
    let docs = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
    });
    let fences = docs.filter_map(|line| line.trim_start().strip_prefix("```"));
    fences.step_by(2).any(|kind| ["", "rust", "no_run", "should_panic"].contains(&kind.trim()))
}

/// A sentence when the text names the game, in any of the ways people and programs write it.
fn names_game(shown: &str, text: &str, name: &str) -> Option<String> {
    let spellings = [name.to_string(), name.replace('-', "_"), name.replace('-', " "), name.replace('-', "")];
    for (index, line) in text.lines().enumerate() {
        let line = line.to_lowercase();
        if spellings.iter().any(|spelling| holds_word(&line, spelling)) {
            return Some(format!(
                "{shown}:{} names the game {name}; only its folder and the registry may",
                index + 1
            ));
        }
    }
    None
}

/// Whether `line` holds `word` with no letter right before or after it.
fn holds_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphabetic)
    })
}

/// Sentences about files of a game, other than the one that seats it, that know the table.
fn away_from_the_seat(root: &Path, game: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for path in files(&game.join("src")) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let knows =
            |line: &str| ["use table::", "table::seat!"].iter().any(|start| line.trim().starts_with(start));
        if !path.ends_with("src/seat.rs") && text.lines().any(knows) {
            let shown = path.strip_prefix(root).unwrap_or(&path).display();
            found.push(format!("{shown} uses the table; in a game only seat.rs may"));
        }
    }
    found
}

/// Sentences about dependencies of a game other than the contract, and the table for its seat.
fn foreign_dependencies(game: &Path) -> Vec<String> {
    let manifest = game.join("Cargo.toml");
    let Ok(text) = fs::read_to_string(&manifest) else {
        return vec![format!("{} has no Cargo.toml", game.display())];
    };
    let section = text.split("[dependencies]").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['=', '.']).next()).map(str::trim);
    names
        .filter(|name| !name.is_empty() && !name.starts_with('#') && !["game", "table"].contains(name))
        .map(|name| {
            format!(
                "{} depends on {name}; a game depends on the contract, and on the table for its seat",
                manifest.display()
            )
        })
        .collect()
}

fn folders(top: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = entries(top).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

/// Every source-like file below `top`.
fn files(top: &Path) -> Vec<PathBuf> {
    const KINDS: [&str; 6] = ["rs", "toml", "js", "css", "html", "ftl"];
    let mut found = Vec::new();
    for path in entries(top) {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().and_then(|e| e.to_str()).is_some_and(|e| KINDS.contains(&e)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn entries(top: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(top).into_iter().flatten().flatten().map(|entry| entry.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_tidy() {
        let found = problems(&crate::root());
        assert!(found.is_empty(), "{}", found.join("\n"));
    }

    #[test]
    fn examples_are_told_from_texts() {
        for (text, expected) in [
            ("/// ```text\n/// a\n/// ```\n", false),
            ("//! ```\n//! a();\n//! ```\n", true),
            ("    /// ```ignore\n    /// ```\n    /// ```rust\n    /// ```\n", true),
            ("let fence = \"```\";\n", false),
        ] {
            assert_eq!(holds_example(text), expected, "{text}");
        }
    }

    #[test]
    fn names_are_found_as_words() {
        for (line, word, expected) in [
            ("use chess::board;", "chess", true),
            ("chessboard", "chess", false),
            ("// plays chess", "chess", true),
            ("tic_tac_toe::new()", "tic_tac_toe", true),
        ] {
            assert_eq!(holds_word(line, word), expected, "{line}");
        }
    }
}
