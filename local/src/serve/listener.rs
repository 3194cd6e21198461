//! The port that the server listens on.

use anyhow::{Context, bail};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::net::TcpListener;

/// Takes the port, and says under which URL this machine reaches it.
pub async fn bind(address: SocketAddr) -> anyhow::Result<(TcpListener, String)> {
    let listener = match TcpListener::bind(address).await {
        Ok(listener) => listener,
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => bail!(
            "{address} is taken by another program (perhaps this server runs already); stop that one, \
             or choose another address: --listen {}",
            SocketAddr::new(address.ip(), address.port().wrapping_add(1))
        ),
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {address}")),
    };
    let mut reached = listener.local_addr().context("the listener has no address")?;
    if reached.ip().is_unspecified() {
        reached.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    Ok((listener, format!("http://{reached}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_taken_port_is_named_with_the_way_out() {
        let (first, url) = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await.unwrap();
        let address = first.local_addr().unwrap();
        assert_eq!(url, format!("http://{address}"));
        let error = bind(address).await.unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{address} is taken")) && error.contains("--listen"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn a_listener_on_every_interface_is_reached_on_loopback() {
        let (_listener, url) = bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0))).await.unwrap();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
    }
}
