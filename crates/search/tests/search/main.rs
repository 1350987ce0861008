//! Every searcher against plain minimax or arithmetic, on made-up games.
#![cfg(test)]

mod alphabeta;
mod brute;
mod mcts;
mod meanmax;
mod players;
mod toys;
