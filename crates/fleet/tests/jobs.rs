//! Jobs at a server: each counts once, whoever does it and whatever fails on the way.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use ludus_fleet::{
    Access, Craft, Crew, Next, Outcome, Server, Source, Tally, Trouble, Watched, Work, Worker, key, watch,
};

use crate::server::{Served, wait_for};

/// The squares of numbers; one of them breaks whoever tries it, and one takes as long as it is let.
#[derive(Clone)]
struct Squares {
    poison: Option<u64>,
    held: Option<u64>,
    passes: bool,
}

impl Work for Squares {
    type Input = u64;
    type Output = u64;
    type Bench = ();

    fn kind(&self) -> &'static str {
        "squares"
    }

    fn brief(&self) -> String {
        format!("{:?} {:?}", self.poison, self.held)
    }

    fn passes(&self) -> bool {
        self.passes
    }

    fn carry_out(&self, number: &u64, (): &mut (), stop: &Arc<AtomicBool>) -> Result<u64, String> {
        assert_ne!(self.poison, Some(*number), "this number is poisonous");
        while self.held == Some(*number) && !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(number * number)
    }
}

/// The numbers up to one, and what came of them.
#[derive(Default)]
struct Numbers {
    next: u64,
    end: u64,
    found: BTreeMap<u64, u64>,
    given_up: Vec<String>,
    seen: Arc<AtomicUsize>,
    /// A number that is useless as soon as so many are done.
    useless: Option<(u64, usize)>,
}

impl Source<Squares> for Numbers {
    fn next(&mut self) -> Next<u64> {
        if self.next >= self.end {
            return Next::End;
        }
        self.next += 1;
        Next::Job(self.next - 1)
    }

    fn take(&mut self, input: u64, outcome: Outcome<u64>) -> Result<(), String> {
        match outcome {
            Outcome::Done { output, .. } => {
                assert_eq!(self.found.insert(input, output), None, "{input} counts twice");
                self.seen.fetch_add(1, Ordering::Relaxed);
            }
            Outcome::Failed(sentence) => return Err(sentence),
            Outcome::GivenUp(sentence) => self.given_up.push(sentence),
        }
        Ok(())
    }

    fn useless(&mut self) -> Vec<u64> {
        let due = self.useless.take_if(|(_, after)| self.found.len() >= *after);
        due.into_iter().map(|(number, _)| number).collect()
    }
}

fn numbers(end: u64) -> Numbers {
    Numbers { end, ..Numbers::default() }
}

fn access(address: String) -> Access {
    Access { address, creds: None, tls_ca: None, patience: Duration::from_secs(2) }
}

fn crew(served: &Served) -> Crew {
    Crew::Nats(Box::new(Server::connect(&access(served.address()), "v1").unwrap()))
}

/// A worker on a thread of its own, until it is told to stop.
struct Helper {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<Tally, Trouble>>,
    told: Arc<Mutex<Vec<String>>>,
}

impl Helper {
    fn start(access: Access, stamp: &str, work: &Squares) -> Helper {
        let (stop, told) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let (flag, heard, stamp, work) = (stop.clone(), told.clone(), stamp.to_string(), work.clone());
        let thread = std::thread::spawn(move || {
            let server = Server::connect(&access, &stamp)?;
            let craft = Craft::new("squares", move |_, _| Ok(work.clone()));
            let (name, version) = ("a helper".into(), "1".into());
            let mut worker = Worker { name, version, threads: 2, crafts: vec![craft], watched: None };
            worker.run(&server, &flag, &|sentence| heard.lock().unwrap().push(sentence.to_string()))
        });
        Helper { stop, thread, told }
    }

    fn end(self) -> Result<Tally, Trouble> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().expect("workers do not panic")
    }
}

const PLAIN: Squares = Squares { poison: None, held: None, passes: false };

/// What goes with its work is there again when the same work comes again.
#[test]
fn the_same_work_comes_again() {
    let served = Served::start("again", "");
    let (crew, work) = (crew(&served), Squares { passes: true, ..PLAIN });
    for end in [3, 5] {
        let helper = Helper::start(access(served.address()), "v1", &work);
        let mut squares = numbers(end);
        crew.run("squares", &work, &mut squares).unwrap();
        assert_eq!(squares.found.len() as u64, end);
        helper.end().unwrap();
    }
}

