//! The invariants of the tree that no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

/// Where games may be named besides their own folders: the list that registers them.
const REGISTRY: [&str; 2] = ["crates/registry/src/lib.rs", "crates/registry/Cargo.toml"];

/// Where a game implements the traits of the contract: in a file of this name, or in a folder of it.
const HOMES: [(&str, &str); 18] = [
    ("Game", "rules"),
    ("Draw", "drawing"),
    ("Greedy", "greedy"),
    ("Evaluate", "evaluation"),
    ("Chances", "chances"),
    ("Solve", "solver"),
    ("Describe", "facts"),
    ("Story", "story"),
    ("Symmetric", "symmetry"),
    ("Features", "features"),
    ("Planes", "planes"),
    ("Numbered", "numbers"),
    ("Threaten", "threat"),
    ("Wire", "wire"),
    ("Styled", "repute"),
    ("Hosted", "repute"),
    ("Spoken", "repute"),
    ("Taught", "repute"),
];

/// Everything that is not as it should be, one sentence each.
pub fn problems(root: &Path) -> Vec<String> {
    let games = folders(&root.join("games"));
    let names: Vec<Name> = games.iter().filter_map(|folder| Name::of(folder)).collect();
    let mut found = Vec::new();
    let sources = ["src", "crates", "games", "xtask", "tests"].map(|top| root.join(top));
    for path in sources.iter().flat_map(|top| files(top)) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        if path.extension().is_some_and(|e| e == "rs") && !text.starts_with("//!") {
            found.push(format!("{shown} does not open with a `//!` sentence"));
        }
        if !shown.starts_with("games/") && !REGISTRY.contains(&shown.as_str()) {
            found.extend(names.iter().filter_map(|name| name.named_in(&shown, &text)));
        }
    }
    for game in &games {
        found.extend(foreign_dependencies(game));
        found.extend(away_from_the_seat(root, game));
        found.extend(away_from_home(root, game));
    }
    for package in games.iter().chain(&folders(&root.join("crates"))) {
        found.extend(never_run(root, package));
        found.extend(not_listed(root, package));
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

/// Sentences about test files that are not in the one binary of a package's tests, and so would never run.
fn not_listed(root: &Path, package: &Path) -> Vec<String> {
    let tests = package.join("tests");
    let Ok(list) = fs::read_to_string(tests.join("all.rs")) else { return Vec::new() };
    let listed = |name: &str| name == "all" || list.lines().any(|line| line == format!("mod {name};"));
    let files = entries(&tests).filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files
        .filter(|path| !path.file_stem().and_then(|name| name.to_str()).is_some_and(listed))
        .map(|path| format!("{} is not in all.rs", path.strip_prefix(root).unwrap_or(&path).display()))
        .collect()
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

/// The name of a game, as tidy looks for it.
struct Name {
    name: String,
    /// How it is written: `tic-tac-toe`, `tic_tac_toe`, `tic tac toe`, `tictactoe`.
    spellings: [String; 4],
    /// It is also a word of everyday language or of programming, such as `go`: only mentions that look like code count.
    ordinary: bool,
}

/// The line by which a game's `Cargo.toml`, under `[package.metadata.tidy]`, says that its name is an ordinary word.
const ORDINARY: &str = "ordinary-word = true";

impl Name {
    fn of(folder: &Path) -> Option<Name> {
        let name = folder.file_name()?.to_str()?;
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        Some(Name::new(name, manifest.lines().any(|line| line.trim() == ORDINARY)))
    }

    fn new(name: &str, ordinary: bool) -> Name {
        let spellings =
            [name.to_string(), name.replace('-', "_"), name.replace('-', " "), name.replace('-', "")];
        Name { name: name.to_string(), spellings, ordinary }
    }

    /// A sentence when the text names the game.
    fn named_in(&self, shown: &str, text: &str) -> Option<String> {
        let line = text.lines().position(|line| self.is_in(&line.to_lowercase()))? + 1;
        let name = &self.name;
        let advice = if self.ordinary {
            String::new()
        } else {
            format!(
                " (where the name is an ordinary word, games/{name}/Cargo.toml says so: {ORDINARY} under [package.metadata.tidy])"
            )
        };
        Some(format!("{shown}:{line} names the game {name}; only its folder and the registry may{advice}"))
    }

    /// Whether a line, in lower case, names the game.
    fn is_in(&self, line: &str) -> bool {
        if !self.ordinary {
            return self.spellings.iter().any(|spelling| holds_word(line, spelling));
        }
        let [plain, path, ..] = &self.spellings;
        let code = [
            format!("\"{plain}\""),
            format!("games/{plain}"),
            format!("ludus-{plain}"),
            format!("ludus_{path}"),
            format!("{path}::"),
        ];
        code.iter().any(|mention| holds_word(line, mention))
    }
}

/// Whether `line` holds `word` with no letter right before or after it.
fn holds_word(line: &str, word: &str) -> bool {
    let edge = |outer: Option<char>, inner: Option<char>| {
        !(outer.is_some_and(char::is_alphabetic) && inner.is_some_and(char::is_alphabetic))
    };
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        edge(before, word.chars().next()) && edge(after, word.chars().next_back())
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

/// Sentences about traits of the contract that a game implements elsewhere than the other games do.
fn away_from_home(root: &Path, game: &Path) -> Vec<String> {
    let src = game.join("src");
    let mut found = Vec::new();
    for path in files(&src) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let inside = path.strip_prefix(&src).unwrap_or(&path).with_extension("");
        let shown = path.strip_prefix(root).unwrap_or(&path).display();
        let implemented = HOMES.iter().filter(|(name, _)| text.lines().any(|line| implements(line, name)));
        for (name, home) in implemented.filter(|(_, home)| !inside.starts_with(home)) {
            found.push(format!("{shown} implements {name}; in every game {home}.rs does"));
        }
    }
    found
}

/// Whether a line begins the implementation of the trait of this name.
fn implements(line: &str, name: &str) -> bool {
    let Some((head, _)) = line.strip_prefix("impl").and_then(|rest| rest.split_once(" for ")) else {
        return false;
    };
    head.strip_suffix(name).is_some_and(|before| before.ends_with([' ', ':']))
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
    fn implementations_are_told_from_the_rest() {
        for (line, expected) in [
            ("impl Solve for Chess {", true),
            ("impl<W: Word> game::Solve for Chess<W> {", true),
            ("impl Solver<Chess> for Exact {", false),
            ("impl Resolve for Chess {", false),
            ("impl Chess {", false),
            ("// impl Solve for Chess", false),
        ] {
            assert_eq!(implements(line, "Solve"), expected, "{line}");
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

    #[test]
    fn an_ordinary_word_is_a_name_only_in_code() {
        let go = Name::new("go", true);
        for line in ["// let it go on", "fn go() {}", "ergo::sum()", "let go_on = 1;", "\"go on\""] {
            assert!(!go.is_in(line), "{line}");
        }
        for line in
            ["go::board()", "if name == \"go\" {", "use ludus_go::go;", "ludus-go = 1", "games/go/rules.md"]
        {
            assert!(go.is_in(line), "{line}");
        }
        assert!(Name::new("go", false).is_in("// let it go on"));
        let said = go.named_in("src/main.rs", "fn main() {\n    go::play();\n}");
        assert_eq!(
            said.as_deref(),
            Some("src/main.rs:2 names the game go; only its folder and the registry may")
        );
    }
}
