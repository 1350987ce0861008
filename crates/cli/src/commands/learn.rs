//! `ludus learn`: a game in steps.

use std::io::{IsTerminal, stdin, stdout};

use school::{Filling, School, say};
use serde::Serialize;
use table::Games;
use term::classroom;

use super::Format;
use super::practice::{Desk, DeskArgs, now, school_of};
use crate::failure::Failure;
use crate::output;

#[derive(clap::Args, Debug)]
pub struct LearnArgs {
    /// The game; without one, the games are listed with how far you are
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Only this lesson, also when it is done
    #[arg(long, value_name = "LESSON", requires = "game")]
    pub lesson: Option<String>,
    /// List the lessons and leave
    #[arg(long, requires = "game")]
    pub list: bool,
    #[command(flatten)]
    pub desk: DeskArgs,
}

/// A lesson as scripts see it.
#[derive(Serialize)]
struct Listed<'a> {
    lesson: &'a str,
    title: &'a str,
    steps: Vec<Stepped<'a>>,
}

#[derive(Serialize)]
struct Stepped<'a> {
    step: &'a str,
    aim: &'a str,
    done: bool,
}

#[derive(Serialize)]
struct About {
    game: &'static str,
    #[serde(flatten)]
    progress: school::Progress,
}

pub fn run(games: &Games, args: &LearnArgs, format: Format) -> Result<(), Failure> {
    let desk = Desk::open(&args.desk)?;
    let Some(name) = &args.game else { return about(games, &desk, format) };
    let family = games.find(name)?;
    let school = school_of(family)?;
    if school.lessons().is_empty() {
        return Err(Failure::failed(say(desk.lang, "no-lessons", &[])));
    }
    if let Some(lesson) = &args.lesson
        && school.lesson(lesson).is_none()
    {
        let known: Vec<&str> = school.lessons().iter().map(|lesson| lesson.id.as_str()).collect();
        return Err(Failure::usage(format!(
            "there is no lesson '{lesson}'; expected one of {}",
            known.join(", ")
        )));
    }
    if format == Format::Json || args.list {
        list(&school, &desk, format);
        return Ok(());
    }
    if stdin().is_terminal() {
        list(&school, &desk, format);
        output::line("");
    }
    let lesson = args.lesson.as_deref();
    desk.sit(games, family, &school, |room| {
        classroom::learn(room, lesson, &mut stdin().lock(), &mut stdout())
    })
}

fn about(games: &Games, desk: &Desk, format: Format) -> Result<(), Failure> {
    let mut all = Vec::new();
    for family in games {
        let school = school_of(family)?;
        if !school.lessons().is_empty() {
            let progress = desk.learner.progress(&school, now());
            all.push((family.info.title, About { game: school.game(), progress }));
        }
    }
    match format {
        Format::Json => output::json(&all.into_iter().map(|(_, about)| about).collect::<Vec<_>>()),
        Format::Text => {
            for (title, about) in all {
                output::line(format!("{title:<16} {:<16} {}", about.game, counted(desk, about.progress)));
            }
        }
    }
    Ok(())
}

fn counted(desk: &Desk, progress: school::Progress) -> String {
    let number = |number: usize| Filling::Number(number as i32);
    say(desk.lang, "count-steps", &[("Done", number(progress.done)), ("N", number(progress.steps))])
}

fn list(school: &School, desk: &Desk, format: Format) {
    let stepped = |step: &'_ school::Step| desk.learner.has_learnt(school.game(), &step.id);
    match format {
        Format::Json => {
            let all = school.lessons().iter().map(|lesson| Listed {
                lesson: &lesson.id,
                title: lesson.title(desk.lang),
                steps: lesson
                    .steps
                    .iter()
                    .map(|step| Stepped { step: &step.id, aim: step.aim(desk.lang), done: stepped(step) })
                    .collect(),
            });
            output::json(&all.collect::<Vec<_>>());
        }
        Format::Text => {
            for lesson in school.lessons() {
                let done = lesson.steps.iter().filter(|step| stepped(step)).count();
                let of = lesson.steps.len();
                output::line(format!("{done:>3}/{of:<3} {:<20} {}", lesson.id, lesson.title(desk.lang)));
            }
        }
    }
}
