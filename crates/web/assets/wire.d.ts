// What the server tells the page. Generated from the Rust types by `cargo xtask golden`; do not edit.

export interface BoardView {
  /** The picture. */
  svg: string;
  /** Every move that may be made here now, with the hotspots to touch for it. */
  paths: [string, number[]][];
  /** The same picture in characters. */
  text: string;
  /** Whether it makes sense to look from the other side. */
  turns: boolean;
}

export interface GameView {
  /** Changes when anything changes. */
  version: number;
  /** How many moves have been made, to be sent along with the next. */
  ply: number;
  /** The board. */
  board: BoardView;
  /** The position text. */
  position: string;
  /** What is going on, in a sentence. */
  status: string;
  /** The last move in words; empty before the first. */
  last: string;
  /** The players. */
  seats: SeatView[];
  /** The moves so far. */
  moves: MoveView[];
  /** Whether the game is over. */
  over: boolean;
  /** Whether a computer player is to move. */
  thinking: boolean;
  /** Whether it has failed; it can be asked again. */
  failed: boolean;
  /** Whether a move can be taken back. */
  can_undo: boolean;
  /** Whether a person can resign. */
  can_resign: boolean;
  /** What the last computer player thought. */
  thought: ThoughtView | null;
  /** What there is to learn from the last person's move. */
  lesson: LessonView | null;
  /** What is said before a person's move, which is not made yet. */
  warning: Warning | null;
  /** Whether moves are looked at before they are made. */
  teach: boolean;
  /** Whether the reader is to move. */
  yours: boolean;
  /** How many thoughts of others come before that of the computer to move; nothing once it thinks. */
  queue: number | null;
  /** How computers that are watched go on. */
  pace: string;
  /** How the game ended. */
  result: ResultView | null;
  /** What moves have set off so far: the rounds that are over. */
  rounds: RoundView[];
}

export interface RoundView {
  /** Which move, from 0. */
  ply: number;
  /** What was over with it. */
  title: string;
  /** Who won and lost how much. */
  text: string;
}

export interface ResultView {
  /** `won`, `lost`, `drawn`, or `over` for those who have no seat or several. */
  kind: string;
  /** Who won. */
  title: string;
  /** Why, and by how much. */
  reason: string;
}

export interface PastView {
  /** How many moves have been made there. */
  ply: number;
  /** The board, not to be touched. */
  board: BoardView;
  /** The move that led there, in words. */
  title: string;
}

export interface SeatView {
  /** What the game calls the seat. */
  seat: string;
  /** What the player is called. */
  name: string;
  /** Whether it is to move. */
  active: boolean;
  /** Whether it has won, alone or with others. */
  winner: boolean;
  /** Points at the end, where points count. */
  score: number | null;
  /** Milliseconds left. */
  left_ms: number | null;
  /** Whether the reader may sit down here. */
  free: boolean;
}

export interface MoveView {
  /** By whom, counted from 1; 0 for chance. */
  seat: number;
  /** The move. */
  text: string;
}

export interface ThoughtView {
  /** The move. */
  move: string;
  /** Chance to win from 0 to 1, for whoever moved. */
  win: number;
  /** In points of the game. */
  score: number;
  /** Whether it is proved. */
  exact: boolean;
  /** Plies. */
  depth: number;
  /** Positions. */
  nodes: number;
}

export interface LessonView {
  /** How many moves had been made before. */
  ply: number;
  /** What was better. */
  better: string;
  /** What to learn. */
  text: string;
  /** Whether it is proved; otherwise it is what a search found. */
  proved: boolean;
}

export interface Warning {
  /** How many moves had been made before. */
  ply: number;
  /** The move that is not made yet. */
  move: string;
  /** What is wrong with it. */
  text: string;
}

export interface WhyView {
  /** How many moves had been made before. */
  ply: number;
  /** The question in words. */
  title: string;
  /** The move. */
  move: string;
  /** Its hotspots. */
  path: number[];
  /** Who speaks: `coach` or `rules`. */
  by: string;
  /** The verdict of search and solver, by the coach; by the rules, all reasons in a sentence or two. */
  text: string;
  /** What the move is worth, in short: a chance, or points of the rules. */
  worth: string;
  /** The reasons, the weightiest first. */
  reasons: ReasonView[];
  /** The best other moves. */
  others: OtherView[];
  /** The line of play that was expected, beginning with the move; empty when nothing is known of it. */
  line: StepView[];
  /** The board before the move; touching it asks about another move. */
  board: BoardView;
  /** The knowledge that the reasons come from. */
  pack: string;
}