#[test]
fn each_job_counts_once_while_the_server_comes_and_goes() {
    let mut served = Served::start("restarts", "");
    let mut alone = numbers(2000);
    Crew::threads(3).run("squares", &PLAIN, &mut alone).unwrap();
    let helpers: Vec<Helper> =
        (0..2).map(|_| Helper::start(access(served.address()), "v1", &PLAIN)).collect();
    let mut together = numbers(2000);
    let seen = together.seen.clone();
    let crew = crew(&served);
    let submitter = std::thread::spawn(move || crew.run("squares", &PLAIN, &mut together).map(|()| together));
    for count in [200, 900] {
        wait_for("squares", || {
            (seen.load(Ordering::Relaxed) >= count || submitter.is_finished()).then_some(())
        });
        served.restart();
    }
    let together = submitter.join().unwrap().unwrap();
    assert_eq!(together.found, alone.found);
    let done: u64 = helpers.into_iter().map(|helper| helper.end().unwrap().done).sum();
    assert!(done >= 2000, "only {done} were done");
}

#[test]
fn a_poisonous_job_is_given_up_and_named_and_the_rest_goes_on() {
    let served = Served::start("poison", "");
    let work = Squares { poison: Some(7), held: None, passes: false };
    let helper = Helper::start(access(served.address()), "v1", &work);
    let mut asked = numbers(20);
    crew(&served).run("squares", &work, &mut asked).unwrap();
    assert_eq!(asked.found.len(), 19);
    assert!(asked.given_up[0].contains("the job 7 of kind squares was given up"), "{:?}", asked.given_up);
    assert!(helper.end().unwrap().failed >= 3);
}

/// Where the process of the next test but one works.
const ADDRESS: &str = "LUDUS_TEST_ADDRESS";

/// The process that works in the next test: there a poisonous number ends it.
#[test]
#[ignore = "it is run by the test after it"]
fn a_process_that_works() {
    let address = std::env::var(ADDRESS).expect("it is run by the test after it");
    std::panic::set_hook(Box::new(|_| std::process::abort()));
    let stop = Arc::new(AtomicBool::new(false));
    let watched = Some(Watched::begin(&stop));
    let server = Server::connect(&access(address), "v1").unwrap();
    let crafts =
        vec![Craft::new("squares", |_, _| Ok(Squares { poison: Some(7), held: None, passes: false }))];
    let (name, version) = ("a process".into(), "1".into());
    Worker { name, version, threads: 2, crafts, watched }.run(&server, &stop, &|_| {}).unwrap();
}

#[test]
fn a_job_that_ends_processes_is_given_up_because_somebody_sees_it() {
    let served = Served::start("deaths", "");
    let (address, stop) = (served.address(), Arc::new(AtomicBool::new(false)));
    let (flag, deaths) = (stop.clone(), Arc::new(AtomicUsize::new(0)));
    let seen = deaths.clone();
    let watcher = std::thread::spawn(move || {
        let make = || {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--exact", "jobs::a_process_that_works", "--ignored", "--nocapture"]);
            command.env(ADDRESS, &address).stderr(std::process::Stdio::null());
            command
        };
        watch(&make, &flag, &|_| _ = seen.fetch_add(1, Ordering::Relaxed))
    });
    let mut asked = numbers(20);
    crew(&served)
        .run("squares", &Squares { poison: Some(7), held: None, passes: false }, &mut asked)
        .unwrap();
    stop.store(true, Ordering::Relaxed);
    assert!(watcher.join().unwrap().unwrap().success(), "it ends when it is asked to");
    assert_eq!(asked.found.len(), 19);
    assert!(
        asked.given_up[0].contains("the job 7 of kind squares was given up: it ended 3 workers"),
        "{:?}",
        asked.given_up
    );
    assert!(deaths.load(Ordering::Relaxed) >= 3);
}

#[test]
fn what_a_worker_cannot_finish_is_given_back_and_what_is_useless_is_stopped() {
    let served = Served::start("back", "");
    let work = Squares { poison: None, held: Some(3), passes: false };
    let first = Helper::start(access(served.address()), "v1", &work);
    let crew = crew(&served);
    let (mut asked, held) = (numbers(10), work.clone());
    let seen = asked.seen.clone();
    let submitter = std::thread::spawn(move || crew.run("squares", &held, &mut asked).map(|()| asked));
    wait_for("squares", || (seen.load(Ordering::Relaxed) == 9).then_some(()));
    assert_eq!(first.end().unwrap().back, 1);
    // Whoever comes next finds it at once, and here it is an easy one.
    let second = Helper::start(access(served.address()), "v1", &PLAIN);
    assert_eq!(submitter.join().unwrap().unwrap().found[&3], 9);
    second.end().unwrap();

    let third = Helper::start(access(served.address()), "v1", &work);
    let mut asked = Numbers { useless: Some((3, 9)), ..numbers(10) };
    self::crew(&served).run("squares", &work, &mut asked).unwrap();
    assert_eq!(asked.found.len(), 9);
    third.end().unwrap();
}

