//! Submissions that look alike: passages that two of them share, found by winnowing (Schleimer, Wilkerson and Aiken, 2003). It informs and decides nothing.
//!
//! A file becomes a list of tokens in which names, numbers and texts no longer differ, so that renaming hides nothing; comments and spaces are gone.
//! Every run of `RUN` tokens has a number; of every `WINDOW` neighbouring numbers the least is kept. Two files that share a run of
//! `RUN + WINDOW - 1` tokens therefore share a number for certain. What many have, such as a starter, is nobody's.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::entry;
use crate::fault::plain;

/// Tokens of a run.
const RUN: usize = 12;
/// Neighbouring runs of which one is kept.
const WINDOW: usize = 6;
/// A file longer than this is no source.
const LONGEST: u64 = 256 << 10;
/// Files of an entry that are looked at.
const FILES: usize = 200;
/// The share of the smaller submission that both have, from which on they are reported.
const ALIKE: f64 = 0.6;
/// Submissions smaller than so many kept runs say nothing.
const LEAST: usize = 8;
/// Pairs that are reported.
const PAIRS: usize = 200;
/// Passages that are shown of a pair.
const PASSAGES: usize = 10;
/// Endings of files that are sources.
const SOURCES: [&str; 22] = [
    "py", "js", "mjs", "ts", "java", "kt", "c", "h", "cc", "cpp", "hpp", "cs", "rs", "go", "pl", "prolog",
    "lisp", "cl", "hs", "rb", "sh", "lua",
];

/// Two submissions with much in common.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Alike {
    /// Their names.
    pub names: [String; 2],
    /// The share of the smaller one that both have, from 0 to 1.
    pub share: f64,
    /// What both have, the longest passages first.
    pub passages: Vec<[Passage; 2]>,
}

/// Lines of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Passage {
    /// The file, from the folder of the submission.
    pub file: String,
    /// The first line, from 1.
    pub from: usize,
    /// The last line.
    pub to: usize,
}

/// A kept run: where it stands.
#[derive(Clone, Copy)]
struct Mark {
    file: usize,
    from: usize,
    to: usize,
}

/// A submission as its kept runs.
struct Work {
    name: String,
    files: Vec<String>,
    marks: HashMap<u64, Mark>,
    /// All that is written in it but comments and spaces, as a number.
    whole: u64,
}

/// The pairs of folders that look alike, most alike first.
pub fn alike<'a>(folders: impl IntoIterator<Item = (&'a str, &'a Path)>) -> Vec<Alike> {
    let works: Vec<Work> = folders.into_iter().map(|(name, folder)| read(name, folder)).collect();
    let mut owners: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, work) in works.iter().enumerate() {
        work.marks.keys().for_each(|&run| owners.entry(run).or_default().push(at));
    }
    // What more than a third of a class has, and at least four, was given to them.
    let most = (works.len() / 3).max(3);
    owners.retain(|_, owners| owners.len() <= most);
    let own: Vec<usize> =
        works.iter().map(|work| work.marks.keys().filter(|run| owners.contains_key(run)).count()).collect();
    let mut shared: BTreeMap<(usize, usize), Vec<u64>> = BTreeMap::new();
    for (&run, owners) in owners.iter().filter(|(_, owners)| owners.len() > 1) {
        for (i, &a) in owners.iter().enumerate() {
            owners[i + 1..].iter().for_each(|&b| shared.entry((a, b)).or_default().push(run));
        }
    }
    let mut pairs: Vec<Alike> = Vec::new();
    let pair = |a: usize, b: usize, share, runs: &[u64]| {
        let names = [works[a].name.clone(), works[b].name.clone()];
        Alike { names, share, passages: passages([&works[a], &works[b]], runs) }
    };
    for (a, b) in same_to_the_letter(&works, most) {
        let shared_by = |run: &&u64| works[b].marks.contains_key(run);
        let runs: Vec<u64> = works[a].marks.keys().filter(shared_by).copied().collect();
        shared.remove(&(a, b));
        pairs.push(pair(a, b, 1.0, &runs));
    }
    for ((a, b), runs) in shared {
        let least = own[a].min(own[b]);
        let share = runs.len() as f64 / least.max(1) as f64;
        if least >= LEAST && share >= ALIKE {
            pairs.push(pair(a, b, share, &runs));
        }
    }
    pairs.sort_by(|x, y| y.share.total_cmp(&x.share).then_with(|| x.names.cmp(&y.names)));
    pairs.truncate(PAIRS);
    pairs
}

