//! What a bot may touch: its own files and the system's programs, no network, no other process.
//!
//! Bubblewrap gives a bot a world of its own. Where it does not work, landlock closes the files, and a list of what a bot may ask of the kernel everything
//! else. Root's bots run as users of their own in both cases. Where the kernel has neither, the bot runs free and the run says so. A keeper ends
//! whatever a bot has started, also when the arbiter is killed; memory, processes and what is written are held by a watcher (see `watch`).

mod bubblewrap;
pub mod cgroup;
mod cores;
mod filter;
mod keeper;
mod mounts;
mod rules;
mod scratch;
mod user;
mod view;

use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};
use serde::Serialize;

use crate::command::Bot;
use crate::nursery;
use bubblewrap::Handed;
use cgroup::{Door, Group};
use filter::{Filters, Ground};
use mounts::{Memory, Mounts, Shown};
use rules::Rules;
pub(crate) use scratch::Folder;
use user::Rights;
pub(crate) use user::User;

/// The variable that tells a bot where it may write.
pub const SCRATCH: &str = "LUDUS_SCRATCH";

/// The variable that chooses an isolation.
pub const CHOICE: &str = "LUDUS_ISOLATION";

/// What a bot may use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Caps {
    /// Bytes of memory, over all its processes.
    pub memory: u64,
    /// Processes at once.
    pub processes: usize,
    /// Bytes in the folder it may write in.
    pub scratch: u64,
    /// Time beyond the clock before an answer counts as missing: the way there and back, not thinking.
    pub margin: Duration,
    /// Time to start and say that it is ready.
    pub start: Duration,
    /// Time for a move when no time is set.
    pub patience: Duration,
    /// Bytes of output a move.
    pub output: usize,
    /// Cores that it may use at once; all when missing.
    pub cores: Option<usize>,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps {
            memory: 2 << 30,
            processes: 64,
            scratch: 64 << 20,
            margin: Duration::from_millis(250),
            start: Duration::from_secs(15),
            patience: Duration::from_secs(60),
            output: 1 << 20,
            cores: None,
        }
    }
}

/// How a bot is kept apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Isolation {
    /// In namespaces of its own.
    Bubblewrap,
    /// By landlock and seccomp.
    Landlock,
    /// Not at all.
    None,
}

impl Isolation {
    /// The one that `LUDUS_ISOLATION` (`bubblewrap`, `landlock`, `none`) names, or else the best there is on this machine; tried once.
    ///
    /// # Errors
    /// When the variable names none, or one that does not work here.
    pub fn chosen() -> Result<Isolation, String> {
        static CHOSEN: OnceLock<Result<Isolation, String>> = OnceLock::new();
        let choice = || std::env::var_os(CHOICE).map(|it| it.to_string_lossy().into_owned());
        CHOSEN.get_or_init(|| Isolation::choose(choice().as_deref())).clone()
    }

    /// What a person's choice comes to; the best there is when there is none.
    fn choose(choice: Option<&str>) -> Result<Isolation, String> {
        let wanted = match choice.unwrap_or_default() {
            "" => {
                let best = [Isolation::Bubblewrap, Isolation::Landlock].into_iter();
                return Ok(best.into_iter().find(|it| it.works()).unwrap_or(Isolation::None));
            }
            "bubblewrap" => Isolation::Bubblewrap,
            "landlock" => Isolation::Landlock,
            "none" => Isolation::None,
            other => {
                return Err(format!(
                    "{CHOICE} is '{other}'; expected bubblewrap, landlock, none, or nothing for the best that works"
                ));
            }
        };
        if wanted.works() {
            return Ok(wanted);
        }
        Err(format!("{CHOICE} asks for {}, which does not work here", wanted.name()))
    }

    /// As [`Isolation::chosen`]; after a choice that cannot be kept, bubblewrap, in which then nothing starts.
    pub fn best() -> Isolation {
        Isolation::chosen().unwrap_or(Isolation::Bubblewrap)
    }

    /// Whether a program can be run this way.
    fn works(self) -> bool {
        let trial = || -> io::Result<bool> {
            let bot = Bot::new(&["true".to_string()], None).map_err(io::Error::other)?;
            let mut cell = Cell::new(&bot, self, Errand::Play, Caps::default())?;
            cell.command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            Ok(nursery::spawn(cell.command)?.wait()?.success())
        };
        self == Isolation::None || trial().unwrap_or(false)
    }

    const fn name(self) -> &'static str {
        match self {
            Isolation::Bubblewrap => "bubblewrap",
            Isolation::Landlock => "landlock",
            Isolation::None => "none",
        }
    }

    /// One sentence for people.
    pub const fn sentence(self) -> &'static str {
        match self {
            Isolation::Bubblewrap => "isolated by bubblewrap: own files, no network, own processes",
            Isolation::Landlock => {
                "isolated by landlock and seccomp: own files, no network, own process group"
            }
            Isolation::None => {
                "NOT ISOLATED: every bot can read and change your files, use the network and stop your programs; \
                 run only bots that you trust, or install bubblewrap"
            }
        }
    }
}