#[test]
fn work_is_listed_and_cancelled_and_other_versions_get_none() {
    let served = Served::start("versions", "");
    let crew = crew(&served);
    let submitter = std::thread::spawn(move || crew.run("the class of room 5", &PLAIN, &mut numbers(10)));
    let watcher = Server::connect(&access(served.address()), "v1").unwrap();
    wait_for("the work", || {
        watcher.status().unwrap().waiting.values().any(|&count| count == 10).then_some(())
    });
    let helper = Helper::start(access(served.address()), "v2", &PLAIN);
    wait_for("a sentence", || (!helper.told.lock().unwrap().is_empty()).then_some(()));
    let told = helper.told.lock().unwrap()[0].clone();
    assert!(told.contains("10 jobs wait for machines of another version (v1); this one is v2"), "{told}");
    let machines =
        wait_for("the machine", || Some(watcher.status().unwrap().machines).filter(|all| !all.is_empty()));
    assert_eq!(
        (machines[0].name.as_str(), machines[0].stamp.as_str(), machines[0].threads),
        ("a helper", "v2", 2)
    );
    assert_eq!(watcher.cancel("room 5").unwrap(), 1);
    assert!(matches!(submitter.join().unwrap(), Err(Trouble::Cancelled)));
    assert_eq!(watcher.status().unwrap().waiting.len(), 0);
    assert_eq!(helper.end().unwrap().done, 0);
}

#[test]
fn nobody_comes_in_without_a_key_and_helpers_submit_nothing() {
    let (teacher, machine) = (key::new(), key::new());
    let served = Served::start(
        "keys",
        &format!(
            "authorization {{ users: [\n{{ nkey: {}, permissions: {{ publish: {{ deny: [\"ludus.results.>\"] }} }} }}\n\
         {{ nkey: {}, permissions: {{ publish: {{ deny: [\"ludus.jobs.>\", \"ludus.cancel.>\", \"$JS.API.STREAM.PURGE.>\"] }} }} }}\n] }}",
            teacher.0, machine.0
        ),
    );
    let refused = Server::connect(&access(served.address()), "v1").err().unwrap().to_string();
    assert!(refused.contains("does not let us in; expected a key"), "{refused}");
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("keys-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let shown = |name: &str, secret: &str| {
        std::fs::write(folder.join(name), secret).unwrap();
        Access { creds: Some(folder.join(name)), ..access(served.address()) }
    };
    let (teacher, machine) = (shown("teacher", &teacher.1), shown("machine", &machine.1));
    let crew = Crew::Nats(Box::new(Server::connect(&teacher, "v1").unwrap()));
    let helper = Helper::start(machine.clone(), "v1", &PLAIN);
    let mut asked = numbers(50);
    crew.run("squares", &PLAIN, &mut asked).unwrap();
    assert_eq!(asked.found.len(), 50);
    helper.end().unwrap();
    let told = Server::connect(&machine, "v1").unwrap().cancel("squares");
    assert!(told.is_ok_and(|count| count == 0), "nothing was left to cancel");
    // Each in the other's place is told so at once.
    let crew = Crew::Nats(Box::new(Server::connect(&machine, "v1").unwrap()));
    let told = crew.run("squares", &PLAIN, &mut numbers(51)).unwrap_err().to_string();
    assert!(told.contains("does not let us submit work"), "{told}");
    let helper = Helper::start(teacher.clone(), "v1", &PLAIN);
    let crew = Crew::Nats(Box::new(Server::connect(&teacher, "v1").unwrap()));
    let submitter = std::thread::spawn(move || crew.run("squares", &PLAIN, &mut numbers(52)));
    wait_for("a refusal", || helper.thread.is_finished().then_some(()));
    let told = helper.thread.join().unwrap().unwrap_err().to_string();
    assert!(told.contains("does not let us help"), "{told}");
    let helper = Helper::start(machine, "v1", &PLAIN);
    submitter.join().unwrap().unwrap();
    helper.end().unwrap();
    let closed = access("nats://127.0.0.1:1".into());
    assert!(Server::connect(&closed, "v1").err().unwrap().to_string().contains("cannot reach a server"));
    let _ = std::fs::remove_dir_all(&folder);
}
