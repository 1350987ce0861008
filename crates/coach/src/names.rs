//! Lists of places as people say them: `A1 to A7` where they follow one another.

/// The fewest names in a row that are said as a stretch.
const STRETCH: usize = 3;

/// The most names and stretches that are said.
const MOST: usize = 5;

/// The names, each once, joined by commas; stretches of neighbours are joined by `through`, and a long list is cut short.
pub(crate) fn list_names(names: &[String], through: &str) -> String {
    let mut sorted: Vec<&String> = Vec::new();
    for name in names {
        if !sorted.contains(&name) {
            sorted.push(name);
        }
    }
    if sorted.len() >= STRETCH {
        sorted.sort_by_key(|name| split(name));
    }
    let mut parts = Vec::new();
    let mut rest = sorted.as_slice();
    while let Some(first) = rest.first() {
        let along = |follows: fn(&str, &str) -> bool| {
            1 + rest.windows(2).take_while(|pair| follows(pair[0], pair[1])).count()
        };
        let length = along(next_number).max(along(next_letter));
        if length >= STRETCH {
            parts.push(format!("{first} {through} {}", rest[length - 1]));
            rest = &rest[length..];
        } else {
            parts.push(first.to_string());
            rest = &rest[1..];
        }
    }
    if parts.len() > MOST {
        parts.truncate(MOST - 1);
        parts.push("…".to_string());
    }
    parts.join(", ")
}

/// A name as letters and the number at its end.
fn split(name: &str) -> (&str, Option<u32>) {
    let head = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (head, name[head.len()..].parse().ok())
}

fn next_number(a: &str, b: &str) -> bool {
    let ((head, number), (other, next)) = (split(a), split(b));
    head == other && number.zip(next).is_some_and(|(number, next)| number + 1 == next)
}

fn next_letter(a: &str, b: &str) -> bool {
    let ((head, number), (other, same)) = (split(a), split(b));
    let letter = |text: &str| match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(*letter),
        _ => None,
    };
    number.is_some() && number == same && letter(head).zip(letter(other)).is_some_and(|(a, b)| a + 1 == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_said_as_a_stretch() {
        for (names, expected) in [
            ("A1 A2 A3 A4", "A1 to A4"),
            ("A3 A1 A2", "A1 to A3"),
            ("A1 B1 C1 D1", "A1 to D1"),
            ("A1 A2", "A1, A2"),
            ("B2 A1", "B2, A1"),
            ("A1 A2 A3 C5", "A1 to A3, C5"),
            ("A1 A1", "A1"),
            ("A1 B3 C5 D7 E9", "A1, B3, C5, D7, E9"),
            ("A1 B3 C5 D7 E9 F2", "A1, B3, C5, D7, …"),
            ("", ""),
        ] {
            let names: Vec<String> = names.split_whitespace().map(str::to_string).collect();
            assert_eq!(list_names(&names, "to"), expected);
        }
    }
}
