//! `cargo xtask new-game NAME`: the folder of a new game, made from the skeleton, and its lines in the registry.

use std::fs;
use std::path::{Path, PathBuf};

/// What every new game begins as: a crate of the workspace, so that it always compiles and keeps the contract.
const SKELETON: &str = "xtask/skeleton";

/// Words that cannot be the name of a crate in a list of crates.
const KEYWORDS: [&str; 39] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "final", "fn", "for", "if", "impl", "in", "let", "loop", "macro", "match",
    "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "try",
    "type", "use",
];

/// Makes `games/NAME` and registers it. Returns the files of the game; nothing is written when it refuses.
pub fn make(root: &Path, name: &str) -> Result<Vec<PathBuf>, String> {
    let names = Names::new(name)?;
    let folder = root.join("games").join(name);
    for taken in [&folder, &root.join("crates").join(name)] {
        if taken.exists() {
            let shown = taken.strip_prefix(root).unwrap_or(taken).display();
            return Err(format!("'{name}' cannot be the name of a new game: {shown} exists"));
        }
    }
    let files = copies(&root.join(SKELETON), &names)?;
    let registry = registered(root, &names)?;
    let mut made = Vec::new();
    for (path, text) in files {
        let path = folder.join(path);
        write(&path, &text)?;
        made.push(path);
    }
    for (path, text) in registry {
        write(&path, &text)?;
    }
    Ok(made)
}

/// One name in all the ways it is written.
struct Names {
    /// `snakes-and-ladders`, on the command line and as a folder.
    plain: String,
    /// `snakes_and_ladders`, as a crate in code.
    path: String,
    /// `SnakesAndLadders`, as a type.
    kind: String,
    /// `Snakes and Ladders`, in a heading.
    title: String,
}

impl Names {
    fn new(name: &str) -> Result<Names, String> {
        let words: Vec<&str> = name.split('-').collect();
        let fine = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if !words.iter().all(fine) {
            return Err(format!(
                "'{name}' is not a name: expected words of lower-case letters and digits, joined by hyphens"
            ));
        }
        if KEYWORDS.contains(&name) {
            return Err(format!("'{name}' cannot be the name of a crate: it is a word of the language"));
        }
        let small = |word: &str| ["and", "or", "of", "the", "in"].contains(&word);
        let title = words.iter().enumerate().map(|(place, word)| match place {
            1.. if small(word) => (*word).to_string(),
            _ => capital(word),
        });
        Ok(Names {
            plain: name.to_string(),
            path: name.replace('-', "_"),
            kind: words.iter().map(|word| capital(word)).collect(),
            title: title.collect::<Vec<_>>().join(" "),
        })
    }

