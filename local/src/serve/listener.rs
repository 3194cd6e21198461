//! The listening socket of the server.

use anyhow::{Context, bail};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::net::TcpListener;

/// Binds the address and returns the listener with the URL for this machine.
pub async fn bind(address: SocketAddr) -> anyhow::Result<(TcpListener, String)> {
    let listener = match TcpListener::bind(address).await {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn port_in_use_is_reported_with_a_remedy() {
        let (first, url) = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await.unwrap();
        let address = first.local_addr().unwrap();
        assert_eq!(url, format!("http://{address}"));
        let error = bind(address).await.unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{address} is in use")) && error.contains("--listen"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn listener_on_all_interfaces_has_a_loopback_url() {
        let (_listener, url) = bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0))).await.unwrap();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    }
}
