//! Contents that travel by their fingerprints: briefs, nets, packs, archives of bots, outputs too large for a message.

use std::time::Duration;

use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::Stream;
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::server::ANSWER;

/// The name of a content: the same for the same bytes, and for no others.
pub fn fingerprint(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The largest content that is taken.
const LARGEST: usize = 512 << 20;

/// How many milliseconds to wait before a content is asked for again.
const PAUSES: [u64; 5] = [100, 500, 2000, 5000, 10_000];

/// The server's contents.
#[derive(Clone)]
pub(crate) struct Store {
    pub(crate) objects: ObjectStore,
    /// The stream in which they lie, in pieces.
    pub(crate) pieces: Stream,
}

/// The server's contents, for a thread of a worker.
#[derive(Clone)]
pub struct Files {
    pub(crate) store: Store,
    pub(crate) runtime: Handle,
}

impl Files {
    /// The content of this name.
    ///
    /// # Errors
    /// When it is not there, or not what its name says, also a little later: the server may be away for a moment.
    pub fn get(&self, name: &str) -> Result<Vec<u8>, String> {
        for pause in PAUSES {
            if let Ok(bytes) = self.runtime.block_on(get(&self.store, name)) {
                return Ok(bytes);
            }
            std::thread::sleep(Duration::from_millis(pause));
        }
        self.runtime.block_on(get(&self.store, name))
    }
}

pub(crate) async fn get(store: &Store, name: &str) -> Result<Vec<u8>, String> {
    let told = |error: &dyn std::fmt::Display| format!("cannot fetch the content {name}: {error}");
    let info = store.objects.info(name).await.map_err(|error| told(&error))?;
    if info.size > LARGEST {
        return Err(told(&"it is too large"));
    }
    let silent = |_| told(&"the server falls silent");
    let mut bytes = Vec::new();
    if info.chunks == 1 && !info.deleted {
        // In one question: a thousand machines that begin at once would each have a reader made for them, and there may not be so many.
        let subject = format!("$O.{}.C.{}", info.bucket, info.nuid);
        let piece = timeout(ANSWER, store.pieces.direct_get_last_for_subject(subject)).await;
        bytes.extend_from_slice(&piece.map_err(silent)?.map_err(|error| told(&error))?.payload);
    } else {
        // What it says of its size may be wrong, and it may come without end or not at all.
        let mut object = store.objects.get(name).await.map_err(|error| told(&error))?;
        let mut part = vec![0; 1 << 16];
        loop {
            let read = timeout(ANSWER, object.read(&mut part)).await;
            let read = read.map_err(silent)?.map_err(|error| told(&error))?;
            if read == 0 {
                break;
            }
            bytes.extend_from_slice(&part[..read]);
            if bytes.len() > LARGEST {
                return Err(told(&"it is too large"));
            }
        }
    }
    if fingerprint(&bytes) == name { Ok(bytes) } else { Err(told(&"it is not what its name says")) }
}

/// Puts a content there unless it is, and returns its name.
pub(crate) async fn put(store: &Store, bytes: &[u8]) -> Result<String, String> {
    let name = fingerprint(bytes);
    if !store.objects.info(&name).await.is_ok_and(|info| !info.deleted) {
        let told = |error: &dyn std::fmt::Display| format!("cannot hand in a content: {error}");
        if bytes.len() > LARGEST {
            return Err(told(&format!("it has {} bytes; expected at most {LARGEST}", bytes.len())));
        }
        store.objects.put(name.as_str(), &mut &bytes[..]).await.map_err(|error| told(&error))?;
    }
    Ok(name)
}
