//! Chances that mean what they say: what a player shows, put right by the game's links.
//!
//! The player inside shows chances by the usual link and is not told of any other, so it chooses as it always does.

use game::chances::{Link, Occasion};
use game::{Control, Game, Line};

use crate::roster::AnyPlayer;
use crate::{Ask, Player, Thought};

/// Reads the phase of a position.
pub(crate) type Phase<G> = fn(&G, &<G as Game>::State) -> f64;

/// A player and what its judgements are worth.
pub(crate) struct Calibrated<G: Game> {
    pub(crate) player: AnyPlayer<G>,
    pub(crate) link: Link,
    pub(crate) phase: Phase<G>,
}

impl<G: Game> Player<G> for Calibrated<G> {
    fn think(&mut self, line: &Line<G>, control: &Control, ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        let (link, phase) = (&self.link, (self.phase)(line.game(), line.state()));
        let mover = line.turn().seat().expect("a player is to move");
        let occasion = Occasion { phase, mover, seats: line.game().seats(), nodes: 0 };
        let mend = |thought: &Thought<G::Move>| mended(thought.clone(), link, occasion);
        let wanted = Ask::lines(ask.lines);
        match ask.report {
            None => mend(&self.player.think(line, control, wanted)),
            Some(report) => {
                let mut pass_on = |thought: &Thought<G::Move>| report(&mend(thought));
                mend(&self.player.think(line, control, wanted.reporting(&mut pass_on)))
            }
        }
    }
}

/// The thought with its chances put right; what is proved stays.
fn mended<M: Copy>(mut thought: Thought<M>, link: &Link, occasion: Occasion) -> Thought<M> {
    let occasion = Occasion { nodes: thought.nodes, ..occasion };
    let mend = |exact: bool, win: f64| if exact { win } else { link.chance(win, &occasion) };
    // A thought can be doubtful where its first line is proved: another move may be better still.
    thought.win = mend(thought.exact || thought.lines[0].exact, thought.win);
    for line in &mut thought.lines {
        line.win = mend(line.exact, line.win);
    }
    thought
}
