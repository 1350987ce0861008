//! `ludus hint`: a hint in steps, each telling more than the one before.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use coach::{Budget, Question};
use game::Options;
use table::Games;
use table::expert::Lang;

use super::{Format, deal, open};
use crate::args::{HintArgs, time};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

/// How long the answer takes when nothing is said.
const USUAL: Duration = Duration::from_secs(1);

pub fn run(games: &Games, args: &HintArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let mut board = open(games, &args.game, options)?;
    let lang: Lang = args.lang.parse().map_err(Failure::usage)?;
    deal(board.as_mut(), args.seed, lang, format);
    let budget = match (&args.time, args.nodes) {
        (None, Some(nodes)) => Budget::Nodes(nodes),
        (Some(text), _) => Budget::Time(time(text)?),
        (None, None) => Budget::Time(USUAL),
    };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let question = Question { lang, seed: args.seed, stop, ..Question::new(None, budget) };
    let hint = coach::hint(board.as_ref(), &question).map_err(Failure::failed)?;
    match format {
        Format::Json => output::json(&hint),
        Format::Text => {
            let steps: Vec<&str> = (0..usize::from(args.steps)).map(|step| hint.step(step)).collect();
            output::print(&format!("{}\n", steps.join("\n")));
        }
    }
    Ok(())
}
