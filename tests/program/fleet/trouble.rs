//! Machines in trouble: cut off from the others, standing still, with a wrong clock. The table is that of one process all the same.

use std::io::{BufRead, BufReader, Write, stderr};
use std::process::{Child, ChildStdin, Command, Stdio};

use super::{Helper, folder, lines, ludus_through, printed, printed_through, small_game};
use crate::served::{Served, wait_for};

/// A short match.
fn contest<'a>(games: &'a str, seed: &'a str) -> Vec<&'a str> {
    let mut contest = vec!["match", small_game(), "--size", "4x4", "--a", "alphabeta", "--b", "mcts"];
    contest.extend(["--games", games, "--nodes", "400", "--seed", seed, "--json"]);
    contest
}

/// Its table by whoever works at the address, which is given with the name of the server. `trouble` comes when some of its games are played.
fn table(
    through: &[String],
    contest: &[&str],
    (name, address): (&str, &str),
    trouble: impl FnOnce(),
) -> String {
    let folder = folder(&format!("{name}-journal"));
    let journal = folder.join("journal");
    let on = ["--on", address, "--journal", journal.to_str().expect("plain letters")];
    let mut submitter = ludus_through(through, &[contest, &on].concat()).spawn().expect("the program runs");
    wait_for("games", || (lines(&journal) > 10).then_some(()));
    trouble();
    wait_for("the table", || submitter.try_wait().expect("a child"));
    let done = submitter.wait_with_output().expect("its output");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let _ = std::fs::remove_dir_all(&folder);
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// Waits until so many machines are at the server.
fn gathered(through: &[String], address: &str, machines: usize) {
    let wanted = format!("{machines} machines");
    wait_for("machines", || {
        printed_through(through, &["fleet", "--on", address]).contains(&wanted).then_some(())
    });
}

/// A network of one's own, as long as this lives.
struct Network {
    process: Child,
    _open: Option<ChildStdin>,
}

impl Network {
    /// `None` where the system does not let us have one.
    fn new(mut maker: Command) -> Option<Network> {
        maker.args(["sh", "-c", "ip link set lo up && echo made && exec cat"]);
        maker.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = maker.spawn().ok()?;
        let mut said = String::new();
        BufReader::new(process.stdout.take()?).read_line(&mut said).ok()?;
        let open = process.stdin.take();
        let network = Network { process, _open: open };
        (said == "made\n").then_some(network)
    }

    /// What runs a command in this network.
    fn inside(&self) -> Vec<String> {
        let number = self.process.id().to_string();
        ["nsenter", "--preserve-credentials", "-t", &number, "-U", "-n"].map(str::to_string).to_vec()
    }

    fn ip(&self, words: &str) {
        let inside = self.inside();
        let status = Command::new(&inside[0]).args(&inside[1..]).arg("ip").args(words.split(' ')).status();
        assert!(status.expect("nsenter runs").success(), "ip {words}");
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A room with a server, and a machine at the end of a cable that is pulled. Longer than its jobs wait for it, and than the server does, so that both ends are as after a minute.
#[test]
fn a_machine_whose_cable_is_pulled_loses_its_jobs_to_others_and_comes_back() {
    let mut maker = Command::new("unshare");
    maker.arg("-Urn");
    let Some(room) = Network::new(maker) else {
        // Past the harness, which shows nothing of tests that pass.
        let _ = writeln!(
            stderr(),
            "NOT TRIED with a pulled cable: this system gives nobody a network of their own"
        );
        return;
    };
    let inside = room.inside();
    let mut maker = Command::new(&inside[0]);
    maker.args(&inside[1..]).args(["unshare", "-n"]);
    let distance = Network::new(maker).expect("a second network where there is one");
    room.ip(&format!("link add cable type veth peer name eth0 netns {}", distance.process.id()));
    room.ip("addr add 10.77.0.1/24 dev cable");
    room.ip("link set cable up");
    distance.ip("addr add 10.77.0.2/24 dev eth0");
    distance.ip("link set eth0 up");

    let served = Served::start_through(
        &inside,
        "cable",
        "host: 0.0.0.0\nping_interval: \"500ms\"\nping_max: 2\nwrite_deadline: \"2s\"",
    );
    let near = served.address();
    let far = near.replace("127.0.0.1", "10.77.0.1");
    let helper_near = Helper::start_through(&inside, &near);
    let _helper_far = Helper::start_through(&distance.inside(), &far);
    gathered(&inside, &near, 2);
    let contests = [contest("200", "1"), contest("40", "2")];
    let cut = || room.ip("link set cable down");
    assert_eq!(table(&inside, &contests[0], ("cable", &near), cut), printed(&contests[0]));
    drop(helper_near);
    room.ip("link set cable up");
    // Nobody else is left to do it.
    assert_eq!(table(&inside, &contests[1], ("cable", &near), || ()), printed(&contests[1]));
}

/// What a program asks the clock of the wall it is told a year later.
const CLOCK: &str = "
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, \"clock_gettime\");
    int result = real(clock, time);
    if (clock == CLOCK_REALTIME) time->tv_sec += 31536000;
    return result;
}
";

#[test]
fn a_wrong_clock_and_a_machine_that_stands_still_change_nothing() {
    let folder = folder("clock");
    let (source, library) = (folder.join("clock.c"), folder.join("clock.so"));
    std::fs::write(&source, CLOCK).expect("a file");
    let made =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).arg("-ldl").status();
    assert!(made.expect("what links this test compiles C").success());
    let wrong = ["env".to_string(), format!("LD_PRELOAD={}", library.display())];
    let [today, later] = [&[][..], &wrong].map(|through: &[String]| {
        let words: Vec<&str> = through.iter().map(String::as_str).chain(["date", "+%Y"]).collect();
        let done = Command::new(words[0]).args(&words[1..]).output().expect("a date");
        String::from_utf8_lossy(&done.stdout).trim().parse::<u32>().expect("a year")
    });
    assert!(later > today, "the clock is right");

    let served = Served::start("clock", "");
    let address = served.address();
    let strange = Helper::start_through(&wrong, &address);
    let contests = [contest("40", "1"), contest("200", "2"), contest("40", "3")];
    gathered(&[], &address, 1);
    assert_eq!(table(&[], &contests[0], ("clock", &address), || ()), printed(&contests[0]));
    // It stands still for longer than its jobs wait for it, and then says what nobody waits for any more.
    let plain = Helper::start(&address);
    gathered(&[], &address, 2);
    let still = || strange.signal(libc::SIGSTOP);
    assert_eq!(table(&[], &contests[1], ("clock", &address), still), printed(&contests[1]));
    strange.signal(libc::SIGCONT);
    drop(plain);
    assert_eq!(table(&[], &contests[2], ("clock", &address), || ()), printed(&contests[2]));
    let _ = std::fs::remove_dir_all(&folder);
}
