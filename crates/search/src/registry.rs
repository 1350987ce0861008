//! The one list of the players made here, with their parameters.

/// What a player is, for help texts and menus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerInfo {
    /// The name before the colon.
    pub name: &'static str,
    /// One sentence that says how it plays.
    pub help: &'static str,
    /// What can follow the colon.
    pub parameters: &'static [Parameter],
}

/// A parameter of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name before the `=`.
    pub name: &'static str,
    /// What it does and what its values are.
    pub help: &'static str,
    /// What holds when nothing is said.
    pub default: &'static str,
}

const fn parameter(name: &'static str, help: &'static str, default: &'static str) -> Parameter {
    Parameter { name, help, default }
}

const EVAL: Parameter = parameter("eval", "the evaluation, by name", "the game's strongest");
const DEPTH: Parameter = parameter("depth", "most plies to look ahead", "no bound");
const NODES: Parameter = parameter("nodes", "most positions to look at", "no bound");
const TIME: Parameter = parameter("time", "most time for a move, such as 500ms or 2s", "no bound");
const THREADS: Parameter = parameter("threads", "how many threads think", "1");
const CHANCES: Parameter = parameter(
    "chances",
    "how chances are shown: measured in games, or usual for all games alike",
    "measured",
);
const CONTEMPT: Parameter = parameter(
    "contempt",
    "how much better than a draw by repetition a position must be to be left for one, when a single move is wanted",
    "0",
);
const MEMORY: Parameter = parameter("memory", "megabytes for tables and trees", "64");

/// Every player made here, weakest first.
pub const PLAYERS: &[PlayerInfo] = &[
    PlayerInfo { name: "random", help: "plays any legal move", parameters: &[] },
    PlayerInfo {
        name: "greedy",
        help: "takes what it can get at once",
        parameters: &[
            parameter("exact", "play exactly where the game can be solved", "no"),
            NODES,
            TIME,
            MEMORY,
        ],
    },
    PlayerInfo {
        name: "level1",
        help: "level1 to level10: from a beginner to a strong player, with limited sight and human slips",
        parameters: &[
            parameter("depth", "plies to look ahead", "as the level has it"),
            parameter(
                "temperature",
                "how much worse a move may look and still be played",
                "as the level has it",
            ),
            EVAL,
            CHANCES,
        ],
    },
    PlayerInfo {
        name: "meanmax",
        help: "best moves of its own against the mean of all replies, three plies deep",
        parameters: &[
            parameter("plain", "without the three short cuts", "no"),
            parameter("risk", "what a loss costs when a win is worth 1", "100"),
            parameter("depth", "plies to look ahead, 1 to 5", "3"),
            parameter("net", "let a net that was trained from games judge where the tree shows no end", "no"),
            EVAL,
            TIME,
        ],
    },
    PlayerInfo {
        name: "mcts",
        help: "Monte Carlo tree search, for any number of seats and with chance",
        parameters: &[
            parameter("eval", "the evaluation of leaves, by name, or none for playouts alone", "none"),
            parameter("policy", "how playouts go: uniform or greedy", "uniform"),
            parameter("plies", "plies of playout before the evaluation is asked", "0"),
            parameter("explore", "how much to try moves that look worse", "0.7"),
            NODES,
            TIME,
            THREADS,
            MEMORY,
            CHANCES,
        ],
    },
    PlayerInfo {
        name: "alphabeta",
        help: "looks ahead with alpha-beta, for games of two",
        parameters: &[EVAL, DEPTH, NODES, TIME, THREADS, MEMORY, CONTEMPT, CHANCES],
    },
    PlayerInfo {
        name: "master",
        help: "the strongest: exact where the game can be solved, else the best known search",
        parameters: &[
            NODES,
            TIME,
            THREADS,
            MEMORY,
            parameter(
                "frank",
                "choose by what positions are worth, not by what wins against weaker players",
                "no",
            ),
            CHANCES,
        ],
    },
];

/// What the list says about a player; all levels are one entry.
pub fn player_info(name: &str) -> Option<&'static PlayerInfo> {
    let listed = if level(name).is_some() { "level1" } else { name };
    PLAYERS.iter().find(|info| info.name == listed)
}

/// The number of `level1` to `level10`.
pub fn level(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("level")?;
    let number: usize = digits.parse().ok().filter(|n| (1..=10).contains(n))?;
    (digits == number.to_string()).then_some(number)
}
