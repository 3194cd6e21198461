//! Source networks of requests.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address, which one subscriber owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceNetwork {
    /// One IPv4 address.
    V4(Ipv4Addr),
    /// The first address of an IPv6 /64.
    V6(Ipv6Addr),
    /// A request without a source address. All of them share one network.
    Unknown,
}

impl SourceNetwork {
    /// Returns the network of an address. An IPv4 address in IPv6 notation (`::ffff:…`) is an IPv4 address.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::V4(address),
            IpAddr::V6(address) => Self::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        }
    }

    /// Returns the network of an address in text form; `Unknown` if the text is not an address.
    pub fn parse(text: &str) -> Self {
        text.parse().map_or(Self::Unknown, Self::of)
    }
}

impl fmt::Display for SourceNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::V4(address) => write!(f, "{address}/32"),
            Self::V6(first) => write!(f, "{first}/64"),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is_in(address: &str, network: &str) {
        assert_eq!(SourceNetwork::parse(address).to_string(), network);
    }

    #[test]
    fn ipv4_address_is_a_network() {
        is_in("203.0.113.7", "203.0.113.7/32");
        is_in("::ffff:203.0.113.7", "203.0.113.7/32");
    }

    #[test]
    fn ipv6_addresses_share_a_network_of_64_bits() {
        is_in("2001:db8:1:2::1", "2001:db8:1:2::/64");
        is_in("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64");
        is_in("2001:db8:1:3::1", "2001:db8:1:3::/64");
    }

    #[test]
    fn other_text_is_the_unknown_network() {
        for text in ["", "localhost", "203.0.113.7:443", "203.0.113.7, 10.0.0.1"] {
            is_in(text, "unknown");
        }
    }
}
