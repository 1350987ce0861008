//! Work done by the threads of this process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use crate::{Next, Outcome, Source, Trouble, Work};

/// Threads of this process.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// How many jobs run at once.
    pub threads: usize,
}

/// What the threads share.
struct Desk<'a, W: Work> {
    source: &'a mut dyn Source<W>,
    running: Vec<(W::Input, Arc<AtomicBool>)>,
    ended: bool,
    problem: Option<String>,
}

/// How often the source is asked whether it still waits, and by a thread without a job for one: it may have been told to stop.
const ASK: Duration = Duration::from_millis(50);

impl Local {
    /// Does the jobs of the source until it has no more.
    ///
    /// # Errors
    /// When the source says so.
    pub fn run<W: Work>(&self, work: &W, source: &mut dyn Source<W>) -> Result<(), Trouble> {
        let desk = Mutex::new(Desk { source, running: Vec::new(), ended: false, problem: None });
        let changed = Condvar::new();
        let (alive, ended) = mpsc::channel();
        let labour = |_alive: Sender<()>| {
            let mut bench = W::Bench::default();
            while let Some((input, stop)) = next(&desk, &changed) {
                let result = work.carry_out(&input, &mut bench, &stop);
                desk.lock().expect("no thread panics at the desk").take(input, &stop, result);
                changed.notify_all();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (labour, alive) = (&labour, alive.clone());
                scope.spawn(move || labour(alive));
            }
            drop(alive);
            while ended.recv_timeout(ASK) == Err(RecvTimeoutError::Timeout) {
                desk.lock().expect("no thread panics at the desk").stop_what_nobody_waits_for();
            }
        });
        let desk = desk.into_inner().expect("no thread panics at the desk");
        desk.problem.map_or(Ok(()), |problem| Err(Trouble::Work(problem)))
    }
}

/// The next job; `None` when there are no more.
fn next<W: Work>(desk: &Mutex<Desk<'_, W>>, changed: &Condvar) -> Option<(W::Input, Arc<AtomicBool>)> {
    let mut held = desk.lock().expect("no thread panics at the desk");
    loop {
        if held.ended {
            return None;
        }
        match held.source.next() {
            Next::Job(input) => {
                let stop = Arc::new(AtomicBool::new(false));
                held.running.push((input.clone(), stop.clone()));
                return Some((input, stop));
            }
            Next::Wait if !held.running.is_empty() => {
                held = changed.wait_timeout(held, ASK).expect("no thread panics at the desk").0;
            }
            Next::Wait | Next::End => {
                held.ended = true;
                return None;
            }
        }
    }
}

impl<W: Work> Desk<'_, W> {
    fn stop_what_nobody_waits_for(&self) {
        if !self.source.waits() {
            self.running.iter().for_each(|(_, stop)| stop.store(true, Ordering::Relaxed));
        }
    }

    fn take(&mut self, input: W::Input, stop: &Arc<AtomicBool>, result: Result<W::Output, String>) {
        self.running.retain(|(_, other)| !Arc::ptr_eq(other, stop));
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let outcome = match result {
            Ok(output) => Outcome::Done { output, machine: None },
            Err(sentence) => Outcome::Failed(sentence),
        };
        if let Err(problem) = self.source.take(input, outcome) {
            self.ended = true;
            self.problem.get_or_insert(problem);
        }
        for useless in self.source.useless() {
            for (_, stop) in self.running.iter().filter(|(input, _)| *input == useless) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }
}
