//! What a judgement says about the chance to win, measured in games and kept as data.
//!
//! Searches show a chance by the usual link: its log-odds are the judgement divided by [`crate::SPREAD`]. No one divisor is right for every game,
//! board, phase and evaluation, so a game may bring links of its own, fitted to how games ended. A [`Link`] takes the usual log-odds `x`:
//!
//! ```text
//! level    = slope(phase) * effort(nodes) * x + first(phase) * side + mover(phase)
//! log-odds = level + curve(level)
//! ```
//!
//! `effort` grows or shrinks with the nodes behind the judgement; `side` is 1 when the first seat of two is to move and -1 when the second is; `curve`
//! mends what is left where the truth is not logistic. Slopes are positive and the curve never falls faster than the level rises, so a link never
//! changes which of two moves looks better.

mod text;

pub use text::BadLinks;

use crate::{Game, Options, Seat};

/// A game whose judgements have been compared with how games ended.
pub trait Chances: Game {
    /// The links, in the form that [`Links::read`] reads.
    const CHANCES: &'static str;

    /// How far the game has come, from 0 at the start to 1 at the latest end, seen in the position alone.
    fn phase(&self, state: &Self::State) -> f64;
}

/// The links of a game: one for each board and player that were measured.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Links {
    /// In the order of the text.
    pub all: Vec<Link>,
}

/// What the judgements of one player on one board say about the chance to win.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// Which board: the options of the game as [`board`] writes them.
    pub board: String,
    /// Which player: a search and its evaluation, `alphabeta:eval=net`.
    pub judge: String,
    /// How much steeper the link is for every doubling of the nodes.
    pub effort: f64,
    /// How far the chance of a move strays from what it is with eight times the nodes, beside what all moves of the position have in common.
    pub noise: f64,
    /// What is added to a level at each of [`CURVE_AT`]; between two of them lies what is between, beyond the last ones nothing changes.
    pub curve: [f64; CURVE_AT.len()],
    /// What holds at some phases, in rising order; between two of them lies what is between. Never empty.
    pub knots: Vec<Knot>,
    /// How it was made and how well it holds, a sentence a line.
    pub card: Vec<String>,
}

/// What holds at a phase.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Knot {
    /// The phase.
    pub phase: f64,
    /// How much surer than the usual link; positive.
    pub slope: f64,
    /// Log-odds in favour of the first seat of two.
    pub first: f64,
    /// Log-odds in favour of whoever is to move.
    pub mover: f64,
}

/// Where a judgement was made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Occasion {
    /// The phase of the position.
    pub phase: f64,
    /// Who was to move, and judged.
    pub mover: Seat,
    /// How many play.
    pub seats: usize,
    /// Nodes looked at.
    pub nodes: u64,
}

/// The levels at which a link has a curve: chances of 3, 12, 27, 50, 73, 88 and 97 %.
pub const CURVE_AT: [f64; 7] = [-3.5, -2.0, -1.0, 0.0, 1.0, 2.0, 3.5];

/// The least share of a rise of the level that a curve leaves.
pub const LEAST_RISE: f64 = 0.1;

/// Nodes at which effort makes no difference, as a power of two.
const COMMON_EFFORT: f64 = 13.0;

/// Doublings of the nodes, up or down, beyond which more of them are taken to make no difference: nothing was measured there.
const DOUBLINGS: f64 = 8.0;

/// Log-odds beyond which nothing is told apart: what is not proved is never shown as certain.
const SUREST: f64 = 6.9;

/// The least difference of chances that means anything.
const LEAST: f64 = 0.03;

/// The difference of chances from which two moves may be told apart whose chances have this noise.
pub fn step(noise: f64) -> f64 {
    LEAST.max(2.0 * noise)
}

/// The options of a game as the name of a board: `size=8x8`, several joined by commas; `-` where there are none.
pub fn board(options: &Options) -> String {
    let parts: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if parts.is_empty() { "-".to_string() } else { parts.join(",") }
}

/// How different two boards are: 0 for the same, more the more their numbers differ in proportion; `None` when they cannot be compared.
fn distance(a: &str, b: &str) -> Option<f64> {
    let digit = |c: char| c.is_ascii_digit();
    let words = |text: &str| text.replace(digit, " ");
    let numbers = |text: &str| -> Vec<f64> {
        text.split(|c| !digit(c)).filter_map(|number| number.parse().ok()).collect()
    };
    let (of_a, of_b) = (numbers(a), numbers(b));
    let alike = words(a).split_whitespace().eq(words(b).split_whitespace()) && of_a.len() == of_b.len();
    let ratio = |(a, b): (&f64, &f64)| (a.max(1.0) / b.max(1.0)).ln().abs();
    alike.then(|| of_a.iter().zip(&of_b).map(ratio).sum())
}

