//! A tournament: entrants, games, journal, table.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use fleet::{Crew, Next, Source};
use game::{Control, Options, Rng};
use serde::{Deserialize, Serialize};
use table::{Family, Games, Record, Session, Who};

use crate::arbiter::arbitrate;
use crate::class::{Inspected, Trust, inspect};
use crate::command::Bot as Command;
use crate::journal::{Entry, Journal};
use crate::plan::{Entrant, Plan};
use crate::schedule::{Form, Met, Pairing, Scheduler};
use crate::similar::{self, Alike};
use crate::standings::Standings;
use crate::travel::Camp;
use crate::{Caps, Contestant, Fault, Isolation, Lapse, Transcript, entry, pace};

/// The most games of a tournament: each takes memory before it is played.
const MOST_GAMES: usize = 1_000_000;

/// A tournament that can run.
#[derive(Clone)]
pub struct Tournament {
    plan: Plan,
    family: Family,
    boards: Vec<Options>,
    entrants: Vec<Entrant>,
    class: Vec<Inspected>,
    /// Where its bots are when it has come from another machine.
    camp: Option<Arc<Camp>>,
    /// How many times as long clocks are on this machine as the plan says, once that is measured.
    longer: Arc<OnceLock<f64>>,
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    pairing: Pairing,
    game: usize,
}

/// The games of a round that are not played yet, as jobs.
struct Round<'a> {
    tournament: &'a Tournament,
    jobs: VecDeque<Job>,
    known: usize,
    book: &'a mut (Journal, Vec<Entry>),
    lost: Vec<String>,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(&Progress<'_>) + Sync),
}

impl Source<Tournament> for Round<'_> {
    fn next(&mut self) -> Next<Job> {
        if self.stop.load(Ordering::Relaxed) {
            return Next::End;
        }
        self.jobs.pop_front().map_or(Next::End, Next::Job)
    }

    fn take(&mut self, _: Job, outcome: fleet::Outcome<Entry>) -> Result<(), String> {
        let entry = match outcome {
            fleet::Outcome::Done { mut output, machine } => {
                output.record.machine = machine.filter(|_| self.tournament.plan.terms().timed());
                output
            }
            fleet::Outcome::Failed(sentence) => return Err(sentence),
            fleet::Outcome::GivenUp(sentence) => {
                self.lost.push(sentence);
                return Ok(());
            }
        };
        let (journal, entries) = &mut *self.book;
        journal.add(&entry).map_err(|error| format!("cannot write the journal: {error}"))?;
        (self.progress)(&Progress { entry: &entry, done: entries.len() + 1, known: self.known });
        entries.push(entry);
        Ok(())
    }

    fn waits(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

/// How far a tournament is.
pub struct Progress<'a> {
    /// The game just finished.
    pub entry: &'a Entry,
    /// How many are.
    pub done: usize,
    /// How many there will be, as far as is known.
    pub known: usize,
}

/// Everything that a tournament has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The names in the order of the entries.
    pub names: Vec<String>,
    /// The table.
    pub standings: Standings,
    /// Every game, by meeting and number.
    pub entries: Vec<Entry>,
    /// Games of submissions that have been replaced or taken back: they stay in the journal and count for nobody.
    pub withdrawn: usize,
}

/// Whether what students have handed in meanwhile is taken in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Submissions {
    /// Changed, new and vanished entries are noticed; only they are built, checked and played again.
    #[default]
    Taken,
    /// The tournament goes on with what it began with.
    Frozen,
}

impl Tournament {
    /// Reads the file; paths in it are relative to its folder. A class is built and checked, telling `report` of each entry that has changed since the
    /// last time.
    pub fn read(
        games: &Games,
        path: &Path,
        (trust, submissions): (Trust, Submissions),
        report: &(dyn Fn(&Inspected) + Sync),
    ) -> Result<Tournament, String> {
        let mut plan = Plan::read(games, path)?;
        let base = path.parent().unwrap_or(Path::new("."));
        for entrant in &mut plan.players {
            entrant.folder = entrant.folder.take().map(|folder| base.join(folder));
        }
        let mut tournament = Tournament::open(games, plan)?;
        if let Some(class) = &tournament.plan.class {
            trust.check(Isolation::chosen()?)?;
            let class = base.join(class);
            let known = path.with_extension("class.json");
            let kept = std::fs::read_to_string(&known).ok();
            let kept = kept.and_then(|text| serde_json::from_str::<Vec<Inspected>>(&text).ok());
            let found = match (kept, submissions) {
                (Some(found), Submissions::Frozen) => found,
                (kept, _) => {
                    let (caps, kept) = (tournament.plan.caps(), kept.unwrap_or_default());
                    let board = &tournament.boards[0];
                    let found = inspect(&class, &tournament.family, board, caps, &kept, report)?;
                    let text = serde_json::to_string_pretty(&found).expect("plain data");
                    put(&known, &text)?;
                    found
                }
            };
            tournament.entrants.extend(found.iter().filter_map(|entry| entry.entrant(&class)));
            tournament.class = found;
        }
        tournament.checked()
    }

