//! `ludus explain`: why this move, and why not the others.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use coach::{Budget, Judged, Labels, Verdict};
use game::{Control, Limits, Options};
use serde::Serialize;
use table::expert::{self, Lang, Question};
use table::{BotError, Games, Insight, Match, Spec, Wanted, Who};

use super::show::{picture, save_pictures};
use super::{Format, deal, insight, open};
use crate::args::{By, ExplainArgs, time};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

/// How long the answer takes when nothing is said.
const USUAL: Duration = Duration::from_secs(2);

/// The share of the time in which a player makes the choice that is then explained.
const CHOICE: f64 = 0.25;

/// The share of the time that the rules may take.
const RULING: f64 = 0.25;

/// Who judges moves, and is explained when nobody else is named.
const MASTER: &str = "master";

pub fn run(games: &Games, args: &ExplainArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let mut board = open(games, &args.game, options)?;
    let lang: Lang = args.lang.parse().map_err(Failure::usage)?;
    deal(board.as_mut(), args.seed, lang, format);
    let player = match &args.player {
        Who::Player(spec) => board.resolve(spec),
        other => return Err(Failure::usage(BotError::Elsewhere(other.clone()))),
    };
    let by = args.by.unwrap_or(if pack(&player).is_some() { By::Rules } else { By::Coach });
    let net = board.insight(&player).map_err(Failure::failed)?;
    draw_map(args, board.as_ref(), net.as_ref())?;
    let seen = || net.as_ref().map(|net| seen(board.as_ref(), net)).unwrap_or_default();
    let (text, answer) = match by {
        By::Coach => {
            let told = by_coach(args, &player, board.as_ref(), lang)?;
            (coach_text(&told, lang, points(board.as_ref())) + &seen(), json(&told, net.as_ref()))
        }
        By::Rules => {
            let ruled = by_rules(args, &player, board.as_ref(), lang)?;
            (rules_text(&ruled) + &seen(), json(&ruled, net.as_ref()))
        }
    };
    match format {
        Format::Json => output::json(&answer),
        Format::Text => output::print(&text),
    }
    Ok(())
}

fn budget(args: &ExplainArgs) -> Result<Budget, Failure> {
    Ok(match (&args.time, args.nodes) {
        (None, Some(nodes)) => Budget::Nodes(nodes),
        (Some(text), _) => Budget::Time(time(text)?),
        (None, None) => Budget::Time(USUAL),
    })
}

/// What the coach says.
fn by_coach(
    args: &ExplainArgs,
    player: &Spec,
    board: &dyn Match,
    lang: Lang,
) -> Result<coach::Explanation, Failure> {
    let mut budget = budget(args)?;
    let chosen = match &args.mv {
        Some(mv) => Some(mv.clone()),
        None if *player == Spec::of(MASTER) => None,
        None => {
            let mv = choice(board, player, args.seed, budget.share(CHOICE))?;
            budget = budget.share(1.0 - CHOICE);
            Some(mv)
        }
    };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let question =
        coach::Question { lang, seed: args.seed, stop, ..coach::Question::new(chosen.as_deref(), budget) };
    let told = coach::explain(board, &question).map_err(Failure::failed)?;
    Ok(if args.all { told } else { coach::Explanation { dropped: None, ..told } })
}

/// What the rules say, beside what search and solver know of the move.
#[derive(Serialize)]
struct Ruled {
    #[serde(flatten)]
    explanation: expert::Explanation,
    verdict: Verdict,
    best: Vec<Judged>,
    class: coach::Class,
    /// The verdict in words.
    statement: String,
}

