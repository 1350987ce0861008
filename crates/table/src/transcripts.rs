//! Files of games from anywhere: one JSON object a line, of which only the moves count.

use learn::Transcript;
use serde_json::Value;

/// Reads games, one JSON object a line: `moves` holds the moves, in one text with blanks between them or in a list; `start`, where it is present, the
/// position before them. Whatever else there is, is not looked at. The records of this program are such lines.
///
/// # Errors
/// When a line is not of this form; it is named.
pub fn read_transcripts(text: &str) -> Result<Vec<Transcript>, String> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let wrong = || format!("line {number} is not a JSON object with the moves of a game");
            let value: Value = serde_json::from_str(line).map_err(|_| wrong())?;
            let moves = match &value["moves"] {
                Value::String(moves) => moves.split_whitespace().map(str::to_string).collect(),
                Value::Array(moves) => moves
                    .iter()
                    .map(|mv| mv.as_str().map(str::to_string).ok_or_else(wrong))
                    .collect::<Result<_, _>>()?,
                _ => return Err(wrong()),
            };
            Ok(Transcript { start: value["start"].as_str().map(str::to_string), moves })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::read_transcripts;

    #[test]
    fn moves_are_found_in_either_form() {
        let text =
            "{\"moves\": \"a1 b2\"}\n\n{\"moves\": [\"a1\", \"b2\"], \"start\": \"x\", \"other\": 1}\n";
        let games = read_transcripts(text).expect("both lines are games");
        assert_eq!(games.len(), 2);
        assert!(games.iter().all(|game| game.moves == ["a1", "b2"]));
        assert_eq!((games[0].start.as_deref(), games[1].start.as_deref()), (None, Some("x")));
    }

    #[test]
    fn a_wrong_line_is_named() {
        for wrong in ["nonsense", "{}", "[]", "7", "{\"moves\": 3}", "{\"moves\": [3]}"] {
            let error = read_transcripts(&format!("{{\"moves\": \"a1\"}}\n{wrong}")).expect_err(wrong);
            assert!(error.starts_with("line 2 is not"), "{error}");
        }
    }
}
