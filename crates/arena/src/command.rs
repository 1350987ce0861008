//! The command line of a bot: its words, its program, and what is its own.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// A bot that can be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bot {
    /// The program, found on the search path or named by a path.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder that is its own, where it starts; `None` when none was named.
    pub folder: Option<PathBuf>,
    /// Files and folders that the command names, outside the folder: all else that it may read.
    pub shown: Vec<PathBuf>,
}

/// Why a command cannot be a bot.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// There is nothing to run.
    #[error("the command of the bot is empty; expected something like exec:python3 bot.py")]
    Empty,
    /// A quote is not closed.
    #[error("the command '{0}' has an open quote")]
    OpenQuote(String),
    /// The program is nowhere.
    #[error("there is no program '{0}'; expected a path or a name on the search path")]
    NoProgram(String),
    /// The folder of the bot is none.
    #[error(
        "there is no folder '{0}' for the bot; expected FOLDER: COMMAND, as in exec:my-bot: python3 bot.py"
    )]
    NoFolder(String),
    /// Something that the command names belongs to somebody else.
    #[error(
        "'{0}' lies outside the bot's folder; expected files in the folder and programs on the search path"
    )]
    Outside(String),
}

impl Bot {
    /// Reads a command as a person types it; quotes, single or double, keep blanks. A first word that ends with a colon names the bot's folder.
    pub fn parse(text: &str) -> Result<Bot, CommandError> {
        let words = words(text)?;
        match words.split_first() {
            Some((first, rest)) if first.len() > 1 && first.ends_with(':') => {
                let folder = Path::new(first.trim_end_matches(':'));
                if !folder.is_dir() {
                    return Err(CommandError::NoFolder(folder.display().to_string()));
                }
                Bot::new(rest, Some(folder))
            }
            _ => Bot::new(&words, None),
        }
    }

    /// The bot run by these words. With a folder, everything they name must lie in it or belong to the system. Without one, the bot sees the files and
    /// folders that they name, and nothing beside them; relative paths are then made absolute, because it starts elsewhere.
    pub fn new(words: &[String], folder: Option<&Path>) -> Result<Bot, CommandError> {
        let (first, rest) = words.split_first().ok_or(CommandError::Empty)?;
        let base = folder.unwrap_or(Path::new("."));
        let program = find(first, base).ok_or_else(|| CommandError::NoProgram(first.clone()))?;
        let bot = Bot { program, arguments: rest.to_vec(), folder: folder.map(absolute), shown: Vec::new() };
        match bot.folder {
            Some(_) => bot.within(first),
            None => Ok(bot.alone(first)),
        }
    }

    /// The bot, if nothing in its words lies outside its folder.
    fn within(self, first: &str) -> Result<Bot, CommandError> {
        let folder = self.folder.as_deref().unwrap_or(Path::new("/"));
        let fine = |path: &Path| path.starts_with(folder) || in_system(path);
        if !fine(&self.program) && !on_search_path(&self.program) {
            return Err(CommandError::Outside(first.to_string()));
        }
        for argument in &self.arguments {
            let path = folder.join(argument);
            if !argument.is_empty() && path.exists() && !fine(&absolute(&path)) {
                return Err(CommandError::Outside(argument.clone()));
            }
        }
        Ok(self)
    }

    /// The bot with what its words name.
    fn alone(mut self, first: &str) -> Bot {
        let named = |path: &Path| (!in_system(path) && !holds_home(path)).then(|| path.to_path_buf());
        self.shown.extend(Some(&self.program).filter(|_| first.contains('/')).and_then(|path| named(path)));
        for argument in &mut self.arguments {
            let path = Path::new(argument.as_str());
            if path.is_file() || path.is_dir() {
                let path = absolute(path);
                self.shown.extend(named(&path));
                *argument = path.display().to_string();
            }
        }
        self
    }
}

/// Where the system keeps its programs and libraries: readable by every bot, and nobody's own folder.
pub(crate) const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/opt"];

pub(crate) fn in_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Whether somebody's home, or everything, lies in it: nobody means that when they name a folder to a bot.
fn holds_home(path: &Path) -> bool {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    path == Path::new("/") || home.is_some_and(|home| home.starts_with(path))
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn search_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect()
}

fn on_search_path(program: &Path) -> bool {
    search_path().iter().any(|folder| program.parent() == Some(folder))
}

fn find(program: &str, base: &Path) -> Option<PathBuf> {
    if program.contains('/') {
        let path = base.join(program);
        // A program on the search path keeps its name: many know by it what they are asked for.
        return path.is_file().then(|| if on_search_path(&path) { path } else { absolute(&path) });
    }
    search_path().into_iter().map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// The words of a command line.
fn words(text: &str) -> Result<Vec<String>, CommandError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(q), _) if q == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(CommandError::OpenQuote(text.to_string()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_people_expect() {
        for (text, expected) in [
            ("python3 bot.py", vec!["python3", "bot.py"]),
            ("  a 'b c' \"d 'e\" ", vec!["a", "b c", "d 'e"]),
            ("a ''", vec!["a", ""]),
            ("", vec![]),
        ] {
            assert_eq!(words(text), Ok(expected.into_iter().map(String::from).collect()), "{text}");
        }
        assert!(matches!(words("a 'b"), Err(CommandError::OpenQuote(_))));
    }

    #[test]
    fn wrong_commands_are_named() {
        assert_eq!(Bot::parse(" "), Err(CommandError::Empty));
        assert_eq!(Bot::parse("no-such-program x"), Err(CommandError::NoProgram("no-such-program".into())));
        assert_eq!(Bot::parse("no-such-folder: sh x"), Err(CommandError::NoFolder("no-such-folder".into())));
    }

    /// A script alone is seen alone; a folder that was named is the bot's own; nobody reaches into a rival's.
    #[test]
    fn commands_show_what_they_name() {
        let top = std::env::temp_dir().join(format!("ludus-command-{}", std::process::id()));
        for name in ["ada", "bob"] {
            std::fs::create_dir_all(top.join(name)).expect("a folder");
            std::fs::write(top.join(name).join("bot.sh"), "exit").expect("written");
        }
        let top = top.canonicalize().expect("it is there");
        let (ada, script) = (top.join("ada"), top.join("ada/bot.sh"));
        let alone = Bot::parse(&format!("sh {}", script.display())).expect("a bot");
        assert_eq!((alone.folder, alone.shown), (None, vec![script.clone()]));
        let whole = Bot::parse(&format!("{}: sh bot.sh", ada.display())).expect("a bot");
        assert_eq!((whole.folder, whole.shown), (Some(ada.clone()), vec![]));
        let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        for (run, named) in [
            (&["sh", "../bob/bot.sh"][..], "../bob/bot.sh"),
            (&["../bob/bot.sh"], "../bob/bot.sh"),
            (&["sh", "/etc/passwd"], "/etc/passwd"),
        ] {
            let refused = Bot::new(&words(run), Some(&ada));
            assert_eq!(refused, Err(CommandError::Outside(named.into())), "{run:?}");
        }
        assert!(Bot::new(&words(&["/bin/sh", "bot.sh", "-x"]), Some(&ada)).is_ok());
        std::fs::remove_dir_all(&top).expect("removed");
    }
}
