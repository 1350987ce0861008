//! What a bot may touch: its own folder and the system's programs, no network, no other process.
//!
//! Bubblewrap gives a bot a world of its own. Where it is not installed, landlock closes the files and seccomp the sockets, and leaving the process
//! group is forbidden so that the whole group can be ended. Where the kernel has neither, the bot runs free and the run says so. Memory and the
//! number of processes are held by a watcher in all three cases (see `watch`), because limits of the kernel count address space and users, not bots.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, SeccompRule, TargetArch};
use serde::Serialize;

use crate::command::{Bot, SYSTEM, in_system};

/// What a bot may use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Caps {
    /// Bytes of memory, over all its processes.
    pub memory: u64,
    /// Processes at once.
    pub processes: usize,
    /// Time beyond the clock before an answer counts as missing: the way there and back, not thinking.
    pub margin: Duration,
    /// Time to start and say that it is ready.
    pub start: Duration,
    /// Time for a move when no time is set.
    pub patience: Duration,
    /// Bytes of output a move.
    pub output: usize,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps {
            memory: 2 << 30,
            processes: 64,
            margin: Duration::from_millis(250),
            start: Duration::from_secs(15),
            patience: Duration::from_secs(60),
            output: 1 << 20,
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
    /// The best there is on this machine, tried once. `LUDUS_ISOLATION` (`bubblewrap`, `landlock`, `none`) chooses another.
    pub fn best() -> Isolation {
        static BEST: OnceLock<Isolation> = OnceLock::new();
        *BEST.get_or_init(|| {
            let wanted = std::env::var("LUDUS_ISOLATION").unwrap_or_default();
            match wanted.as_str() {
                "none" => Isolation::None,
                "landlock" => Isolation::landlock(),
                _ if bubblewrap_works() => Isolation::Bubblewrap,
                _ => Isolation::landlock(),
            }
        })
    }

    fn landlock() -> Isolation {
        if ruleset(&[], &[]).is_ok() && filter().is_some() { Isolation::Landlock } else { Isolation::None }
    }

    /// One sentence for people.
    pub const fn sentence(self) -> &'static str {
        match self {
            Isolation::Bubblewrap => "isolated by bubblewrap: own folder, no network, own processes",
            Isolation::Landlock => {
                "isolated by landlock and seccomp: own folder, no network, own process group"
            }
            Isolation::None => {
                "NOT isolated: neither bubblewrap nor landlock works here; the bot can read your files and use the network"
            }
        }
    }
}

/// What a command is run for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Errand {
    /// To play.
    Play,
    /// To build a bot in its folder: compilers may see their own settings, and put scratch files into the folder.
    Build,
}

/// Where compilers that live in a home folder keep their parts: the variable that says so, and the usual place.
const TOOLS: [(&str, &str); 2] = [("RUSTUP_HOME", ".rustup"), ("CARGO_HOME", ".cargo")];

fn tools(errand: Errand) -> Vec<(&'static str, PathBuf)> {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let place = |(name, usual): (&'static str, &str)| {
        (name, std::env::var_os(name).map_or_else(|| home.join(usual), PathBuf::from))
    };
    let all = TOOLS.into_iter().map(place).filter(|(_, path)| path.is_dir());
    all.filter(|_| errand == Errand::Build).collect()
}

/// Prepares the command that runs the bot in its own process group, apart from everything else.
pub(crate) fn command(bot: &Bot, isolation: Isolation, errand: Errand) -> std::io::Result<Command> {
    let mut readable = readable(bot);
    readable.extend(tools(errand).into_iter().map(|(_, path)| path));
    let mut command = match isolation {
        Isolation::Bubblewrap => bubblewrap(bot, &readable),
        Isolation::Landlock | Isolation::None => {
            let mut command = Command::new(&bot.program);
            command.args(&bot.arguments);
            if let Some(folder) = &bot.folder {
                command.current_dir(folder);
            }
            command
        }
    };
    command.process_group(0).env_clear().envs(environment(bot, errand));
    if isolation == Isolation::Landlock {
        confine(&mut command, bot, &readable)?;
    }
    // SAFETY: between fork and exec only system calls are made; nothing allocates or takes a lock.
    unsafe { command.pre_exec(limit) };
    Ok(command)
}

/// A bot sees where programs are and its language, and nothing else of the environment.
fn environment(bot: &Bot, errand: Errand) -> Vec<(OsString, OsString)> {
    let mut kept: Vec<_> =
        ["PATH", "LANG", "LC_ALL"].iter().filter_map(|n| Some((n.into(), std::env::var_os(n)?))).collect();
    let home = bot.folder.clone().unwrap_or_else(|| PathBuf::from("/tmp"));
    if errand == Errand::Build {
        kept.push(("TMPDIR".into(), home.clone().into()));
    }
    kept.extend(tools(errand).into_iter().map(|(name, path)| (name.into(), path.into())));
    kept.push(("HOME".into(), home.into()));
    kept
}

