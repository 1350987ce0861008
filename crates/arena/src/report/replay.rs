//! One game as a page: its boards one by one, its moves, and what the bots said.

use table::{Family, Match};

use super::{escape, page, result};
use crate::engine::board_rows;
use crate::journal::Entry;

/// Shows one board at a time; the arrow keys work too.
const SCRIPT: &str = "<script>\
    const f=[...document.querySelectorAll('.board')];let i=f.length-1;\
    function go(n){i=Math.max(0,Math.min(f.length-1,n));f.forEach((b,k)=>b.hidden=k!==i)}\
    document.querySelectorAll('button').forEach((b,k)=>b.onclick=()=>go([0,i-1,i+1,f.length-1][k]));\
    document.onkeydown=e=>{if(e.key==='ArrowLeft')go(i-1);if(e.key==='ArrowRight')go(i+1)};go(0)</script>";

/// The page; without the script all boards are visible one below the other.
pub(super) fn replay(family: &Family, entry: &Entry) -> Result<String, String> {
    let record = &entry.record;
    let end = record.replay_as(family).map_err(|error| error.to_string())?;
    let mut board = family.open_at(&end.options(), &record.start).map_err(|error| error.to_string())?;
    let mut frames = frame(board.as_ref(), "the start");
    for (index, text) in record.moves.iter().enumerate() {
        board.play(text).map_err(|error| error.to_string())?;
        frames += &frame(board.as_ref(), &format!("{}. {text}", index + 1));
    }
    let title = record.players.join(" – ");
    let mut body = format!(
        "<h1>{}</h1><p>{}</p><p><button>first</button> <button>back</button> <button>on</button> \
         <button>last</button></p>{frames}<h2>Moves</h2><p>{}</p>",
        escape(&title),
        escape(&result(entry)),
        escape(&record.moves.join(" "))
    );
    for (player, said) in record.players.iter().zip(&entry.transcripts) {
        for (what, text) in [("conversation with", said.talk.join("\n")), ("stderr of", said.notes.clone())] {
            if !text.trim().is_empty() {
                let heading = escape(&format!("{what} {player}"));
                body += &format!("<h2>{heading}</h2><pre>{}</pre>", escape(text.trim()));
            }
        }
    }
    Ok(page(&title, &(body + SCRIPT)))
}

/// The board with a caption, in letters; its position text when it cannot be drawn.
fn frame(board: &dyn Match, caption: &str) -> String {
    let rows = board.picture().map(|picture| board_rows(&picture).join("\n"));
    let shown = rows.unwrap_or_else(|| board.position());
    format!("<div class=\"board\"><p>{}</p><pre>{}</pre></div>", escape(caption), escape(&shown))
}