    /// A text of the skeleton, with the names of the game.
    fn fill(&self, text: &str) -> String {
        let titled = ["# ", "//! ", "title: \""];
        let titled = titled.iter().fold(text.to_string(), |text, before| {
            text.replace(&format!("{before}Skeleton"), &format!("{before}{}", self.title))
        });
        titled
            .replace("ludus_skeleton", &format!("ludus_{}", self.path))
            .replace("skeleton", &self.plain)
            .replace("Skeleton", &self.kind)
    }
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

/// The files of the skeleton with the names of the game, by their path inside its folder.
fn copies(skeleton: &Path, names: &Names) -> Result<Vec<(PathBuf, String)>, String> {
    let mut copies = Vec::new();
    for path in files(skeleton) {
        let text = read(&path)?;
        if holds_identifier(&text, &names.kind) {
            return Err(format!(
                "'{}' cannot be the name of a new game: its type would be called {}, as something in the contract is",
                names.plain, names.kind
            ));
        }
        let inside = path.strip_prefix(skeleton).unwrap_or(&path).to_path_buf();
        copies.push((inside, names.fill(&text)));
    }
    Ok(copies)
}

fn holds_identifier(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

/// The two files of the registry with a line for the game.
fn registered(root: &Path, names: &Names) -> Result<[(PathBuf, String); 2], String> {
    let manifest = root.join("crates/registry/Cargo.toml");
    let text = read(&manifest)?;
    let last = text.lines().rfind(|line| line.contains("../../games/"));
    let last = last.ok_or_else(|| format!("{} lists no games", manifest.display()))?;
    let Names { plain, path, .. } = names;
    let line = format!("{plain} = {{ path = \"../../games/{plain}\", package = \"ludus-{plain}\" }}");
    let listed = text.replacen(last, &format!("{last}\n{line}"), 1);

    let list = root.join("crates/registry/src/lib.rs");
    let text = read(&list)?;
    let end =
        text.rfind("::ENTRY").ok_or_else(|| format!("{} lists no games", list.display()))? + "::ENTRY".len();
    let named = format!("{}, &{path}::ENTRY{}", &text[..end], &text[end..]);
    Ok([(manifest, listed), (list, named)])
}

/// Every file below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree with nothing in it but the skeleton and the registry.
    fn tree(name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("ludus-new-game-{name}-{}", std::process::id()));
        let real = crate::root();
        for folder in [SKELETON, "crates/registry/src"] {
            for path in files(&real.join(folder)) {
                let inside = path.strip_prefix(&real).expect("a file of the tree");
                write(&root.join(inside), &read(&path).expect("readable")).expect("writable");
            }
        }
        let manifest = "crates/registry/Cargo.toml";
        write(&root.join(manifest), &read(&real.join(manifest)).expect("readable")).expect("writable");
        root
    }

    /// The skeleton itself compiles and conforms as a crate of the workspace; a new game is the same but for its names.
    #[test]
    fn a_new_game_is_the_skeleton_under_another_name() {
        let root = tree("made");
        let made = make(&root, "snakes-and-ladders").expect("a good name");
        let skeleton = files(&root.join(SKELETON));
        assert_eq!(made.len(), skeleton.len());
        for (new, old) in made.iter().zip(&skeleton) {
            let (text, model) = (read(new).expect("written"), read(old).expect("there"));
            assert!(!text.to_lowercase().contains("skeleton"), "{}: {text}", new.display());
            let back = text
                .replace("Snakes and Ladders", "Skeleton")
                .replace("SnakesAndLadders", "Skeleton")
                .replace("snakes_and_ladders", "skeleton")
                .replace("snakes-and-ladders", "skeleton");
            assert_eq!(back, model, "{}", new.display());
        }
        let text = |path: &str| read(&root.join(path)).expect("there");
        let line = "snakes-and-ladders = { path = \"../../games/snakes-and-ladders\", package = \"ludus-snakes-and-ladders\" }";
        assert!(text("crates/registry/Cargo.toml").lines().any(|found| found == line));
        assert!(text("crates/registry/src/lib.rs").contains(", &snakes_and_ladders::ENTRY"));
        assert!(text("games/snakes-and-ladders/rules.md").starts_with("# Snakes and Ladders\n"));
        assert!(text("games/snakes-and-ladders/src/seat.rs").contains("    SnakesAndLadders => ["));
        let again = make(&root, "snakes-and-ladders").expect_err("it exists");
        assert_eq!(
            again,
            "'snakes-and-ladders' cannot be the name of a new game: games/snakes-and-ladders exists"
        );
        fs::remove_dir_all(&root).expect("removable");
    }

    #[test]
    fn bad_names_are_refused_and_nothing_is_written() {
        let root = tree("refused");
        let before = files(&root);
        for (name, why) in [
            ("", "is not a name"),
            ("Chess", "is not a name"),
            ("a--b", "is not a name"),
            ("../up", "is not a name"),
            ("4-in-a-row", "is not a name"),
            ("match", "word of the language"),
            ("registry", "crates/registry exists"),
            ("state", "would be called State"),
        ] {
            let error = make(&root, name).expect_err(name);
            assert!(error.contains(why), "{name}: {error}");
        }
        assert_eq!(files(&root), before);
        fs::remove_dir_all(&root).expect("removable");
    }
}