fn by_rules(args: &ExplainArgs, player: &Spec, board: &dyn Match, lang: Lang) -> Result<Ruled, Failure> {
    let pack = pack(player);
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let chosen = match (&args.mv, pack) {
        (Some(mv), _) => Some(mv.clone()),
        (None, Some(_)) => None,
        (None, None) => Some(choice(board, player, args.seed, budget(args)?.share(CHOICE))?),
    };
    let question = Question { mv: chosen.as_deref(), pack: pack.flatten(), lang };
    let (whole, timed) = (budget(args)?, args.time.is_some());
    let time = match whole.share(RULING) {
        Budget::Time(time) if timed => Some(time),
        // Unless somebody gave a time, rules are stopped by steps, which are the same on every machine.
        _ => None,
    };
    let ruling = Limits { time, nodes: Some(expert::STEPS), ..Limits::default() };
    let ruling = Control::stoppable(ruling, stop.clone());
    let explanation = expert::within(&ruling, || board.explain(&question));
    let explanation = explanation.map_err(Failure::failed)?.map_err(Failure::failed)?;
    if let Some(warning) = &explanation.warning {
        note!("ludus: {warning}; the knowledge from before stays in force");
    }
    let question = coach::Question {
        lang,
        seed: args.seed,
        stop,
        ..coach::Question::new(
            Some(&explanation.mv),
            if timed { whole.share(1.0 - CHOICE - RULING) } else { whole },
        )
    };
    let told = coach::explain(board, &question).map_err(Failure::failed)?;
    let coach::Explanation { verdict, best, class, statement, .. } = told;
    Ok(Ruled { explanation, verdict, best, class, statement })
}

/// The answer for scripts, with what the net saw if there is one.
fn json(answer: &impl Serialize, net: Option<&Insight>) -> serde_json::Value {
    let mut json = serde_json::to_value(answer).expect("answers are plain data");
    if let (Some(fields), Some(net)) = (json.as_object_mut(), net) {
        fields.insert("net".to_string(), serde_json::to_value(net).expect("what a net saw is plain data"));
    }
    json
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

/// The pack that a player goes by who goes by rules alone, such as `expert:pack=NAME`; `None` for other players.
fn pack(player: &Spec) -> Option<Option<&str>> {
    (player.name() == expert::EXPERT.name).then(|| player.get("pack"))
}

fn choice(board: &dyn Match, player: &Spec, seed: u64, budget: Budget) -> Result<String, Failure> {
    let mut bot = board.bot(player, seed).map_err(Failure::usage)?;
    let limits = match budget {
        Budget::Time(time) => Limits { time: Some(time), ..Limits::default() },
        Budget::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
    };
    Ok(bot.think(board, &Control::new(limits), Wanted::best()).map_err(Failure::failed)?.mv)
}

/// Whether margins count in the game.
fn points(board: &dyn Match) -> bool {
    matches!(board.info().objective, game::Objective::Points(_))
}

fn coach_text(told: &coach::Explanation, lang: Lang, points: bool) -> String {
    let mut text = format!("{}\n\n", told.text);
    let width = told.alternatives.iter().map(|other| other.judged.mv.chars().count()).max().unwrap_or(0);
    let width = width.max(told.mv.chars().count());
    let labels = Labels::new(lang);
    let (line, own) = (told.verdict.pv.join(" "), worth(&told.verdict, &labels, points));
    text += &format!("  {:width$}  {own}  {} {line}\n", told.mv, labels.line);
    for other in &told.alternatives {
        let judged = &other.judged;
        text +=
            &format!("  {:width$}  {}  {}\n", judged.mv, worth(&judged.verdict, &labels, points), other.text);
    }
    for reason in told.dropped.iter().flatten() {
        let why = reason.silence.map(|silence| coach::said(lang, silence)).unwrap_or_default();
        let line =
            if reason.line.len() > 1 { format!("  ({})", reason.line.join(" ")) } else { String::new() };
        text += &format!("  – {} [{why}]{line}\n", reason.text);
    }
    text
}

/// What a verdict comes to in one short column: the chance to win, which is never certain unless it is proved, and points where they count.
fn worth(verdict: &Verdict, labels: &Labels, points: bool) -> String {
    let width = labels.proved.chars().count();
    let proved = if verdict.exact { labels.proved.as_str() } else { "" };
    let win = (100.0 * verdict.win).round();
    let win = if verdict.exact { win } else { win.clamp(1.0, 99.0) };
    let value = if points { format!(" {:>+7.2}", verdict.value) } else { String::new() };
    format!("{win:>4.0} %{value} {proved:width$}")
}

fn rules_text(ruled: &Ruled) -> String {
    let explanation = &ruled.explanation;
    let mut text = format!("{}\n{}\n\n", ruled.statement, explanation.text);
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
