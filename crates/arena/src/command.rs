//! The command line of a bot: its words, its program, and the folder that is its own.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// A bot that can be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bot {
    /// The program, found on the search path or named by a path.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it may read and write, where it starts; `None` when no argument points into one.
    pub folder: Option<PathBuf>,
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
}

impl Bot {
    /// Reads a command as a person types it; quotes, single or double, keep blanks.
    pub fn parse(text: &str) -> Result<Bot, CommandError> {
        Bot::new(&words(text)?, None)
    }

    /// The bot run by these words. Its folder is `folder`, or else that of the first word that is an existing file outside the system's folders;
    /// relative paths are then made absolute, because the bot starts in its folder.
    pub fn new(words: &[String], folder: Option<&Path>) -> Result<Bot, CommandError> {
        let (first, rest) = words.split_first().ok_or(CommandError::Empty)?;
        let base = folder.unwrap_or(Path::new("."));
        let program = find(first, base).ok_or_else(|| CommandError::NoProgram(first.clone()))?;
        let mut bot = Bot { program, arguments: rest.to_vec(), folder: folder.map(absolute) };
        if bot.folder.is_some() {
            return Ok(bot);
        }
        bot.folder = first.contains('/').then(|| own_folder(&bot.program)).flatten();
        for argument in &mut bot.arguments {
            if bot.folder.is_none() && Path::new(argument.as_str()).is_file() {
                let path = absolute(Path::new(argument.as_str()));
                bot.folder = own_folder(&path);
                *argument = path.display().to_string();
            }
        }
        Ok(bot)
    }
}

/// Where the system keeps its programs and libraries: readable by every bot, and nobody's own folder.
pub(crate) const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/opt"];

pub(crate) fn in_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

fn own_folder(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    (folder != Path::new("/") && !in_system(folder)).then(|| folder.to_path_buf())
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn find(program: &str, base: &Path) -> Option<PathBuf> {
    if program.contains('/') {
        let path = base.join(program);
        return path.is_file().then(|| absolute(&path));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|path| path.is_file())
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
    }
}
