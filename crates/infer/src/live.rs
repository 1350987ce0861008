//! A knowledge file that is read again when it changes; a broken one leaves the old one in force.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use game::facts::Schema;

use crate::diagnostic::Diagnostics;
use crate::kb::Kb;

/// What a look at the file has brought.
#[derive(Debug)]
pub enum Reload {
    /// The file is as it was.
    Same,
    /// The file has changed and is in force.
    Changed,
    /// The file has changed and is refused; the old text stays in force.
    Refused(Diagnostics),
    /// The file cannot be read; the old text stays in force.
    Unreadable(std::io::Error),
}

/// A knowledge base that follows a file.
#[derive(Debug)]
pub struct Live {
    path: PathBuf,
    schema: Schema,
    seen: Option<(SystemTime, u64)>,
    text: Option<String>,
    kb: Arc<Kb>,
}

impl Live {
    /// Follows a file; `kb` is in force until the file has been read by [`Live::refresh`].
    pub fn new(path: &Path, schema: Schema, kb: Arc<Kb>) -> Self {
        Live { path: path.into(), schema, seen: None, text: None, kb }
    }

    /// The knowledge in force.
    pub fn kb(&self) -> &Arc<Kb> {
        &self.kb
    }

    /// Looks at the file, and reads it when its time or size has changed.
    pub fn refresh(&mut self) -> Reload {
        let stamp = match std::fs::metadata(&self.path) {
            Ok(meta) => (meta.modified().unwrap_or(SystemTime::UNIX_EPOCH), meta.len()),
            Err(error) => return Reload::Unreadable(error),
        };
        if self.seen == Some(stamp) {
            return Reload::Same;
        }
        let text = match std::fs::read(&self.path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => return Reload::Unreadable(error),
        };
        self.seen = Some(stamp);
        if self.text.as_deref() == Some(&text) {
            return Reload::Same;
        }
        let name =
            self.path.file_name().map_or_else(|| "knowledge".into(), |n| n.to_string_lossy().into_owned());
        let loaded = Kb::load(&name, &text, &self.schema);
        self.text = Some(text);
        match loaded {
            Ok(kb) => {
                self.kb = kb;
                Reload::Changed
            }
            Err(diagnostics) => Reload::Refused(diagnostics),
        }
    }
}