export interface ReasonView {
  /** The rule that says it. */
  rule: string;
  /** Which part of the knowledge. */
  layer: string;
  /** What it counts; 0 for a veto. */
  points: number;
  /** Whether it forbids the move. */
  veto: boolean;
  /** What it says. */
  text: string;
  /** Where it is written. */
  at: string;
  /** The hotspots it speaks of, in the order of its proof. */
  cells: number[];
  /** The line of play that shows it. */
  line: StepView[];
}

export interface OtherView {
  /** The move. */
  move: string;
  /** Its hotspots. */
  path: number[];
  /** What it is worth, in short. */
  worth: string;
  /** What spoke against it. */
  against: string;
}

export interface StepView {
  /** The move. */
  move: string;
  /** Its hotspots. */
  path: number[];
}

export interface HintView {
  /** The idea, where to look, the move, the move with its reasons and line. */
  steps: string[];
  /** The hotspots to look at. */
  spots: number[];
  /** The move. */
  move: string;
  /** Its hotspots. */
  path: number[];
  /** The line that is expected. */
  line: StepView[];
}

export interface Point {
  /** Which position. */
  node: number;
  /** Whose chance it is, counted from 1: the first seat's between two, otherwise that of whoever was to move. */
  seat: number;
  /** The chance to win. */
  win: number | null;
  /** The expected margin of the first seat between two, where points count. */
  score: number | null;
}

export interface Opinion {
  /** About which position. */
  node: number;
  /** Plies. */
  depth: number;
  /** Positions looked at. */
  nodes: number;
  /** Whether it will not change any more. */
  done: boolean;
  /** Whether the best move is proved, so that depth says nothing. */
  solved: boolean;
  /** What the computer thinks of each move, best first. */
  lines: LineView[];
  /** The course of the line in view. */
  graph: Point[];
}

export interface LineView {
  /** The move. */
  move: string;
  /** Its hotspots. */
  path: number[];
  /** Its worth in a few letters. */
  label: string;
  /** `best`, `plain` or `poor`. */
  tone: string;
  /** Chance to win. */
  win: number;
  /** Points. */
  score: number;
  /** Whether it is proved. */
  exact: boolean;
  /** The line of play. */
  pv: string[];
}

export interface TriedView {
  /** Whether it was right. */
  right: boolean;
  /** What is said. */
  text: string;
  /** The game as it goes on, the move included. */
  frames: FrameView[];
  /** How the reader stands now; empty when nothing was counted. */
  rating: string;
}

export interface FrameView {
  /** The move. */
  move: string;
  /** What it does. */
  text: string;
  /** The board after it. */
  board: BoardView;
}

export interface AnalysisView {
  /** Which position. */
  node: number;
  /** The board. */
  board: BoardView;
  /** The position text. */
  position: string;
  /** Who is to move, or how it ended. */
  status: string;
  /** Every position tried. */
  tree: NodeView[];
  /** The line in view, from the start on. */
  line: number[];
  /** What the computer thinks. */
  opinion: Opinion;
}

export interface NodeView {
  /** The position before. */
  parent: number;
  /** The move; empty for the start. */
  text: string;
  /** Who made it, counted from 1; 0 for chance. */
  seat: number;
  /** What the line that begins here is called; mostly nothing. */
  name: string;
  /** Whether the line that begins here was taken away. */
  gone: boolean;
}

export interface SheetView {
  /** Its text so far. */
  draft: string;
  /** Its picture; every hotspot is a path of its own, named by its number. */
  board: BoardView;
  /** What is set beside the board. */
  dials: DialView[];
  /** The position text, if it is good. */
  position: string | null;
  /** The moves that can be made in it, with the hotspots to touch. */
  moves: [string, number[]][];
  /** Whether something is to be dealt before anybody can move. */
  deal: boolean;
  /** Its parts by name. */
  parts: any;
  /** Everything that is wrong. */
  problems: ProblemView[];
}