    /// A tournament of the entrants that the plan lists.
    pub fn new(games: &Games, plan: Plan) -> Result<Tournament, String> {
        Tournament::open(games, plan)?.checked()
    }

    fn open(games: &Games, plan: Plan) -> Result<Tournament, String> {
        let family = games.find(&plan.game).map_err(|error| error.to_string())?.clone();
        let boards = plan.boards();
        for options in &boards {
            family.open(options).map_err(|error| error.to_string())?;
        }
        let entrants = plan.players.clone();
        Ok(Tournament {
            plan,
            family,
            boards,
            entrants,
            class: Vec::new(),
            camp: None,
            longer: Arc::default(),
        })
    }

    /// A tournament that has come from another machine, with its bots.
    pub(crate) fn elsewhere(
        games: &Games,
        plan: Plan,
        entrants: Vec<Entrant>,
        camp: Camp,
    ) -> Result<Tournament, String> {
        Ok(Tournament { entrants, camp: Some(Arc::new(camp)), ..Tournament::open(games, plan)? })
    }

    /// What its file says.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Who plays.
    pub(crate) fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    fn checked(self) -> Result<Tournament, String> {
        let least = if self.plan.references().is_empty() { 2 } else { 1 };
        if self.entrants.len() < least {
            let refused = self.class.iter().filter(|entry| entry.problem.is_some()).count();
            let refused =
                if refused > 0 { format!(" ({refused} of the class may not play)") } else { String::new() };
            return Err(format!(
                "there are {} players{refused}; expected at least {least}",
                self.entrants.len()
            ));
        }
        let board = self.family.open(&self.boards[0]).map_err(|error| error.to_string())?;
        let mut names = HashSet::new();
        for entrant in &self.entrants {
            if !names.insert(&entrant.name) {
                return Err(format!("two players are called '{}'", entrant.name));
            }
            make(entrant, board.as_ref(), self.plan.caps())?;
        }
        let games = self.games_at_most();
        if games.is_none_or(|games| games > MOST_GAMES) {
            let games = games.map_or("far".to_string(), |games| games.to_string());
            return Err(format!("the tournament would have {games} games; expected at most {MOST_GAMES}"));
        }
        Ok(self)
    }

    /// How many games there can be; `None` when they cannot be counted.
    fn games_at_most(&self) -> Option<usize> {
        let players = self.entrants.len();
        let meetings = match self.plan.form {
            Form::RoundRobin => players.checked_mul(players.saturating_sub(1))? / 2,
            Form::Gauntlet => {
                let first = self.plan.challengers.clamp(1, players.max(1));
                first.checked_mul(players.saturating_sub(first))?
            }
            Form::Swiss => (players / 2).checked_mul(self.plan.rounds)?,
            Form::Knockout => players,
        };
        meetings.checked_mul(2)?.checked_mul(self.plan.pairs)?.checked_mul(self.boards.len())
    }

    /// The entrants that cannot start as things are, with the reason. They lose their games by that name.
    pub fn absent(&self) -> Vec<(String, String)> {
        let Ok(board) = self.family.open(&self.boards[0]) else { return Vec::new() };
        let absent = |entrant: &Entrant| match make(entrant, board.as_ref(), self.plan.caps()) {
            Ok(Contestant::Absent(lapse)) => Some((entrant.name.clone(), lapse.detail)),
            _ => None,
        };
        self.entrants.iter().filter_map(absent).collect()
    }

