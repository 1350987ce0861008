//! What a page is told as it happens.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::watch;
use tokio_stream::wrappers::ReceiverStream;

use crate::app::blocking;
use crate::failure::Failure;

/// Streams a view of something under a name, now and each time that there is news of it, but not faster than at this pace, until nobody listens, the app closes or there is
/// nothing to show.
pub(crate) fn stream<T: Serialize + Send + 'static, N: Send + Sync + 'static>(
    (name, pace): (&'static str, Duration),
    mut news: watch::Receiver<N>,
    mut closing: watch::Receiver<bool>,
    view: impl Fn() -> Result<T, Failure> + Clone + Send + 'static,
) -> Response {
    let (send, receive) = tokio::sync::mpsc::channel(2);
    tokio::spawn(async move {
        loop {
            news.borrow_and_update();
            let Ok(shown) = blocking(view.clone()).await else { break };
            let Ok(event) = Event::default().event(name).json_data(shown) else { break };
            if send.send(Ok::<_, Infallible>(event)).await.is_err() {
                break;
            }
            tokio::time::sleep(pace).await;
            tokio::select! {
                changed = news.changed() => if changed.is_err() { break },
                _ = closing.changed() => break,
                () = send.closed() => break,
            }
        }
    });
    let alive = KeepAlive::new().interval(Duration::from_secs(15));
    Sse::new(ReceiverStream::new(receive)).keep_alive(alive).into_response()
}
