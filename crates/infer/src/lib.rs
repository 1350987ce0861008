//! A rule engine with two back ends; it knows no game.