    /// The names in the order of the entries.
    pub fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }

    /// What looking at the class came to; empty without one.
    pub fn class(&self) -> &[Inspected] {
        &self.class
    }

    /// The game.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The tournament in which everybody meets the fixed players of the plan; `None` when it names none.
    pub fn grading(&self) -> Result<Option<Tournament>, String> {
        let references = self.plan.references();
        if references.is_empty() {
            return Ok(None);
        }
        let mut grading = self.clone();
        grading.plan.form = Form::Gauntlet;
        grading.plan.challengers = self.entrants.len();
        grading.plan.pairs = self.plan.reference_pairs;
        grading.plan.scoring = Default::default();
        let names = self.names();
        grading.entrants.extend(references.into_iter().map(|player| {
            let name = player.to_string();
            Entrant {
                name: if names.contains(&name) { format!("{name} (reference)") } else { name },
                player: Some(player),
                run: Vec::new(),
                folder: None,
                version: String::new(),
            }
        }));
        grading.checked().map(Some)
    }

    /// Plays what the journal does not hold yet, telling `progress` of every game. Ends early when `stop` is set; the next run goes on from there.
    pub fn run(
        &self,
        journal: &Path,
        stop: &AtomicBool,
        progress: &(dyn Fn(&Progress<'_>) + Sync),
    ) -> Result<Outcome, String> {
        self.run_by(&self.crew(), journal, stop, progress)
    }

    /// The same by a crew, whoever that is.
    pub fn run_by(
        &self,
        crew: &Crew,
        journal: &Path,
        stop: &AtomicBool,
        progress: &(dyn Fn(&Progress<'_>) + Sync),
    ) -> Result<Outcome, String> {
        let fixed = self.plan.class.is_none();
        let (journal, known) = Journal::open(journal, &self.stamp(), fixed.then_some(self.entrants.len()))?;
        let (mut known, counted) = if fixed { (Vec::new(), known) } else { (known, Vec::new()) };
        let mut book = (journal, counted);
        let bye = self.plan.scoring.most(self.pairs());
        let Plan { form, rounds, challengers, .. } = self.plan;
        let mut scheduler = Scheduler::new(form, self.entrants.len(), rounds, challengers).with_bye(bye);
        let mut meetings = Vec::new();
        loop {
            let round: Vec<Pairing> = std::iter::from_fn(|| scheduler.next()).collect();
            meetings.extend(&round);
            book.1.extend(self.claim(&mut known, &round));
            self.play_round(&round, crew, meetings.len() * 2 * self.pairs(), &mut book, stop, progress)?;
            if stop.load(Ordering::Relaxed) || !scheduler.advance(&self.met(&meetings, &book.1)) {
                break;
            }
        }
        let (_, mut entries) = book;
        entries.sort_by_key(|entry| (entry.meeting, entry.game));
        let names = self.names();
        let standings = Standings::of(&names, &entries, self.plan.scoring, (scheduler.byes(), bye));
        Ok(Outcome {
            names,
            standings,
            entries,
            withdrawn: if stop.load(Ordering::Relaxed) { 0 } else { known.len() },
        })
    }

    /// Takes those games out of `known` that are games of these meetings, by the names and submissions of those who played, and gives them their
    /// present numbers. Each game is taken once, for two who meet again in a later round play anew.
    fn claim(&self, known: &mut Vec<Entry>, round: &[Pairing]) -> Vec<Entry> {
        if known.is_empty() {
            return Vec::new();
        }
        let who = |player: usize| {
            let Entrant { name, version, .. } = &self.entrants[player];
            (name.clone(), version.clone())
        };
        type Who = (String, String);
        let mut sought: HashMap<[Who; 2], (Pairing, usize)> = HashMap::new();
        for pairing in round {
            sought.insert([who(pairing.a), who(pairing.b)], (*pairing, 0));
            // Who comes first may have changed; then the seats of a game of even number are those of an odd one.
            sought.insert([who(pairing.b), who(pairing.a)], (*pairing, 1));
        }
        let games = 2 * self.pairs();
        let (mut claimed, mut taken): (Vec<Entry>, HashSet<(usize, usize)>) = Default::default();
        let mut left = Vec::new();
        for mut entry in known.drain(..) {
            let [a, b] = entry.names().map(str::to_string);
            let [v, w] = entry.versions.clone();
            match sought.get(&[(a, v), (b, w)]) {
                Some((pairing, swap))
                    if entry.game < games && taken.insert((pairing.meeting, entry.game ^ swap)) =>
                {
                    entry.meeting = pairing.meeting;
                    entry.players = [pairing.a, pairing.b];
                    if *swap == 1 {
                        entry.game ^= 1;
                        entry.versions.swap(0, 1);
                    }
                    claimed.push(entry);
                }
                _ => left.push(entry),
            }
        }
        *known = left;
        claimed
    }

    /// Games of a meeting.
    pub fn games_of_a_meeting(&self) -> usize {
        2 * self.pairs()
    }

    /// The submissions that look alike; none without a class.
    pub fn alike(&self) -> Vec<Alike> {
        let submitted = self.entrants.iter().filter(|entrant| !entrant.version.is_empty());
        similar::alike(submitted.filter_map(|e| Some((e.name.as_str(), e.folder.as_deref()?))))
    }

    /// How long all of it will take at most by the times of the plan; `None` when it sets none.
    pub fn at_most(&self) -> Option<Duration> {
        let games = self.games_at_most()?;
        crate::forecast::at_most(&self.plan, &self.family, &self.boards, games, self.threads())
    }

    /// The threads of this process, as many as the plan says.
    pub fn crew(&self) -> Crew {
        Crew::threads(self.threads())
    }

    /// Games at once.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.plan.threads.unwrap_or_else(cores).max(1)
    }

    /// Pairs of games in a meeting.
    fn pairs(&self) -> usize {
        self.plan.pairs * self.boards.len()
    }

    /// A number that follows from everything the games depend on.
    fn stamp(&self) -> String {
        let Plan { form, rounds, challengers, pairs, scoring, opening, seed, .. } = &self.plan;
        // Submissions come and go; which of them played stands with each game.
        let fixed = self.entrants.iter().filter(|entrant| entrant.version.is_empty());
        let who: Vec<_> = fixed.map(|e| (&e.name, e.player.as_ref().map(Who::to_string), &e.run)).collect();
        // So does the number of challengers, which is that of the entrants when they are graded.
        let challengers = if self.plan.class.is_some() { &1 } else { challengers };
        let rules = (self.family.info.name, &self.boards, self.plan.terms(), opening, seed);
        let mut text = format!("{:?}", (rules, form, rounds, challengers, pairs, scoring, who));
        if let Some(pace) = self.plan.pace {
            text += &format!(" pace {pace}");
        }
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    fn play_round(
        &self,
        round: &[Pairing],
        crew: &Crew,
        known: usize,
        book: &mut (Journal, Vec<Entry>),
        stop: &AtomicBool,
        progress: &(dyn Fn(&Progress<'_>) + Sync),
    ) -> Result<(), String> {
        let done: HashSet<(usize, usize)> = book.1.iter().map(|entry| (entry.meeting, entry.game)).collect();
        let games = 2 * self.pairs();
        let all = round.iter().flat_map(|&pairing| (0..games).map(move |game| Job { pairing, game }));
        let jobs: VecDeque<Job> =
            all.filter(|job| !done.contains(&(job.pairing.meeting, job.game))).collect();
        if jobs.is_empty() {
            return Ok(());
        }
        let mut round = Round { tournament: self, jobs, known, book, lost: Vec::new(), stop, progress };
        let title = format!("tournament {} of {} players", self.family.info.name, self.entrants.len());
        crew.run(&title, self, &mut round).map_err(|trouble| trouble.to_string())?;
        match round.lost.as_slice() {
            [] => Ok(()),
            [first, ..] => Err(format!(
                "{} games could not be played: {first}; the same command tries them again",
                round.lost.len()
            )),
        }
    }

    /// Plays one game. Games with the same number begin alike in every meeting, and both games of a pair get the same deals. `bench` keeps the players
    /// by entrant and by which of its seats they sit in.
    pub(crate) fn play(
        &self,
        job: Job,
        bench: &mut HashMap<(usize, usize), Contestant>,
        whole: &Control,
    ) -> Result<Entry, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let pair = job.game / 2;
        let options = &self.boards[pair % self.boards.len()];
        let seed = Rng::derive(self.plan.seed, pair as u64).bits() >> 12;
        let opening = self.plan.openings().choose(&self.family, options, pair, seed).map_err(|e| told(&e))?;
        let mut board = self.family.open(options).map_err(|e| told(&e))?;
        for text in &opening {
            board.play(text).map_err(|e| told(&e))?;
        }
        let Pairing { a, b, meeting, .. } = job.pairing;
        let seats = board.seat_names().len();
        let who: Vec<usize> = (0..seats).map(|seat| [a, b][(seat + job.game) % 2]).collect();
        let mut seated = Vec::new();
        for (seat, &player) in who.iter().enumerate() {
            let entrant = &self.entrants[player];
            let mut bot = match bench.remove(&(player, seat / 2)) {
                Some(bot) => bot,
                None => self.seat(entrant, board.as_ref())?,
            };
            let game_seed = Rng::derive(seed, (1 << 32) + (meeting * seats + seat) as u64).bits();
            bot.new_game(board.as_ref(), game_seed).map_err(|e| told(&e))?;
            seated.push(bot);
        }
        let names = who.iter().map(|&player| self.entrants[player].name.clone()).collect();
        let mut session = Session::new(board, names, seed);
        let terms = self.plan.terms().longer(self.longer());
        let failures = arbitrate(&mut session, &mut seated, &terms, whole);
        let said = |(seat, bot): (usize, &Contestant)| {
            let Transcript { talk, notes } = bot.transcript().unwrap_or_default();
            let failed = failures.iter().any(|failure| failure.seat == seat);
            Transcript { talk: if failed { tail(talk) } else { Vec::new() }, notes }
        };
        let transcripts = seated.iter().enumerate().map(said).collect();
        // Only the two players of the meeting stay warm; a class of bots must not all be in memory at once.
        bench.clear();
        bench.extend(who.iter().enumerate().map(|(seat, &player)| (player, seat / 2)).zip(seated));
        Ok(Entry {
            meeting,
            game: job.game,
            players: [a, b],
            versions: [a, b].map(|player| self.entrants[player].version.clone()),
            failures,
            transcripts,
            record: self.remarked(session.record()),
        })
    }

    /// How many times as long clocks are on this machine, which measures itself when it is first asked.
    fn longer(&self) -> f64 {
        let pace = self.plan.pace.filter(|_| self.plan.terms().timed());
        pace.map_or(1.0, |pace| {
            *self.longer.get_or_init(|| pace::longer(&self.family, &self.boards[0], pace))
        })
    }

    /// The record, which says how long clocks were where they were not as in the plan.
    fn remarked(&self, mut record: Record) -> Record {
        if let Some(longer) = self.longer.get() {
            record.remarks.push(format!(
                "times of the plan were multiplied by {longer:.2}, for the pace of this machine"
            ));
        }
        record
    }

    /// The player of an entrant, wherever its program is.
    fn seat(&self, entrant: &Entrant, board: &dyn table::Match) -> Result<Contestant, String> {
        let caps = self.plan.caps();
        match self.camp.as_ref().and_then(|camp| camp.contestant(&entrant.name, caps)) {
            Some(made) => Ok(made.unwrap_or_else(|why| Contestant::Absent(Lapse::new(Fault::Absent, why)))),
            None => make(entrant, board, caps),
        }
    }

    fn met(&self, meetings: &[Pairing], entries: &[Entry]) -> Vec<Met> {
        let sum = |pairing: &Pairing| {
            let games: Vec<&Entry> =
                entries.iter().filter(|entry| entry.meeting == pairing.meeting).collect();
            self.plan.scoring.points(&games)
        };
        meetings.iter().map(|pairing| (*pairing, sum(pairing)[0], sum(pairing)[1])).collect()
    }
}

/// Writes a file so that it is there whole or not at all.
pub(crate) fn put(path: &Path, text: &str) -> Result<(), String> {
    let told = |error: std::io::Error| format!("cannot write '{}': {error}", path.display());
    let fresh = path.with_extension("fresh");
    std::fs::write(&fresh, text).and_then(|()| std::fs::rename(&fresh, path)).map_err(told)
}

/// The last lines of a conversation.
fn tail(mut talk: Vec<String>) -> Vec<String> {
    const KEPT: usize = 40;
    talk.drain(..talk.len().saturating_sub(KEPT));
    talk
}

/// The player of an entrant. A process whose program or folder is not there, or not fit, is there as one who is absent.
fn make(entrant: &Entrant, board: &dyn table::Match, caps: Caps) -> Result<Contestant, String> {
    let told = |error: &dyn std::fmt::Display| format!("the player '{}' cannot play: {error}", entrant.name);
    let absent = |why: String| Contestant::Absent(Lapse::new(Fault::Absent, why));
    match (&entrant.player, entrant.run.as_slice()) {
        (Some(who @ Who::Program(_)), []) => {
            let made = Contestant::new(board, who, 0, caps);
            Ok(made.unwrap_or_else(|error| absent(error.to_string())))
        }
        (Some(who), []) => Contestant::new(board, who, 0, caps).map_err(|e| told(&e)),
        (None, words @ [_, ..]) => {
            let folder = entrant.folder.as_deref();
            let surveyed = folder.map_or(Ok(()), entry::survey);
            let made = surveyed.and_then(|()| Command::new(words, folder).map_err(|error| error.to_string()));
            Ok(made.map_or_else(absent, |command| Contestant::process(command, caps)))
        }
        _ => Err(told(&"expected either 'player' or 'run'")),
    }
}
