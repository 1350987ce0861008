//! The command lines that README.md and docs/*.md show: in blocks, to be typed as they stand, and in the middle of sentences.

use std::path::{Path, PathBuf};

/// A file of the manual.
pub struct Page {
    pub name: String,
    pub parts: Vec<Part>,
    /// Commands in the middle of sentences, which may be less than whole.
    pub mentioned: Vec<String>,
}

/// A block between two fences.
pub struct Part {
    /// The heading above it.
    pub section: String,
    pub lines: Vec<String>,
}

impl Part {
    /// Whether somebody is to type this.
    pub fn is_typed(&self) -> bool {
        self.lines.iter().any(|line| line.starts_with("ludus ") || line.starts_with("cargo "))
    }

    /// What somebody types, one command each, without remarks.
    pub fn commands(&self) -> impl Iterator<Item = &str> {
        let typed = self.lines.iter().filter(|_| self.is_typed());
        typed
            .flat_map(|line| without_remark(line).split(" && "))
            .map(str::trim)
            .filter(|line| !line.is_empty())
    }
}

/// All pages.
pub fn pages() -> Vec<Page> {
    let docs = std::fs::read_dir(root().join("docs")).expect("a folder").flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    paths.push(root().join("README.md"));
    paths.sort();
    paths.iter().map(|path| page(path)).collect()
}

/// The words of our program's command, as its arguments; `None` when another program is to run.
pub fn arguments(command: &str) -> Option<Vec<String>> {
    let words = words(command);
    let skipped = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["ludus", ..] => 1,
        ["cargo", "run", "--release"] => 3,
        ["cargo", "run", "--release", "--", ..] => 4,
        _ => return None,
    };
    Some(words[skipped..].to_vec())
}

/// Words separated by blanks; quotes, single or double, keep blanks.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(q), _) if q == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(path: &Path) -> Page {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let (mut page, mut section) = (Page { name, parts: Vec::new(), mentioned: Vec::new() }, String::new());
    let mut open: Option<Part> = None;
    for line in text.lines() {
        match &mut open {
            _ if line.starts_with("```") => match open.take() {
                Some(part) => page.parts.push(part),
                None => open = Some(Part { section: section.clone(), lines: Vec::new() }),
            },
            Some(part) => part.lines.push(line.to_string()),
            None => {
                if line.starts_with('#') {
                    section = line.to_string();
                }
                // What stands between two marks is every second piece.
                let code = line.split('`').skip(1).step_by(2);
                page.mentioned.extend(code.filter(|c| arguments(c).is_some()).map(str::to_string));
            }
        }
    }
    page
}

fn without_remark(line: &str) -> &str {
    line.split(" #").next().unwrap_or(line)
}
