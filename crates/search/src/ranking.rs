//! Sorting that is compiled once.
//!
//! Every player is compiled for every game and evaluation. The library's sort is large and would come along each time, so only words are sorted here
//! and the items follow them.

/// Sorts by key, smallest first, equals in the order they had.
pub(crate) fn by_key<T>(items: &mut Vec<T>, key: impl FnMut(&T) -> i64) {
    let keys: Vec<i64> = items.iter().map(key).collect();
    let mut slots: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places(&keys).into_iter().filter_map(|place| slots[place].take()));
}

/// Brings the items that `first` names to the front, both groups in the order they had. Meant for short lists in hot places.
pub(crate) fn bring_forward<T>(items: &mut [T], mut first: impl FnMut(&T) -> bool) {
    let mut front = 0;
    for at in 0..items.len() {
        if first(&items[at]) {
            items[front..=at].rotate_right(1);
            front += 1;
        }
    }
}

/// The places of the keys, smallest key first.
#[inline(never)]
fn places(keys: &[i64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..keys.len()).collect();
    places.sort_by_key(|&place| keys[place]);
    places
}

/// A word that is ordered as the number is.
pub(crate) fn word(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

#[cfg(test)]
mod tests {
    use super::{bring_forward, by_key, word};

    #[test]
    fn sorts_like_the_library() {
        let mut items: Vec<(i64, usize)> = [3, -1, 3, 0, -1, 7].into_iter().zip(0..).collect();
        let mut sorted = items.clone();
        sorted.sort_by_key(|item| item.0);
        by_key(&mut items, |item| item.0);
        assert_eq!(items, sorted);
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