/// Pairs that differ in comments and spaces alone, names and numbers included, unless more than `most` are so: those hand in what was given to them.
fn same_to_the_letter(works: &[Work], most: usize) -> Vec<(usize, usize)> {
    let mut twins: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, work) in works.iter().enumerate().filter(|(_, work)| !work.marks.is_empty()) {
        twins.entry(work.whole).or_default().push(at);
    }
    let mut pairs = Vec::new();
    for twins in twins.values().filter(|twins| twins.len() <= most) {
        for (i, &a) in twins.iter().enumerate() {
            pairs.extend(twins[i + 1..].iter().map(|&b| (a, b)));
        }
    }
    pairs
}

/// The runs that both have as passages: neighbours become one.
fn passages(works: [&Work; 2], runs: &[u64]) -> Vec<[Passage; 2]> {
    let mut places: Vec<[Mark; 2]> = runs.iter().map(|run| works.map(|work| work.marks[run])).collect();
    places.sort_by_key(|[a, b]| (a.file, a.from, b.file, b.from));
    let mut joined: Vec<[Mark; 2]> = Vec::new();
    for place in places {
        let follows = |last: &Mark, next: &Mark| {
            last.file == next.file && (last.from..=last.to + 2).contains(&next.from)
        };
        match joined.last_mut() {
            Some(last) if (0..2).all(|side| follows(&last[side], &place[side])) => {
                (0..2).for_each(|side| last[side].to = last[side].to.max(place[side].to));
            }
            _ => joined.push(place),
        }
    }
    joined.sort_by_key(|[a, b]| (std::cmp::Reverse(a.to - a.from), a.file, a.from, b.from));
    joined.truncate(PASSAGES);
    let shown = |work: &Work, mark: Mark| Passage {
        file: work.files[mark.file].clone(),
        from: mark.from,
        to: mark.to,
    };
    joined.iter().map(|[a, b]| [shown(works[0], *a), shown(works[1], *b)]).collect()
}

fn read(name: &str, folder: &Path) -> Work {
    let mut work = Work { name: name.to_string(), files: Vec::new(), marks: HashMap::new(), whole: 0 };
    for path in sources(folder) {
        let Ok(text) = entry::text(&path, LONGEST) else { continue };
        let file = work.files.len();
        work.files.push(plain(&path.strip_prefix(folder).unwrap_or(&path).display().to_string()));
        let tokens = tokens(&text);
        let written = tokens.iter().flat_map(|token| token.written.bytes().map(u64::from).chain([0]));
        work.whole = number([work.whole].into_iter().chain(written));
        for (run, from, to) in winnow(&tokens) {
            work.marks.entry(run).or_insert(Mark { file, from, to });
        }
    }
    work
}

/// The files of an entry that are written by people, by name.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(at) = waiting.pop() {
        for file in std::fs::read_dir(&at).into_iter().flatten().flatten() {
            let (path, Ok(kind)) = (file.path(), file.file_type()) else { continue };
            let hidden = file.file_name().to_string_lossy().starts_with('.');
            let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
            if kind.is_dir() && !hidden && file.file_name() != "target" && waiting.len() < FILES {
                waiting.push(path);
            } else if kind.is_file() && ending.is_some_and(|ending| SOURCES.contains(&ending.as_str())) {
                found.push(path);
            }
        }
    }
    found.sort();
    found.truncate(FILES);
    found
}

