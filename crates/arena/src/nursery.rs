//! Where child processes come from: one thread that lives as long as the program.
//!
//! Children ask the kernel to end them with their parent, and to the kernel the parent is the thread that made them. Games are played by threads that
//! come and go; a child of one of those would die in the middle of a tournament.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, OnceLock, mpsc};

type Order = (Command, mpsc::Sender<io::Result<Child>>);

/// Starts the command.
pub(crate) fn spawn(command: Command) -> io::Result<Child> {
    static NURSERY: OnceLock<Mutex<mpsc::Sender<Order>>> = OnceLock::new();
    let nursery = NURSERY.get_or_init(|| {
        let (sender, orders) = mpsc::channel::<Order>();
        std::thread::spawn(move || {
            for (mut command, answer) in orders {
                let _ = answer.send(command.spawn());
            }
        });
        Mutex::new(sender)
    });
    let (answer, child) = mpsc::channel();
    let gone = || io::Error::other("the thread that starts processes is gone");
    nursery.lock().map_err(|_| gone())?.send((command, answer)).map_err(|_| gone())?;
    child.recv().map_err(|_| gone())?
}
