//! Clocks on the arbiter's side: time for a whole game, with an increment after every move.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Fault, Lapse};

/// Time for all moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// At the start.
    pub total: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// The clocks of a running game, one a seat.
#[derive(Clone, Debug)]
pub struct Clocks {
    left: Vec<Duration>,
    increment: Duration,
}

impl Clocks {
    /// All clocks full.
    pub fn start(clock: Clock, seats: usize) -> Clocks {
        Clocks { left: vec![clock.total; seats], increment: clock.increment }
    }

    /// What a seat has left.
    pub fn left(&self, seat: usize) -> Duration {
        self.left[seat]
    }

    /// As the `go` line of the protocol tells them.
    pub fn words(&self) -> String {
        let all = |word: &str, time: &dyn Fn(usize) -> Duration| -> String {
            let seats = 0..self.left.len();
            seats.map(|seat| format!(" p{}{word} {}", seat + 1, time(seat).as_millis())).collect()
        };
        all("time", &|seat| self.left[seat]) + &all("inc", &|_| self.increment)
    }

    /// What a player that knows no clocks should spend on a move.
    pub fn share(&self, seat: usize) -> Duration {
        share(self.left[seat], self.increment)
    }

    /// Takes the time of a move off; `margin` is forgiven. Fails when the seat had less than that.
    pub fn spend(&mut self, seat: usize, time: Duration, margin: Duration) -> Result<(), Lapse> {
        let left = self.left[seat];
        if time > left + margin {
            let (spent, had) = (time.as_millis(), left.as_millis());
            return Err(Lapse::new(
                Fault::Timeout,
                format!("{spent} ms for a move with {had} ms on the clock"),
            ));
        }
        self.left[seat] = left.saturating_sub(time) + self.increment;
        Ok(())
    }
}

/// A thirtieth of what is left and most of the increment, but never the last moment.
pub(crate) fn share(left: Duration, increment: Duration) -> Duration {
    const RESERVE: Duration = Duration::from_millis(50);
    let wanted = left / 30 + increment * 8 / 10;
    wanted.min(left.saturating_sub(RESERVE)).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run() {
        let ms = Duration::from_millis;
        let mut clocks = Clocks::start(Clock { total: ms(1000), increment: ms(100) }, 2);
        assert_eq!(clocks.words(), " p1time 1000 p2time 1000 p1inc 100 p2inc 100");
        assert_eq!(clocks.spend(0, ms(700), ms(50)), Ok(()));
        assert_eq!((clocks.left(0), clocks.left(1)), (ms(400), ms(1000)));
        assert_eq!(clocks.spend(0, ms(430), ms(50)), Ok(()), "within the margin");
        assert_eq!(clocks.left(0), ms(100));
        assert_eq!(clocks.spend(0, ms(151), ms(50)).map_err(|lapse| lapse.fault), Err(Fault::Timeout));
        assert_eq!(clocks.share(1).as_millis(), 1000 / 30 + 80);
        assert_eq!(share(ms(60), ms(0)), ms(2));
        assert_eq!(share(ms(40), ms(0)), ms(1), "never nothing");
    }
}
