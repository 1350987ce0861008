//! Positions as the competition's server writes them: a JSON object with `board` and `turn`.

use game::{Line, Notated, Problems, Wire};

use crate::Tablut;
use crate::json::Json;
use crate::state::State;

impl Notated for Tablut {
    fn write_notation(&self, state: &State) -> String {
        self.write_news(&Line::new(Tablut, *state), None)
    }

    fn read_notation(text: &str) -> Option<Result<String, Problems>> {
        let json = Json::read(text).ok()?;
        json.get("turn")?;
        Some(Tablut.read_news(text).map(|news| news.position).map_err(Problems::one))
    }
}