/// A token.
struct Token<'a> {
    /// What it is without what is easily changed.
    kind: u64,
    line: usize,
    written: &'a str,
}

/// Words of programs that stay as they are; all other names are one.
fn is_kept(word: &str) -> bool {
    const KEPT: [&str; 30] = [
        "if", "else", "elif", "for", "while", "do", "switch", "case", "break", "continue", "return", "def",
        "fn", "function", "class", "struct", "match", "try", "except", "catch", "in", "not", "and", "or",
        "new", "import", "let", "loop", "lambda", "defun",
    ];
    KEPT.contains(&word)
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut line, mut at) = (1, text.char_indices().peekable());
    while let Some((start, c)) = at.next() {
        let rest = &text[start..];
        let mut skip = |end: &dyn Fn(usize, char) -> bool, line: &mut usize| {
            let mut length = c.len_utf8();
            while let Some(&(place, next)) = at.peek() {
                if end(place - start, next) {
                    break;
                }
                *line += usize::from(next == '\n');
                length = place - start + next.len_utf8();
                at.next();
            }
            length
        };
        let here = line;
        let mut push = |kind, length| found.push(Token { kind, line: here, written: &rest[..length] });
        if c == '\n' {
            line += 1;
        } else if c.is_whitespace() {
        } else if c == '#' || rest.starts_with("//") || rest.starts_with("--") {
            skip(&|_, next| next == '\n', &mut line);
        } else if rest.starts_with("/*") {
            skip(&|place, _| place >= 4 && rest[..place].ends_with("*/"), &mut line);
        } else if c == '"' || c == '\'' || c == '`' {
            // A text ends at its mark or, for languages in which the mark means something else, with the line.
            push(1, skip(&|place, next| next == '\n' || place > 1 && rest[..place].ends_with(c), &mut line));
        } else if c.is_ascii_digit() {
            push(2, skip(&|_, next| !(next.is_alphanumeric() || next == '.'), &mut line));
        } else if c.is_alphabetic() || c == '_' {
            let length = skip(&|_, next| !(next.is_alphanumeric() || next == '_'), &mut line);
            let word = &rest[..length];
            push(if is_kept(word) { number(word.bytes().map(u64::from)) } else { 3 }, length);
        } else {
            push(u64::from(c) + 16, c.len_utf8());
        }
    }
    found
}

fn number(parts: impl Iterator<Item = u64>) -> u64 {
    parts.fold(0x9e37_79b9, game::hash::fold)
}

