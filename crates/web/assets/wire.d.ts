// What the server tells the page: the same as `src/wire.rs`, `src/study.rs` and `src/pages/analyse.rs`.

export interface BoardView { svg: string; paths: [string, number[]][]; text: string; turns: boolean }
export interface SeatView { seat: string; name: string; active: boolean; winner: boolean; score: number | null; left_ms: number | null }
export interface MoveView { seat: number; text: string }
export interface ThoughtView { move: string; win: number; score: number; exact: boolean; depth: number; nodes: number }
export interface GameView {
  version: number; ply: number; board: BoardView; position: string; status: string; last: string; seats: SeatView[]; moves: MoveView[];
  over: boolean; thinking: boolean; can_undo: boolean; can_resign: boolean; thought: ThoughtView | null;
}
export interface LineView { move: string; path: number[]; label: string; tone: string; win: number; score: number; exact: boolean; pv: string[] }
export interface Point { node: number; win: number | null; score: number | null }
export interface Opinion { node: number; depth: number; nodes: number; done: boolean; lines: LineView[]; graph: Point[] }
export interface NodeView { parent: number; text: string; seat: number }
export interface AnalysisView { node: number; board: BoardView; position: string; status: string; tree: NodeView[]; line: number[]; opinion: Opinion }
