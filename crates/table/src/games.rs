//! The games that a program offers.

use std::sync::Arc;

use crate::{Entry, Family, House, OpenError};

/// The games, in the order people see them, and what they share. Cheap to clone.
#[derive(Clone)]
pub struct Games {
    house: House,
    families: Arc<[Family]>,
}

impl Games {
    /// The games of a list, with a house of their own.
    pub fn new(entries: &[&'static Entry]) -> Games {
        let house = House::default();
        let families = entries.iter().map(|entry| Family::new(entry, house.clone())).collect();
        Games { house, families }
    }

    /// The same games in a house of their own.
    pub fn apart(&self) -> Games {
        let house = House::default();
        let families = self.families.iter().map(|family| family.moved(house.clone())).collect();
        Games { house, families }
    }

    /// What they share.
    pub fn house(&self) -> &House {
        &self.house
    }

    /// Every game.
    pub fn all(&self) -> &[Family] {
        &self.families
    }

    /// The game of this name, in any case.
    pub fn find(&self, name: &str) -> Result<&Family, OpenError> {
        let wanted = name.trim().to_ascii_lowercase();
        let found = self.families.iter().find(|family| family.info.name == wanted);
        found.ok_or_else(|| OpenError::Unknown { name: name.to_string(), known: self.names().join(", ") })
    }

    /// Those that have an ability, by its name: `draw`, `explain`.
    pub fn that_can(&self, ability: &str) -> Games {
        let able = self.families.iter().filter(|family| family.abilities().contains(&ability));
        Games { house: self.house.clone(), families: able.cloned().collect() }
    }

    /// The names of all.
    pub fn names(&self) -> Vec<&'static str> {
        self.families.iter().map(|family| family.info.name).collect()
    }
}

impl<'a> IntoIterator for &'a Games {
    type Item = &'a Family;
    type IntoIter = std::slice::Iter<'a, Family>;

    fn into_iter(self) -> Self::IntoIter {
        self.families.iter()
    }
}
