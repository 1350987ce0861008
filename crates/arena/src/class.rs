//! A class: a folder with one sub-folder for each student, every bot built and checked before it may play.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use game::Options;
use serde::{Deserialize, Serialize};
use table::Family;

use crate::build::build;
use crate::check::{STEPS, check};
use crate::command::Bot as Command;
use crate::fault::line;
use crate::plan::{Entrant, explain};
use crate::{Caps, Isolation, entry};

/// Entries that are built and checked at once, however many cores there are: each may take its memory.
const MOST_AT_ONCE: usize = 8;

/// The most bytes of a `bot.toml`.
const MANIFEST: u64 = 64 << 10;

/// The file in a student's folder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    #[serde(default)]
    build: Vec<String>,
    run: Vec<String>,
}

/// Whether strangers' bots may run without isolation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Trust {
    /// They may not.
    #[default]
    Nobody,
    /// They may: whoever runs them has said so.
    Everybody,
}

impl Trust {
    /// Whether a class may run on this machine.
    ///
    /// # Errors
    /// When its bots would run without isolation and nobody has said that they may.
    pub fn check(self, isolation: Isolation) -> Result<(), String> {
        if isolation != Isolation::None || self == Trust::Everybody {
            return Ok(());
        }
        Err("the bots of a class would run without isolation; install bubblewrap, or say --trust if you trust every one of them".into())
    }
}

/// What looking at an entry came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inspected {
    /// The name of the folder.
    pub name: String,
    /// The words that run the bot; empty when it may not play.
    pub run: Vec<String>,
    /// What is wrong, in a sentence or a few lines; `None` when it may play.
    pub problem: Option<String>,
    /// Its content as it was handed in, as a number.
    #[serde(default)]
    pub content: String,
    /// Its content after it was built.
    #[serde(default)]
    pub built: String,
}

impl Inspected {
    /// The entrant, if it may play.
    pub(crate) fn entrant(&self, class: &Path) -> Option<Entrant> {
        self.problem.is_none().then(|| Entrant {
            name: self.name.clone(),
            player: None,
            run: self.run.clone(),
            folder: Some(class.join(&self.name)),
            version: self.content.clone(),
        })
    }
}

/// Builds and checks every sub-folder, several at once, telling `report` of each when it is done. Those that are as they were when `known` was found
/// are not looked at again.
///
/// # Errors
/// When the folder cannot be read. What is wrong with an entry is no error but part of the answer.
pub fn inspect(
    class: &Path,
    family: &Family,
    options: &Options,
    caps: Caps,
    known: &[Inspected],
    report: &(dyn Fn(&Inspected) + Sync),
) -> Result<Vec<Inspected>, String> {
    let told = |error: std::io::Error| format!("cannot read the class '{}': {error}", class.display());
    let entries = std::fs::read_dir(class).map_err(told)?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.retain(|path| path.is_dir() && !hidden(path));
    folders.sort();
    let (waiting, all) = (Mutex::new(folders.into_iter()), Mutex::new(Vec::new()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores.min(MOST_AT_ONCE) {
            scope.spawn(|| {
                loop {
                    let Some(folder) = waiting.lock().expect("no thread panics with it").next() else {
                        return;
                    };
                    let (fresh, inspected) =
                        renew(&folder, known, |folder| look(folder, family, options, caps));
                    let mut all = all.lock().expect("no thread panics with it");
                    if fresh {
                        report(&inspected);
                    }
                    all.push(inspected);
                }
            });
        }
    });
    let mut all = all.into_inner().expect("no thread panics with it");
    all.sort_by(|x, y| x.name.cmp(&y.name));
    Ok(all)
}

