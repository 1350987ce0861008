//! Games, analyses and preferences kept in SQLite.