/// The usual log-odds behind a chance that is neither 0 nor 1.
pub fn log_odds(chance: f64) -> f64 {
    (chance / (1.0 - chance)).ln()
}

/// The chance that has these log-odds.
pub fn from_log_odds(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

impl Links {
    /// The link of this player for the board that is most like this one, if its judgements were measured on any.
    pub fn nearest(&self, board: &str, judge: &str) -> Option<&Link> {
        let of_judge = self.all.iter().filter(|link| link.judge == judge);
        let measured = of_judge.filter_map(|link| Some((distance(&link.board, board)?, link)));
        measured.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, link)| link)
    }

    /// Puts a link in the place of the one for the same board and player, or at the end.
    pub fn put(&mut self, link: Link) {
        match self.all.iter_mut().find(|old| old.board == link.board && old.judge == link.judge) {
            Some(old) => *old = link,
            None => self.all.push(link),
        }
    }
}

impl Link {
    /// The chance of the mover to win, given the one by the usual link. Results stay what they are: 0 and 1 are not judgements.
    pub fn chance(&self, usual: f64, occasion: &Occasion) -> f64 {
        if usual <= 0.0 || usual >= 1.0 {
            return usual;
        }
        let level = self.level(usual, occasion);
        let (below, above, share) = between(&CURVE_AT, level);
        let mended = level + mix(self.curve[below], self.curve[above], share);
        from_log_odds(mended.clamp(-SUREST, SUREST))
    }

    /// The log-odds before the curve has mended them.
    pub fn level(&self, usual: f64, occasion: &Occasion) -> f64 {
        let phases: Vec<f64> = self.knots.iter().map(|knot| knot.phase).collect();
        let (below, above, share) = between(&phases, occasion.phase);
        let (a, b) = (self.knots[below], self.knots[above]);
        mix(a.slope, b.slope, share) * weight(self.effort, occasion.nodes) * log_odds(usual)
            + mix(a.first, b.first, share) * side(occasion)
            + mix(a.mover, b.mover, share)
    }
}

/// Between which two of the rising numbers `at` lies, and how far it is from the first to the second; twice the same number beyond the ends.
pub fn between(rising: &[f64], at: f64) -> (usize, usize, f64) {
    let last = rising.len() - 1;
    match rising.iter().position(|&number| number >= at) {
        Some(0) => (0, 0, 0.0),
        None => (last, last, 0.0),
        Some(after) => {
            let (a, b) = (rising[after - 1], rising[after]);
            (after - 1, after, (at - a) / (b - a))
        }
    }
}

fn mix(a: f64, b: f64, share: f64) -> f64 {
    a + share * (b - a)
}

/// How much a judgement after so many nodes counts.
pub fn weight(effort: f64, nodes: u64) -> f64 {
    let doublings = ((nodes.max(1) as f64).log2() - COMMON_EFFORT).clamp(-DOUBLINGS, DOUBLINGS);
    (1.0 + effort * doublings).max(0.1)
}

