//! `ludus practice`: puzzles that come again when it is time.

mod make;

use std::io::{stdin, stdout};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use coach::{Notes, Plan};
use game::Options;
use school::{Budget, Grade, Learner, Puzzle, School, attempt, say, solution};
use serde::Serialize;
use serde_json::json;
use table::expert::Lang;
use table::{Family, Games};
use term::classroom::{self, Classroom};

use super::Format;
use super::play::colours;
use crate::failure::Failure;
use crate::output;

/// The file in the data folder that holds what is known of the learner.
const FILE: &str = "learner.json";

/// What one answer may cost, in positions.
const EFFORT: u64 = 400_000;

/// What the review of a game may cost that puzzles are cut from.
const REVIEW: u64 = 6_000_000;

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct PracticeArgs {
    #[command(subcommand)]
    pub task: Option<PracticeTask>,
    /// The game; without one, the games are listed with what is due
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Only puzzles about this; `ludus practice GAME --json` lists the themes
    #[arg(long, value_name = "THEME")]
    pub theme: Option<String>,
    /// The puzzle of this id instead of the next one
    #[arg(long, value_name = "ID", requires = "game")]
    pub id: Option<String>,
    /// Check this move as the answer, and remember how it went
    #[arg(long, value_name = "M", requires = "id")]
    pub answer: Option<String>,
    /// Print the solution
    #[arg(long, requires = "id", conflicts_with = "answer")]
    pub show: bool,
    #[command(flatten)]
    pub desk: DeskArgs,
}

/// How and where somebody learns.
#[derive(clap::Args, Debug, Clone)]
pub struct DeskArgs {
    /// Language: en, sr or pt
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// What everything random follows from [default: the day]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Positions to look at for an answer that is not known beforehand
    #[arg(long, value_name = "N", default_value_t = EFFORT)]
    pub nodes: u64,
    /// Where progress is kept [default: the user's data folder]
    #[arg(long = "progress", value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

#[derive(clap::Subcommand, Debug)]
pub enum PracticeTask {
    /// Print everything that is kept of the learner
    Export(FolderArgs),
    /// Forget everything that is kept of the learner
    Delete(FolderArgs),
    /// Cut puzzles from the mistakes in a recorded game
    Add(AddArgs),
    /// Make puzzles from games between players that err; stop and resume at will
    Make(make::MakeArgs),
}

/// Where progress is kept.
#[derive(clap::Args, Debug)]
pub struct FolderArgs {
    /// Where progress is kept [default: the user's data folder]
    #[arg(long = "progress", value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub struct AddArgs {
    /// A file of recorded games, one a line; the last is taken
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Whose mistakes: the seat, from 1 [default: the only person at the board]
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<usize>,
    #[command(flatten)]
    pub desk: DeskArgs,
}

/// A puzzle as scripts see it before it is answered.
#[derive(Serialize)]
struct Asked<'a> {
    id: &'a str,
    game: &'a str,
    position: &'a str,
    moves: &'a [String],
    aim: school::Aim,
    text: String,
    legal: Vec<String>,
    rating: f64,
    exact: bool,
    why: Option<school::Why>,
    progress: school::Progress,
    themes: Vec<Named<'a>>,
    all_themes: Vec<Named<'a>>,
    learner: f64,
}

#[derive(Serialize)]
struct Named<'a> {
    theme: &'a str,
    name: &'a str,
}

/// What scripts are told of a game.
#[derive(Serialize)]
struct About {
    game: &'static str,
    rating: f64,
    #[serde(flatten)]
    progress: school::Progress,
}

pub fn run(games: &Games, args: &PracticeArgs, options: &Options, format: Format) -> Result<(), Failure> {
    match &args.task {
        Some(PracticeTask::Export(args)) => export(&Desk::folder(args.folder.as_deref())?),
        Some(PracticeTask::Delete(args)) => delete(&Desk::folder(args.folder.as_deref())?, format),
        Some(PracticeTask::Add(args)) => add(games, args, format),
        Some(PracticeTask::Make(args)) => make::run(games, args, options, format),
        None => match &args.game {
            None => list(games, &args.desk, format),
            Some(name) => practise(games, games.find(name)?, args, format),
        },
    }
}

/// Where somebody learns, with what is known of them.
pub struct Desk {
    pub learner: Learner,
    pub lang: Lang,
    pub seed: u64,
    pub budget: Budget,
    path: PathBuf,
}

impl Desk {
    /// The desk that the arguments say.
    pub fn open(args: &DeskArgs) -> Result<Desk, Failure> {
        let path = Desk::folder(args.folder.as_deref())?.join(FILE);
        let lang = args.lang.parse().map_err(Failure::usage)?;
        let seed = args.seed.unwrap_or((now() / 86_400) as u64);
        Ok(Desk { learner: read(&path)?, lang, seed, budget: Budget::Nodes(args.nodes.max(1)), path })
    }

