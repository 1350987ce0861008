//! What part of a board fits on the screen.

/// The first row and column that are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct View {
    pub(crate) top: usize,
    pub(crate) left: usize,
}

impl View {
    /// Moves as little as it takes to show `width` letters at a place, where there is room with a neighbour at its sides and two rows above and below: the
    /// border of a board and the names of its columns.
    pub(crate) fn show(
        &mut self,
        (row, column, width): (usize, usize, usize),
        (rows, columns): (usize, usize),
    ) {
        self.top = moved(self.top, (row, 1), rows, 2);
        self.left = moved(self.left, (column, width), columns, 1);
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

/// The start of a window of `room` that shows `length` from `at` on, and a margin around it where there is room.
fn moved(start: usize, (at, length): (usize, usize), room: usize, margin: usize) -> usize {
    let margin = margin.min(room.saturating_sub(length + 1) / 2);
    let first = at.saturating_sub(margin);
    let end = at + length + margin;
    start.max(end.saturating_sub(room)).min(first)
}
