//! Whose seat it is, where several machines share a game.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderValue;
use axum::http::header::{HeaderName, SET_COOKIE};
use axum::http::request::Parts;
use axum::response::AppendHeaders;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::failure::Failure;
use crate::lobby::{is_name, new_name};
use crate::room::Inner;
use crate::visitor::cookie;

/// The cookie with the mark of a browser.
const COOKIE: &str = "browser";

/// A seat that somebody has taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Taken {
    /// The mark of the browser.
    browser: String,
    /// What brings the seat back to whoever has lost the mark: part of a link that only the owner is shown. All seats that a browser has in a game
    /// share one.
    key: String,
}

/// The seats of a game by who has taken them; those beyond the end of the list are free.
pub type Seats = Vec<Option<Taken>>;

/// Who asks, which says what seats are theirs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hand {
    /// Somebody at this machine, which no other can reach: every seat of a person is theirs, as around a table.
    Anybody,
    /// A browser among several, by its mark; `None` when it has not taken a seat yet.
    Browser(Option<String>),
}

impl FromRequestParts<Arc<App>> for Hand {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Hand, Infallible> {
        if app.key.is_none() {
            return Ok(Hand::Anybody);
        }
        Ok(Hand::Browser(cookie(&parts.headers, COOKIE).filter(|mark| is_name(mark)).map(str::to_string)))
    }
}

/// Headers that give a browser its mark, where it has none.
pub type Introduction = AppendHeaders<Vec<(HeaderName, HeaderValue)>>;

impl Hand {
    /// Gives a browser a mark, if it needs one and has none.
    pub fn introduced(self) -> (Hand, Introduction) {
        let Hand::Browser(None) = self else { return (self, AppendHeaders(Vec::new())) };
        let mark = new_name();
        let kept = format!("{COOKIE}={mark}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
        let kept = HeaderValue::from_str(&kept).expect("marks are plain letters");
        (Hand::Browser(Some(mark)), AppendHeaders(vec![(SET_COOKIE, kept)]))
    }

    /// Under which name their things are kept: nothing at this machine; `None` for a browser without a mark.
    pub fn owner(&self) -> Option<&str> {
        match self {
            Hand::Anybody => Some(""),
            Hand::Browser(mark) => mark.as_deref(),
        }
    }

    fn has(&self, taken: &Taken) -> bool {
        matches!(self, Hand::Browser(Some(mark)) if *mark == taken.browser)
    }
}

/// The browsers that have a seat, each once.
pub fn owners(seats: &Seats) -> Vec<String> {
    let mut all: Vec<String> = seats.iter().flatten().map(|taken| taken.browser.clone()).collect();
    all.sort();
    all.dedup();
    all
}

/// Whether a seat belongs to this browser.
pub fn is_of(seats: &Seats, seat: usize, owner: &str) -> bool {
    seats.get(seat).and_then(Option::as_ref).is_some_and(|taken| taken.browser == owner)
}

/// The seats as their owner takes them out: their own without any mark, those of others free.
pub fn taken_out(seats: &Seats, owner: &str) -> Seats {
    let own = |taken: &Taken| taken.browser == owner && !owner.is_empty();
    let bare = |_: &Taken| Taken { browser: String::new(), key: String::new() };
    seats.iter().map(|seat| seat.as_ref().filter(|taken| own(taken)).map(bare)).collect()
}

/// The seats that somebody brings back: those without a mark are theirs, the others free.
pub fn brought_back(seats: &Seats, owner: &str) -> Seats {
    let key = new_name();
    let own = |taken: &Taken| taken.browser.is_empty() && !owner.is_empty();
    let marked = |_: &Taken| Taken { browser: owner.to_string(), key: key.clone() };
    seats.iter().map(|seat| seat.as_ref().filter(|taken| own(taken)).map(marked)).collect()
}

impl Inner {
    fn taken(&self, seat: usize) -> Option<&Taken> {
        self.extra.seats.get(seat).and_then(Option::as_ref)
    }

    /// The seats that are theirs.
    pub fn seats_of(&self, hand: &Hand) -> Vec<usize> {
        let theirs = |seat: &usize| match hand {
            Hand::Anybody => true,
            Hand::Browser(_) => self.taken(*seat).is_some_and(|taken| hand.has(taken)),
        };
        self.humans().into_iter().filter(theirs).collect()
    }

    /// Whether they may sit down there: the seat is for a person, and nobody has taken it.
    pub fn is_free(&self, seat: usize, hand: &Hand) -> bool {
        *hand != Hand::Anybody && self.is_human(seat) && self.taken(seat).is_none()
    }

    /// The key of their seats in this game.
    pub fn key_of(&self, hand: &Hand) -> Option<&str> {
        let mut all = self.extra.seats.iter().flatten();
        all.find(|taken| hand.has(taken)).map(|taken| taken.key.as_str())
    }

    /// Refuses those to whom a seat does not belong.
    pub fn must_own(&self, seat: usize, hand: &Hand) -> Result<(), Failure> {
        if self.seats_of(hand).contains(&seat) {
            return Ok(());
        }
        Err(Failure::Forbidden(match self.is_free(seat, hand) {
            true => "nobody sits there yet; sit down first".into(),
            false => "this seat belongs to somebody else".into(),
        }))
    }

    /// Refuses those who only look on.
    pub fn must_play(&self, hand: &Hand) -> Result<(), Failure> {
        let open = self.humans().is_empty() || !self.seats_of(hand).is_empty();
        open.then_some(()).ok_or_else(|| Failure::Forbidden("only those who play may do this".into()))
    }

    /// For whom the computers of a game think: the first browser at the board, or else those who look at this game.
    pub fn owner(&self, game: &str) -> String {
        let mut taken = self.extra.seats.iter().flatten();
        taken.next().map_or_else(|| game.to_string(), |taken| taken.browser.clone())
    }

    /// Gives them a seat that nobody has.
    pub fn sit(&mut self, seat: usize, hand: &Hand) -> Result<(), Failure> {
        let Hand::Browser(Some(mark)) = hand else { return Ok(()) };
        if !self.is_free(seat, hand) {
            return Err(Failure::Outdated("this seat is not free".into()));
        }
        let key = self.key_of(hand).map_or_else(new_name, str::to_string);
        let seats = self.session.players().len();
        self.extra.seats.resize(seats, None);
        self.extra.seats[seat] = Some(Taken { browser: mark.clone(), key });
        Ok(())
    }

    /// Whose seat it is, by the name under which their things are kept.
    pub fn owner_of(&self, seat: usize) -> &str {
        self.taken(seat).map_or("", |taken| &taken.browser)
    }

    /// They leave their seats, which are free again.
    pub fn leave(&mut self, hand: &Hand) {
        for seat in &mut self.extra.seats {
            if seat.as_ref().is_some_and(|taken| hand.has(taken)) {
                *seat = None;
            }
        }
    }

    /// Brings the seats with this key to a browser; says whether there are any.
    pub fn claim(&mut self, key: &str, hand: &Hand) -> bool {
        let Hand::Browser(Some(mark)) = hand else { return false };
        let mut found = false;
        for taken in self.extra.seats.iter_mut().flatten().filter(|taken| taken.key == key) {
            taken.browser.clone_from(mark);
            found = true;
        }
        found
    }
}
