//! Contents that travel by their fingerprints: briefs, nets, packs, archives of bots, outputs too large for a message.

use std::time::Duration;

use async_nats::jetstream::object_store::ObjectStore;
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;
use tokio::runtime::Handle;

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

/// The server's contents, for a thread of a worker.
#[derive(Clone)]
pub struct Files {
    pub(crate) store: ObjectStore,
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

pub(crate) async fn get(store: &ObjectStore, name: &str) -> Result<Vec<u8>, String> {
    let told = |error: &dyn std::fmt::Display| format!("cannot fetch the content {name}: {error}");
    let mut object = store.get(name).await.map_err(|error| told(&error))?;
    if object.info().size > LARGEST {
        return Err(told(&"it is too large"));
    }
    // What it says of its size may be wrong, and it may come without end or not at all.
    let (mut bytes, mut part) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        let read = tokio::time::timeout(ANSWER, object.read(&mut part)).await;
        let read = read.map_err(|_| told(&"the server falls silent"))?.map_err(|error| told(&error))?;
        if read == 0 {
            break;
        }
        bytes.extend_from_slice(&part[..read]);
        if bytes.len() > LARGEST {
            return Err(told(&"it is too large"));
        }
    }
    if fingerprint(&bytes) == name { Ok(bytes) } else { Err(told(&"it is not what its name says")) }
}

/// Puts a content there unless it is, and returns its name.
pub(crate) async fn put(store: &ObjectStore, bytes: &[u8]) -> Result<String, String> {
    let name = fingerprint(bytes);
    if store.info(&name).await.is_err() {
        let told = |error: &dyn std::fmt::Display| format!("cannot hand in a content: {error}");
        if bytes.len() > LARGEST {
            return Err(told(&format!("it has {} bytes; expected at most {LARGEST}", bytes.len())));
        }
        store.put(name.as_str(), &mut &bytes[..]).await.map_err(|error| told(&error))?;
    }
    Ok(name)
}
