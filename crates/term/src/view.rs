//! What part of a board fits on the screen.

/// The first row and column that are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct View {
    pub(crate) top: usize,
    pub(crate) left: usize,
}

impl View {
    /// Moves as little as it takes to show `width` letters at a place, with a neighbour on every side where there is room for it.
    pub(crate) fn show(
        &mut self,
        (row, column, width): (usize, usize, usize),
        (rows, columns): (usize, usize),
    ) {
        self.top = moved(self.top, row, 1, rows);
        self.left = moved(self.left, column, width, columns);
    }

    /// Moves up or down.
    pub(crate) fn scroll(&mut self, rows: isize) {
        self.top = self.top.saturating_add_signed(rows);
    }

    /// Shows nothing beyond a board of this size.
    pub(crate) fn keep_within(&mut self, size: (usize, usize), (rows, columns): (usize, usize)) {
        self.top = self.top.min(size.0.saturating_sub(rows));
        self.left = self.left.min(size.1.saturating_sub(columns));
    }
}

/// The start of a window of `room` that shows `length` from `at` on.
fn moved(start: usize, at: usize, length: usize, room: usize) -> usize {
    let margin = usize::from(room > length + 2);
    let first = at.saturating_sub(margin);
    let end = at + length + margin;
    start.max(end.saturating_sub(room)).min(first)
}
