//! What a net saw in a position, as plain data.

use game::{Features, Rect};
use learn::{Place, Shelf};
use search::Spec;
use serde::Serialize;

use crate::{Side, players};

/// What evaluation and net say of a position, and what the net said it for. Values are in points, those of the seat to move (of the first seat when
/// it is chance's turn).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Insight {
    /// Whose values these are.
    pub side: Side,
    /// What evaluation and net say together.
    pub value: f64,
    /// What the game's own evaluation says.
    pub evaluation: f64,
    /// What the net adds to it.
    pub net: f64,
    /// Everything that the net was told, what matters most first.
    pub features: Vec<ToldFeature>,
    /// The places of which it was told something, those that matter most first.
    pub places: Vec<ToldPlace>,
}

/// Something that the net was told.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ToldFeature {
    /// In words: `white pawn at C4`.
    pub feature: String,
    /// The place on the board, where it speaks of one.
    pub place: Option<String>,
    /// By how much the value is higher for it.
    pub influence: f64,
    /// The value, had the net not been told.
    pub without: f64,
}

/// Everything that the net was told of a place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ToldPlace {
    /// Its name: `C4`.
    pub place: String,
    /// By how much the value is higher for it.
    pub influence: f64,
    /// The value, had the net not been told.
    pub without: f64,
    /// Where the scene shows it.
    #[serde(skip)]
    pub at: Rect,
}

/// Asks the net at its place on the shelf about a position that is not finished.
pub(crate) fn look<G: Features>(
    shelf: &Shelf,
    game: &G,
    state: &G::State,
    place: Place,
) -> Result<Insight, String> {
    let (net, _) = shelf.net(game, place)?;
    let seen = learn::insight(game, state, &net);
    let points = |value: i32| f64::from(value) / 100.0;
    let influence = |without: i32| points(seen.value - without);
    let feature = |told: &learn::Influence<game::Feature>| ToldFeature {
        feature: told.of.to_string(),
        place: told.of.site.as_ref().map(|site| site.name.clone()),
        influence: influence(told.without),
        without: points(told.without),
    };
    let place = |told: &learn::Influence<game::Site>| ToldPlace {
        place: told.of.name.clone(),
        influence: influence(told.without),
        without: points(told.without),
        at: told.of.at,
    };
    Ok(Insight {
        side: Side { seat: seen.seat.number(), name: game.seat_name(seen.seat).to_string() },
        value: points(seen.value),
        evaluation: points(seen.evaluation),
        net: points(seen.value - seen.evaluation),
        features: seen.features.iter().map(feature).collect(),
        places: seen.sites.iter().map(place).collect(),
    })
}

/// The net by which a player judges positions; `None` where it does without.
pub(crate) fn place_of(player: &Spec) -> Option<Place> {
    if !players().any(|(name, _)| name == player.name()) {
        return None;
    }
    match player.get("eval")? {
        "net" => Some(Place::Net),
        "candidate" => Some(Place::Candidate),
        _ => None,
    }
}