/// Folders in memory that a bot with a view of its own can write in.
pub(crate) const IN_MEMORY: [&str; 2] = [bubblewrap::SCRATCH, "/dev/shm"];

/// What a command is run for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Errand {
    /// To play.
    Play,
    /// To build a bot in its folder: compilers may see their own parts, and write into the folder.
    Build,
}

/// A command that runs apart from everything else, with what it needs around it.
pub(crate) struct Cell {
    pub(crate) command: Command,
    pub(crate) goods: Goods,
}

/// What belongs to a running bot and goes with it.
#[derive(Default)]
pub(crate) struct Goods {
    /// Folders on the disk that it writes in, to be weighed.
    pub(crate) written: Vec<PathBuf>,
    /// Its control group.
    pub(crate) group: Option<Group>,
    _scratch: Option<Folder>,
}

/// Who a bot runs as, and what it sees.
struct Place<'a> {
    bot: &'a Bot,
    errand: Errand,
    isolation: Isolation,
    user: Option<User>,
    readable: Vec<PathBuf>,
    /// The folder to be built in.
    built: Option<Shown>,
    scratch: PathBuf,
    bytes: u64,
    /// The cores it is kept to.
    cores: Option<libc::cpu_set_t>,
}

impl Cell {
    /// The bot, played or built in its own folder.
    pub(crate) fn new(bot: &Bot, isolation: Isolation, errand: Errand, caps: Caps) -> io::Result<Cell> {
        let own = |folder: &PathBuf| Shown { from: folder.clone(), at: folder.clone() };
        let built = bot.folder.as_ref().filter(|_| errand == Errand::Build).map(own);
        Cell::of(bot, isolation, (errand, built), User::next(), caps)
    }

    /// The bot, built in a copy of its folder that belongs to the user.
    pub(crate) fn in_copy(
        bot: &Bot,
        isolation: Isolation,
        copy: &Path,
        user: User,
        caps: Caps,
    ) -> io::Result<Cell> {
        let moved = isolation == Isolation::Bubblewrap || mounts::possible();
        let seen = |at: &PathBuf| Shown {
            from: copy.to_path_buf(),
            at: if moved { at.clone() } else { copy.to_path_buf() },
        };
        let built = bot.folder.as_ref().map(seen);
        Cell::of(bot, isolation, (Errand::Build, built), Some(user), caps)
    }

    fn of(
        bot: &Bot,
        isolation: Isolation,
        (errand, built): (Errand, Option<Shown>),
        user: Option<User>,
        caps: Caps,
    ) -> io::Result<Cell> {
        let user = user.filter(|_| isolation != Isolation::None);
        let in_memory = isolation == Isolation::Bubblewrap
            || (isolation == Isolation::Landlock && user.is_some() && mounts::possible());
        let folder = if in_memory { None } else { Some(Folder::new(user)?) };
        let scratch =
            folder.as_ref().map_or(PathBuf::from(bubblewrap::SCRATCH), |it| it.path().to_path_buf());
        let readable = view::readable(bot, errand);
        let mut written: Vec<PathBuf> = folder.iter().map(|it| it.path().to_path_buf()).collect();
        written.extend(built.iter().map(|built| built.from.clone()));
        let group = Group::new(caps);
        let (bytes, cores) = (caps.scratch, caps.cores.and_then(cores::some));
        let place = Place { bot, errand, isolation, user, readable, built, scratch, bytes, cores };
        let mut command = place.command(group.as_ref())?;
        command.env_clear().envs(view::environment(&place.scratch, errand));
        Ok(Cell { command, goods: Goods { written, group, _scratch: folder } })
    }
}