/// Limits that the kernel holds: no core files, no huge files, no thousands of open files, no life after the arbiter's.
fn limit() -> std::io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    for (resource, most) in [(Resource::Core, 0), (Resource::Fsize, 64 << 20), (Resource::Nofile, 256)] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

/// What the interpreter of a bot needs when it is installed outside the system's folders: the tree it stands in.
fn toolchain(program: &Path) -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let real = program.canonicalize().unwrap_or_else(|_| program.to_path_buf());
    let mut trees = Vec::new();
    for path in [program, &real] {
        let Some(folder) = path.parent().filter(|folder| !in_system(folder)) else { continue };
        let tree = folder.parent().filter(|tree| *tree != Path::new("/") && Some(*tree) != home.as_deref());
        trees.push(tree.unwrap_or(folder).to_path_buf());
    }
    trees
}

/// Folders a bot may read.
fn readable(bot: &Bot) -> Vec<PathBuf> {
    const SETTINGS: [&str; 8] = [
        "/etc/alternatives",
        "/etc/ld.so.cache",
        "/etc/ld.so.conf",
        "/etc/ld.so.conf.d",
        "/etc/localtime",
        "/etc/ssl/openssl.cnf",
        "/etc/swi-prolog",
        "/etc/sbclrc",
    ];
    let mut folders: Vec<PathBuf> = SYSTEM.iter().chain(&SETTINGS).map(PathBuf::from).collect();
    let java = std::fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    folders.extend(java.filter(|path| path.display().to_string().starts_with("/etc/java")));
    let own = bot.folder.as_deref().is_some_and(|folder| bot.program.starts_with(folder));
    if !own {
        folders.extend(toolchain(&bot.program));
    }
    folders.retain(|folder| folder.exists());
    folders
}

fn bubblewrap(bot: &Bot, readable: &[PathBuf]) -> Command {
    let mut command = Command::new("bwrap");
    command.args(["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]);
    for folder in readable {
        match std::fs::read_link(folder) {
            Ok(target) if folder.parent() == Some(Path::new("/")) => {
                command.arg("--symlink").arg(target).arg(folder)
            }
            _ => command.arg("--ro-bind").arg(folder).arg(folder),
        };
    }
    command.args(["--proc", "/proc", "--dev", "/dev", "--size", "67108864", "--tmpfs", "/tmp"]);
    if let Some(folder) = &bot.folder {
        command.arg("--bind").arg(folder).arg(folder).arg("--chdir").arg(folder);
    } else {
        command.args(["--chdir", "/tmp"]);
    }
    command.arg("--").arg(&bot.program).args(&bot.arguments);
    command
}

fn bubblewrap_works() -> bool {
    let mut command = Command::new("bwrap");
    command.args(["--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--ro-bind", "/", "/"]);
    let done = command.args(["--proc", "/proc", "--dev", "/dev", "true"]).output();
    done.is_ok_and(|done| done.status.success())
}

/// Makes the child give up files, sockets and the way out of its process group.
fn confine(command: &mut Command, bot: &Bot, readable: &[PathBuf]) -> std::io::Result<()> {
    let own: Vec<PathBuf> = bot.folder.iter().cloned().collect();
    let mut rules = Some(ruleset(readable, &own).map_err(std::io::Error::other)?);
    let program = filter().ok_or_else(|| std::io::Error::other("there is no seccomp on this machine"))?;
    let lock = move || {
        let refused = || std::io::Error::from_raw_os_error(libc::EPERM);
        rules.take().ok_or_else(refused)?.restrict_self().map_err(|_| refused())?;
        seccompiler::apply_filter(&program).map_err(|_| refused())
    };
    // SAFETY: the rules and the filter were made before the fork; the child only hands them to the kernel.
    unsafe { command.pre_exec(lock) };
    Ok(())
}

/// Landlock rules: read and run what is readable, everything in `own`, no TCP, no signals to others.
fn ruleset(readable: &[PathBuf], own: &[PathBuf]) -> Result<RulesetCreated, landlock::RulesetError> {
    const NEWEST: ABI = ABI::V6;
    let devices = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
    let read = AccessFs::from_read(NEWEST);
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(readable, read))?
        .add_rules(path_beneath_rules(["/proc"], read))?
        .add_rules(path_beneath_rules(devices, AccessFs::from_file(NEWEST)))?
        .add_rules(path_beneath_rules(own, AccessFs::from_all(NEWEST)))
}

/// A filter that refuses sockets, leaving the process group, and everything that reaches into other processes or the machine.
fn filter() -> Option<BpfProgram> {
    const REFUSED: [libc::c_long; 16] = [
        libc::SYS_socket,
        libc::SYS_setsid,
        libc::SYS_setpgid,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_bpf,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_io_uring_setup,
        libc::SYS_userfaultfd,
        libc::SYS_perf_event_open,
    ];
    let arch: TargetArch = std::env::consts::ARCH.try_into().ok()?;
    let rules = REFUSED.iter().map(|&call| (call, Vec::<SeccompRule>::new())).collect();
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch).ok()?.try_into().ok()
}
