//! What the manual shows is understood.

use std::ffi::OsString;

use clap::error::ErrorKind;

use crate::manual;

/// A name for what stands for any game.
fn parsed(command: &str) -> Result<(), ErrorKind> {
    let games = registry::games();
    let given = manual::arguments(command).expect("our program's command");
    let given = given.iter().map(|word| if word == "GAME" { games.all()[0].info.name } else { word });
    let line = std::iter::once("ludus").chain(given).map(OsString::from);
    cli::parse(&games, line).map(|_| ()).map_err(|error| error.kind())
}

#[test]
fn every_command_line_of_the_manual_is_understood() {
    let mut typed = 0;
    for page in manual::pages() {
        for command in page.parts.iter().flat_map(|part| part.commands()) {
            if manual::arguments(command).is_some() {
                assert_eq!(parsed(command), Ok(()), "{}: {command}", page.name);
                typed += 1;
            }
        }
        for command in &page.mentioned {
            // Some say only as much as their sentence needs, and some ask for help.
            let less = [
                ErrorKind::DisplayHelp,
                ErrorKind::MissingRequiredArgument,
                ErrorKind::InvalidValue,
                ErrorKind::ValueValidation,
                ErrorKind::MissingSubcommand,
            ];
            let fine = parsed(command).map_or_else(|kind| less.contains(&kind), |()| true);
            assert!(fine, "{}: {command}: {:?}", page.name, parsed(command));
        }
    }
    assert!(typed > 30, "only {typed} commands were found");
}