/// What is known of a folder if it is as it was, else what a look at it comes to; and whether it was looked at.
fn renew(
    folder: &Path,
    known: &[Inspected],
    look: impl FnOnce(&Path) -> Result<Vec<String>, String>,
) -> (bool, Inspected) {
    let name = folder.file_name().map_or_else(String::new, |name| line(&name.to_string_lossy()));
    let content = entry::content(folder).unwrap_or_default();
    let same = |old: &&Inspected| {
        old.name == name && !content.is_empty() && (old.content == content || old.built == content)
    };
    if let Some(old) = known.iter().find(same) {
        return (false, old.clone());
    }
    let (run, problem) = match look(folder) {
        Ok(run) => (run, None),
        Err(problem) => (Vec::new(), Some(problem)),
    };
    // A build leaves its products beside the sources: both are this submission.
    let built = entry::content(folder).unwrap_or_default();
    (true, Inspected { name, run, problem, content, built })
}

fn hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

/// Builds the bot in a folder, as its `bot.toml` says, and returns the command that runs it.
pub fn prepare(folder: &Path, caps: Caps) -> Result<Command, String> {
    entry::survey(folder)?;
    let text = entry::text(&folder.join("bot.toml"), MANIFEST).map_err(|error| {
        format!("bot.toml cannot be read: {error}; expected a line such as run = [\"python3\", \"bot.py\"]")
    })?;
    let manifest: Manifest =
        toml::from_str(&text).map_err(|error| format!("bot.toml is wrong: {}", explain(&text, &error)))?;
    if !manifest.build.is_empty() {
        build(&manifest.build, folder, caps)?;
        entry::survey(folder)?;
    }
    let command = Command::new(&manifest.run, Some(folder)).map_err(|error| error.to_string())?;
    if command.program.starts_with(folder) {
        entry::make_executable(&command.program)
            .map_err(|error| format!("it cannot be made to run: {error}"))?;
    }
    Ok(command)
}

/// The words that run the bot, once it is built and has passed every step.
fn look(folder: &Path, family: &Family, options: &Options, caps: Caps) -> Result<Vec<String>, String> {
    let command = prepare(folder, caps)?;
    let checked = check(family, options, &command, caps, &mut |_| {}).map_err(|error| error.to_string())?;
    let failed = checked.steps.iter().find_map(|step| Some((step, step.problem.as_ref()?)));
    let Some((step, problem)) = failed else {
        let program = command.program.display().to_string();
        return Ok([program].into_iter().chain(command.arguments).collect());
    };
    let mut told = format!(
        "step {} of {} failed: {}; at the line '{}' expected {}, found {}",
        step.number,
        STEPS.len(),
        step.title,
        problem.line,
        problem.expected,
        problem.found
    );
    let last = checked.stderr.lines().rev().find(|line| !line.trim().is_empty());
    if let Some(last) = last.filter(|last| !told.contains(last.trim())) {
        told += &format!("; its last words on stderr: {}", last.trim());
    }
    if checked.isolation == Isolation::None {
        told += "; it ran without isolation";
    }
    Err(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_looked_at_again_when_it_has_changed() {
        let folder = std::env::temp_dir().join(format!("ludus-renew-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let put = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
        put("bot.c", "one");
        let build = |folder: &Path| {
            std::fs::write(folder.join("bot"), "made").map_err(|error| error.to_string())?;
            Ok(vec!["bot".to_string()])
        };
        let idle = |_: &Path| -> Result<Vec<String>, String> { panic!("it is as it was") };
        let (fresh, first) = renew(&folder, &[], build);
        assert!(fresh && first.content != first.built);
        let known = [first.clone()];
        assert_eq!(renew(&folder, &known, idle), (false, first.clone()), "with what was built");
        std::fs::remove_file(folder.join("bot")).expect("removed");
        assert_eq!(renew(&folder, &known, idle), (false, first.clone()), "as it was handed in");
        put("bot.c", "two");
        let (fresh, second) = renew(&folder, &known, build);
        assert!(fresh && second.content != first.content);
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_class_needs_isolation_or_trust() {
        assert!(Trust::Nobody.check(Isolation::None).is_err_and(|error| error.contains("--trust")));
        assert_eq!(Trust::Everybody.check(Isolation::None), Ok(()));
        assert_eq!(Trust::Nobody.check(Isolation::Landlock), Ok(()));
    }
}
