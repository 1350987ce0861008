//! Bots as processes, matches and tournaments.
