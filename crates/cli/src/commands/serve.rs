//! `ludus` alone: the web app.

use std::net::IpAddr;

use table::Games;

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::output;

/// The port when none is given.
const PORT: u16 = 7070;

pub fn run(games: &Games, args: &ServeArgs) -> Result<(), Failure> {
    let listen = args.listen.as_deref().map(read_address).transpose()?;
    let program = std::env::current_exe().ok();
    let isolation = arena::Isolation::chosen().map_err(Failure::usage)?.sentence();
    let place = web::Where {
        port: args.port.unwrap_or(PORT),
        data: args.data.clone(),
        program,
        listen,
        meeting: args.crew.meeting(games)?,
        bots: args.bots.clone(),
    };
    let ready = |address: &str| {
        output::line(format!("Ludus is at {address}  (Ctrl-C ends it)"));
        note!("bots are {isolation}");
        if args.open && !open(address) {
            note!("ludus: no browser could be started; open the address by hand");
        }
    };
    web::serve(games.clone(), &place, ready).map_err(Failure::failed)
}

fn read_address(text: &str) -> Result<IpAddr, Failure> {
    let wrong = || {
        Failure::usage(format!("'{text}' is not an address of this machine, such as 192.168.1.5 or 0.0.0.0"))
    };
    text.parse().map_err(|_| wrong())
}

/// Asks the system to show a page; says whether it understood.
fn open(address: &str) -> bool {
    let (command, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    std::process::Command::new(command).args(arguments).arg(address).spawn().is_ok()
}
