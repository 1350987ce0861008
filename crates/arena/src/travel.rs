//! A tournament whose games are played on other machines: what travels, and how it is set up there.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use fleet::{Craft, Files, Work, fingerprint};
use game::{Control, Limits};
use serde::{Deserialize, Serialize};
use table::{Games, Who};

use crate::baggage::{Baggage, luggage};
use crate::class::prepare;
use crate::command::Bot as Command;
use crate::journal::Entry;
use crate::plan::{Entrant, Plan};
use crate::tournament::{Job, Tournament};
use crate::{Caps, Contestant, Isolation, archive};

/// The kinds of work that games of a tournament are. Bots are a kind of their own: not every machine can keep them apart.
const GAMES: &str = "games";
const BOTS: &str = "bots";

/// What another machine must know to play games of a tournament.
#[derive(Serialize, Deserialize)]
struct Brief {
    plan: Plan,
    entrants: Vec<Sent>,
    house: Baggage,
}

/// An entrant that travels.
#[derive(Serialize, Deserialize)]
struct Sent {
    name: String,
    player: Option<Who>,
    run: Vec<String>,
    version: String,
    /// The content that its folder is.
    archive: Option<String>,
}

/// The bots of a tournament that has come from elsewhere, each unpacked and built once, when it first plays.
pub(crate) struct Camp {
    files: Files,
    bots: BTreeMap<String, Bot>,
}

struct Bot {
    archive: String,
    /// Its words; empty for a submission, which says in its folder how it is built and run.
    run: Vec<String>,
    ready: OnceLock<Result<Command, String>>,
}

impl Camp {
    /// The player of this name if it is one of the bots.
    pub(crate) fn contestant(&self, name: &str, caps: Caps) -> Option<Result<Contestant, String>> {
        let bot = self.bots.get(name)?;
        let ready = bot.ready.get_or_init(|| {
            let folder = luggage().join(&bot.archive);
            // Unpacked by an earlier tournament of this process, or not yet.
            if !folder.exists() {
                let fresh = luggage().join(format!("{}-fresh", bot.archive));
                let _ = std::fs::remove_dir_all(&fresh);
                archive::unpack(&self.files.get(&bot.archive)?, &fresh)?;
                std::fs::rename(&fresh, &folder).map_err(|error| format!("cannot set up a bot: {error}"))?;
            }
            match bot.run.as_slice() {
                [] => prepare(&folder, caps),
                words => Command::new(words, Some(&folder)).map_err(|error| error.to_string()),
            }
        });
        Some(ready.clone().map(|command| Contestant::process(command, caps)))
    }
}

impl Tournament {
    /// The crafts of playing games of tournaments. Bots only where they can be kept apart.
    pub fn crafts(games: &Games) -> Vec<Craft> {
        let learn = |games: Games| {
            move |brief: &str, files: &Files| {
                let brief: Brief = serde_json::from_str(brief).map_err(|error| error.to_string())?;
                let games = brief.house.unpack(&games, files)?;
                let bots = brief.entrants.iter().filter_map(|sent| {
                    let run = if sent.version.is_empty() { sent.run.clone() } else { Vec::new() };
                    Some((
                        sent.name.clone(),
                        Bot { archive: sent.archive.clone()?, run, ready: OnceLock::new() },
                    ))
                });
                let camp = Camp { files: files.clone(), bots: bots.collect() };
                let entrants = brief.entrants.into_iter().map(|sent| Entrant {
                    name: sent.name,
                    player: sent.player,
                    run: sent.run,
                    folder: None,
                    version: sent.version,
                });
                Tournament::elsewhere(&games, brief.plan, entrants.collect(), camp)
            }
        };
        let mut crafts = vec![Craft::new(GAMES, learn(games.clone()))];
        if Isolation::chosen().is_ok_and(|isolation| isolation != Isolation::None) {
            crafts.push(Craft::new(BOTS, learn(games.clone())));
        }
        crafts
    }

    /// Whether its games can be played on other machines.
    ///
    /// # Errors
    /// A sentence that names an entrant that cannot travel.
    pub fn can_travel(&self) -> Result<(), String> {
        for entrant in self.entrants() {
            let stays = matches!(entrant.player, Some(Who::Program(_)))
                || !entrant.run.is_empty() && entrant.folder.is_none();
            if stays {
                return Err(format!(
                    "the player '{}' is a program of this machine; with --on a bot must have a folder, which travels",
                    entrant.name
                ));
            }
        }
        Ok(())
    }

    /// The archives of all bots, by the folder.
    fn archives(&self) -> HashMap<PathBuf, Vec<u8>> {
        let folders = self.entrants().iter().filter_map(|entrant| entrant.folder.clone());
        // One that cannot be packed cannot play here either, and loses by that name.
        folders.filter_map(|folder| Some((folder.clone(), archive::pack(&folder).ok()?))).collect()
    }
}

impl Work for Tournament {
    type Input = Job;
    type Output = Entry;
    type Bench = HashMap<(usize, usize), Contestant>;

    fn kind(&self) -> &'static str {
        if self.entrants().iter().any(|entrant| entrant.folder.is_some()) { BOTS } else { GAMES }
    }

    fn brief(&self) -> String {
        let archives = self.archives();
        let sent = self.entrants().iter().map(|entrant| Sent {
            name: entrant.name.clone(),
            player: entrant.player.clone(),
            run: entrant.run.clone(),
            version: entrant.version.clone(),
            archive: entrant.folder.as_ref().and_then(|folder| Some(fingerprint(archives.get(folder)?))),
        });
        let brief =
            Brief { plan: self.plan().clone(), entrants: sent.collect(), house: Baggage::of(self.family()) };
        serde_json::to_string(&brief).expect("plain data")
    }

    fn files(&self) -> Vec<Vec<u8>> {
        Baggage::contents(self.family()).into_iter().chain(self.archives().into_values()).collect()
    }

    fn carry_out(&self, job: &Job, bench: &mut Self::Bench, stop: &Arc<AtomicBool>) -> Result<Entry, String> {
        self.play(*job, bench, &Control::stoppable(Limits::default(), stop.clone()))
    }
}
