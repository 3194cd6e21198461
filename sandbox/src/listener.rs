//! The listener of the sandbox: a bounded number of connections, and none that stops reading.

use axum::serve::Listener;
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// The default maximum number of connections; further connections wait.
pub const MAX_CONNECTIONS: usize = 1000;
/// The default time within which a client must read some of a response.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The number of connections that the operating system queues before they are accepted. With the usual 128 it resets
/// some of a few hundred simultaneous connections.
const BACKLOG: u32 = 1024;
/// The delay after a failed accept, for example without a free file descriptor.
const ACCEPT_DELAY: Duration = Duration::from_millis(100);

/// Listens on this loopback port; 0 selects a free port.
pub fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // A restarted sandbox uses the port again. On Windows the option would share the port with running programs.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
    socket.listen(BACKLOG)
}

/// A listener with limits.
#[derive(Debug)]
pub struct BoundedListener {
    listener: TcpListener,
    free: Arc<Semaphore>,
    write_timeout: Duration,
}

/// A connection, closed if the client reads nothing for the write timeout.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    write_timeout: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl BoundedListener {
    /// Creates a listener with a maximum number of connections and a write timeout.
    pub fn new(listener: TcpListener, connections: usize, write_timeout: Duration) -> Self {
        Self {
            listener,
            free: Arc::new(Semaphore::new(connections)),
            write_timeout,
        }
    }
}

impl Listener for BoundedListener {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.free).acquire_owned().await.ok();
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    let connection = Connection {
                        stream,
                        write_timeout: self.write_timeout,
                        stalled: None,
                        _permit: permit,
                    };
                    return (connection, address);
                }
                Err(error) => {
                    tracing::warn!(%error, "accepting a sandbox connection failed");
                    sleep(ACCEPT_DELAY).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connection {
    /// Returns the result of a write, or an error if the client has read nothing for the write timeout.
    fn checked<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let write_timeout = self.write_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(write_timeout)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.checked(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.checked(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const SHORT: Duration = Duration::from_millis(300);
    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n";

    /// Starts a server that accepts a single connection at a time; the response does not fit the buffers of a
    /// connection.
    async fn start() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let listener = BoundedListener::new(listener, 1, SHORT);
        let app = Router::new().route("/", get(async || "x".repeat(64 << 20)));
        tokio::spawn(async move { axum::serve(listener, app).await });
        address
    }

    /// Nothing accepts the connections: they fit the queue of the operating system; the maximum is `somaxconn`.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_thousand_connections_are_queued() {
        let maximum = std::fs::read_to_string("/proc/sys/net/core/somaxconn").unwrap();
        let queued = BACKLOG.min(maximum.trim().parse().unwrap());
        let listener = listen(0).unwrap();
        let address = listener.local_addr().unwrap();
        // Files are limited, so the connections are not kept; the queue has them until they are accepted.
        for number in 0..queued {
            let connected = std::net::TcpStream::connect_timeout(&address, Duration::from_secs(30));
            assert!(connected.is_ok(), "{number}");
        }
    }

    #[tokio::test]
    async fn client_that_does_not_read_loses_its_connection_to_the_next_one() {
        let address = start().await;
        let mut idle = TcpStream::connect(address).await.unwrap();
        idle.write_all(REQUEST).await.unwrap();
        let mut next = TcpStream::connect(address).await.unwrap();
        next.write_all(REQUEST).await.unwrap();
        let mut first = [0; 15];
        tokio::time::timeout(20 * SHORT, next.read_exact(&mut first))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK");
        let mut rest = Vec::new();
        // A reset is an end as well.
        let _ = idle.read_to_end(&mut rest).await;
        assert!(rest.len() < 64 << 20, "{}", rest.len());
    }

    #[tokio::test]
    async fn slow_reader_keeps_its_connection() {
        let mut slow = TcpStream::connect(start().await).await.unwrap();
        slow.write_all(b"GET / HTTP/1.0\r\n\r\n").await.unwrap();
        let (mut total, mut buffer) = (0, vec![0; 16 << 20]);
        loop {
            let read = slow.read(&mut buffer).await.unwrap();
            if read == 0 {
                break;
            }
            total += read;
            if total < 8 << 20 {
                sleep(SHORT / 30).await;
            }
        }
        assert!(total > 64 << 20, "{total}");
    }
}
