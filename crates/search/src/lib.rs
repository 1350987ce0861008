//! Alpha-beta, Mean-Max, Monte Carlo tree search and exact solvers.
