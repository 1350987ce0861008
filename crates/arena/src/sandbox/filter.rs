//! Which calls of the kernel a bot may make: a list of those it may, by purpose; everything else is refused.

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch,
};

use super::Errand;

/// What already stands between a bot and everybody else, so that the filter need not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ground {
    /// Namespaces of its own: it sees no process but its own and can write nothing but its scratch folder.
    Namespaces,
    /// A user of its own: it owns nothing but its scratch folder, and can signal nobody else.
    OwnUser,
    /// The user of the arbiter, but the kernel keeps its signals inside.
    SameUser,
    /// The user of the arbiter, on a kernel that would let it signal anybody of that user and cut files short.
    OldKernel,
}

/// Stands for the number of the bot's process, which is known only after the filter has been made.
const OWN: u64 = 0x7fff_fe17;

const FILES: &[libc::c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_preadv2,
    libc::SYS_pwritev2,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_lseek,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_getdents64,
    libc::SYS_readlinkat,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_flock,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_sync_file_range,
    libc::SYS_ftruncate,
    libc::SYS_fallocate, // answered by another filter: as if the file system could not
    libc::SYS_copy_file_range,
    libc::SYS_sendfile,
    libc::SYS_splice,
    libc::SYS_tee,
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_umask,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
];

const WAITING: &[libc::c_long] = &[
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    libc::SYS_signalfd4,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_sendto,
    libc::SYS_sendmsg,
    libc::SYS_shutdown,
    libc::SYS_getsockopt,
    libc::SYS_getsockname,
    libc::SYS_getpeername,
];

/// Memory, but no memory file: such a file is in nobody's account until it is mapped.
const MEMORY: &[libc::c_long] = &[
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_mincore,
    libc::SYS_msync,
    libc::SYS_mlock,
    libc::SYS_mlock2,
    libc::SYS_munlock,
    libc::SYS_mlockall,
    libc::SYS_munlockall,
    libc::SYS_membarrier,
    libc::SYS_mbind,
    libc::SYS_get_mempolicy,
    libc::SYS_set_mempolicy,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
];

const PROCESSES: &[libc::c_long] = &[
    libc::SYS_clone3, // answered by another filter: as if the kernel did not know it
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_pidfd_open,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_capget,
    libc::SYS_set_tid_address,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_rseq,
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_getpriority,
    libc::SYS_setrlimit,
    libc::SYS_getrlimit,
    libc::SYS_getrusage,
    libc::SYS_times,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_getcpu,
    libc::SYS_personality,
    libc::SYS_getrandom,
    libc::SYS_restart_syscall,
];

const SIGNALS_AND_TIME: &[libc::c_long] = &[
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack,
    libc::SYS_setitimer,
    libc::SYS_getitimer,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_timer_create,
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete,
];

/// What this processor had before it had the calls above.
#[cfg(target_arch = "x86_64")]
const ELDER: &[libc::c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_getdents,
    libc::SYS_readlink,
    libc::SYS_access,
    libc::SYS_dup2,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_signalfd,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_getpgrp,
    libc::SYS_arch_prctl,
    libc::SYS_alarm,
    libc::SYS_pause,
    libc::SYS_time,
];
#[cfg(not(target_arch = "x86_64"))]
const ELDER: &[libc::c_long] = &[];

const SIGNALLING: &[libc::c_long] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
];

/// Modes and times of files. Landlock does not look at them, so the arbiter's own user must not have them.
const MODES: &[libc::c_long] =
    &[libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_fchmodat2, libc::SYS_utimensat];
#[cfg(target_arch = "x86_64")]
const ELDER_MODES: &[libc::c_long] =
    &[libc::SYS_chmod, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat];
#[cfg(not(target_arch = "x86_64"))]
const ELDER_MODES: &[libc::c_long] = &[];

/// The filters of a bot, made before the fork.
pub(crate) struct Filters {
    programs: Vec<BpfProgram>,
}

impl Filters {
    /// The filters for what is done on this ground; `None` on a machine without them.
    pub(crate) fn new(ground: Ground, errand: Errand) -> Option<Filters> {
        let refuse = SeccompAction::Errno(libc::EPERM as u32);
        let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
        let unable = SeccompAction::Errno(libc::EOPNOTSUPP as u32);
        let mut programs = vec![
            compile(listed(&[libc::SYS_clone3]), SeccompAction::Allow, unknown)?,
            // A hundred gigabytes of the disk in one call, past every limit of size.
            compile(listed(&[libc::SYS_fallocate]), SeccompAction::Allow, unable)?,
        ];
        if pretends(ground, errand) {
            let modes = listed(&[MODES, ELDER_MODES].concat());
            programs.push(compile(modes, SeccompAction::Allow, SeccompAction::Errno(0))?);
        }
        // The last one, because it also refuses further filters.
        programs.push(compile(allowed(ground, errand)?, refuse, SeccompAction::Allow)?);
        Some(Filters { programs })
    }

