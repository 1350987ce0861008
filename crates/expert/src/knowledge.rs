//! Which knowledge is in force: the shipped texts, and files that take their place.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use game::facts::{Describe, Schema};
use infer::{Diagnostics, Kb, Live, Reload, Severity};

use crate::ExpertError;

/// How many loaded packs are kept; boards of every size have their own.
const MOST: usize = 64;

/// The knowledge of all games: texts shipped with them, and a folder whose files `GAME.rules` (the default pack) and `GAME-PACK.rules` come first.
///
/// Files are looked at again whenever their pack is asked for. One that is broken is refused; what was in force before stays in force.
#[derive(Debug, Default)]
pub struct Knowledge {
    folder: RwLock<Option<PathBuf>>,
    packs: Mutex<Vec<Kept>>,
}

/// A pack that is in force.
#[derive(Clone, Debug)]
pub struct Pack {
    /// What it is called.
    pub name: String,
    /// The text, ready to run.
    pub kb: Arc<Kb>,
    /// Why a file that should be in force is not, with file, line and column.
    pub complaint: Option<String>,
}

#[derive(Debug)]
struct Kept {
    game: &'static str,
    options: String,
    name: String,
    shipped: Option<Arc<Kb>>,
    file: Option<(PathBuf, Live)>,
    complaint: Option<String>,
}

/// What knowledge is asked for: a game with its options, and what was shipped with it.
pub(crate) struct Source<'a> {
    pub(crate) game: &'static str,
    pub(crate) options: String,
    packs: &'static [(&'static str, &'static str)],
    pub(crate) schema: Box<dyn Fn() -> Schema + 'a>,
}

impl<'a> Source<'a> {
    pub(crate) fn of<G: Describe>(game: &'a G) -> Source<'a> {
        Source {
            game: G::INFO.name,
            options: game.options().to_string(),
            packs: G::PACKS,
            schema: Box::new(|| game.schema()),
        }
    }

    /// The name of the default pack.
    pub(crate) fn default(&self) -> &'static str {
        default(self.packs)
    }
}

fn default(packs: &[(&'static str, &'static str)]) -> &'static str {
    packs.first().map_or("", |&(name, _)| name)
}

impl Knowledge {
    /// The shipped texts, and the files of a folder.
    pub fn new(folder: Option<&Path>) -> Knowledge {
        Knowledge { folder: RwLock::new(folder.map(Path::to_path_buf)), packs: Mutex::default() }
    }

    /// Lets the files of a folder come first from now on.
    pub fn use_folder(&self, folder: &Path) {
        *self.folder.write().unwrap_or_else(PoisonError::into_inner) = Some(folder.to_path_buf());
    }

