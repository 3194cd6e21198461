//! A server with the listening socket and the stop signal, and the files that must outlive the last response.

use super::connections::{ConnectionLimits, Responders};
use super::{DataFolder, EmbeddedDatabase, Sockets, connections};
use anyhow::{Context, bail};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server with the database and the data folder.
pub struct Server {
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
    _database: EmbeddedDatabase,
    _folder: Option<DataFolder>,
    grace: Duration,
}

impl Server {
    /// Serves until shutdown, which ends the sockets. `keep` is dropped after the last response; `grace` is the maximum time for
    /// running requests to complete.
    pub fn start<K: Send + 'static>(
        listener: TcpListener,
        responders: Responders,
        (sockets, keep): (Arc<Sockets>, K),
        (database, folder): (EmbeddedDatabase, Option<DataFolder>),
        grace: Duration,
    ) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            let stopped = async {
                // A dropped sender also stops the server.
                let _ = stopped.await;
                sockets.stop();
            };
            connections::serve(listener, responders, ConnectionLimits::default(), stopped).await;
            sockets.ended().await;
            drop(keep);
        });
        Self {
            stop,
            served,
            _database: database,
            _folder: folder,
            grace,
        }
    }

    /// Stops accepting requests, completes the running requests and closes the files.
    pub async fn shutdown(self) -> anyhow::Result<()> {
        drop(self.stop);
        // Connections that remain open after the grace period are closed when the process ends.
        let served = tokio::time::timeout(self.grace, self.served).await;
        served.map_or(Ok(()), |ended| ended.context("the server failed"))
    }
}

/// The number of connections that the operating system queues before they are accepted. With the usual 128 the system resets some
/// of a few hundred simultaneous connections.
const BACKLOG: u32 = 1024;

/// Binds the address and returns the listener with the URL for this machine.
pub fn bind(address: SocketAddr) -> anyhow::Result<(TcpListener, String)> {
    let listener = match listen(address) {
        Ok(listener) => listener,
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => bail!(
            "{address} is in use by another program (perhaps another instance of this server); stop it, \
             or choose another address: --listen {}",
            SocketAddr::new(address.ip(), address.port().wrapping_add(10))
        ),
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {address}")),
    };
    let mut reachable = listener.local_addr().context("the listener has no address")?;
    if reachable.ip().is_unspecified() {
        reachable.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    Ok((listener, format!("http://{reachable}")))
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // A restarted server uses the same address again. On Windows the option would share it with other programs.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Registers handlers for Ctrl-C and, if the platform has the signal, SIGTERM. The future completes when a signal arrives.
#[cfg(unix)]
pub fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Registers a handler for Ctrl-C. The future completes when the signal arrives.
#[cfg(not(unix))]
pub fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler, only the end of the process can stop the server.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing accepts the connections: they fit the queue of the operating system, whose maximum is `somaxconn`.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_thousand_connections_are_queued() {
        let maximum = std::fs::read_to_string("/proc/sys/net/core/somaxconn").unwrap();
        let queued = BACKLOG.min(maximum.trim().parse().unwrap());
        let (listener, _) = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
        let address = listener.local_addr().unwrap();
        // Files are limited, so the connections are not kept; the queue has them until they are accepted.
        for number in 0..queued {
            let connected = std::net::TcpStream::connect_timeout(&address, Duration::from_secs(30));
            assert!(connected.is_ok(), "{number}");
        }
    }

    #[tokio::test]
    async fn port_in_use_is_reported_with_a_remedy() {
        let (first, url) = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
        let address = first.local_addr().unwrap();
        assert_eq!(url, format!("http://{address}"));
        let error = bind(address).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{address} is in use")) && error.contains("--listen"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn listener_on_all_interfaces_has_a_loopback_url() {
        let (_listener, url) = bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0))).unwrap();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    }
}
