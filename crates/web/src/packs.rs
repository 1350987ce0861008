//! Rule packs that people wrote: kept in the store, and laid beside the shipped ones as files, where every player finds them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use store::Store;
use table::Match;
use table::expert::{Asked, Check, Finding, Inquiry, Knowledge, Lang};

use crate::failure::Failure;

/// Kind of text in the store.
pub const KIND: &str = "pack";
/// Longer texts are refused.
pub const LONGEST: usize = 120_000;
/// More packs of one game are refused.
const MOST: usize = 100;

/// The packs that people wrote.
pub struct Packs {
    store: Arc<Store>,
    folder: Option<PathBuf>,
}

impl Packs {
    /// The packs of a store. They are laid into `folder`, unless players already go by another folder: then into that one.
    pub fn new(knowledge: &Knowledge, store: Arc<Store>, folder: Option<&Path>) -> Packs {
        let folder = knowledge.folder().or_else(|| folder.map(Path::to_path_buf));
        let packs = Packs { store, folder: folder.filter(|folder| std::fs::create_dir_all(folder).is_ok()) };
        if let Some(folder) = &packs.folder {
            knowledge.use_folder(folder);
        }
        for (name, text) in packs.store.all(KIND).unwrap_or_default() {
            if let Some((game, name)) = name.split_once('/')
                && let Err(error) = packs.lay_out(game, name, &text)
            {
                tracing::warn!(game, name, error = error.sentence(), "a rule pack could not be laid out");
            }
        }
        packs
    }

    /// The names of the packs of a game that people wrote.
    pub fn own(&self, game: &str) -> Result<Vec<String>, Failure> {
        let all = self.store.all(KIND)?.into_iter();
        Ok(all
            .filter_map(|(name, _)| {
                name.split_once('/').filter(|(of, _)| *of == game).map(|(_, n)| n.to_string())
            })
            .collect())
    }

    /// Keeps a pack for the game of a board. A text that is refused replaces nothing.
    pub fn save(&self, board: &dyn Match, name: &str, text: &str) -> Result<Check, Failure> {
        let game = board.info().name;
        if !is_name(name) {
            return Err(Failure::wrong(format!(
                "'{name}' cannot be the name of a pack; expected up to 24 small letters, digits and hyphens"
            )));
        }
        let own = self.own(game)?;
        let taken = all(board)?.iter().any(|known| known == name) && !own.iter().any(|known| known == name);
        if taken || name == "default" || name == game {
            return Err(Failure::wrong(format!("the pack '{name}' is a shipped one; choose another name")));
        }
        if own.len() >= MOST {
            return Err(Failure::wrong(format!("there are {MOST} packs already; remove one first")));
        }
        let check = check(board, name, text)?;
        if check.ok {
            self.store.put(KIND, &format!("{game}/{name}"), text)?;
            self.lay_out(game, name, text)?;
        }
        Ok(check)
    }

    /// Removes a pack that somebody wrote.
    pub fn forget(&self, game: &str, name: &str) -> Result<(), Failure> {
        if !self.store.delete(KIND, &format!("{game}/{name}"))? {
            return Err(Failure::NotFound);
        }
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_file(folder.join(file_name(game, name)));
        }
        Ok(())
    }

    /// Writes the file of a pack whole or not at all.
    fn lay_out(&self, game: &str, name: &str, text: &str) -> Result<(), Failure> {
        let Some(folder) = &self.folder else {
            return Err(Failure::wrong("there is no folder for rule packs; start with --data DIR"));
        };
        let path = folder.join(file_name(game, name));
        if std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
            return Ok(());
        }
        let fresh = path.with_extension("fresh");
        let written = std::fs::write(&fresh, text).and_then(|()| std::fs::rename(&fresh, &path));
        written.map_err(|error| Failure::Broken(format!("cannot write '{}': {error}", path.display())))
    }
}

fn file_name(game: &str, name: &str) -> String {
    format!("{game}-{name}.rules")
}

/// Whether a text can name a pack, and a file.
fn is_name(name: &str) -> bool {
    (1..=24).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !name.starts_with('-')
}

/// The names of all packs of a board's game, the default first.
pub fn all(board: &dyn Match) -> Result<Vec<String>, Failure> {
    match board.inquire(&inquiry(Asked::Packs))? {
        Finding::Packs(names) => Ok(names),
        other => Err(Failure::Broken(format!("packs were asked for, and {other:?} came"))),
    }
}

/// What there is to say about a text.
pub fn check(board: &dyn Match, name: &str, text: &str) -> Result<Check, Failure> {
    if text.len() > LONGEST {
        return Err(Failure::wrong(format!("a rule pack has at most {LONGEST} bytes")));
    }
    let file = file_name(board.info().name, name);
    match board.inquire(&inquiry(Asked::CheckText { name: &file, text }))? {
        Finding::Check(check) => Ok(check),
        other => Err(Failure::Broken(format!("a check was asked for, and {other:?} came"))),
    }
}

fn inquiry(asked: Asked<'_>) -> Inquiry<'_> {
    Inquiry { pack: None, mv: None, lang: Lang::En, asked }
}
