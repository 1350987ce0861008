//! An entry as one piece of bytes that travels: the same for the same files.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

use crate::entry::{self, Kind};

/// What an archive begins with.
const HEADING: &[u8] = b"ludus archive 1\n";

/// The files of the folder as an archive.
///
/// # Errors
/// As [`entry::survey`], and when a file cannot be read.
pub fn pack(folder: &Path) -> Result<Vec<u8>, String> {
    let mut parts = entry::parts(folder)?;
    parts.sort_by(|x, y| x.path.cmp(&y.path));
    let mut bytes = HEADING.to_vec();
    for part in parts {
        let name = part.path.strip_prefix(folder).unwrap_or(&part.path);
        let told = |error: std::io::Error| format!("'{}' cannot be read: {error}", name.display());
        let (letter, content) = match part.kind {
            Kind::Folder => (b'd', Vec::new()),
            Kind::Link(target) => (b'l', target.as_os_str().as_encoded_bytes().to_vec()),
            Kind::File => {
                let mode = part.path.metadata().map_err(told)?.permissions().mode();
                let letter = if mode & 0o111 != 0 { b'x' } else { b'f' };
                (letter, std::fs::read(&part.path).map_err(told)?)
            }
        };
        bytes.push(letter);
        for piece in [name.as_os_str().as_encoded_bytes(), &content] {
            bytes.extend((piece.len() as u64).to_le_bytes());
            bytes.extend(piece);
        }
    }
    Ok(bytes)
}

/// Puts the files of an archive into a new folder, which anybody may read.
///
/// # Errors
/// When it is no archive, names a place outside of the folder, or a file cannot be written.
pub fn unpack(mut bytes: &[u8], folder: &Path) -> Result<(), String> {
    let broken = || "the archive of a bot is broken".to_string();
    let told = |error: std::io::Error| format!("cannot write to '{}': {error}", folder.display());
    let open = |path: &Path| std::fs::set_permissions(path, PermissionsExt::from_mode(0o755));
    bytes = bytes.strip_prefix(HEADING).ok_or_else(broken)?;
    std::fs::create_dir_all(folder).and_then(|()| open(folder)).map_err(told)?;
    // Links come last: nothing is written through them.
    let (mut links, mut files) = (Vec::new(), 0);
    while let Some((&letter, rest)) = bytes.split_first() {
        files += 1;
        if files > entry::FILES {
            return Err(broken());
        }
        let (name, rest) = piece(rest).ok_or_else(broken)?;
        let (content, rest) = piece(rest).ok_or_else(broken)?;
        bytes = rest;
        let name = PathBuf::from(std::str::from_utf8(name).map_err(|_| broken())?);
        if !name.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(broken());
        }
        let place = folder.join(&name);
        match letter {
            b'd' => std::fs::create_dir_all(&place).and_then(|()| open(&place)).map_err(told)?,
            b'l' => links.push((place, std::str::from_utf8(content).map_err(|_| broken())?)),
            _ => {
                std::fs::create_dir_all(place.parent().unwrap_or(folder)).map_err(told)?;
                let mode = if letter == b'x' { 0o755 } else { 0o644 };
                let opened = OpenOptions::new().write(true).create_new(true).mode(mode).open(&place);
                opened.and_then(|mut file| file.write_all(content)).map_err(told)?;
            }
        }
    }
    let through = |place: &Path| links.iter().any(|(link, _)| place != link && place.starts_with(link));
    if links.iter().any(|(place, _)| through(place)) {
        return Err(broken());
    }
    for (place, target) in links {
        symlink(target, place).map_err(told)?;
    }
    entry::survey(folder)
}

/// A piece with its length before it, and what follows.
fn piece(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_arrives_as_it_was_and_nothing_leads_out() {
        let top = std::env::temp_dir().join(format!("ludus-archive-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&top);
        std::fs::create_dir_all(top.join("bot/sub")).expect("a folder");
        std::fs::write(top.join("bot/sub/bot.py"), "pass").expect("written");
        symlink("sub/bot.py", top.join("bot/main.py")).expect("a link");
        let packed = pack(&top.join("bot")).expect("an archive");
        unpack(&packed, &top.join("there")).expect("unpacked");
        assert_eq!(entry::content(&top.join("there")), entry::content(&top.join("bot")));
        assert_eq!(pack(&top.join("there")).as_ref(), Ok(&packed));
        let archive = |parts: &[(u8, &str, &str)]| {
            let mut bytes = HEADING.to_vec();
            for (letter, name, content) in parts {
                bytes.push(*letter);
                for text in [name, content] {
                    bytes.extend((text.len() as u64).to_le_bytes());
                    bytes.extend(text.as_bytes());
                }
            }
            bytes
        };
        let up = top.display().to_string();
        for (number, outside) in [
            archive(&[(b'f', "../out", "x")]),
            archive(&[(b'f', "/tmp/out", "x")]),
            archive(&[(b'l', "a", ".."), (b'l', "a/out", "/etc/passwd")]),
            archive(&[(b'l', "a/out", "/etc/passwd"), (b'l', "a", &up)]),
            archive(&[(b'l', "a", &up), (b'f', "a/out", "x")]),
            archive(&[(b'd', "a", ""), (b'l', "a", &up), (b'd', "a/out", "")]),
            archive(&[(b'l', "out", "/etc/passwd")]),
            vec![(b'd', "d", ""); entry::FILES + 1].chunks(entry::FILES + 1).flat_map(archive).collect(),
        ]
        .iter()
        .enumerate()
        {
            assert!(unpack(outside, &top.join(format!("other-{number}"))).is_err(), "{number}");
            assert!(top.join("out").symlink_metadata().is_err(), "{number}");
        }
        for length in 0..packed.len() {
            let _ = unpack(&packed[..length], &top.join(format!("cut-{length}")));
        }
        std::fs::remove_dir_all(&top).expect("removed");
    }
}
