//! Connections of the server: idle and slow clients are disconnected, and no request body stays unread.
//!
//! A gateway reads a request before the call of a function. Without that, a service that rejects a request early would
//! leave the body unread, and a client with a persistent connection would fail with the next request.

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use http_body_util::BodyExt;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use wallet_http::PeerAddress;

/// Delay after a failed accept, for example without a free file descriptor.
const ACCEPT_DELAY: Duration = Duration::from_millis(100);

/// Limits per client.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// The maximum number of served connections.
    pub connections: usize,
    /// The number of connections beyond the maximum that get 503; further connections wait.
    pub rejected: usize,
    /// Time for the header of a request, which is also the time that a connection may be idle.
    pub header: Duration,
    /// Time for the body of a request.
    pub body: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections: 900,
            rejected: 100,
            header: Duration::from_secs(30),
            body: Duration::from_secs(15),
        }
    }
}

/// The responses of a server.
#[derive(Clone, Debug)]
pub struct Responders {
    /// Responds on the connections up to the maximum.
    pub services: Router,
    /// Responds on the connections beyond the maximum.
    pub overloaded: Router,
}

/// A place among the connections of the server, for a response that outlives the connection: a socket.
#[derive(Clone)]
pub struct Slot {
    _served: Option<Arc<OwnedSemaphorePermit>>,
    _open: Arc<OwnedSemaphorePermit>,
}

/// Serves connections until `stopped` completes, then completes the running requests.
pub async fn serve(
    listener: TcpListener,
    responders: Responders,
    limits: ConnectionLimits,
    stopped: impl Future<Output = ()>,
) {
    let read_bodies = || axum::middleware::from_fn_with_state(limits.body, read_first);
    // A connection that is closed with an unread request is reset, so a rejected request is read too.
    let app = responders.services.layer(read_bodies());
    let overloaded = responders.overloaded.layer(read_bodies());
    let served = Arc::new(Semaphore::new(limits.connections));
    let open = Arc::new(Semaphore::new(limits.connections + limits.rejected));
    // Of hyper-util, `GracefulShutdown` has no connections that can be upgraded.
    let stopping = watch::Sender::new(false);
    let mut stopped = std::pin::pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &open) => accepted,
            () = &mut stopped => break,
        };
        match accepted {
            Ok((stream, peer, permit)) => {
                let slot = Arc::clone(&served).try_acquire_owned().ok();
                let (app, is_served) = (if slot.is_some() { &app } else { &overloaded }, slot.is_some());
                let slot = Slot {
                    _served: slot.map(Arc::new),
                    _open: Arc::new(permit),
                };
                // The services count logins by the address of the peer, as behind the gateway.
                let facts = (Extension(PeerAddress(peer.ip())), Extension(slot));
                let app = app.clone().layer(facts);
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(limits.header)
                    .keep_alive(is_served)
                    .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
                    .with_upgrades();
                let mut stopping = stopping.subscribe();
                tokio::spawn(async move {
                    let mut connection = std::pin::pin!(connection);
                    // An error ends this connection only: the client left, or is too slow.
                    tokio::select! {
                        _ = connection.as_mut() => return,
                        _ = stopping.wait_for(|stopping| *stopping) => connection.as_mut().graceful_shutdown(),
                    }
                    let _ = connection.await;
                });
            }
            Err(error) => {
                tracing::warn!(%error, "accepting a connection failed");
                tokio::time::sleep(ACCEPT_DELAY).await;
            }
        }
    }
    drop(listener);
    stopping.send_replace(true);
    stopping.closed().await;
}

async fn accept(
    listener: &TcpListener,
    open: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let permit = Arc::clone(open).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, permit))
}

/// Maximum number of bytes passed on: more than any service accepts, so that longer bodies are rejected by the service.
const MAX_KEPT: usize = 512 * 1024;

/// Maximum number of bytes read, the limit of API Gateway.
const MAX_READ: usize = 10 * 1024 * 1024;

/// A body as far as the server read.
struct ReadBody {
    kept: Vec<u8>,
    /// True if nothing of the body is left in the connection.
    complete: bool,
}

/// Reads the body of a request within a time, then calls the services. Closes the connection after the response if
/// bytes of the body are left.
async fn read_first(State(time): State<Duration>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(read) = timeout(time, read_body(body)).await else {
        return closing(StatusCode::REQUEST_TIMEOUT.into_response());
    };
    let request = Request::from_parts(parts, Body::from(Bytes::from(read.kept)));
    let response = next.run(request).await;
    if read.complete { response } else { closing(response) }
}

async fn read_body(mut body: Body) -> ReadBody {
    let (mut kept, mut length) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map(|frame| frame.into_data().unwrap_or_default()) else {
            return ReadBody { kept, complete: false };
        };
        length += data.len();
        let room = MAX_KEPT - kept.len();
        kept.extend_from_slice(&data[..data.len().min(room)]);
        if length > MAX_READ {
            return ReadBody { kept, complete: false };
        }
    }
    ReadBody { kept, complete: true }
}

