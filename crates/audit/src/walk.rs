//! Positions of self-play, by lot.

use game::{Rng, Turn};
use table::{Bot, Match};

use crate::{Audited, Plan, think};

/// So many moves by lot begin each game, so that no two are alike.
const OPENING: usize = 3;

/// One move in so many later ones is drawn by lot too: people err, and rules should say something about positions after errors.
const ERRORS: usize = 10;

/// A game that is longer than this is given up; its positions count.
const LONGEST: usize = 300;

/// Plays one game and gives positions of it in which somebody has a choice.
pub(crate) fn positions(
    board: &dyn Match,
    bot: &mut dyn Bot,
    plan: &Plan,
    rng: &mut Rng,
) -> Audited<Vec<Box<dyn Match>>> {
    let mut line = board.fresh();
    let (mut seen, mut moves) = (Vec::new(), 0);
    while moves < LONGEST {
        match line.turn() {
            Turn::Over => break,
            Turn::Chance => {
                line.deal(rng);
            }
            Turn::Player(_) => {
                let legal = line.legal();
                if legal.len() > 1 {
                    seen.push(line.fork());
                }
                let by_lot = moves < OPENING || rng.below(ERRORS) == 0;
                let mv = match by_lot {
                    true => legal[rng.below(legal.len())].clone(),
                    false => think(&*line, bot, plan.quick, 1)?.mv,
                };
                line.play(&mv).map_err(|e| e.to_string())?;
                moves += 1;
            }
        }
    }
    rng.shuffle(&mut seen);
    seen.truncate(plan.positions);
    Ok(seen)
}
