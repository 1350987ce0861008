//! A user of its own for every bot, where the arbiter is root and can give it one.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Users that nobody has an account for and that services use only while they run.
const FIRST: u32 = 61_184;
const COUNT: u32 = 4_000;

/// A user and the group of the same number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct User(pub(crate) u32);

/// How far the arbiter's own rights reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rights {
    /// Those of a person.
    Ordinary,
    /// Root, which can become others.
    Root,
    /// Root in a place where there is no other user.
    OnlyRoot,
}

impl Rights {
    /// Those of this process, tried once.
    pub(crate) fn own() -> Rights {
        static OWN: OnceLock<Rights> = OnceLock::new();
        *OWN.get_or_init(|| {
            if !rustix::process::geteuid().is_root() {
                return Rights::Ordinary;
            }
            let mut trial = Command::new("/bin/sh");
            trial.args(["-c", ":"]).uid(FIRST).gid(FIRST).stdin(Stdio::null());
            if trial.status().is_ok_and(|status| status.success()) { Rights::Root } else { Rights::OnlyRoot }
        })
    }
}

impl User {
    /// A user for the next bot; `None` when bots must run as the arbiter's own.
    pub(crate) fn next() -> Option<User> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let count = std::process::id().wrapping_mul(37).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        (Rights::own() == Rights::Root).then_some(User(FIRST + count % COUNT))
    }

    /// Makes the calling process this user's, for good.
    pub(crate) fn become_it(self) -> io::Result<()> {
        let User(id) = self;
        // SAFETY: calls of the kernel; no list of groups is read, because its length is 0.
        let done = unsafe {
            libc::syscall(libc::SYS_setgroups, 0, std::ptr::null::<libc::gid_t>()) == 0
                && libc::syscall(libc::SYS_setresgid, id, id, id) == 0
                && libc::syscall(libc::SYS_setresuid, id, id, id) == 0
        };
        if done { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

/// Gives up every capability, for good: for a root that cannot become another user.
pub(crate) fn give_up_capabilities() -> io::Result<()> {
    #[repr(C)]
    struct Header {
        version: u32,
        pid: i32,
    }
    const VERSION_3: u32 = 0x2008_0522;
    let (header, none) = (Header { version: VERSION_3, pid: 0 }, [0u32; 6]);
    // SAFETY: the structures are as the kernel knows them for this version.
    unsafe {
        (0..64).for_each(|capability| {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        });
        libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
        if libc::syscall(libc::SYS_capset, &header, none.as_ptr()) != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}
