//! A view of the file system for a bot of root's: places that only root can enter are opened for what the bot must see in them, and nothing else.
//!
//! A bot that root starts runs as a user who cannot enter `/root`, where the class and the language may be. In a mount namespace of the bot's own such
//! a place is covered by an empty folder into which only what is needed is put. Made before the fork as a list of steps, taken after it by calls of the
//! kernel alone.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Something to be seen: where it is, and where it is seen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Shown {
    pub(crate) from: PathBuf,
    pub(crate) at: PathBuf,
}

/// An empty folder in memory with a size.
pub(crate) struct Memory {
    pub(crate) at: PathBuf,
    pub(crate) bytes: u64,
}

enum Step {
    /// Takes hold of a file or folder, as the next of those taken.
    Take(CString),
    /// Puts an empty folder in memory over another, with these settings.
    Cover(CString, CString),
    Folder(CString),
    File(CString),
    /// Puts down what was taken as this number.
    Put(usize, CString),
    /// Nothing more can be changed there.
    Seal(CString),
}

pub(crate) struct Mounts {
    steps: Vec<Step>,
    taken: Vec<libc::c_int>,
}

impl Mounts {
    /// The steps that make everything in `shown` visible to everybody, with the folders of `memory` empty.
    pub(crate) fn new(shown: &[Shown], memory: &[Memory]) -> io::Result<Mounts> {
        let mut mounts = Mounts { steps: Vec::new(), taken: Vec::new() };
        let closed: BTreeSet<PathBuf> = shown.iter().filter_map(|shown| closed(&shown.at)).collect();
        let covers = closed.iter().chain(memory.iter().map(|memory| &memory.at));
        let covers: BTreeSet<&Path> = covers.map(PathBuf::as_path).collect();
        let hidden = |path: &Path| covers.iter().any(|cover| path.starts_with(cover));
        let mut put: Vec<&Shown> =
            shown.iter().filter(|shown| shown.from != shown.at || hidden(&shown.at)).collect();
        put.sort();
        put.sort_by(|x, y| x.at.cmp(&y.at));
        // What lies in something that is shown itself comes with it.
        let all = put.clone();
        let within = |x: &Shown, y: &Shown| x.at != y.at && x.at.starts_with(&y.at) && x.from == x.at;
        put.retain(|x| !all.iter().any(|y| within(x, y)));
        put.dedup();
        for shown in &put {
            mounts.steps.push(Step::Take(text(&shown.from)?));
            mounts.taken.push(-1);
        }
        for cover in &covers {
            let size = memory.iter().find(|memory| memory.at == *cover);
            let settings = match size {
                Some(memory) => format!("mode=1777,size={},nr_inodes=20000", memory.bytes),
                None => "mode=0755,size=1m".to_string(),
            };
            mounts.steps.push(Step::Cover(text(cover)?, CString::new(settings)?));
        }
        for (index, shown) in put.iter().enumerate() {
            let cover = covers.iter().filter(|cover| shown.at.starts_with(cover)).max();
            if let Some(cover) = cover {
                mounts.make_place(cover, shown)?;
            }
            mounts.steps.push(Step::Put(index, text(&shown.at)?));
        }
        for cover in covers.iter().filter(|cover| !memory.iter().any(|memory| memory.at == **cover)) {
            mounts.steps.push(Step::Seal(text(cover)?));
        }
        Ok(mounts)
    }

    /// Makes the folders from the cover down to the place, and the place itself.
    fn make_place(&mut self, cover: &Path, shown: &Shown) -> io::Result<()> {
        let inner = shown.at.strip_prefix(cover).unwrap_or(Path::new(""));
        let (mut path, parts) = (cover.to_path_buf(), inner.components().count());
        for (index, part) in inner.components().enumerate() {
            path.push(part);
            let last = index + 1 == parts;
            let step = if last && !shown.from.is_dir() { Step::File } else { Step::Folder };
            self.steps.push(step(text(&path)?));
        }
        Ok(())
    }

    /// Takes the steps in a mount namespace of the calling process's own. Allocates nothing.
    pub(crate) fn make(&mut self) -> io::Result<()> {
        const TREE: libc::c_int = 1 | libc::O_CLOEXEC | 0x8000; // clone it, with everything below
        const WHOLE: libc::c_int = 4; // what the descriptor itself stands for
        alone()?;
        let mut next = 0;
        for step in &self.steps {
            // SAFETY: calls of the kernel with strings that end with a zero.
            let done = unsafe {
                match step {
                    Step::Take(path) => {
                        let fd = libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), TREE);
                        self.taken[next] = fd as libc::c_int;
                        next += 1;
                        fd >= 0
                    }
                    Step::Cover(path, settings) => {
                        let flags = libc::MS_NOSUID | libc::MS_NODEV;
                        let kind = c"tmpfs".as_ptr();
                        libc::mount(kind, path.as_ptr(), kind, flags, settings.as_ptr().cast()) == 0
                    }
                    Step::Folder(path) => libc::mkdir(path.as_ptr(), 0o755) == 0 || exists(),
                    Step::File(path) => {
                        let fd = libc::open(path.as_ptr(), libc::O_CREAT | libc::O_CLOEXEC, 0o644);
                        fd >= 0 && libc::close(fd) == 0
                    }
                    Step::Put(index, path) => {
                        let (fd, here) = (self.taken[*index], c"".as_ptr());
                        libc::syscall(libc::SYS_move_mount, fd, here, libc::AT_FDCWD, path.as_ptr(), WHOLE)
                            == 0
                    }
                    Step::Seal(path) => {
                        let flags = libc::MS_REMOUNT | libc::MS_BIND | libc::MS_RDONLY;
                        let flags = flags | libc::MS_NOSUID | libc::MS_NODEV;
                        let (none, nothing) = (std::ptr::null(), std::ptr::null());
                        libc::mount(none, path.as_ptr(), none, flags, nothing) == 0
                    }
                }
            };
            if !done {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    }
}

fn exists() -> bool {
    io::Error::last_os_error().raw_os_error() == Some(libc::EEXIST)
}

fn text(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

/// The outermost folder on the way to `path` that only its owner or group can enter.
fn closed(path: &Path) -> Option<PathBuf> {
    let mut folders: Vec<&Path> = path.ancestors().skip(1).collect();
    folders.reverse();
    let open = |folder: &Path| std::fs::metadata(folder).map_or(true, |it| it.permissions().mode() & 1 != 0);
    folders.into_iter().find(|folder| !open(folder)).map(Path::to_path_buf)
}

/// A mount namespace of its own for the calling process.
fn alone() -> io::Result<()> {
    // SAFETY: calls of the kernel with valid arguments only.
    unsafe {
        let (none, all) = (std::ptr::null(), libc::MS_REC | libc::MS_PRIVATE);
        let done = libc::unshare(libc::CLONE_NEWNS) == 0
            && libc::mount(none, c"/".as_ptr(), none, all, std::ptr::null()) == 0;
        if done { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

/// Whether this process can make such views; tried once.
pub(crate) fn possible() -> bool {
    static POSSIBLE: OnceLock<bool> = OnceLock::new();
    *POSSIBLE.get_or_init(|| {
        use std::os::unix::process::CommandExt;
        let mut trial = std::process::Command::new("/bin/sh");
        trial.args(["-c", ":"]).stdin(std::process::Stdio::null());
        // SAFETY: only calls of the kernel between fork and exec.
        unsafe { trial.pre_exec(alone) };
        trial.status().is_ok_and(|status| status.success())
    })
}
