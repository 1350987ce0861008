//! Positions as text and as JSON, told apart by their first character.

use game::{Field, Info, Problems};
use serde_json::{Map, Value, json};

/// The JSON form of a position text: an object with the game's field names.
pub fn position_json(info: &Info, text: &str) -> Value {
    let mut words = text.split_whitespace();
    let mut object = Map::new();
    object.insert("game".into(), json!(info.name));
    for field in info.fields {
        let value = match field {
            Field::Rest(_) => json!(words.by_ref().collect::<Vec<_>>()),
            Field::List(_) => json!(words.next().unwrap_or_default().split('/').collect::<Vec<_>>()),
            Field::Word(_) => json!(words.next().unwrap_or_default()),
            Field::Number(_) => {
                let word = words.next().unwrap_or_default();
                word.parse::<i64>().map_or_else(|_| json!(word), |n| json!(n))
            }
        };
        object.insert(field.name().into(), value);
    }
    Value::Object(object)
}

/// Stands for a field that is not known.
const UNKNOWN: &str = "?";

/// What a position text leaves open, a `?` for a field, and what stands there in the position that was made of it.
pub fn assumed<'a>(info: &Info, given: &str, position: &'a str) -> Vec<(&'static str, &'a str)> {
    let words = info.fields.iter().zip(given.split_whitespace().zip(position.split_whitespace()));
    let open = words.filter(|(_, (asked, _))| *asked == UNKNOWN);
    open.map(|(field, (_, word))| (field.name(), word)).collect()
}

/// The position text behind what a user gave: the text itself, or its JSON form put together.
pub fn position_text(info: &Info, given: &str) -> Result<String, Problems> {
    let given = given.trim();
    if !given.starts_with('{') {
        return Ok(given.to_string());
    }
    let value: Value = serde_json::from_str(given)
        .map_err(|e| Problems::one(format!("the position is not valid JSON: {e}")))?;
    let mut problems = Problems::none();
    let object = value.as_object().expect("text that begins with a brace parses to an object");
    let known = |name: &str| name == "game" || info.fields.iter().any(|field| field.name() == name);
    for name in object.keys().filter(|name| !known(name)) {
        let names: Vec<&str> = info.fields.iter().map(|field| field.name()).collect();
        problems.add(format!("unknown field '{name}' in the position; expected {}", names.join(", ")));
    }
    if object.get("game").is_some_and(|name| name != info.name) {
        problems.add(format!("the position is of the game {}; expected '{}'", object["game"], info.name));
    }
    let mut words = Vec::new();
    for field in info.fields {
        match field_text(*field, object.get(field.name())) {
            Some(word) => words.push(word),
            None => problems.add(format!("field '{}' is missing or not {}", field.name(), expected(*field))),
        }
    }
    problems.or(words.join(" "))
}

fn field_text(field: Field, value: Option<&Value>) -> Option<String> {
    let separator = match field {
        Field::Word(_) | Field::Number(_) => return word(value?),
        Field::List(_) => "/",
        Field::Rest(_) => " ",
    };
    let words: Option<Vec<String>> = value?.as_array()?.iter().map(word).collect();
    Some(words?.join(separator))
}

/// A JSON string or number as one word.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.contains(char::is_whitespace) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn expected(field: Field) -> &'static str {
    match field {
        Field::Word(_) => "a word",
        Field::Number(_) => "a number",
        Field::List(_) | Field::Rest(_) => "an array of words",
    }
}
