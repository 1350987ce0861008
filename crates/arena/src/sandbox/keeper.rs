//! The keeper of a bot: a process between the arbiter and the bot, which ends everything the bot has started.
//!
//! It is the parent that orphans fall to, so nobody below it can get away, not by leaving the group or the session and not by outliving the arbiter:
//! when the arbiter asks for it (SIGTERM), when the arbiter is gone (the kernel then sends the same signal), or when the bot itself has ended, the keeper
//! ends one generation after the other until nobody is left. It runs in a copy of the arbiter after a fork and therefore only makes calls of the kernel.

use std::io;

use libc::{c_int, pid_t};

/// Splits the calling process, a fresh child of `arbiter`: the keeper never returns, the new child does, in a session without a terminal.
///
/// # Safety
/// To be called between fork and exec.
pub(crate) unsafe fn keep(arbiter: pid_t) -> io::Result<()> {
    // SAFETY: calls of the kernel with valid arguments only.
    unsafe {
        libc::setsid();
        let mut all = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::sigprocmask(libc::SIG_SETMASK, &all, std::ptr::null_mut());
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM, 0, 0, 0);
        if libc::getppid() != arbiter {
            libc::_exit(1);
        }
        let keeper = libc::getpid();
        match libc::fork() {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                libc::setpgid(0, 0);
                let mut none = std::mem::zeroed();
                libc::sigemptyset(&mut none);
                libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
                die_with(keeper)
            }
            first => {
                libc::setpgid(first, first);
                watch(first)
            }
        }
    }
}

/// Ends the calling process with its parent. To be called again after the user has changed, because the kernel then forgets it.
pub(crate) fn die_with(parent: pid_t) -> io::Result<()> {
    // SAFETY: calls of the kernel with valid arguments only.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
        if libc::getppid() != parent {
            libc::_exit(1);
        }
    }
    Ok(())
}

/// Waits for the end of the first child, or for the word to end it, and leaves as the child did.
unsafe fn watch(first: pid_t) -> ! {
    // SAFETY: calls of the kernel with valid arguments only; nothing here allocates.
    unsafe {
        if libc::syscall(libc::SYS_close_range, 0, u32::MAX, 0) != 0 {
            (0..4096).for_each(|fd| {
                libc::close(fd);
            });
        }
        let mut awaited = std::mem::zeroed();
        libc::sigemptyset(&mut awaited);
        libc::sigaddset(&mut awaited, libc::SIGCHLD);
        libc::sigaddset(&mut awaited, libc::SIGTERM);
        loop {
            let mut status = 0;
            match libc::waitpid(-1, &mut status, libc::WNOHANG) {
                0 if libc::sigwaitinfo(&awaited, std::ptr::null_mut()) == libc::SIGTERM => {
                    end_all(first);
                    leave(libc::SIGKILL);
                }
                -1 => leave(libc::SIGKILL),
                child if child == first => {
                    end_all(first);
                    leave(status);
                }
                _ => {}
            }
        }
    }
}

/// Ends every process below, generation after generation, and returns when there is none.
unsafe fn end_all(first: pid_t) {
    const MOMENT: libc::timespec = libc::timespec { tv_sec: 0, tv_nsec: 500_000 };
    // SAFETY: calls of the kernel with valid arguments only.
    unsafe {
        loop {
            libc::kill(-first, libc::SIGKILL);
            for_each_child(|child| {
                libc::kill(child, libc::SIGKILL);
            });
            match libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) {
                -1 => return,
                0 => {
                    libc::nanosleep(&MOMENT, std::ptr::null_mut());
                }
                _ => {}
            }
        }
    }
}

unsafe fn for_each_child(deed: impl Fn(pid_t)) {
    // SAFETY: the path ends with a zero, and the buffer is as long as said.
    unsafe {
        let list = libc::open(c"/proc/thread-self/children".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        if list < 0 {
            return;
        }
        let (mut buffer, mut number) = ([0u8; 1024], 0);
        loop {
            let read = libc::read(list, buffer.as_mut_ptr().cast(), buffer.len());
            let Ok(read @ 1..) = usize::try_from(read) else { break };
            for byte in &buffer[..read] {
                match byte {
                    b'0'..=b'9' => number = number * 10 + pid_t::from(byte - b'0'),
                    _ if number > 0 => deed(std::mem::take(&mut number)),
                    _ => {}
                }
            }
        }
        libc::close(list);
    }
}

/// Ends as a process with this status has ended.
unsafe fn leave(status: c_int) -> ! {
    // SAFETY: calls of the kernel with valid arguments only.
    unsafe {
        if libc::WIFEXITED(status) {
            libc::_exit(libc::WEXITSTATUS(status));
        }
        let signal = libc::WTERMSIG(status);
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::signal(signal, libc::SIG_DFL);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
        libc::kill(libc::getpid(), signal);
        libc::_exit(128 + signal)
    }
}
