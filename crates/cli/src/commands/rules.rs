//! `ludus rules`: the knowledge files, checked, asked and tuned.

use std::path::Path;
use std::time::Duration;

use game::{Control, Limits, Options};
use table::expert::{Asked, Check, ExpertError, Finding, Inquiry, Lang, STEPS, within};
use table::{Games, Match};

use super::{Format, open};
use crate::args::{AskArgs, CheckArgs, FactArgs, RulesCommand};
use crate::failure::Failure;
use crate::output;

/// How long a question to the rules may take.
const LONGEST: Duration = Duration::from_secs(60);

pub fn run(games: &Games, command: &RulesCommand, options: &Options, format: Format) -> Result<(), Failure> {
    match command {
        RulesCommand::Check(args) => check(games, args, format),
        RulesCommand::Why(FactArgs { ask, fact }) => answer(games, ask, options, Asked::Why(fact), format),
        RulesCommand::Whynot(FactArgs { ask, fact }) => {
            answer(games, ask, options, Asked::WhyNot(fact), format)
        }
        RulesCommand::Trace(ask) => answer(games, ask, options, Asked::Trace, format),
        RulesCommand::Tune(args) => super::tune::run(games, args, options, format),
    }
}

fn answer(
    games: &Games,
    args: &AskArgs,
    options: &Options,
    asked: Asked<'_>,
    format: Format,
) -> Result<(), Failure> {
    let board = open(games, &args.game, options)?;
    let lang = args.lang.parse().map_err(Failure::usage)?;
    let inquiry = Inquiry { pack: args.pack.as_deref(), mv: args.mv.as_deref(), lang, asked };
    let finding = bounded(|| board.inquire(&inquiry))?;
    match format {
        Format::Json => output::json(&finding),
        Format::Text => output::print(&finding.text()),
    }
    Ok(())
}

/// Checks a file, or every pack of a game.
fn check(games: &Games, args: &CheckArgs, format: Format) -> Result<(), Failure> {
    let (mut findings, board) = match games.find(&args.target) {
        Ok(family) => {
            let board = family.open(&Options::none())?;
            (check_packs(board.as_ref())?, board)
        }
        Err(_) => {
            let path = Path::new(&args.target);
            if !path.exists() {
                let games = games.names().join(", ");
                return Err(Failure::usage(format!(
                    "'{}' is neither a file nor a game ({games})",
                    args.target
                )));
            }
            let text = table::files::text(path, table::files::TEXT).map_err(Failure::failed)?;
            let board = game_of(games, path, args.about.as_deref())?;
            let name = file_name(path);
            (vec![ask(board.as_ref(), None, Asked::CheckText { name: &name, text: &text })?], board)
        }
    };
    if let Some(positions) = args.compare {
        for pack in packs(board.as_ref())? {
            let asked = Asked::Compare { positions, seed: args.seed };
            findings.push(ask(board.as_ref(), Some(&pack), asked)?);
        }
    }
    match format {
        Format::Json => output::json(&findings),
        Format::Text => findings.iter().for_each(|finding| output::print(&finding.text())),
    }
    let refusal = findings.iter().find_map(|finding| match finding {
        Finding::Check(check) => Check::refusal(check),
        Finding::Comparison(comparison) => comparison.differences.first().cloned(),
        _ => None,
    });
    refusal.map_or(Ok(()), |refusal| Err(Failure::failed(refusal)))
}

fn check_packs(board: &dyn Match) -> Result<Vec<Finding>, Failure> {
    packs(board)?.iter().map(|pack| ask(board, Some(pack), Asked::Check)).collect()
}

fn packs(board: &dyn Match) -> Result<Vec<String>, Failure> {
    match ask(board, None, Asked::Packs)? {
        Finding::Packs(names) => Ok(names),
        _ => Ok(Vec::new()),
    }
}

fn ask(board: &dyn Match, pack: Option<&str>, asked: Asked<'_>) -> Result<Finding, Failure> {
    let inquiry = Inquiry { pack, mv: None, lang: Lang::En, asked };
    if let Asked::Compare { .. } = asked {
        // As long as its positions are many; each of them is bounded.
        return board.inquire(&inquiry).map_err(Failure::failed);
    }
    bounded(|| board.inquire(&inquiry))
}

/// Asks the rules, for as long as somebody may be expected to wait.
fn bounded(ask: impl FnOnce() -> Result<Finding, ExpertError>) -> Result<Finding, Failure> {
    let limits = Limits { time: Some(LONGEST), nodes: Some(STEPS), ..Limits::default() };
    within(&Control::new(limits), ask).map_err(Failure::failed)?.map_err(Failure::failed)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The game that a file is about: the one given, or the one its name begins with.
fn game_of(games: &Games, path: &Path, given: Option<&str>) -> Result<Box<dyn Match>, Failure> {
    if let Some(name) = given {
        return Ok(games.find(name)?.open(&Options::none())?);
    }
    let file = file_name(path).to_lowercase();
    let about = |name: &str| file.strip_prefix(name).is_some_and(|rest| rest.starts_with(['.', '-']));
    let family = games.all().iter().find(|family| about(family.info.name));
    let unknown = || {
        Failure::usage(format!(
            "cannot tell which game '{file}' is about; name it GAME.rules or give --for GAME"
        ))
    };
    Ok(family.ok_or_else(unknown)?.open(&Options::none())?)
}