    fn folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
        let none = || Failure::failed("there is no data folder for this user; name one with --progress");
        given.map(Path::to_path_buf).or_else(web::data_folder).ok_or_else(none)
    }

    /// Keeps what is known, so that a crash leaves the old or the new, never half.
    pub fn keep(path: &Path, learner: &Learner) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("cannot write '{}': {error}", path.display());
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(failed)?;
        let fresh = path.with_extension(format!("{}.new", std::process::id()));
        let written = std::fs::File::create(&fresh).and_then(|mut file| {
            std::io::Write::write_all(&mut file, learner.write().as_bytes())?;
            file.sync_all()
        });
        written.and_then(|()| std::fs::rename(&fresh, path)).map_err(failed)
    }

    fn save(&self) -> Result<(), Failure> {
        Desk::keep(&self.path, &self.learner).map_err(Failure::failed)
    }

    /// Lets somebody sit down at this desk.
    pub fn sit(
        mut self,
        games: &Games,
        family: &Family,
        school: &School,
        lesson: impl FnOnce(&mut Classroom<'_>) -> std::io::Result<()>,
    ) -> Result<(), Failure> {
        let path = self.path.clone();
        let mut keep = |learner: &Learner| Desk::keep(&path, learner);
        let mut room = Classroom {
            games,
            family,
            school,
            learner: &mut self.learner,
            lang: self.lang,
            budget: self.budget,
            seed: self.seed,
            now,
            keep: &mut keep,
            colours: colours(),
        };
        lesson(&mut room).map_err(|error| Failure::failed(format!("cannot ask: {error}")))
    }
}

/// What time it is, in seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

fn read(path: &Path) -> Result<Learner, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => {
            Learner::read(&text).map_err(|error| Failure::failed(format!("'{}': {error}", path.display())))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Learner::default()),
        Err(error) => Err(Failure::failed(format!("cannot read '{}': {error}", path.display()))),
    }
}

fn export(folder: &Path) -> Result<(), Failure> {
    output::json(&read(&folder.join(FILE))?);
    Ok(())
}

fn delete(folder: &Path, format: Format) -> Result<(), Failure> {
    let path = folder.join(FILE);
    let deleted = match std::fs::remove_file(&path) {
        Ok(()) => true,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
        Err(error) => return Err(Failure::failed(format!("cannot remove '{}': {error}", path.display()))),
    };
    match format {
        Format::Json => output::json(&json!({ "deleted": deleted })),
        Format::Text if deleted => output::line(format!("'{}' is gone.", path.display())),
        Format::Text => output::line("Nothing was kept."),
    }
    Ok(())
}

/// The school of a game.
pub fn school_of(family: &Family) -> Result<School, Failure> {
    School::of(family).map_err(Failure::failed)
}

fn list(games: &Games, args: &DeskArgs, format: Format) -> Result<(), Failure> {
    let desk = Desk::open(args)?;
    let mut all = Vec::new();
    for family in games {
        let school = school_of(family)?;
        if school.puzzles().is_empty() {
            continue;
        }
        let progress = desk.learner.progress(&school, now());
        let rating = desk.learner.rating(school.game()).rating;
        all.push((family.info.title, About { game: school.game(), rating, progress }));
    }
    match format {
        Format::Json => output::json(&all.into_iter().map(|(_, about)| about).collect::<Vec<_>>()),
        Format::Text => {
            for (title, about) in all {
                let number = |number: usize| school::Filling::Number(number as i32);
                let fill = [("N", number(about.progress.puzzles)), ("Due", number(about.progress.due))];
                output::line(format!(
                    "{title:<16} {:<16} {}",
                    about.game,
                    say(desk.lang, "count-puzzles", &fill)
                ));
            }
        }
    }
    Ok(())
}

