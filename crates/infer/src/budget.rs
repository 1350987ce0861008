//! What rules may cost: steps, rows and time, within which everything ends, whoever wrote them.
//!
//! The account belongs to the thread, because everything that rules do is done by the thread that asks. [`within`] opens one with the limits of a
//! [`Control`], whose nodes are steps; without it every position has an account of its own with [`USUAL`] steps. Steps are rows looked at.

use std::cell::{Cell, RefCell};

use game::Control;
use thiserror::Error;

/// Steps between two looks at the clock.
const STRIDE: u32 = 4096;

/// What a position and its moves may cost when nobody says otherwise: a few seconds.
pub const USUAL: u64 = 1 << 28;

/// How many rows may be there at once: about a hundred megabytes.
const MOST_ROWS: u64 = 1 << 20;

/// Rules that took too much. Shown as one lower-case sentence that names the rule.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("given up in {place} because of {cause}; narrower conditions would help")]
pub struct Exceeded {
    /// The rule or predicate, with its place in the text.
    pub place: String,
    /// What there was too much of.
    pub cause: Cause,
}

/// What there was too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Cause {
    /// Steps, or the time for them.
    #[error("too many steps")]
    Steps,
    /// Facts that follow.
    #[error("too many facts")]
    Rows,
}

#[derive(Default)]
struct Account {
    /// Its own limits, and those of the accounts around it, which pay for it too.
    controls: Vec<Control>,
    place: Option<String>,
}

thread_local! {
    /// Steps until the next look.
    static LEFT: Cell<u32> = const { Cell::new(STRIDE) };
    static STEPS: Cell<u64> = const { Cell::new(0) };
    static ROWS: Cell<u64> = const { Cell::new(0) };
    static OVER: Cell<Option<Cause>> = const { Cell::new(None) };
    static ACCOUNT: RefCell<Account> = const { RefCell::new(Account { controls: Vec::new(), place: None }) };
}

/// Puts back what was there before, also when the work panics.
struct Before {
    counts: (u32, u64, u64, Option<Cause>),
    account: Account,
}

impl Before {
    fn replace(control: Control) -> Before {
        let mut controls = ACCOUNT.with_borrow(|account| account.controls.clone());
        let over = OVER.get();
        // Whoever is over stays so inside.
        OVER.set(over.filter(|_| !controls.is_empty()));
        controls.push(control);
        Before {
            counts: (LEFT.replace(STRIDE), STEPS.replace(0), ROWS.replace(0), over),
            account: ACCOUNT.replace(Account { controls, place: None }),
        }
    }
}

impl Drop for Before {
    fn drop(&mut self) {
        let (left, steps, rows, over) = self.counts;
        LEFT.set(left);
        STEPS.set(steps);
        ROWS.set(rows);
        OVER.set(over);
        ACCOUNT.set(std::mem::take(&mut self.account));
    }
}

/// Does some work with rules, all of it within these limits. Setting the control's stop flag ends it, too.
///
/// # Errors
/// When the rules wanted more; what the work returned is then not to be trusted, and dropped.
pub fn within<T>(control: &Control, work: impl FnOnce() -> T) -> Result<T, Exceeded> {
    let before = Before::replace(control.clone());
    // Whoever has nothing left begins nothing.
    look(0);
    let done = work();
    spend(STRIDE - LEFT.get());
    let place = ACCOUNT.with_borrow_mut(|account| account.place.take());
    let cause = OVER.get();
    drop(before);
    if ACCOUNT.with_borrow(|account| !account.controls.is_empty()) {
        look(0);
    }
    match cause {
        None => Ok(done),
        Some(cause) => Err(Exceeded { place: place.unwrap_or_else(|| "the rules".to_string()), cause }),
    }
}

/// A new position begins: its rows take the place of the last one's, and nothing is owed unless somebody holds an account.
pub(crate) fn begin() {
    ROWS.set(0);
    if ACCOUNT.with_borrow(|account| account.controls.is_empty()) {
        OVER.set(None);
        STEPS.set(0);
        LEFT.set(STRIDE);
    }
}

/// The rows that are there now.
pub(crate) fn rows() -> u64 {
    ROWS.get()
}

/// Goes back to so many rows: the others are gone.
pub(crate) fn back_to(rows: u64) {
    ROWS.set(rows);
}

/// One step; true when there may be no more.
#[inline]
pub(crate) fn step() -> bool {
    let left = LEFT.get() - 1;
    LEFT.set(left);
    if left > 0 { is_over() } else { look(STRIDE) }
}

/// Many steps at once.
pub(crate) fn steps(many: usize) -> bool {
    look(u32::try_from(many).unwrap_or(u32::MAX))
}

/// Pays for steps in all accounts that are open; whether one of them has nothing left.
fn spend(steps: u32) -> bool {
    ACCOUNT.with_borrow(|account| {
        account.controls.iter().fold(false, |over, control| control.spend(u64::from(steps)) || over)
    })
}

#[cold]
fn look(steps: u32) -> bool {
    LEFT.set(STRIDE);
    let total = STEPS.get().saturating_add(u64::from(steps));
    STEPS.set(total);
    let alone = ACCOUNT.with_borrow(|account| account.controls.is_empty());
    let over = if alone { total > USUAL } else { spend(steps) };
    if over && !is_over() {
        OVER.set(Some(Cause::Steps));
    }
    is_over()
}

/// So many rows more; true when there may be no more.
pub(crate) fn add_rows(rows: usize) -> bool {
    let total = ROWS.get().saturating_add(rows as u64);
    ROWS.set(total);
    if total > MOST_ROWS && !is_over() {
        OVER.set(Some(Cause::Rows));
    }
    is_over()
}

/// Whether everything must end now.
#[inline]
pub(crate) fn is_over() -> bool {
    OVER.get().is_some()
}

/// Says who was at work when it had to end; the first to say so is believed.
pub(crate) fn blame(place: impl FnOnce() -> String) {
    if is_over() {
        ACCOUNT.with_borrow_mut(|account| {
            account.place.get_or_insert_with(place);
        });
    }
}
