//! What needs hours: all tests ten times, three of them beside busy loops, and then what every `soak.txt` lists.
//!
//! Such a file stands in the folder of a package; each line is a command of cargo for that package, such as `run --release --example NAME -- 8`. They print
//! what they compare, next to its bar; the reader judges.

use std::fs;
use std::path::{Path, PathBuf};

use crate::trial::Trial;

/// Seven quiet runs, then three beside busy loops.
const TRIALS: [Trial; 2] = [Trial { repeat: 7, busy: 0 }, Trial { repeat: 3, busy: 8 }];

/// Runs everything; stops at the first that fails.
pub fn run(root: &Path) -> bool {
    TRIALS.into_iter().all(Trial::run)
        && commands(root).iter().all(|words| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            crate::cargo(&words, &[])
        })
}

/// Every command of every file, made to concern its package.
fn commands(root: &Path) -> Vec<Vec<String>> {
    let mut homes: Vec<PathBuf> = ["crates", "games"]
        .iter()
        .filter_map(|top| fs::read_dir(root.join(top)).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        .collect();
    homes.push(root.to_path_buf());
    homes.sort();
    homes.iter().flat_map(|home| of_package(home)).collect()
}

fn of_package(home: &Path) -> Vec<Vec<String>> {
    let Ok(listed) = fs::read_to_string(home.join("soak.txt")) else { return Vec::new() };
    let manifest = fs::read_to_string(home.join("Cargo.toml")).unwrap_or_default();
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""));
    let package = name.map_or("", |name| name.trim_end_matches('"'));
    let command = |line: &str| {
        let (task, rest) = line.split_once(' ')?;
        let words = [task, "--package", package].into_iter().chain(rest.split(' '));
        Some(words.map(str::to_string).collect())
    };
    listed.lines().filter_map(command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_exists() {
        let commands = commands(&crate::root());
        assert!(!commands.is_empty());
        for words in commands {
            let at = words.iter().position(|word| word == "--example" || word == "--bench");
            assert!(at.is_some_and(|at| at + 1 < words.len()), "{words:?}");
            assert!(!words[2].is_empty(), "{words:?} concerns no package");
        }
    }
}
