//! The files of an entry: only regular files and folders, bounded, with no link that leads out.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

use crate::fault::plain;
use crate::sandbox::User;

/// The most files and folders of an entry.
pub(crate) const FILES: usize = 20_000;
/// The most bytes.
const BYTES: u64 = 1 << 30;
/// Folders in folders.
const DEPTH: usize = 40;

/// A file or folder of an entry.
pub(crate) struct Part {
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
}

/// What it is.
pub(crate) enum Kind {
    Folder,
    File,
    Link(PathBuf),
}

/// Looks at every file of the folder.
///
/// # Errors
/// A sentence that names the first file that does not belong into an entry.
pub fn survey(folder: &Path) -> Result<(), String> {
    parts(folder).map(|_| ())
}

/// A number that follows from the names and the contents of all files, as text.
///
/// # Errors
/// As [`survey`], and when a file cannot be read.
pub fn content(folder: &Path) -> Result<String, String> {
    let mut parts = parts(folder)?;
    parts.sort_by(|x, y| x.path.cmp(&y.path));
    let (mut first, mut second) = (0u64, 1u64);
    let mut take = |bytes: &[u8]| {
        let length = (bytes.len() as u64).to_le_bytes();
        for chunk in [&length[..], bytes].into_iter().flat_map(|part| part.chunks(8)) {
            let word = chunk.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
            first = game::hash::fold(first, word);
            second = game::hash::mix(second ^ word);
        }
    };
    for part in parts {
        let name = part.path.strip_prefix(folder).unwrap_or(&part.path).to_path_buf();
        take(name.as_os_str().as_encoded_bytes());
        match part.kind {
            Kind::Folder => take(b"folder"),
            Kind::Link(target) => take(target.as_os_str().as_encoded_bytes()),
            Kind::File => {
                let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
                let told = |error: io::Error| format!("'{}' cannot be read: {error}", name.display());
                let opened = OpenOptions::new().read(true).custom_flags(flags).open(&part.path);
                let mut file = opened.map_err(told)?.take(BYTES);
                let mut piece = vec![0; 1 << 16];
                loop {
                    let length = file.read(&mut piece).map_err(told)?;
                    if length == 0 {
                        break;
                    }
                    take(&piece[..length]);
                }
            }
        }
    }
    Ok(format!("{first:016x}{second:016x}"))
}

/// Every file and folder, each fit to belong to an entry.
pub(crate) fn parts(folder: &Path) -> Result<Vec<Part>, String> {
    let named = |path: &Path| plain(&path.strip_prefix(folder).unwrap_or(path).display().to_string());
    let told = |path: &Path, error: io::Error| format!("'{}' cannot be read: {error}", named(path));
    let real = folder.canonicalize().map_err(|error| told(folder, error))?;
    let (mut found, mut bytes, mut waiting) = (Vec::new(), 0u64, vec![(folder.to_path_buf(), 0)]);
    while let Some((at, depth)) = waiting.pop() {
        if depth > DEPTH {
            return Err(format!("'{}' lies more than {DEPTH} folders deep", named(&at)));
        }
        for entry in std::fs::read_dir(&at).map_err(|error| told(&at, error))? {
            let path = entry.map_err(|error| told(&at, error))?.path();
            let about = path.symlink_metadata().map_err(|error| told(&path, error))?;
            let kind = about.file_type();
            let kind = if kind.is_dir() {
                waiting.push((path.clone(), depth + 1));
                Kind::Folder
            } else if kind.is_file() {
                bytes += about.len();
                Kind::File
            } else if kind.is_symlink() {
                let inside = path.canonicalize().is_ok_and(|target| target.starts_with(&real));
                if !inside {
                    return Err(format!(
                        "'{}' is a link that leads out of the folder or nowhere",
                        named(&path)
                    ));
                }
                Kind::Link(std::fs::read_link(&path).map_err(|error| told(&path, error))?)
            } else {
                let what = if kind.is_fifo() { "a pipe" } else { "a device or socket" };
                return Err(format!("'{}' is {what}; expected files and folders only", named(&path)));
            };
            readable_by_bots(&kind, &about).map_err(|why| format!("'{}' {why}", named(&path)))?;
            found.push(Part { path, kind });
            if found.len() > FILES || bytes > BYTES {
                return Err(format!(
                    "the folder holds more than {FILES} files or {} MB; expected an entry of a sane size",
                    BYTES >> 20
                ));
            }
        }
    }
    Ok(found)
}

/// Root's bots run as other users, who must be able to read what is theirs.
fn readable_by_bots(kind: &Kind, about: &std::fs::Metadata) -> Result<(), &'static str> {
    let needed = match kind {
        Kind::Folder => 0o5,
        Kind::File => 0o4,
        Kind::Link(_) => 0,
    };
    if User::next().is_some() && about.mode() & needed != needed {
        return Err(
            "can be read by its owner alone, and bots of root run as other users; expected chmod -R a+rX",
        );
    }
    Ok(())
}

/// The text of a regular file of at most so many bytes. Follows no link and waits for nobody.
pub(crate) fn text(path: &Path, most: u64) -> Result<String, String> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
    let file = opened.map_err(|error| match error.raw_os_error() {
        Some(libc::ELOOP) => "it is a link; expected a file".to_string(),
        _ => error.to_string(),
    })?;
    let about = file.metadata().map_err(|error| error.to_string())?;
    if !about.is_file() {
        return Err("it is no regular file".into());
    }
    let mut text = String::new();
    let read = file.take(most + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if read as u64 > most {
        return Err(format!("it has more than {} KB", most >> 10));
    }
    Ok(text)
}

