//! What players go by that did not come with the program, packed for other machines: knowledge files and nets of the user's folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fleet::{Files, fingerprint};
use serde::{Deserialize, Serialize};
use table::{Family, Games, House};

/// The files of the user's folders, each by its name and the fingerprint of its content.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Baggage {
    knowledge: Option<BTreeMap<String, String>>,
    nets: Option<BTreeMap<String, String>>,
}

/// The name of a file, and what is in it.
type Packed = (String, Vec<u8>);

/// The files of a folder that count, with what is in them.
fn packed(folder: Option<PathBuf>, endings: &[&str]) -> Option<Vec<Packed>> {
    let files = std::fs::read_dir(folder?).ok()?.flatten();
    let fits = |path: &Path| {
        path.is_file() && path.extension().and_then(|e| e.to_str()).is_some_and(|e| endings.contains(&e))
    };
    let read = |path: PathBuf| Some((path.file_name()?.to_str()?.to_string(), std::fs::read(&path).ok()?));
    let mut found: Vec<_> =
        files.map(|file| file.path()).filter(|path| fits(path)).filter_map(read).collect();
    found.sort();
    Some(found)
}

fn of_house(house: &House) -> [Option<Vec<Packed>>; 2] {
    [packed(house.knowledge.folder(), &["rules"]), packed(house.shelf.folder(), &["net", "candidate"])]
}

impl Baggage {
    /// What this game's players need.
    pub fn of(family: &Family) -> Baggage {
        let named =
            |files: Vec<Packed>| files.into_iter().map(|(name, bytes)| (name, fingerprint(&bytes))).collect();
        let [knowledge, nets] = of_house(family.house());
        Baggage { knowledge: knowledge.map(named), nets: nets.map(named) }
    }

    /// The contents that it names.
    pub fn contents(family: &Family) -> Vec<Vec<u8>> {
        of_house(family.house()).into_iter().flatten().flatten().map(|(_, bytes)| bytes).collect()
    }

    /// The games in a house with these files, fetched into a folder of this process.
    ///
    /// # Errors
    /// When a file cannot be fetched or put down.
    pub fn unpack(&self, games: &Games, files: &Files) -> Result<Games, String> {
        let games = games.apart();
        let place = |listed: &BTreeMap<String, String>| -> Result<PathBuf, String> {
            let folder =
                luggage().join(fingerprint(serde_json::to_string(listed).expect("plain data").as_bytes()));
            let told = |error: std::io::Error| format!("cannot write to '{}': {error}", folder.display());
            std::fs::create_dir_all(&folder).map_err(told)?;
            for (name, content) in listed {
                let name = Path::new(name).file_name().ok_or("a file without a name")?;
                std::fs::write(folder.join(name), files.get(content)?).map_err(told)?;
            }
            Ok(folder)
        };
        if let Some(listed) = &self.knowledge {
            games.house().knowledge.use_folder(&place(listed)?);
        }
        if let Some(listed) = &self.nets {
            games.house().shelf.use_folder(&place(listed)?);
        }
        Ok(games)
    }
}

/// The folder where this process puts down what it has fetched; whoever helps removes it in the end.
pub fn luggage() -> PathBuf {
    std::env::temp_dir().join(format!("ludus-luggage-{}", std::process::id()))
}