fn practise(games: &Games, family: &Family, args: &PracticeArgs, format: Format) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.desk)?;
    let school = school_of(family)?;
    if let Some(theme) = &args.theme
        && !school.puzzles().iter().chain(&desk.learner.own).any(|puzzle| puzzle.themes.contains(theme))
    {
        let known: Vec<&str> = school.themes().iter().map(|theme| theme.kind.as_str()).collect();
        let fill = [("M", school::Filling::word(known.join(", ")))];
        return Err(Failure::usage(say(desk.lang, "no-theme", &fill)));
    }
    if format == Format::Text && args.id.is_none() {
        let theme = args.theme.as_deref();
        return desk.sit(games, family, &school, |room| {
            classroom::practise(room, theme, &mut stdin().lock(), &mut stdout())
        });
    }
    let (puzzle, why) = match &args.id {
        Some(id) => {
            let found = desk.learner.find(&school, id);
            (
                found
                    .ok_or_else(|| Failure::failed(format!("there is no puzzle '{id}' in this game")))?
                    .clone(),
                None,
            )
        }
        None => {
            let next = desk.learner.next(&school, args.theme.as_deref(), now(), desk.seed);
            let (puzzle, why) = next.ok_or_else(|| Failure::failed(say(desk.lang, "no-puzzles", &[])))?;
            (puzzle.clone(), Some(why))
        }
    };
    let board = puzzle.board(family).map_err(Failure::failed)?;
    if args.show {
        let (text, plies) = solution(&puzzle, board.as_ref(), desk.lang).map_err(Failure::failed)?;
        let practised = desk.learner.practised(&puzzle, Grade::Again, now());
        desk.save()?;
        return match format {
            Format::Json => {
                output::json(&Shown { answers: &puzzle.answers, text, plies, practised });
                Ok(())
            }
            Format::Text => {
                output::line(text);
                output::line(puzzle.line.join(" "));
                Ok(())
            }
        };
    }
    if let Some(mv) = &args.answer {
        let tried = attempt(&puzzle, board.as_ref(), mv, desk.budget, desk.lang).map_err(Failure::failed)?;
        let grade = if tried.right { Grade::Good } else { Grade::Again };
        let practised = desk.learner.practised(&puzzle, grade, now());
        desk.save()?;
        return match format {
            Format::Json => {
                output::json(&Checked { attempt: tried, practised });
                Ok(())
            }
            Format::Text => {
                output::line(&tried.text);
                for ply in &tried.plies {
                    output::line(format!("  {:<6} {}", ply.mv, ply.text));
                }
                Ok(())
            }
        };
    }
    let asked = asked(&puzzle, why, board.as_ref(), &school, &desk);
    match format {
        Format::Json => output::json(&asked),
        Format::Text => output::line(format!("{}\n{}", puzzle.position, asked.text)),
    }
    Ok(())
}

/// An answer as scripts see it.
#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    attempt: school::Attempt,
    practised: school::Practised,
}

/// A solution as scripts see it.
#[derive(Serialize)]
struct Shown<'a> {
    answers: &'a [String],
    text: String,
    plies: Vec<school::ToldPly>,
    practised: school::Practised,
}

fn asked<'a>(
    puzzle: &'a Puzzle,
    why: Option<school::Why>,
    board: &dyn table::Match,
    school: &'a School,
    desk: &Desk,
) -> Asked<'a> {
    let named = |kind: &'a str| Named { theme: kind, name: school.theme(kind, desk.lang) };
    Asked {
        id: &puzzle.id,
        game: &puzzle.game,
        position: &puzzle.position,
        moves: &puzzle.moves,
        aim: puzzle.aim,
        text: puzzle.aim_text(board, desk.lang),
        legal: board.legal(),
        rating: puzzle.rating,
        exact: puzzle.exact,
        why,
        progress: desk.learner.progress(school, now()),
        themes: puzzle.themes.iter().map(|kind| named(kind)).collect(),
        all_themes: school.themes().iter().map(|theme| named(&theme.kind)).collect(),
        learner: desk.learner.rating(school.game()).rating,
    }
}

fn add(games: &Games, args: &AddArgs, format: Format) -> Result<(), Failure> {
    let mut desk = Desk::open(&args.desk)?;
    let record = table::files::record(&args.file, None).map_err(Failure::failed)?;
    let board = record.replay(games).map_err(Failure::failed)?;
    let seats = record.players.len();
    let seat = match args.seat {
        Some(seat) if (1..=seats).contains(&seat) => seat - 1,
        Some(seat) => return Err(Failure::usage(format!("there is no seat {seat}; expected 1 to {seats}"))),
        None => record.person().ok_or_else(|| Failure::usage("say whose mistakes: --seat N"))?,
    };
    let plan = Plan { lang: desk.lang, ..Plan::new(Budget::Nodes(REVIEW)) };
    let review =
        coach::review(board.as_ref(), &plan, &mut Notes::default(), &mut |_| {}).map_err(Failure::failed)?;
    let puzzles = school::cut(board.as_ref(), &review, seat, desk.budget).map_err(Failure::failed)?;
    let ids: Vec<String> = puzzles.iter().map(|puzzle| puzzle.id.clone()).collect();
    let kept = desk.learner.keep(puzzles);
    desk.save()?;
    match format {
        Format::Json => output::json(&serde_json::json!({ "added": kept, "puzzles": ids })),
        Format::Text => {
            output::line(format!(
                "{}.",
                say(desk.lang, "kept", &[("N", school::Filling::Number(kept as i32))])
            ));
        }
    }
    Ok(())
}
