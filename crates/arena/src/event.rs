//! Events that a game is known for: tournaments by fixed settings, which live in the game's folder.

use table::Family;
use toml::{Table, Value};

/// An event.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// Its name in a tournament's file.
    pub name: String,
    /// What it is, in a few words.
    pub title: String,
    settings: Table,
}

/// The events of a game, in the order of their names.
pub fn events(family: &Family) -> Vec<Event> {
    let all: Table = family.events().parse().unwrap_or_default();
    let event = |(name, value): (String, Value)| {
        let mut settings = value.as_table().cloned()?;
        let title = settings.remove("title").and_then(|title| title.as_str().map(str::to_string));
        Some(Event { name, title: title.unwrap_or_default(), settings })
    };
    all.into_iter().filter_map(event).collect()
}

/// The event of this name.
pub fn event(family: &Family, name: &str) -> Result<Event, String> {
    let all = events(family);
    let known: Vec<String> = all.iter().map(|event| event.name.clone()).collect();
    let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
    all.into_iter()
        .find(|event| event.name == name)
        .ok_or_else(|| format!("{} has no event '{name}'; expected one of {known}", family.info.name))
}

impl Event {
    /// A tournament's settings with those of the event where it has none of its own.
    pub(crate) fn complete(&self, own: Table) -> Table {
        complete(own, &self.settings)
    }
}

fn complete(mut own: Table, usual: &Table) -> Table {
    for (name, value) in usual {
        match (own.remove(name), value) {
            (None, value) => own.insert(name.clone(), value.clone()),
            (Some(Value::Table(mine)), Value::Table(usual)) => {
                own.insert(name.clone(), Value::Table(complete(mine, usual)))
            }
            (Some(mine), _) => own.insert(name.clone(), mine),
        };
    }
    own
}