impl Place<'_> {
    fn command(&self, group: Option<&Group>) -> io::Result<Command> {
        let door = group.map(Group::door).transpose()?;
        match self.isolation {
            Isolation::Bubblewrap => self.in_namespaces(door),
            Isolation::Landlock => self.by_rules(door),
            Isolation::None => {
                let mut command = self.plain();
                self.enter(&mut command, (door, None), || Ok(()));
                Ok(command)
            }
        }
    }

    /// Where the bot starts.
    fn start(&self) -> &Path {
        let built = self.built.as_ref().map(|built| built.at.as_path());
        built.or(self.bot.folder.as_deref()).unwrap_or(&self.scratch)
    }

    fn plain(&self) -> Command {
        let mut command = Command::new(&self.bot.program);
        command.args(&self.bot.arguments);
        command
    }

    fn in_namespaces(&self, door: Option<Door>) -> io::Result<Command> {
        let filters = Filters::new(Ground::Namespaces, self.errand).ok_or_else(no_filters)?;
        let handed = Handed::new(&filters)?;
        let at = (self.start(), self.bytes);
        let mut command = Command::new("bwrap");
        command.args(bubblewrap::words(self.bot, &self.readable, self.built.as_ref(), at, &handed));
        let mounts = self.mounts(&[])?;
        self.enter(&mut command, (door, mounts), move || handed.open_for_exec());
        Ok(command)
    }

    fn by_rules(&self, door: Option<Door>) -> io::Result<Command> {
        let mut command = self.plain();
        let memory = IN_MEMORY.map(|at| Memory { at: PathBuf::from(at), bytes: self.bytes });
        let mounts = self.mounts(&memory)?;
        let mut filters = Filters::new(self.ground(), self.errand).ok_or_else(no_filters)?;
        // Rules hold for what is there when they are made; the folders in memory are made after the fork.
        let mut writable: Vec<PathBuf> = self.built.iter().map(|built| built.from.clone()).collect();
        let later: &[&str] = if mounts.is_some() { &IN_MEMORY } else { &[] };
        writable.extend(Some(self.scratch.clone()).filter(|_| mounts.is_none()));
        let rules = Rules::new(&self.readable, &writable, later)?;
        self.enter(&mut command, (door, mounts), move || {
            rules.apply()?;
            filters.apply()
        });
        Ok(command)
    }

    fn ground(&self) -> Ground {
        /// The first version of landlock that keeps signals inside.
        const SIGNALS: i64 = 6;
        match self.user {
            Some(_) => Ground::OwnUser,
            None if rules::version() >= SIGNALS => Ground::SameUser,
            None => Ground::OldKernel,
        }
    }

    /// The view of a bot that root starts.
    fn mounts(&self, memory: &[Memory]) -> io::Result<Option<Mounts>> {
        if self.user.is_none() || !mounts::possible() {
            return Ok(None);
        }
        let mut shown: Vec<Shown> =
            self.readable.iter().map(|path| Shown { from: path.clone(), at: path.clone() }).collect();
        if self.isolation == Isolation::Landlock
            && let Some(built) = &self.built
        {
            shown.retain(|shown| shown.at != built.at);
            shown.push(built.clone());
        }
        Mounts::new(&shown, memory).map(Some)
    }

    /// What happens between fork and exec: the keeper stays behind, then the group, the view, the user, the limits, and at last the lock.
    fn enter(
        &self,
        command: &mut Command,
        (door, mut mounts): (Option<Door>, Option<Mounts>),
        mut lock: impl FnMut() -> io::Result<()> + Send + Sync + 'static,
    ) {
        let (arbiter, user, cores) = (std::process::id() as libc::pid_t, self.user, self.cores);
        let only_root = self.isolation != Isolation::None && Rights::own() == Rights::OnlyRoot;
        let start = std::ffi::CString::new(self.start().as_os_str().as_encoded_bytes()).unwrap_or_default();
        let child = move || {
            // SAFETY: this is between fork and exec.
            unsafe { keeper::keep(arbiter)? };
            let keeper = std::os::unix::process::parent_id() as libc::pid_t;
            if let Some(door) = &door {
                door.enter()?;
            }
            if let Some(mounts) = &mut mounts {
                mounts.make()?;
            }
            if let Some(cores) = &cores {
                cores::keep_to(cores)?;
            }
            limit(user)?;
            if let Some(user) = user {
                user.become_it()?;
            }
            if only_root {
                user::give_up_capabilities()?;
            }
            keeper::die_with(keeper)?;
            enter_folder(&start)?;
            close_the_rest();
            lock()
        };
        // SAFETY: everything was made before the fork; the child makes only calls of the kernel: nothing allocates or takes a lock.
        unsafe { command.pre_exec(child) };
    }
}

fn no_filters() -> io::Error {
    io::Error::other("there is no seccomp on this machine")
}

/// The folder is entered by the bot's own user, so that it starts only where it may be.
fn enter_folder(path: &std::ffi::CStr) -> io::Result<()> {
    // SAFETY: a call of the kernel with a string that ends with a zero.
    if unsafe { libc::chdir(path.as_ptr()) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Whatever else is open, also what the arbiter itself was started with, stays outside.
fn close_the_rest() {
    const AT_EXEC: libc::c_uint = 4;
    // SAFETY: a call of the kernel; nothing is closed before exec.
    unsafe { libc::syscall(libc::SYS_close_range, 3, u32::MAX, AT_EXEC) };
}

/// Limits that the kernel holds: no core files, no huge files, no thousands of open files; tasks where a user is the bot's alone.
fn limit(user: Option<User>) -> io::Result<()> {
    const TASKS: u64 = 1024;
    let tasks = user.map(|_| (Resource::Nproc, TASKS));
    let always = [(Resource::Core, 0), (Resource::Fsize, 64 << 20), (Resource::Nofile, 256)];
    for (resource, most) in always.into_iter().chain(tasks) {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_that_nobody_knows_is_an_error() {
        let error = Isolation::choose(Some("bublewrap")).expect_err("it is misspelt");
        assert!(
            error.contains("'bublewrap'") && error.contains("expected bubblewrap, landlock, none"),
            "{error}"
        );
        assert_eq!(Isolation::choose(Some("none")), Ok(Isolation::None));
    }
}
