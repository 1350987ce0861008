//! The scale on which searches compare positions, and its translation into points and chances.
//!
//! One whole number says everything. Between plus and minus [`DECIDED`] lie judgements, in hundredths of a point. Beyond lie results: a win is worth
//! [`WIN`], and
//!
//! - where points count, a hundredth of a point more for every hundredth of the margin, so that among won games the larger margin is better while any
//!   win, even one by tie-break, is better than any judgement;
//! - where only winning counts, one less for every ply it takes, so that the shorter win is better.
//!
//! A value beyond the judgements can only come from finished games, so a bound that lies there is proved, however deep the search was.

use game::{DECIDED, Game, Objective, Outcome, Seat};

/// What a won game is worth, before its margin or length.
pub(crate) const WIN: i32 = 4_000_000;

/// More than anything is worth.
pub(crate) const INFINITE: i32 = 8_000_000;

/// The largest margin, in hundredths of a point, that is told apart from larger ones.
const WIDEST: i32 = 2_000_000;

/// Whether a game between two is about points.
pub(crate) const fn counts_points<G: Game>() -> bool {
    matches!(G::INFO.objective, Objective::Points(_))
}

/// What a finished game is worth to `seat` after `ply` plies of search.
pub(crate) fn finished<G: Game>(outcome: &Outcome, seat: Seat, ply: usize) -> i32 {
    let sign = match (outcome.winners.contains(seat), outcome.winners.contains(seat.other())) {
        (true, false) => 1,
        (false, true) => -1,
        _ => 0,
    };
    if counts_points::<G>() {
        let margin = outcome.margin(seat, 2).saturating_mul(100);
        return sign * WIN + margin.clamp(-WIDEST, WIDEST);
    }
    sign * (WIN - ply as i32)
}

/// Whether the value is a result and not a judgement.
pub(crate) const fn is_result(value: i32) -> bool {
    value > DECIDED || value < -DECIDED
}

/// A result as it looks from `ply` plies further down, for keeping it in a table.
pub(crate) const fn from_node<G: Game>(value: i32, ply: usize) -> i32 {
    shift::<G>(value, ply as i32)
}

/// The opposite of [`from_node`].
pub(crate) const fn from_root<G: Game>(value: i32, ply: usize) -> i32 {
    shift::<G>(value, -(ply as i32))
}

const fn shift<G: Game>(value: i32, plies: i32) -> i32 {
    if counts_points::<G>() || !is_result(value) {
        value
    } else if value > 0 {
        value + plies
    } else {
        value - plies
    }
}

/// The value in points, as [`crate::Thought::score`] counts.
pub(crate) fn points<G: Game>(value: i32) -> f64 {
    match (is_result(value), counts_points::<G>()) {
        (false, _) => f64::from(value) / 100.0,
        (true, true) => f64::from(value - WIN * value.signum()) / 100.0,
        (true, false) => f64::from(value.signum()),
    }
}

/// The chance to win that goes with a value; a proved draw and an even fight are the same number.
pub(crate) fn chance(value: i32) -> f64 {
    if is_result(value) {
        return if value > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(value) / 200.0).exp())
}