/// The kept runs with their first and last lines.
fn winnow(tokens: &[Token<'_>]) -> Vec<(u64, usize, usize)> {
    let run = |tokens: &[Token<'_>]| {
        (number(tokens.iter().map(|token| token.kind)), tokens[0].line, tokens[RUN - 1].line)
    };
    let runs: Vec<(u64, usize, usize)> = tokens.windows(RUN).map(run).collect();
    let mut kept: Vec<usize> = Vec::new();
    for (first, window) in runs.windows(WINDOW.min(runs.len().max(1))).enumerate() {
        let least = (0..window.len()).rev().min_by_key(|&at| window[at].0).expect("a window is not empty");
        if kept.last() != Some(&(first + least)) {
            kept.push(first + least);
        }
    }
    let mut seen = HashSet::new();
    kept.into_iter().filter(|&at| seen.insert(at)).map(|at| runs[at]).collect()
}

impl Alike {
    /// One line for people, and one for each passage.
    pub fn text(&self) -> String {
        let [a, b] = &self.names;
        let mut text = format!("{a} and {b} share {:.0} % of the smaller one\n", 100.0 * self.share);
        for [x, y] in &self.passages {
            text +=
                &format!("  {} lines {}-{}  =  {} lines {}-{}\n", x.file, x.from, x.to, y.file, y.from, y.to);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOT: &str = "import sys\n# chooses\ndef choose(moves):\n    best = None\n    for move in moves:\n        if best is None or score(move) > score(best):\n            best = move\n    return best\n\ndef score(move):\n    total = 0\n    for letter in move:\n        total = total * 31 + ord(letter)\n    return total % 1009\n\nwhile True:\n    line = sys.stdin.readline()\n    if not line or line.strip() == 'quit':\n        break\n    words = line.split()\n    if words[0] == 'legal':\n        legal = words[1:]\n    elif words[0] == 'go':\n        print('bestmove', choose(legal), flush=True)\n";

    fn class(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let class = std::env::temp_dir().join(format!("ludus-similar-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&class);
        for (student, text) in files {
            std::fs::create_dir_all(class.join(student)).expect("a folder");
            std::fs::write(class.join(student).join("bot.py"), text).expect("written");
        }
        class
    }

    fn found(class: &Path, names: &[&str]) -> Vec<Alike> {
        let folders: Vec<(String, PathBuf)> = names.iter().map(|n| (n.to_string(), class.join(n))).collect();
        alike(folders.iter().map(|(name, folder)| (name.as_str(), folder.as_path())))
    }

    #[test]
    fn renaming_and_other_comments_hide_nothing() {
        let copy =
            BOT.replace("best", "champion").replace("moves", "options").replace("# chooses", "# my own work");
        let other = "let x = [];\nfunction f(a) { return a.map(b => b * 2).filter(Boolean); }\nfor (const y of x) { console.log(f([y, y, 3])[0] + 'z', y ? 1 : 2); }\nclass A { constructor(q) { this.q = q; } go() { while (this.q--) { x.push(this.q); } } }\n";
        let class = class("copies", &[("ana", BOT), ("ben", &copy), ("eva", other)]);
        let pairs = found(&class, &["ana", "ben", "eva"]);
        assert_eq!(pairs.len(), 1, "{pairs:?}");
        assert_eq!(pairs[0].names, ["ana", "ben"]);
        assert!(pairs[0].share > 0.9, "{}", pairs[0].share);
        let [a, b] = &pairs[0].passages[0];
        assert_eq!((a.file.as_str(), b.file.as_str()), ("bot.py", "bot.py"));
        assert!(a.to - a.from >= 10, "{pairs:?}");
        assert!(pairs[0].text().starts_with("ana and ben share"), "{}", pairs[0].text());
        std::fs::remove_dir_all(&class).expect("removed");
    }

    #[test]
    fn what_everybody_was_given_is_nobodys() {
        let files: Vec<(String, &str)> = (0..9).map(|i| (format!("s{i}"), BOT)).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
        let class = class("starter", &files);
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        assert_eq!(found(&class, &names), []);
        std::fs::remove_dir_all(&class).expect("removed");
    }

    #[test]
    fn the_same_to_the_letter_is_told_even_of_a_starter() {
        let changed: Vec<String> = (0..9).map(|i| BOT.replace("1009", &format!("{}", 1009 + i))).collect();
        let copy = format!("# mine\n{}", changed[4]);
        let names: Vec<String> = (0..9).map(|i| format!("s{i}")).collect();
        let mut files: Vec<(&str, &str)> =
            names.iter().zip(&changed).map(|(name, text)| (name.as_str(), text.as_str())).collect();
        files.push(("twin", &copy));
        let class = class("twins", &files);
        let pairs = found(&class, &files.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        assert_eq!(pairs.iter().map(|pair| pair.names.clone()).collect::<Vec<_>>(), [["s4", "twin"]]);
        assert!(pairs[0].share == 1.0 && !pairs[0].passages.is_empty(), "{pairs:?}");
        std::fs::remove_dir_all(&class).expect("removed");
    }

    #[test]
    fn no_text_breaks_it() {
        let mut rng = game::Rng::new(7);
        for length in 0..300 {
            let text: String = (0..length)
                .map(|_| ['a', '"', '\'', '#', '/', '*', '\n', 'ž', '1', ' ', '-'][rng.below(11)])
                .collect();
            winnow(&tokens(&text));
        }
    }
}
