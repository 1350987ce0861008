//! Where nets are found: in a folder of the user's, or in the game itself.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use game::{Features, Planes};

use crate::dense::Dense;
use crate::file::FileError;
use crate::quantised::Quantised;

/// The nets within reach of this program.
#[derive(Default)]
pub struct Shelf {
    folder: Mutex<Option<PathBuf>>,
}

/// Which of the nets for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The one that plays.
    Net,
    /// One that has yet to prove itself.
    Candidate,
}

impl Shelf {
    /// Looks in this folder first from now on.
    pub fn use_folder(&self, folder: &Path) {
        *self.folder.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.to_path_buf());
    }

    /// The folder that is looked into first.
    pub fn folder(&self) -> Option<PathBuf> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The file for a layout in a folder.
    pub fn file(folder: &Path, layout: &str, place: Place) -> PathBuf {
        let ending = match place {
            Place::Net => "net",
            Place::Candidate => "candidate",
        };
        folder.join(format!("{}.{ending}", layout.replace(' ', "-")))
    }

    /// The net for a game. Of a file that cannot be used, says why on the side; the net that came with the game serves instead, or one that corrects nothing.
    ///
    /// # Errors
    /// When there is no net at all for this game with these options.
    pub fn net<G: Features>(
        &self,
        game: &G,
        place: Place,
    ) -> Result<(Arc<Quantised>, Option<String>), String> {
        let (layout, inputs) = (game.layout(), game.features());
        let shipped = if place == Place::Net { game.weights() } else { None };
        let read = |bytes: &[u8]| Quantised::from_bytes(bytes, &layout, inputs);
        match self.find(&layout, place, shipped, read) {
            (Some(net), warning) => Ok((net, warning)),
            (None, None) => {
                Err("there is no net for it with these options; ludus train makes one".to_string())
            }
            (None, warning) => Ok((Arc::new(Quantised::silent(layout, inputs)), warning)),
        }
    }

    /// The net of full layers for a game, and what is to be said of a file that cannot be used; the net that came with the game serves then, or
    /// none.
    ///
    /// # Errors
    /// When there is no such net at all for this game with these options.
    pub fn dense<G: Planes>(&self, game: &G) -> Result<(Option<Arc<Dense>>, Option<String>), String> {
        let planes = game.planes();
        let read = |bytes: &[u8]| Dense::from_bytes(bytes, &planes.layout, planes.inputs);
        match self.find(&planes.layout, Place::Net, planes.weights, read) {
            (None, None) => {
                Err("there is no such net for it with these options; ludus train --method seed makes one"
                    .to_string())
            }
            found => Ok(found),
        }
    }

    /// The net in the folder, else the one that was shipped, and what is wrong with the first of them that cannot be used.
    fn find<N>(
        &self,
        layout: &str,
        place: Place,
        shipped: Option<&[u8]>,
        read: impl Fn(&[u8]) -> Result<N, FileError>,
    ) -> (Option<Arc<N>>, Option<String>) {
        let folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let path = folder.map(|folder| Shelf::file(&folder, layout, place));
        let mut warning = None;
        if let Some(path) = path.filter(|path| path.exists()) {
            let bytes = std::fs::read(&path).map_err(|e| e.to_string());
            match bytes.and_then(|bytes| read(&bytes).map_err(|e| e.to_string())) {
                Ok(net) => return (Some(Arc::new(net)), None),
                Err(reason) => warning = Some(format!("cannot use '{}': {reason}", path.display())),
            }
        }
        match shipped.map(read) {
            Some(Ok(net)) => (Some(Arc::new(net)), warning),
            Some(Err(reason)) => (None, Some(reason.to_string())),
            None => (None, warning),
        }
    }
}
