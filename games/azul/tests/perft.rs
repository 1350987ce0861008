//! Counts of move sequences, from the data file and from the slow reference.

#![allow(clippy::unwrap_used)]

use game::{Game, perft};
use ludus_azul::Azul;

#[test]
fn counts_agree_with_the_file() {
    for line in include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (position, counts) = line.split_once(';').expect("POSITION; COUNT COUNT ...");
        for (depth, count) in counts.split_whitespace().enumerate() {
            let found = match Azul::<2>::options_of(position).unwrap().get("players") {
                Some("2") => perft(&Azul::<2>, &Azul::<2>.read(position).unwrap(), depth + 1),
                Some("3") => perft(&Azul::<3>, &Azul::<3>.read(position).unwrap(), depth + 1),
                _ => perft(&Azul::<4>, &Azul::<4>.read(position).unwrap(), depth + 1),
            };
            assert_eq!(found.to_string(), count, "depth {} of {position}", depth + 1);
        }
    }
}
