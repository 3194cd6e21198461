//! Operators of upstreams.

use std::net::IpAddr;

/// Returns the operator of a host: the last two labels of its name, without the port.
///
/// Names below a public suffix of two labels count as one operator, which demotes fewer upstreams. A single label and
/// an IP address are hosts of a private network and count with their port.
pub(super) fn operator(host: &str) -> &str {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let mut dots = name.rmatch_indices('.').map(|(at, _)| at);
    let (last, before) = (dots.next(), dots.next());
    if last.is_none() || name.starts_with('[') || name.parse::<IpAddr>().is_ok() {
        return host;
    }
    before.map_or(name, |at| &name[at + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_one_domain_have_one_operator() {
        for (host, expected) in [
            ("electrum1.cipig.net:20063", "cipig.net"),
            ("electrum2.cipig.net:20060", "cipig.net"),
            ("cipig.net", "cipig.net"),
            ("a.b.c.example", "c.example"),
            ("localhost:3000", "localhost:3000"),
            ("127.0.0.1:3000", "127.0.0.1:3000"),
            ("10.0.0.7", "10.0.0.7"),
            ("[::1]:3000", "[::1]:3000"),
        ] {
            assert_eq!(operator(host), expected, "{host}");
        }
    }
}
