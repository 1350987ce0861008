//! Times as people write them: `500ms`, `2s`, `1m`.

use std::time::Duration;

/// Nobody waits longer, in seconds.
const LONGEST: f64 = 1e7;

/// Reads a time: a number with `ms`, `s`, `m` or `h`, or a bare number of seconds. `None` for anything else, and for more than some months.
pub fn read_time(text: &str) -> Option<Duration> {
    let text = text.trim();
    let number = text.trim_end_matches(char::is_alphabetic);
    let unit = match &text[number.len()..] {
        "ms" => 1e-3,
        "s" | "" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let seconds = number.trim_end().parse::<f64>().ok()? * unit;
    (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_unit_and_nonsense_is_not() {
        for (text, ms) in [
            ("500ms", 500),
            ("2s", 2_000),
            ("0.25", 250),
            (" 1.5 s ", 1_500),
            ("1m", 60_000),
            ("0.01m", 600),
            ("1h", 3_600_000),
            ("0", 0),
        ] {
            assert_eq!(read_time(text), Some(Duration::from_millis(ms)), "{text}");
        }
        for text in ["", "s", "-1s", "nan", "inf", "infs", "1e9s", "2 d", "2us", "1h30m", "ž", "1é"] {
            assert_eq!(read_time(text), None, "{text}");
        }
    }
}
