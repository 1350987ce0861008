//! `ludus think`: the best move, and what it is worth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::{Control, Limits, Options};
use serde::Serialize;
use table::expert::Lang;
use table::{Games, Insight, MoveLog, Thought, Wanted, Who};

use super::{Format, deal, insight, open};
use crate::args::{ThinkArgs, time};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

pub fn run(games: &Games, args: &ThinkArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let mut board = open(games, &args.game, options)?;
    deal(board.as_mut(), args.seed, Lang::En, format);
    if board.to_move().is_none() {
        return Err(Failure::failed("nobody is to move in this position"));
    }
    let who = player(args)?;
    super::tell_isolation([&who])?;
    let mut bot = arena::player(board.as_ref(), &who, args.seed).map_err(Failure::usage)?;
    let bounded = args.depth.is_some() || args.nodes.is_some();
    let limits = Limits {
        time: match &args.time {
            Some(text) => Some(time(text)?),
            None if bounded => None,
            None => Some(DEFAULT_TIME),
        },
        nodes: args.nodes,
        depth: args.depth,
    };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let control = Control::stoppable(limits, stop);
    let mut report = |thought: &Thought| progress(thought);
    let wanted = Wanted { lines: args.lines, report: Some(&mut report) };
    let thought = bot.think(board.as_ref(), &control, wanted).map_err(Failure::failed)?;
    if let Some(path) = &args.log {
        let log = MoveLog::open(path).map_err(Failure::failed)?;
        log.add(None, board.as_ref(), &thought);
        log.problem().map_or(Ok(()), |problem| Err(Failure::failed(problem)))?;
    }
    let net = match who.spec() {
        Some(spec) => board.insight(spec).map_err(Failure::failed)?,
        None => None,
    };
    match format {
        Format::Json => output::json(&Answer { thought: &thought, net }),
        Format::Text => {
            output::print(&(as_text(&thought) + &net.as_ref().map(insight::as_text).unwrap_or_default()))
        }
    }
    Ok(())
}

/// What thinking came to, and what the net saw if there is one.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    thought: &'a Thought,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<Insight>,
}

/// How long to think when nothing is said.
const DEFAULT_TIME: std::time::Duration = std::time::Duration::from_secs(2);

/// The player with threads and memory as the command line gives them.
fn player(args: &ThinkArgs) -> Result<Who, Failure> {
    let given = [("threads", args.threads), ("memory", args.memory)];
    given.into_iter().filter_map(|(name, value)| Some((name, value?))).try_fold(
        args.player.clone(),
        |who, (name, value)| match who {
            Who::Player(spec) => Ok(spec.with(name, value).into()),
            other => Err(Failure::usage(format!("--{name} is for players of ours; '{other}' is none"))),
        },
    )
}

fn progress(thought: &Thought) {
    note!(
        "depth {:>2}  score {:+.2}  nodes {:>11}  {:>6} ms  {}",
        thought.depth,
        thought.score,
        thought.nodes,
        thought.time_ms,
        thought.pv.join(" ")
    );
}

fn as_text(thought: &Thought) -> String {
    let proved = if thought.exact { " (proved)" } else { "" };
    let mut text = match is_judged(thought) {
        true => format!(
            "{}   score {:+.2}{proved}   win {:.0} %\n",
            thought.mv,
            thought.score,
            100.0 * thought.win
        ),
        false => format!("{}   not judged\n", thought.mv),
    };
    text += &format!("line   {}\n", thought.pv.join(" "));
    text += &format!(
        "depth {}   nodes {}   {} nodes/s   alpha cuts {}   beta cuts {}   {} ms\n",
        thought.depth, thought.nodes, thought.nps, thought.alpha_cuts, thought.beta_cuts, thought.time_ms
    );
    if thought.lines.len() > 1 {
        for (index, idea) in thought.lines.iter().enumerate() {
            let proved = if idea.exact { " proved" } else { "" };
            text += &format!("{:>3}. {:+.2}{proved}  {}\n", index + 1, idea.score, idea.pv.join(" "));
        }
    }
    text
}

/// Whether anything is known of the move: a search that was stopped before its first depth claims nothing, and some players never judge.
fn is_judged(thought: &Thought) -> bool {
    thought.exact || thought.score != 0.0 || thought.win != 0.5
}
