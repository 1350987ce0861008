//! All tests, again and again, with busy loops beside them: what fails by chance or on a slow machine fails here.

use std::hint::spin_loop;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// How often all tests are run, and with how many busy loops beside them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Runs.
    pub repeat: usize,
    /// Threads that do nothing, as fast as they can.
    pub busy: usize,
}

impl Trial {
    /// Reads `--repeat N` and `--busy N`, in any order; `None` when there is anything else.
    pub fn read(words: &[&str]) -> Option<Trial> {
        let mut trial = Trial { repeat: 1, busy: 0 };
        for pair in words.chunks(2) {
            let &[option, number] = pair else { return None };
            let number = number.parse().ok()?;
            match option {
                "--repeat" => trial.repeat = number,
                "--busy" => trial.busy = number,
                _ => return None,
            }
        }
        Some(trial)
    }

    /// Builds the tests, then runs them all as often as asked; stops at the first run that fails and says which tests did.
    pub fn run(self) -> bool {
        if !crate::cargo(&[&crate::TESTS[..], &["--no-run"]].concat(), &[]) {
            return false;
        }
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..self.busy {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        spin_loop();
                    }
                });
            }
            let held = (1..=self.repeat).all(|run| self.once(run));
            over.store(true, Ordering::Relaxed);
            held
        })
    }

    fn once(self, run: usize) -> bool {
        eprintln!("xtask: run {run} of {}, {} busy loops", self.repeat, self.busy);
        let failed = failed_tests();
        if let Some(names) = &failed {
            eprintln!("xtask: run {run} of {} failed: {}", self.repeat, names.join(", "));
        }
        failed.is_none()
    }
}

/// Runs all tests once, showing what they print; the names of those that failed, or `None` when all held.
fn failed_tests() -> Option<Vec<String>> {
    let mut command = crate::builder(env!("CARGO"));
    command.current_dir(crate::root()).args(crate::TESTS).stdout(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return Some(vec![format!("cargo does not start: {error}")]),
    };
    let printed = BufReader::new(child.stdout.take().expect("its output is piped"));
    let mut failures = Failures::default();
    for line in printed.lines().map_while(Result::ok) {
        println!("{line}");
        failures.hear(&line);
    }
    let held = child.wait().is_ok_and(|status| status.success());
    (!held).then_some(failures.names)
}

/// The list of names that the harness prints at the end, below a heading.
#[derive(Default)]
struct Failures {
    listing: bool,
    names: Vec<String>,
}

impl Failures {
    fn hear(&mut self, line: &str) {
        match line.strip_prefix("    ") {
            _ if line == "failures:" => self.listing = true,
            Some(name) if self.listing && !name.contains(' ') => self.names.push(name.to_string()),
            None if !line.is_empty() => self.listing = false,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_trial_are_read() {
        assert_eq!(Trial::read(&[]), Some(Trial { repeat: 1, busy: 0 }));
        assert_eq!(Trial::read(&["--busy", "8", "--repeat", "3"]), Some(Trial { repeat: 3, busy: 8 }));
        for wrong in [&["--repeat"][..], &["--repeat", "x"], &["--often", "3"]] {
            assert_eq!(Trial::read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn failures_are_named() {
        let printed = "running 2 tests\nF.\nfailures:\n\n---- a::b stdout ----\nthread panicked\n    at here\n\n\
                       failures:\n    a::b\n\ntest result: FAILED. 1 passed\n";
        let mut failures = Failures::default();
        printed.lines().for_each(|line| failures.hear(line));
        assert_eq!(failures.names, ["a::b"]);
    }
}