/// 1 when the first seat of two is to move, -1 when the second is, 0 among more.
pub fn side(occasion: &Occasion) -> f64 {
    match (occasion.seats, occasion.mover) {
        (2, Seat::FIRST) => 1.0,
        (2, _) => -1.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# What judgements say about the chance to win, fitted to how games ended: the form is told in crates/game/src/chances.rs.

link size=8x8 alphabeta:eval=net
# made by hand
effort 0.1 noise 0.02
curve -0.2 0 0 0 0 0 0.2
phase 0.10 slope 0.500 first 0.30 mover 0.00
phase 0.60 slope 1.500 first -0.10 mover 0.00

link - mcts:eval=net
effort 0 noise 0
curve 0.5 -0.3 -0.1 0 0.1 -0.3 0.5
phase 0.50 slope 0.005 first 0.00 mover -0.40
";

    fn links() -> Links {
        Links::read(TEXT).expect("the text is right")
    }

    fn occasion(phase: f64, mover: usize, nodes: u64) -> Occasion {
        Occasion { phase, mover: Seat::new(mover), seats: 2, nodes }
    }

    #[test]
    fn links_survive_writing_and_reading() {
        assert_eq!(links().to_string(), TEXT);
        assert_eq!(links().nearest("size=8x8", "alphabeta:eval=net").map(|link| link.knots.len()), Some(2));
        assert_eq!(links().nearest("size=8x8", "alphabeta:eval=other"), None);
        let mut links = links();
        let changed = Link { noise: 0.3, ..links.all[1].clone() };
        links.put(changed);
        assert_eq!((links.all.len(), links.all[1].noise), (2, 0.3));
    }

    #[test]
    fn a_board_that_was_not_measured_takes_the_most_similar_one() {
        let link = |board: &str| Link { board: board.to_string(), ..links().all[0].clone() };
        let measured = ["groups=1,size=7x7", "groups=1,size=9x9", "groups=2,size=9x9"].map(link).to_vec();
        let links = Links { all: measured };
        for (board, nearest) in [
            ("groups=1,size=9x9", Some("groups=1,size=9x9")),
            ("groups=1,size=5x5", Some("groups=1,size=7x7")),
            ("groups=1,size=11x11", Some("groups=1,size=9x9")),
            ("groups=3,size=11x11", Some("groups=2,size=9x9")),
            ("size=9x9", None),
            ("-", None),
        ] {
            let found = links.nearest(board, "alphabeta:eval=net").map(|link| link.board.as_str());
            assert_eq!(found, nearest, "{board}");
        }
    }

    #[test]
    fn better_judgements_are_better_chances() {
        for link in links().all {
            for phase in [0.0, 0.1, 0.35, 0.6, 1.0] {
                for nodes in [1, 1_000, 1_000_000_000] {
                    let at = |usual: f64| link.chance(usual, &occasion(phase, 0, nodes));
                    let steps: Vec<f64> = (1..1_000).map(|step| at(f64::from(step) / 1_000.0)).collect();
                    assert!(steps.is_sorted(), "{} at {phase}", link.judge);
                    assert!(steps.iter().all(|chance| (0.001..=0.999).contains(chance)), "{}", link.judge);
                }
            }
        }
    }

    #[test]
    fn the_chances_of_both_sides_add_up() {
        let link = &links().all[0];
        for phase in [0.0, 0.2, 0.5, 0.9] {
            for usual in [0.03, 0.4, 0.5, 0.77, 0.999] {
                let first = link.chance(usual, &occasion(phase, 0, 5_000));
                let second = link.chance(1.0 - usual, &occasion(phase, 1, 5_000));
                assert!((first + second - 1.0).abs() < 1e-12, "{first} and {second}");
            }
        }
    }

    #[test]
    fn results_stay_results() {
        let link = &links().all[0];
        for result in [0.0, 1.0] {
            assert_eq!(link.chance(result, &occasion(0.3, 1, 100)), result);
        }
    }

    #[test]
    fn effort_and_phase_count() {
        let link = &links().all[0];
        let at = |phase, nodes| link.chance(0.7, &occasion(phase, 0, nodes));
        assert!(at(0.6, 16_384) > at(0.6, 8_192), "more nodes, surer");
        let (early, between, late) = (at(0.1, 8_192), at(0.35, 8_192), at(0.6, 8_192));
        assert!(early < late && (early..late).contains(&between));
        assert_eq!(at(0.6, 8_192), at(1.0, 8_192));
    }

    #[test]
    fn bad_texts_get_a_sentence() {
        let head = "link - x\neffort 0 noise 0\ncurve 0 0 0 0 0 0 0";
        let knot = "phase 0.5 slope 1 first 0 mover 0";
        for (text, told) in [
            ("effort 0 noise 0", "line 1 of the chances is 'effort 0 noise 0'; expected 'link"),
            ("link -", "line 1 of the chances is 'link -'; expected 'link"),
            ("link - x", "line 1 of the chances is 'link - x'; expected 'effort"),
            ("link - x\neffort 1 noise 0", "line 2 of the chances is 'effort 1 noise 0'; expected 'effort"),
            (
                "link - x\neffort nan noise 0",
                "line 2 of the chances is 'effort nan noise 0'; expected 'effort",
            ),
            (
                "link - x\neffort 0 noise 0\n\n",
                "line 2 of the chances is 'effort 0 noise 0'; expected 'curve",
            ),
            (
                "link - x\neffort 0 noise 0\ncurve 0 0 0 0 0 0",
                "line 3 of the chances is 'curve 0 0 0 0 0 0'; expected 'curve",
            ),
            (
                "link - x\neffort 0 noise 0\ncurve 0 0 1 0 0 0 0",
                "line 3 of the chances is 'curve 0 0 1 0 0 0 0'; expected 'curve",
            ),
            (head, "line 3 of the chances is 'curve 0 0 0 0 0 0 0'; expected 'phase"),
            (
                &format!("{head}\nphase 0.5 slope -1 first 0 mover 0"),
                "line 4 of the chances is 'phase 0.5 slope -1 first 0 mover 0'; expected 'phase",
            ),
            (
                &format!("{head}\n{knot}\n{knot}"),
                "line 5 of the chances is 'phase 0.5 slope 1 first 0 mover 0'; expected 'phase",
            ),
        ] {
            let problem = Links::read(text).expect_err(text).to_string();
            assert!(problem.starts_with(told), "{problem}");
            assert_eq!(problem.lines().count(), 1);
        }
    }
}
