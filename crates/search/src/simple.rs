//! The players that do not look ahead: random and greedy.

use game::{Control, Game, Greedy, Line, Rng};

use crate::{Ask, Player, Thought, Variation, ranking};

/// Plays any legal move, all equally often.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl<G: Game> Player<G> for Random {
    fn think(&mut self, line: &Line<G>, control: &Control, ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        let mut moves = line.legal();
        self.rng.shuffle(&mut moves);
        moves.truncate(ask.lines.max(1));
        let lines = moves.into_iter().map(Variation::unjudged).collect();
        Thought { nodes: 1, time: control.elapsed(), ..Thought::from_lines(lines) }
    }
}

/// Plays a move of the largest immediate gain, by lot among equals.
#[derive(Clone, Debug)]
pub struct Grabber {
    rng: Rng,
}

impl Grabber {
    /// A player whose choices among equals follow from `seed`.
    pub fn new(seed: u64) -> Grabber {
        Grabber { rng: Rng::new(seed) }
    }
}

impl<G: Greedy> Player<G> for Grabber {
    fn think(&mut self, line: &Line<G>, control: &Control, ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        let (game, state) = (line.game(), line.state());
        let mut moves = line.legal();
        self.rng.shuffle(&mut moves);
        let mut judged: Vec<_> = moves.into_iter().map(|mv| (game.gain(state, mv), mv)).collect();
        ranking::by_key(&mut judged, |&(gain, _)| -i64::from(gain));
        let nodes = judged.len() as u64;
        judged.truncate(ask.lines.max(1));
        let lines = judged.into_iter().map(|(_, mv)| Variation::unjudged(mv)).collect();
        Thought { nodes, depth: 1, time: control.elapsed(), ..Thought::from_lines(lines) }
    }
}
