//! Scenes rendered to SVG and PNG.
