//! The listening socket of the server.

use anyhow::{Context, bail};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::net::{TcpListener, TcpSocket};

/// The number of connections that the operating system queues before they are accepted. With the usual 128 it resets some
/// of a few hundred simultaneous ones.
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
    // A restarted server uses its address again. On Windows the option would share it with other programs.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
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
            let connected = std::net::TcpStream::connect_timeout(&address, std::time::Duration::from_secs(30));
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
