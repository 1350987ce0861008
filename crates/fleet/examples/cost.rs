//! What many machines cost: jobs through a server against threads of one process. Needs a server: `nats-server -js`, then `cargo run -p ludus-fleet --example cost -- nats://127.0.0.1:4222`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludus_fleet::{Access, Craft, Crew, Next, Outcome, Server, Source, Work, Worker};

/// Jobs that sleep.
#[derive(Clone, Copy)]
struct Sleep(Duration);

impl Work for Sleep {
    type Input = usize;
    type Output = usize;
    type Bench = ();

    fn kind(&self) -> &'static str {
        "sleep"
    }

    fn brief(&self) -> String {
        format!("{} {}", self.0.as_millis(), std::process::id())
    }

    fn carry_out(&self, number: &usize, (): &mut (), _: &Arc<AtomicBool>) -> Result<usize, String> {
        if !self.0.is_zero() {
            std::thread::sleep(self.0);
        }
        Ok(*number)
    }
}

struct Count {
    next: usize,
    end: usize,
}

impl Source<Sleep> for Count {
    fn next(&mut self) -> Next<usize> {
        if self.next >= self.end {
            return Next::End;
        }
        self.next += 1;
        Next::Job(self.next - 1)
    }

    fn take(&mut self, _: usize, outcome: Outcome<usize>) -> Result<(), String> {
        match outcome {
            Outcome::Done { .. } => Ok(()),
            Outcome::Failed(sentence) | Outcome::GivenUp(sentence) => Err(sentence),
        }
    }
}

/// Seconds for so many jobs.
fn timed(crew: &Crew, work: Sleep, jobs: usize) -> f64 {
    let began = Instant::now();
    crew.run("cost", &work, &mut Count { next: 0, end: jobs }).expect("the jobs are done");
    began.elapsed().as_secs_f64()
}

/// Runs `measure` while so many workers of so many threads help.
fn with_workers(server: &Server, workers: usize, threads: usize, work: Sleep, measure: impl FnOnce()) {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for number in 0..workers {
            let stop = &stop;
            scope.spawn(move || {
                let crafts = vec![Craft::new("sleep", move |_, _| Ok(work))];
                let name = format!("worker {number}");
                let mut worker = Worker {
                    name,
                    version: "1".into(),
                    threads,
                    crafts,
                    pace: Arc::default(),
                    watched: None,
                };
                worker.run(server, stop, &|_| {}).expect("it works");
            });
        }
        while server.status().expect("a server").machines.len() < workers {
            std::thread::sleep(Duration::from_millis(100));
        }
        measure();
        stop.store(true, Ordering::Relaxed);
    });
}

fn main() {
    let address = std::env::args().nth(1).unwrap_or("nats://127.0.0.1:4222".into());
    let access = Access { address, creds: None, tls_ca: None, patience: Duration::from_secs(30) };
    let connect = || Server::connect(&access, "cost").expect("a server with JetStream");
    let (helpers, crew) = (connect(), Crew::Nats(Box::new(connect())));

    let work = Sleep(Duration::from_millis(100));
    let alone = timed(&Crew::threads(8), work, 400);
    with_workers(&helpers, 2, 4, work, || {
        let together = timed(&crew, work, 400);
        println!(
            "400 jobs of 100 ms, 8 threads: {alone:.3} s in one process, {together:.3} s through the server: {:+.1} % (bar: 3 %)",
            100.0 * (together / alone - 1.0)
        );
    });

    let work = Sleep(Duration::ZERO);
    with_workers(&helpers, 8, 2, work, || {
        let jobs = 20_000;
        println!("empty jobs: {:.0} a second (bar: 2,000)", jobs as f64 / timed(&crew, work, jobs));
    });

    let work = Sleep(Duration::from_secs(1));
    with_workers(&helpers, 1000, 1, work, || {
        let seconds = timed(&crew, work, 20_000);
        println!("1,000 workers, jobs of 1 s: {:.1} % busy (bar: 95 %)", 100.0 * 20_000.0 / 1000.0 / seconds);
    });
}
