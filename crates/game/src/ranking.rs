//! Sorting that is compiled once.
//!
//! Players and solvers are compiled for every game and width. The library's sort is large and would come along each time, so only words are sorted here
//! and the items follow them.

/// How many items are sorted without asking for memory.
const SHORT: usize = 128;

/// Sorts by key, smallest first, equals in the order they had.
pub fn by_key<T>(items: &mut [T], key: impl Fn(&T) -> i64) {
    if items.len() <= SHORT {
        let mut order = [(0, 0); SHORT];
        ordered(items, key, &mut order[..items.len()]);
    } else {
        ordered(items, key, &mut vec![(0, 0); items.len()]);
    }
}

/// Sorts by key, with room for a key and a place of each.
fn ordered<T>(items: &mut [T], key: impl Fn(&T) -> i64, order: &mut [(i64, usize)]) {
    for (at, item) in items.iter().enumerate() {
        order[at] = (key(item), at);
    }
    sort(order);
    // Every item goes where it belongs, along the circles that they form.
    for first in 0..items.len() {
        let mut to = first;
        while order[to].1 != first {
            let next = std::mem::replace(&mut order[to].1, to);
            items.swap(to, next);
            to = next;
        }
        order[to].1 = to;
    }
}

#[inline(never)]
fn sort(order: &mut [(i64, usize)]) {
    order.sort_unstable();
}

/// Brings the items that `first` names to the front, both groups in the order they had. Meant for short lists in hot places.
pub fn bring_forward<T>(items: &mut [T], mut first: impl FnMut(&T) -> bool) {
    let mut front = 0;
    for at in 0..items.len() {
        if first(&items[at]) {
            items[front..=at].rotate_right(1);
            front += 1;
        }
    }
}

/// A word that is ordered as the number is.
pub fn word(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

#[cfg(test)]
mod tests {
    use super::{SHORT, bring_forward, by_key, word};
    use crate::Rng;

    #[test]
    fn sorts_like_the_library() {
        let mut rng = Rng::new(1);
        for count in (0..40).chain([SHORT, SHORT + 1]) {
            let mut items: Vec<(i64, usize)> = (0..count).map(|at| (rng.below(9) as i64 - 4, at)).collect();
            let mut sorted = items.clone();
            sorted.sort_by_key(|item| item.0);
            by_key(&mut items, |item| item.0);
            assert_eq!(items, sorted);
        }
    }

    #[test]
    fn brings_forward_in_order() {
        let mut items = [1, 2, 3, 4, 5, 6];
        bring_forward(&mut items, |item| item % 2 == 0);
        assert_eq!(items, [2, 4, 6, 1, 3, 5]);
    }

    #[test]
    fn words_are_ordered_as_numbers() {
        let numbers = [f64::NEG_INFINITY, -2.5, -1e-300, -0.0, 0.0, 1e-300, 2.5, f64::INFINITY];
        assert!(numbers.windows(2).all(|pair| word(pair[0]) < word(pair[1])));
    }
}