    /// Puts the number of this process where it belongs and hands the filters to the kernel. Allocates nothing.
    pub(crate) fn apply(&mut self) -> std::io::Result<()> {
        let own = std::process::id();
        for program in &mut self.programs {
            for step in program.iter_mut().filter(|step| u64::from(step.k) == OWN) {
                step.k = own;
            }
            seccompiler::apply_filter(program).map_err(|_| std::io::Error::from_raw_os_error(libc::EPERM))?;
        }
        Ok(())
    }

    /// The filters as bytes, as other programs take them.
    pub(crate) fn bytes(&self) -> Vec<Vec<u8>> {
        let bytes = |program: &BpfProgram| {
            let step = |s: &seccompiler::sock_filter| {
                let [code, k] = [s.code.to_ne_bytes().to_vec(), s.k.to_ne_bytes().to_vec()];
                [code, vec![s.jt, s.jf], k].concat()
            };
            program.iter().flat_map(step).collect()
        };
        self.programs.iter().map(bytes).collect()
    }
}

/// Builders set modes and times all the time. Where they may not, they are told that it is done; the arbiter makes programs executable itself.
fn pretends(ground: Ground, errand: Errand) -> bool {
    errand == Errand::Build && matches!(ground, Ground::SameUser | Ground::OldKernel)
}

type Rules = Vec<(libc::c_long, Vec<SeccompRule>)>;

fn listed(calls: &[libc::c_long]) -> Rules {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

fn compile(rules: Rules, otherwise: SeccompAction, matched: SeccompAction) -> Option<BpfProgram> {
    let arch: TargetArch = std::env::consts::ARCH.try_into().ok()?;
    SeccompFilter::new(rules.into_iter().collect(), otherwise, matched, arch).ok()?.try_into().ok()
}

/// A rule that holds when all these arguments are as said.
fn rule(conditions: &[(u8, Is, u64)]) -> Option<SeccompRule> {
    let made = conditions
        .iter()
        .map(|(at, is, value)| SeccompCondition::new(*at, Width::Dword, is.clone(), *value).ok());
    SeccompRule::new(made.collect::<Option<Vec<_>>>()?).ok()
}

fn allowed(ground: Ground, errand: Errand) -> Option<Rules> {
    const NAMESPACES: u64 = 0x7e02_0000;
    const NOT_DUMPABLE: u64 = libc::PR_SET_DUMPABLE as u64;
    let unlike = |at, values: &[u64]| {
        let all: Vec<_> = values.iter().map(|&value| (at, Is::Ne, value)).collect();
        rule(&all)
    };
    let memory = |kind: libc::c_int| {
        let mask = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;
        rule(&[(3, Is::MaskedEq(mask), kind as u64)])
    };
    let pair = |kind: libc::c_int| rule(&[(1, Is::MaskedEq(0xf), kind as u64)]);
    let mut rules = listed(&[FILES, WAITING, MEMORY, PROCESSES, SIGNALS_AND_TIME, ELDER].concat());
    rules.extend([
        // No new namespaces.
        (libc::SYS_clone, vec![rule(&[(0, Is::MaskedEq(NAMESPACES), 0)])?]),
        // Files, or memory of one process; shared memory without a file stays when it is let go of in part, and then it is in nobody's account.
        (libc::SYS_mmap, vec![memory(0)?, memory(libc::MAP_SHARED)?, memory(libc::MAP_ANONYMOUS)?]),
        // Its own limits, nobody else's.
        (libc::SYS_prlimit64, vec![rule(&[(0, Is::Eq, 0)])?]),
        // No signals to the owner of a file, whoever that is said to be.
        (libc::SYS_fcntl, vec![unlike(1, &[8, 10, 15])?]),
        // The same for terminals and sockets, and nothing typed into a terminal.
        (libc::SYS_ioctl, vec![unlike(1, &[0x5412, 0x541c, 0x8901, 0x8902])?]),
        // The arbiter looks into every process.
        (libc::SYS_prctl, vec![unlike(0, &[NOT_DUMPABLE])?]),
        // Pairs that are connected for good; no others, because those can be sent elsewhere.
        (libc::SYS_socketpair, vec![pair(libc::SOCK_STREAM)?, pair(libc::SOCK_SEQPACKET)?]),
    ]);
    if ground == Ground::Namespaces {
        // Everybody else may leave neither the session nor the group, by which they are found.
        rules.extend(listed(&[libc::SYS_setsid, libc::SYS_setpgid]));
    }
    if ground == Ground::OldKernel {
        rules.push((libc::SYS_kill, vec![rule(&[(0, Is::Eq, OWN)])?, rule(&[(0, Is::Eq, 0)])?]));
        rules.push((libc::SYS_tgkill, vec![rule(&[(0, Is::Eq, OWN)])?]));
    } else {
        rules.extend(listed(SIGNALLING));
        rules.extend(listed(&[libc::SYS_truncate]));
    }
    if matches!(ground, Ground::Namespaces | Ground::OwnUser) || pretends(ground, errand) {
        rules.extend(listed(&[MODES, ELDER_MODES].concat()));
    }
    Some(rules)
}