    /// The folder whose files come first.
    pub fn folder(&self) -> Option<PathBuf> {
        self.folder.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The file that stands, or would stand, for a pack.
    fn file(&self, game: &str, name: &str, default: &str) -> Option<PathBuf> {
        let folder = self.folder.read().unwrap_or_else(PoisonError::into_inner).clone()?;
        let plain = (name == default).then(|| folder.join(format!("{game}.rules")));
        [Some(folder.join(format!("{game}-{name}.rules"))), plain].into_iter().flatten().find(|f| f.is_file())
    }

    /// The names of the packs: those shipped, the default first, and those that only the folder has.
    pub fn names<G: Describe>(&self) -> Vec<String> {
        self.names_of(G::INFO.name, G::PACKS)
    }

    fn names_of(&self, game: &str, packs: &[(&str, &str)]) -> Vec<String> {
        let mut names: Vec<String> = packs.iter().map(|&(name, _)| name.to_string()).collect();
        let folder = self.folder.read().unwrap_or_else(PoisonError::into_inner).clone();
        let files = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let mut found: Vec<String> = files
            .filter_map(|file| {
                let file = file.file_name().into_string().ok()?.to_lowercase();
                let name = file.strip_prefix(game)?.strip_prefix('-')?.strip_suffix(".rules")?;
                (!names.iter().any(|known| known == name)).then(|| name.to_string())
            })
            .collect();
        found.sort();
        names.append(&mut found);
        names
    }

    /// The text of a pack as a reader would edit it: the file that stands for it, or what was shipped.
    ///
    /// # Errors
    /// When there is no such pack, or its file cannot be read.
    pub fn text<G: Describe>(&self, name: Option<&str>) -> Result<String, ExpertError> {
        self.text_of(G::INFO.name, G::PACKS, name)
    }

    fn text_of(
        &self,
        game: &str,
        packs: &'static [(&'static str, &'static str)],
        name: Option<&str>,
    ) -> Result<String, ExpertError> {
        let default = default(packs);
        let name = name.filter(|&name| name != "default").unwrap_or(default);
        if let Some(path) = self.file(game, name, default) {
            let unreadable = |e| ExpertError::Broken(format!("cannot read '{}': {e}", path.display()));
            return std::fs::read_to_string(&path).map_err(unreadable);
        }
        let shipped = packs.iter().find(|(known, _)| *known == name);
        shipped.map(|&(_, text)| text.to_string()).ok_or_else(|| self.unknown(game, packs, name))
    }

    fn unknown(&self, game: &str, packs: &[(&str, &str)], name: &str) -> ExpertError {
        ExpertError::UnknownPack { name: name.to_string(), known: self.names_of(game, packs).join(", ") }
    }

    /// The pack of this name as it now stands; without a name, the default.
    ///
    /// # Errors
    /// When there is no such pack, or its only text is broken and has never been right.
    pub fn pack<G: Describe>(&self, game: &G, name: Option<&str>) -> Result<Pack, ExpertError> {
        self.pack_of(&Source::of(game), name)
    }

    pub(crate) fn pack_of(&self, source: &Source<'_>, name: Option<&str>) -> Result<Pack, ExpertError> {
        let default = source.default();
        let name = name.filter(|&name| name != "default").unwrap_or(default);
        let file = self.file(source.game, name, default);
        let text = source.packs.iter().find(|(known, _)| *known == name).map(|&(_, text)| text);
        if file.is_none() && text.is_none() {
            return Err(self.unknown(source.game, source.packs, name));
        }
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it =
            |kept: &Kept| kept.game == source.game && kept.name == name && kept.options == source.options;
        let at = match packs.iter().position(is_it) {
            Some(at) => at,
            None => {
                let called = file_name(source.game, name, default);
                let load = |text| Kb::load(&called, text, &(source.schema)()).map_err(|d| broken(&d));
                let shipped = text.map(load).transpose()?;
                if packs.len() == MOST {
                    packs.remove(0);
                }
                let (options, name) = (source.options.clone(), name.to_string());
                packs.push(Kept { game: source.game, options, name, shipped, file: None, complaint: None });
                packs.len() - 1
            }
        };
        packs[at].refresh(file, &source.schema)
    }
}

/// What the text of a pack is called, shipped or not.
fn file_name(game: &str, name: &str, default: &str) -> String {
    if name == default { format!("{game}.rules") } else { format!("{game}-{name}.rules") }
}

impl Kept {
    /// Looks at the file, if there is one, and gives what is in force.
    fn refresh(&mut self, file: Option<PathBuf>, schema: &dyn Fn() -> Schema) -> Result<Pack, ExpertError> {
        if self.file.as_ref().map(|(path, _)| path) != file.as_ref() {
            self.complaint = None;
            self.file = match file {
                None => None,
                Some(path) => {
                    let kb = match &self.shipped {
                        Some(kb) => kb.clone(),
                        None => load_file(&path, &schema())?,
                    };
                    let live = Live::new(&path, schema(), kb);
                    Some((path, live))
                }
            };
        }
        let kb = match &mut self.file {
            Some((path, live)) => {
                match live.refresh() {
                    Reload::Same => {}
                    Reload::Changed => self.complaint = None,
                    Reload::Refused(diagnostics) => self.complaint = Some(sentence(&diagnostics)),
                    Reload::Unreadable(error) => {
                        self.complaint = Some(format!("cannot read '{}': {error}", path.display()));
                    }
                }
                live.kb().clone()
            }
            None => self.shipped.clone().expect("a pack without a file is a shipped one"),
        };
        Ok(Pack { name: self.name.clone(), kb, complaint: self.complaint.clone() })
    }
}

fn load_file(path: &Path, schema: &Schema) -> Result<Arc<Kb>, ExpertError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unreadable = |e| ExpertError::Broken(format!("cannot read '{}': {e}", path.display()));
    let bytes = std::fs::read(path).map_err(unreadable)?;
    Kb::load(&name, &String::from_utf8_lossy(&bytes), schema).map_err(|d| broken(&d))
}

fn broken(diagnostics: &Diagnostics) -> ExpertError {
    ExpertError::Broken(sentence(diagnostics))
}

/// The first error in one sentence: `file:line:column: what is wrong (hint), and 2 more errors`.
pub(crate) fn sentence(diagnostics: &Diagnostics) -> String {
    let Some(first) = diagnostics.list().iter().find(|d| d.severity == Severity::Error) else {
        return "the text is refused".to_string();
    };
    let mut text = format!("{}:{}: {}", first.place, first.place.column, first.message);
    if let Some(help) = &first.help {
        text += &format!(" ({help})");
    }
    match diagnostics.errors() - 1 {
        0 => text,
        1 => text + ", and 1 more error",
        more => text + &format!(", and {more} more errors"),
    }
}
