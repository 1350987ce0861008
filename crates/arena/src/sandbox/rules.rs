//! Landlock: which files a bot may open when it has no file system of its own.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, Scope, path_beneath_rules,
};

/// The newest version of landlock that the rules make use of.
const NEWEST: ABI = ABI::V6;

/// What every runtime asks about the machine.
const MACHINE: [&str; 10] = [
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/uptime",
    "/proc/sys/vm",
    "/proc/sys/kernel/cap_last_cap",
    "/sys/devices/system/cpu",
];

/// Not `/dev/zero`, which gives memory that nobody counts.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// Rules for a bot, made before the fork.
pub(crate) struct Rules {
    fd: OwnedFd,
    /// Folders to write in that are there only after the fork.
    later: Vec<CString>,
}

impl Rules {
    /// Read and run what is readable, do everything in what is writable, now or `later`, no TCP, no signals to others.
    pub(crate) fn new(readable: &[PathBuf], writable: &[PathBuf], later: &[&str]) -> io::Result<Rules> {
        let made = rules(readable, writable).map_err(io::Error::other)?;
        let fd = made.ok_or_else(|| io::Error::other("there is no landlock on this machine"))?;
        let later = later.iter().map(|path| CString::new(*path)).collect::<Result<_, _>>()?;
        Ok(Rules { fd, later })
    }

    /// Binds the calling process, which also sees what the kernel says about itself. Allocates nothing.
    pub(crate) fn apply(&self) -> io::Result<()> {
        // Reading files and folders: the two oldest rights to read.
        self.add(c"/proc/self", (1 << 2) | (1 << 3));
        self.later.iter().for_each(|path| self.add(path, everything()));
        // SAFETY: calls of the kernel with valid arguments.
        let locked = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                && libc::syscall(libc::SYS_landlock_restrict_self, self.fd.as_raw_fd(), 0) == 0
        };
        if locked { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// One more place; what cannot be added stays closed.
    fn add(&self, path: &CStr, allowed: u64) {
        #[repr(C, packed)]
        struct Beneath {
            allowed: u64,
            parent: i32,
        }
        const BENEATH: libc::c_int = 1;
        // SAFETY: calls of the kernel with valid arguments; the structure is as the kernel knows it.
        unsafe {
            let parent = libc::open(path.as_ptr(), libc::O_PATH | libc::O_CLOEXEC);
            if parent >= 0 {
                let rule = Beneath { allowed, parent };
                libc::syscall(libc::SYS_landlock_add_rule, self.fd.as_raw_fd(), BENEATH, &rule, 0);
                libc::close(parent);
            }
        }
    }
}

/// Every right that this kernel's landlock knows of, up to [`NEWEST`].
fn everything() -> u64 {
    let rights = match version() {
        ..=1 => 13,
        2 => 14,
        3 | 4 => 15,
        _ => 16,
    };
    (1 << rights) - 1
}

/// The version of landlock in this kernel; 0 without it.
pub(crate) fn version() -> i64 {
    const VERSION: libc::c_int = 1;
    // SAFETY: asks for a number.
    let found =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, VERSION) };
    found.max(0)
}

fn rules(readable: &[PathBuf], writable: &[PathBuf]) -> Result<Option<OwnedFd>, RulesetError> {
    let read = AccessFs::from_read(NEWEST);
    let machine = MACHINE.iter().map(Path::new).filter(|path| path.exists());
    let made = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(readable, read))?
        .add_rules(path_beneath_rules(machine, read))?
        .add_rules(path_beneath_rules(DEVICES, AccessFs::from_file(NEWEST)))?
        .add_rules(path_beneath_rules(writable, AccessFs::from_all(NEWEST)))?;
    Ok(made.into())
}
