//! The vocabulary in which a game hands facts to the rule engine.
