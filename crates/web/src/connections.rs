//! Connections: accepted, served, and closed when nothing comes for long.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;
use tower_http::timeout::RequestBodyTimeoutLayer;

/// The head of a request has to be there after this time; so long may a connection be idle, too.
const HEAD: Duration = Duration::from_secs(30);
/// No part of a body may be longer in coming.
const BODY: Duration = Duration::from_secs(10);
/// Time for what is under way when the server ends.
const PARTING: Duration = Duration::from_secs(2);
/// Connections at once; more wait to be accepted.
const MOST: usize = 10_000;
/// A pause when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(50);

/// Serves until `ending` is done, then lets what is under way come to its end.
pub async fn serve(listener: TcpListener, router: Router, ending: impl Future<Output = ()>) {
    let router = router.layer(RequestBodyTimeoutLayer::new(BODY));
    let (closing, closed) = watch::channel(());
    let places = Arc::new(Semaphore::new(MOST));
    tokio::pin!(ending);
    loop {
        let accepted = async {
            let place = places.clone().acquire_owned().await;
            (listener.accept().await, place)
        };
        let (stream, from, place) = tokio::select! {
            () = &mut ending => break,
            (accepted, place) = accepted => match accepted {
                Ok((stream, from)) => (stream, from, place),
                Err(_) => {
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            },
        };
        let (router, closed) = (router.clone(), closed.clone());
        tokio::spawn(async move {
            converse(stream, from, router, closed).await;
            drop(place);
        });
    }
    drop((listener, closed));
    closing.send_replace(());
    let _ = tokio::time::timeout(PARTING, closing.closed()).await;
}

/// Answers the requests of one connection.
async fn converse(stream: TcpStream, from: SocketAddr, router: Router, mut closed: watch::Receiver<()>) {
    let _ = stream.set_nodelay(true);
    let answer = hyper::service::service_fn(move |request: Request<Incoming>| {
        let router = router.clone();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(from));
        async move { Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|never| match never {})) }
    });
    let mut connections = http1::Builder::new();
    connections.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let connection = connections.serve_connection(TokioIo::new(stream), answer);
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = closed.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