fn closing(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use axum::routing::post;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use wallet_http::HttpConfig;

    const SHORT: Duration = Duration::from_millis(200);

    /// Starts a server that rejects every request without reading the body.
    async fn start(limits: ConnectionLimits) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let responders = Responders {
            services: Router::new().route("/", post(async || StatusCode::UNAUTHORIZED)),
            overloaded: wallet_http::overloaded(&HttpConfig::default()),
        };
        tokio::spawn(serve(listener, responders, limits, std::future::pending()));
        address
    }

    /// Sends bytes on a new connection and returns everything received until the server closes the connection.
    async fn received_until_closed(address: SocketAddr, sent: &[u8]) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(sent).await.unwrap();
        let mut received = Vec::new();
        stream.read_to_end(&mut received).await.unwrap();
        String::from_utf8(received).unwrap()
    }

    fn short() -> ConnectionLimits {
        ConnectionLimits {
            header: SHORT,
            body: SHORT,
            ..ConnectionLimits::default()
        }
    }

    #[tokio::test]
    async fn idle_and_slow_connections_are_closed() {
        let address = start(short()).await;
        assert_eq!(received_until_closed(address, b"").await, "");
        received_until_closed(address, b"POST / HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
        let slow_body = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n12";
        let response = received_until_closed(address, slow_body).await;
        assert!(response.starts_with("HTTP/1.1 408"), "{response}");
        assert!(response.contains("connection: close"), "{response}");
        let idle = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n12";
        let response = received_until_closed(address, idle).await;
        assert!(response.starts_with("HTTP/1.1 401"), "{response}");
    }

    #[tokio::test]
    async fn connection_stays_usable_after_a_rejected_body() {
        let address = start(ConnectionLimits::default()).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        for size in [0, 10, 300_000, MAX_READ] {
            let head = format!("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: {size}\r\n\r\n");
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.write_all(&vec![b' '; size]).await.unwrap();
            let mut response = [0; 1024];
            let length = stream.read(&mut response).await.unwrap();
            let response = String::from_utf8_lossy(&response[..length]);
            assert!(response.starts_with("HTTP/1.1 401"), "{size}: {response}");
            assert!(!response.contains("connection: close"), "{size}: {response}");
        }
    }

    #[tokio::test]
    async fn connection_is_closed_after_a_body_that_is_too_long_to_read() {
        let address = start(ConnectionLimits::default()).await;
        let size = MAX_READ + 1;
        let mut request = format!("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: {size}\r\n\r\n").into_bytes();
        request.resize(request.len() + size, b' ');
        let response = received_until_closed(address, &request).await;
        assert!(response.starts_with("HTTP/1.1 401"), "{response}");
        assert!(response.contains("connection: close"), "{response}");
    }

    #[tokio::test]
    async fn connections_beyond_the_maximum_get_503_and_further_ones_wait() {
        let limits = ConnectionLimits {
            connections: 1,
            rejected: 1,
            ..ConnectionLimits::default()
        };
        let address = start(limits).await;
        let first = TcpStream::connect(address).await.unwrap();
        let second = TcpStream::connect(address).await.unwrap();
        let request = b"POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        let third = tokio::spawn(received_until_closed(address, request));
        drop(second);
        let third = third.await.unwrap();
        assert!(third.starts_with("HTTP/1.1 503"), "{third}");
        drop(first);
        // The server may notice later that the first connection is closed.
        while !received_until_closed(address, request)
            .await
            .starts_with("HTTP/1.1 401")
        {}
    }

    #[tokio::test]
    async fn rejected_connection_is_read_and_closed() {
        let limits = ConnectionLimits {
            connections: 0,
            ..ConnectionLimits::default()
        };
        let address = start(limits).await;
        for size in [0, 300_000] {
            let mut request = format!("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: {size}\r\n\r\n").into_bytes();
            request.resize(request.len() + size, b' ');
            let response = received_until_closed(address, &request).await;
            assert!(response.starts_with("HTTP/1.1 503"), "{response}");
            assert!(response.contains("\r\nretry-after: 1\r\n"), "{response}");
            // A page of a different origin reads the response like that of a service.
            assert!(
                response.contains("\r\naccess-control-allow-origin: *\r\n"),
                "{response}"
            );
            assert!(response.contains("\r\nrequest-id: "), "{response}");
            let (_, body) = response.split_once("\r\n\r\n").unwrap();
            let body: serde_json::Value = serde_json::from_str(body).unwrap();
            assert_eq!(body["error"]["code"], "service_unavailable");
            assert_eq!(body["error"]["retriable"], true);
            assert!(response.contains("connection: close"), "{response}");
        }
    }
}
