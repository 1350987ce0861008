//! Who is looking: language and colours, from cookies and the browser's own wishes.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;

use game::{Frame, MAX_SEATS, Seat};
use table::expert::Lang;
use table::{Family, Match, Phrases};

use crate::words::{Words, words};

/// What the reader prefers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Visitor {
    /// The language of the interface.
    pub lang: Lang,
    /// The colours.
    pub theme: Theme,
    /// The form of the screen.
    pub screen: Screen,
    /// Whose things are to be shown large on a small screen, if that was chosen.
    pub front: Option<Seat>,
    /// Which of them tell things apart.
    pub palette: Palette,
}

/// The form of a screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Screen {
    /// About as wide as high, or wider.
    #[default]
    Wide,
    /// A tablet or a small window: about as wide as high beside the panel.
    Square,
    /// A phone held upright.
    Tall,
}

impl Screen {
    const ALL: [Screen; 3] = [Screen::Wide, Screen::Square, Screen::Tall];

    /// The name in cookies and pages.
    pub fn name(self) -> &'static str {
        match self {
            Screen::Wide => "wide",
            Screen::Square => "square",
            Screen::Tall => "tall",
        }
    }

    /// What the last page said of the screen it was on; for the first one, what kind of device the browser is on.
    fn of(headers: &HeaderMap) -> Screen {
        let said = cookie(headers, "shape");
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let phone = || text("sec-ch-ua-mobile") == "?1" || text("user-agent").contains("Mobi");
        let known = Screen::ALL.into_iter().find(|screen| said == Some(screen.name()));
        known.unwrap_or_else(|| if phone() { Screen::Tall } else { Screen::Wide })
    }
}

/// Which colours tell pieces and lines apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palette {
    /// Those of the boards.
    #[default]
    Usual,
    /// Colours that differ to everybody, also to those who see fewer.
    Distinct,
}

impl Palette {
    /// The name in cookies and forms.
    pub fn name(self) -> &'static str {
        match self {
            Palette::Usual => "usual",
            Palette::Distinct => "distinct",
        }
    }

    /// The palette of a name.
    pub fn of_name(name: &str) -> Option<Palette> {
        [Palette::Usual, Palette::Distinct].into_iter().find(|palette| palette.name() == name)
    }
}

/// Which colours a page has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Those the reader's system asks for.
    #[default]
    System,
    /// Light ones.
    Light,
    /// Dark ones.
    Dark,
}

impl Theme {
    /// The name in cookies and forms.
    pub fn name(self) -> &'static str {
        match self {
            Theme::System => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// The theme of a name.
    pub fn of_name(name: &str) -> Option<Theme> {
        [Theme::System, Theme::Light, Theme::Dark].into_iter().find(|theme| theme.name() == name)
    }
}

impl Visitor {
    /// The words to speak in.
    pub fn words(self) -> &'static Words {
        words(self.lang)
    }

    /// What a game says, in the reader's language.
    pub fn phrases(self, board: &dyn Match) -> Phrases {
        board.phrases(self.lang)
    }

    /// What a game is called.
    pub fn title(self, family: &Family) -> String {
        family.phrases(self.lang).say(family.info.title).into_owned()
    }

    /// What the seats of a board are called.
    pub fn seat_names(self, board: &dyn Match) -> Vec<String> {
        let phrases = self.phrases(board);
        board.seat_names().into_iter().map(|name| phrases.say(name).into_owned()).collect()
    }

    /// Which seat is to move, by what it is called; `None` when nobody is.
    pub fn side(self, board: &dyn Match) -> Option<String> {
        board.to_move().map(|seat| self.seat_names(board).swap_remove(seat))
    }

    /// The form of picture for the reader: on a small screen, whoever was chosen is at its front, or else whoever is to move.
    pub fn frame(self, board: &dyn Match) -> Frame {
        let front = || self.front.or(board.to_move().map(Seat::new)).unwrap_or(Seat::FIRST);
        match self.screen {
            Screen::Wide => Frame::Wide,
            Screen::Square => Frame::Square(front()),
            Screen::Tall => Frame::Tall(front()),
        }
    }

    /// The same with whoever is to move at the front, so that every move can be touched.
    pub fn at_mover(self) -> Visitor {
        Visitor { front: None, ..self }
    }

    /// The same with this seat at the front, unless another one was chosen.
    pub fn at_seat(self, seat: Option<usize>) -> Visitor {
        Visitor { front: self.front.or(seat.map(Seat::new)), ..self }
    }

    /// A number with at most so many digits after the point, written as the reader writes it.
    pub fn decimal(self, value: f64, digits: usize) -> String {
        let text = format!("{value:.digits$}");
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        if self.lang == Lang::En { text.to_string() } else { text.replace('.', ",") }
    }

    /// A share in per cent, as the reader writes it.
    pub fn percent(self, share: f64) -> String {
        let gap = if self.lang == Lang::Sr { "" } else { "\u{a0}" };
        format!("{:.0}{gap}%", 100.0 * share)
    }

    /// A day, from the seconds since 1970, as the reader writes it; and the same for machines.
    pub fn day(self, seconds: i64) -> (String, String) {
        let (year, month, day) = civil(seconds.div_euclid(86_400));
        let written = match self.lang {
            Lang::En => format!("{day} {} {year}", MONTHS[month - 1]),
            Lang::Sr => format!("{day}. {month}. {year}."),
            Lang::Pt => format!("{day:02}/{month:02}/{year}"),
        };
        (written, format!("{year:04}-{month:02}-{day:02}"))
    }

    /// What the headers of a request say.
    pub fn of(headers: &HeaderMap) -> Visitor {
        let chosen = cookie(headers, "lang").and_then(Lang::of_code);
        let wished = || {
            let text = headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?;
            text.split(',').find_map(|part| Lang::of_code(part.split(';').next()?))
        };
        Visitor {
            lang: chosen.or_else(wished).unwrap_or_default(),
            theme: cookie(headers, "theme").and_then(Theme::of_name).unwrap_or_default(),
            screen: Screen::of(headers),
            front: None,
            palette: cookie(headers, "palette").and_then(Palette::of_name).unwrap_or_default(),
        }
    }
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Year, month and day of a day since 1970. Years begin in March here, so that the leap day is the last of them.
fn civil(days: i64) -> (i64, usize, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let civil_month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(civil_month <= 2), civil_month as usize, day)
}

/// The value of a cookie.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        let asked =
            parts.uri.query().unwrap_or_default().split('&').find_map(|pair| pair.strip_prefix("front="));
        let seat =
            asked.and_then(|number| number.parse::<usize>().ok()).filter(|n| (1..=MAX_SEATS).contains(n));
        Ok(Visitor { front: seat.map(|number| Seat::new(number - 1)), ..Visitor::of(&parts.headers) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_days_are_written_as_the_reader_writes_them() {
        let reader = |lang| Visitor { lang, ..Visitor::default() };
        assert_eq!(reader(Lang::En).decimal(0.5, 1), "0.5");
        assert_eq!(reader(Lang::Pt).decimal(0.5, 1), "0,5");
        assert_eq!(reader(Lang::Sr).decimal(10.0, 1), "10");
        for (seconds, iso) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_709_164_800, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (1_795_046_400, "2026-11-19"),
            (-1, "1969-12-31"),
        ] {
            assert_eq!(reader(Lang::En).day(seconds).1, iso);
        }
        assert_eq!(reader(Lang::Sr).day(0).0, "1. 1. 1970.");
        assert_eq!(reader(Lang::Pt).day(0).0, "01/01/1970");
    }
}
