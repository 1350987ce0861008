//! `ludus explain`: why this move, and why not the others.

use std::time::Duration;

use game::{Control, Limits, Options};
use serde::Serialize;
use table::expert::{Explanation, Question};
use table::{BotError, Games, Insight, Match, Spec, Wanted, Who};

use super::show::{picture, save_pictures};
use super::{Format, insight, open};
use crate::args::ExplainArgs;
use crate::failure::Failure;
use crate::output;

/// How long a player that searches thinks about its choice.
const THINKING: Duration = Duration::from_secs(1);

pub fn run(games: &Games, args: &ExplainArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let board = open(games, &args.game, options)?;
    let lang = args.lang.parse().map_err(Failure::usage)?;
    let player = match &args.player {
        Who::Player(spec) => board.resolve(spec),
        other => return Err(Failure::usage(BotError::Elsewhere(other.clone()))),
    };
    let pack = pack(&player);
    let chosen = match (&args.mv, &pack) {
        (Some(mv), _) => Some(mv.clone()),
        (None, Some(_)) => None,
        (None, None) => Some(choice(board.as_ref(), &player)?),
    };
    let question = Question { mv: chosen.as_deref(), pack: pack.flatten(), lang };
    let explanation = board.explain(&question).map_err(Failure::failed)?;
    if let Some(warning) = &explanation.warning {
        eprintln!("ludus: {warning}; the knowledge from before stays in force");
    }
    let net = board.insight(&player).map_err(Failure::failed)?;
    draw_map(args, board.as_ref(), net.as_ref())?;
    match format {
        Format::Json => output::json(&Answer { explanation: &explanation, net }),
        Format::Text => {
            let seen = net.map(|net| seen(board.as_ref(), &net)).unwrap_or_default();
            output::print(&(as_text(&explanation) + &seen));
        }
    }
    Ok(())
}

/// Why a move, and what the net saw if there is one.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    explanation: &'a Explanation,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<Insight>,
}

/// What the net saw, in words and on the board.
fn seen(board: &dyn Match, net: &Insight) -> String {
    let map = board.picture().map(|picture| insight::map(net, &picture)).filter(|map| !map.is_empty());
    let map = map.map(|map| format!("\nby place:\n{map}")).unwrap_or_default();
    format!("\n{}{map}", insight::as_text(net))
}

fn draw_map(args: &ExplainArgs, board: &dyn Match, net: Option<&Insight>) -> Result<(), Failure> {
    let (svg, png) = (args.svg.as_deref(), args.png.as_deref());
    if svg.is_none() && png.is_none() {
        return Ok(());
    }
    let Some(net) = net else {
        let player = &args.player;
        return Err(Failure::usage(format!(
            "'{player}' has no map to draw; expected a player that judges by a net, such as alphabeta:eval=net"
        )));
    };
    save_pictures(&picture(board)?.scene, &insight::look(net), svg, png)
}

/// The pack that `expert` or `expert:pack=NAME` goes by; `None` for other players.
fn pack(player: &Spec) -> Option<Option<&str>> {
    (player.name() == table::expert::EXPERT.name).then(|| player.get("pack"))
}

fn choice(board: &dyn Match, player: &Spec) -> Result<String, Failure> {
    let mut bot = board.bot(player, 1).map_err(Failure::usage)?;
    let control = Control::new(Limits { time: Some(THINKING), ..Limits::default() });
    Ok(bot.think(board, &control, Wanted::best()).map_err(Failure::failed)?.mv)
}

fn as_text(explanation: &Explanation) -> String {
    let mut text = format!("{}\n\n", explanation.text);
    for reason in &explanation.reasons {
        let points = if reason.veto { "veto".to_string() } else { format!("{:+}", reason.points) };
        text += &format!("{points:>5}  {}\n", reason.text);
        text += &format!("       {}, {}, {}\n", reason.rule, reason.layer, reason.at);
        if !reason.facts.is_empty() {
            text += &format!("       from {}\n", reason.facts.join(", "));
        }
    }
    text += &format!("{:>+5}  {}\n", explanation.points, explanation.mv);
    for other in &explanation.alternatives {
        text += &format!("{:>+5}  {}   {}\n", other.points, other.mv, other.against);
    }
    text
}