export interface ProblemView {
  /** The part that it is about; empty when it is about several. */
  field: string;
  /** What is wrong. */
  text: string;
}

export interface DialView {
  /** What it is called. */
  label: string;
  /** How it stands. */
  value: string;
  /** The least number, where it is one. */
  low: number | null;
  /** The greatest number, where it is one. */
  high: number | null;
  /** What it can be, where it is no number: how that is written and what it is called. */
  choices: [string, string][];
}

export interface LabView {
  /** Whether the text is accepted. */
  ok: boolean;
  /** What the checker has to say, errors first. */
  remarks: RemarkView[];
  /** The position. */
  position: string;
  /** Its board. */
  board: BoardView;
  /** Who is to move, or that nobody is. */
  status: string;
  /** The legal moves, best first by the text; empty when it is refused. */
  moves: RankedView[];
}

export interface RemarkView {
  /** `error` or `warning`. */
  severity: string;
  /** Line, from 1. */
  line: number;
  /** Column, from 1. */
  column: number;
  /** What it says. */
  message: string;
  /** How to mend it. */
  help: string | null;
}

export interface RankedView {
  /** The move. */
  move: string;
  /** Its hotspots. */
  path: number[];
  /** Its points. */
  points: number;
  /** Whether a rule forbids it. */
  vetoed: boolean;
  /** Its place by the pack in force, from 1. */
  was: number | null;
  /** Its points by the pack in force. */
  had: number | null;
  /** Why; only for the best moves. */
  reasons: ReasonView[];
}

export interface SavedView {
  /** Whether it was kept. */
  ok: boolean;
  /** Where it can be opened. */
  location: string;
  /** Why not. */
  remarks: RemarkView[];
}

export interface ReviewView {
  /** `resting`, `waiting`, `running`, `complete` or `failed`. */
  stage: string;
  /** What is going on, in a sentence. */
  status: string;
  /** Moves that have been looked at. */
  done: number;
  /** Moves of players. */
  of: number;
  /** Every move of the game, chance events included. */
  moves: MoveReview[];
  /** Every player. */
  players: PlayerCard[];
  /** The plies at which most was decided. */
  moments: number[];
}

export interface MoveReview {
  /** Its place in the game, from 1. */
  ply: number;
  /** Who made it, counted from 1; 0 for chance. */
  seat: number;
  /** What the seat is called. */
  name: string;
  /** The move. */
  text: string;
  /** What kind of move it was, as a style; empty before it has been looked at. */
  class: string;
  /** The same as a sign. */
  sign: string;
  /** The same in words. */
  label: string;
  /** What it cost, in words; empty for nothing. */
  loss: string;
  /** The mover's chance to win after it. */
  win: number | null;
  /** What there is to say. */
  says: string;
  /** The best move; empty when it was this one. */
  best: string;
  /** The line that shows it, from the position before the move. */
  line: string[];
}

export interface PlayerCard {
  /** The seat, counted from 1. */
  seat: number;
  /** What seat and player are called. */
  name: string;
  /** From 0 to 100. */
  accuracy: number | null;
  /** The same for each third of the game. */
  phases: Figure[];
  /** How many moves of each class. */
  classes: Figure[];
  /** What went well. */
  strength: RemarkView | null;
  /** What to practise. */
  practise: RemarkView | null;
  /** What the deals did to the chance to win, in words. */
  luck: string | null;
}

export interface Figure {
  /** What it counts, as a style. */
  kind: string;
  /** What it counts, in words. */
  name: string;
  /** How much. */
  value: number | null;
}

export interface RemarkView {
  /** The sentence. */
  text: string;
  /** The plies it is about. */
  plies: number[];
}

export interface PositionView {
  /** The board. */
  board: BoardView;
  /** Arrows: the move that was better. */
  arrows: number[][];
  /** How many moves of the line have been played here. */
  step: number;
  /** How many moves of the line can be played. */
  steps: number;
}

export interface StageView {
  /** The board after it, with the points that it brought. */
  svg: string;
  /** The points in words; empty when there are none. */
  text: string;
}

export interface ReplayView {
  /** How many moves have been made. */
  ply: number;
  /** The board. */
  board: BoardView;
  /** What is going on. */
  status: string;
}
