//! Players as text: `alphabeta:depth=6,threads=2`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::player_info;

/// The value of a parameter that is merely named.
const YES: &str = "yes";

/// The name of a player and its parameters, as read from text. Whether they exist is found out when the player is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    name: String,
    parameters: Vec<(String, String)>,
}

/// Why a player cannot be made. Shown as one lower-case sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// No name before the colon.
    Nameless(String),
    /// There is no such player, or not in this game.
    UnknownPlayer {
        /// What was asked for.
        name: String,
        /// The players there are.
        known: Vec<String>,
    },
    /// The player has no such parameter.
    UnknownParameter {
        /// Whose.
        player: String,
        /// What was asked for.
        name: String,
        /// The parameters there are.
        known: Vec<String>,
    },
    /// The parameter was given twice.
    Repeated(String),
    /// The value is not one the parameter can have.
    BadValue {
        /// Which parameter.
        name: String,
        /// What was given.
        value: String,
        /// What a value looks like.
        expected: String,
    },
    /// The player cannot play this game.
    Unsuited {
        /// Which player.
        player: String,
        /// Why not.
        reason: Cow<'static, str>,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Nameless(text) => {
                write!(f, "'{text}' names no player; expected something like alphabeta:depth=6")
            }
            SpecError::UnknownPlayer { name, known } => {
                write!(f, "unknown player '{name}'; expected one of {}", known.join(", "))
            }
            SpecError::UnknownParameter { player, name, known } if known.is_empty() => {
                write!(f, "unknown parameter '{name}': {player} has none")
            }
            SpecError::UnknownParameter { player, name, known } => {
                write!(f, "unknown parameter '{name}' of {player}; expected one of {}", known.join(", "))
            }
            SpecError::Repeated(name) => write!(f, "the parameter '{name}' is given twice"),
            SpecError::BadValue { name, value, expected } => {
                write!(f, "the parameter {name} cannot be '{value}'; expected {expected}")
            }
            SpecError::Unsuited { player, reason } => write!(f, "{player} cannot play this game: {reason}"),
        }
    }
}

impl std::error::Error for SpecError {}

impl FromStr for Spec {
    type Err = SpecError;

    /// Reads `name` or `name:parameter=value,...`; a parameter without a value means `yes`. Case and blanks around the parts do not matter.
    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim().to_lowercase();
        if name.is_empty() {
            return Err(SpecError::Nameless(text.trim().to_string()));
        }
        let mut parameters: Vec<(String, String)> = Vec::new();
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, YES));
            let key = key.trim().to_lowercase();
            if parameters.iter().any(|(known, _)| *known == key) {
                return Err(SpecError::Repeated(key));
            }
            parameters.push((key, value.trim().to_lowercase()));
        }
        Ok(Spec { name, parameters })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (name, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{name}", if index == 0 { ':' } else { ',' })?;
            if value != YES {
                write!(f, "={value}")?;
            }
        }
        Ok(())
    }
}

impl Spec {
    /// The player of this name, without parameters.
    pub fn of(name: &str) -> Spec {
        Spec { name: name.trim().to_lowercase(), parameters: Vec::new() }
    }

    /// The same with a parameter set, in place of the value that it may have.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Spec {
        let value = value.to_string().to_lowercase();
        match self.parameters.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.parameters.push((name.to_lowercase(), value)),
        }
        self
    }

    /// The player `base` with the parameters of this one set: what `style:depth=3` means when the style stands for `base`.
    #[must_use]
    pub fn over(&self, base: Spec) -> Spec {
        self.parameters().fold(base, |spec, (name, value)| spec.with(name, value))
    }

    /// Whether the player is one of [`crate::PLAYERS`] and has this parameter.
    pub fn takes(&self, parameter: &str) -> bool {
        player_info(&self.name).is_some_and(|info| info.parameters.iter().any(|p| p.name == parameter))
    }

    /// The player's name, in lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Names and values in the order they were given.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a parameter, if it was given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.parameters().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// The whole number given for a parameter, or `default`.
    pub fn number(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<u64>,
        default: u64,
    ) -> Result<u64, SpecError> {
        let Some(text) = self.get(name) else { return Ok(default) };
        text.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
            self.bad(name, format!("a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// The number given for a parameter, or `default`.
    pub fn real(
        &self,
        name: &str,
        range: std::ops::RangeInclusive<f64>,
        default: f64,
    ) -> Result<f64, SpecError> {
        let Some(text) = self.get(name) else { return Ok(default) };
        text.parse()
            .ok()
            .filter(|x| range.contains(x))
            .ok_or_else(|| self.bad(name, format!("a number from {} to {}", range.start(), range.end())))
    }

    /// Whether a parameter is switched on.
    pub fn flag(&self, name: &str) -> Result<bool, SpecError> {
        match self.get(name) {
            None | Some("no" | "off" | "false" | "0") => Ok(false),
            Some("yes" | "on" | "true" | "1") => Ok(true),
            Some(_) => Err(self.bad(name, "yes or no".to_string())),
        }
    }

    /// The time given for a parameter, in any form that [`game::read_time`] reads.
    pub fn time(&self, name: &str) -> Result<Option<Duration>, SpecError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let wrong = || self.bad(name, "a time such as 500ms, 2s or 1m".to_string());
        game::read_time(text).map(Some).ok_or_else(wrong)
    }

    /// The complaint about the value of a parameter.
    pub fn bad(&self, name: &str, expected: String) -> SpecError {
        let value = self.get(name).unwrap_or_default().to_string();
        SpecError::BadValue { name: name.to_string(), value, expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Spec {
        text.parse().expect("a description")
    }

    #[test]
    fn descriptions_come_back_from_their_text() {
        for text in ["random", "meanmax:net", "alphabeta:eval=net,depth=3", "mcts:nodes=300,time=0.5s"] {
            assert_eq!(spec(text).to_string(), text);
        }
        assert_eq!(spec(" Alphabeta : Depth = 3 , ").to_string(), "alphabeta:depth=3");
        assert_eq!(spec("meanmax:plain=yes,net=no").to_string(), "meanmax:plain,net=no");
    }

    #[test]
    fn parameters_are_set_and_laid_over_others() {
        assert_eq!(Spec::of("Master").with("threads", 2).to_string(), "master:threads=2");
        assert_eq!(spec("mcts:memory=9,time=1s").with("memory", 32).to_string(), "mcts:memory=32,time=1s");
        let style = spec("alphabeta:eval=rules,depth=2");
        assert_eq!(spec("style").over(style.clone()), style);
        let own = spec("style:depth=4,threads=2").over(style);
        assert_eq!(own.to_string(), "alphabeta:eval=rules,depth=4,threads=2");
    }

    #[test]
    fn times_have_every_unit() {
        let seconds = |text| spec(text).time("time").map(|time| time.map(|time| time.as_secs_f64()));
        assert_eq!(seconds("alphabeta:time=1m"), Ok(Some(60.0)));
        assert_eq!(seconds("alphabeta:time=500ms"), Ok(Some(0.5)));
        assert_eq!(seconds("alphabeta"), Ok(None));
        let error = seconds("alphabeta:time=soon").expect_err("no time").to_string();
        assert_eq!(error, "the parameter time cannot be 'soon'; expected a time such as 500ms, 2s or 1m");
    }
}