/// A copy of the entry in another, empty folder, all of it belonging to the user.
pub(crate) fn copy(folder: &Path, to: &Path, User(id): User) -> Result<(), String> {
    for part in parts(folder)? {
        let place = to.join(part.path.strip_prefix(folder).expect("it is a part of the folder"));
        let made = match &part.kind {
            Kind::Folder => std::fs::create_dir_all(&place),
            Kind::File => place
                .parent()
                .map_or(Ok(()), std::fs::create_dir_all)
                .and_then(|()| std::fs::copy(&part.path, &place).map(|_| ())),
            Kind::Link(target) => {
                place.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| symlink(target, &place))
            }
        };
        let owned = made.and_then(|()| std::os::unix::fs::lchown(&place, Some(id), Some(id)));
        owned.map_err(|error| format!("'{}' cannot be copied: {error}", part.path.display()))?;
    }
    chown(to, Some(id), Some(id)).map_err(|error| format!("the copy cannot be handed over: {error}"))
}

/// Brings what a build has made in a copy back into the folder.
pub(crate) fn bring_back(copy: &Path, folder: &Path) -> Result<(), String> {
    let mut made = HashSet::new();
    for part in parts_of_copy(copy)? {
        let inner = part.path.strip_prefix(copy).expect("it is a part of the copy");
        let place = folder.join(inner);
        let told = |error: io::Error| format!("'{}' cannot be kept: {error}", inner.display());
        let parent = place.parent().unwrap_or(folder).to_path_buf();
        if made.insert(parent.clone()) {
            std::fs::create_dir_all(&parent).map_err(told)?;
        }
        match &part.kind {
            Kind::Folder => std::fs::create_dir_all(&place).map_err(told)?,
            Kind::Link(target) if place.symlink_metadata().is_err() => {
                symlink(target, &place).map_err(told)?;
            }
            Kind::Link(_) => {}
            Kind::File => keep_file(&part.path, &place).map_err(told)?,
        }
    }
    Ok(())
}

/// As [`parts`], without asking who may read them: they are copied by root.
fn parts_of_copy(copy: &Path) -> Result<Vec<Part>, String> {
    let opened = |part: &Path| {
        let about = part.symlink_metadata()?;
        let open = if about.is_dir() { 0o755 } else { 0o644 };
        if about.is_symlink() {
            Ok(())
        } else {
            std::fs::set_permissions(part, PermissionsExt::from_mode(about.mode() | open))
        }
    };
    let mut waiting = vec![copy.to_path_buf()];
    while let Some(at) = waiting.pop() {
        for entry in std::fs::read_dir(&at).into_iter().flatten().flatten() {
            let _: io::Result<()> = opened(&entry.path());
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) && waiting.len() < FILES {
                waiting.push(entry.path());
            }
        }
    }
    parts(copy)
}

fn keep_file(from: &Path, place: &Path) -> io::Result<()> {
    let fresh = std::fs::read(from)?;
    if place.symlink_metadata().is_ok_and(|about| about.is_file()) && std::fs::read(place)? == fresh {
        return Ok(());
    }
    // A new file instead of the old: whoever has the old one open or linked keeps it.
    let _ = std::fs::remove_file(place);
    let mode = if from.metadata()?.mode() & 0o111 != 0 || runs(&fresh) { 0o755 } else { 0o644 };
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(place)?;
    file.write_all(&fresh)
}

/// Whether a file begins like a program.
fn runs(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF") || bytes.starts_with(b"#!")
}

/// Makes a program of the entry executable that a builder could not make so itself.
pub(crate) fn make_executable(program: &Path) -> io::Result<()> {
    let file =
        OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(program)?;
    let about = file.metadata()?;
    let mut start = [0u8; 4];
    if !about.is_file() || about.mode() & 0o100 != 0 || (&file).read(&mut start)? < 4 || !runs(&start) {
        return Ok(());
    }
    File::set_permissions(&file, PermissionsExt::from_mode(about.mode() | 0o111))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("ludus-entry-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("sub")).expect("a folder");
        std::fs::write(path.join("sub/bot.py"), "pass").expect("written");
        path
    }

    #[test]
    fn entries_hold_files_and_nothing_else() {
        let fine = folder("fine");
        symlink("sub/bot.py", fine.join("bot.py")).expect("a link");
        assert_eq!(survey(&fine), Ok(()));
        let pipe = |path: &Path| {
            let status = std::process::Command::new("mkfifo").arg(path).status();
            assert!(status.is_ok_and(|status| status.success()), "a pipe can be made");
        };
        type Deed<'a> = (&'a str, &'a dyn Fn(&Path), &'a str);
        let deeds: [Deed<'_>; 4] = [
            ("pipe", &|path| pipe(&path.join("bot.toml")), "'bot.toml' is a pipe"),
            (
                "out",
                &|path| symlink("/etc/passwd", path.join("x")).expect("a link"),
                "'x' is a link that leads out",
            ),
            ("nowhere", &|path| symlink("y", path.join("x")).expect("a link"), "or nowhere"),
            (
                "huge",
                &|path| File::create(path.join("x")).and_then(|f| f.set_len(2 << 30)).expect("a file"),
                "sane size",
            ),
        ];
        for (name, deed, part) in deeds {
            let wrong = folder(name);
            deed(&wrong);
            let error = survey(&wrong).expect_err("it does not belong there");
            assert!(error.contains(part), "{error}");
            std::fs::remove_dir_all(&wrong).expect("removed");
        }
        let refused = |name: &str| text(&fine.join(name), 100).expect_err("no file");
        pipe(&fine.join("pipe"));
        assert!(refused("bot.py").contains("a link"));
        assert!(refused("pipe").contains("no regular file"));
        assert!(text(&fine.join("sub/bot.py"), 2).expect_err("too long").contains("more than"));
        std::fs::remove_dir_all(&fine).expect("removed");
    }
}
