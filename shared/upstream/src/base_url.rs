//! The address of an upstream as an operator writes it.

use reqwest::Url;
use std::fmt;
use std::net::IpAddr;

/// Where a key would stand in an address. Keys never stand there themselves: addresses are logged.
const KEY_PLACEHOLDER: &str = "{key}";

/// Why a text is no address of an upstream. The text itself is not repeated: it may hold a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaseUrlError {
    /// No URL at all, or one without a host.
    #[error("it is no URL of the form https://host/path")]
    Malformed,
    /// Neither https nor http.
    #[error("its scheme is neither https nor http")]
    Scheme,
    /// Plain http to a public host: anybody on the way could read and change the answers.
    #[error("plain http is for hosts of a private network only; use https")]
    PlainHttp,
    /// `user:password@` before the host.
    #[error("it holds credentials; the key of an upstream never stands in a variable")]
    Credentials,
    /// The placeholder `{key}`.
    #[error("the placeholder {{key}} is not supported for this kind of upstream yet")]
    Placeholder,
}

/// The address of an upstream: https, or http within a private network.
///
/// It prints as scheme and host only, since path and query may hold a key.
#[derive(Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Reads an address.
    pub fn parse(text: &str) -> Result<Self, BaseUrlError> {
        if text.contains(KEY_PLACEHOLDER) {
            return Err(BaseUrlError::Placeholder);
        }
        let url = Url::parse(text).map_err(|_| BaseUrlError::Malformed)?;
        let host = url
            .host_str()
            .filter(|host| !host.is_empty())
            .ok_or(BaseUrlError::Malformed)?;
        match url.scheme() {
            "https" => {}
            "http" if is_private(host) => {}
            "http" => return Err(BaseUrlError::PlainHttp),
            _ => return Err(BaseUrlError::Scheme),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BaseUrlError::Credentials);
        }
        Ok(Self(url))
    }

    /// This address with more path segments, each percent-encoded. An empty last one gives a trailing slash.
    pub(crate) fn join(&self, segments: &[&str]) -> Url {
        let mut url = self.0.clone();
        url.path_segments_mut()
            .expect("http and https addresses have a path")
            .pop_if_empty()
            .extend(segments);
        url
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.origin().ascii_serialization())
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Whether the host lies in a private network as far as its name or number tells.
fn is_private(host: &str) -> bool {
    let number = host.trim_start_matches('[').trim_end_matches(']');
    match number.parse() {
        Ok(IpAddr::V4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        Ok(IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
        // A name without a dot is resolved by the container network or the hosts file.
        Err(_) => matches!(host.rsplit_once('.'), None | Some((_, "internal" | "local"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn https_anywhere_and_http_at_home() {
        for good in [
            "https://btc.example.org",
            "https://btc.example.org:9130/blockbook/",
            "http://127.0.0.1:9130",
            "http://[::1]:9130",
            "http://10.1.2.3",
            "http://localhost:9130",
            "http://blockbook:9130",
            "http://btc.node.internal",
        ] {
            assert!(BaseUrl::parse(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn other_addresses_are_refused_by_reason() {
        for (wrong, why) in [
            ("", BaseUrlError::Malformed),
            ("btc.example.org", BaseUrlError::Malformed),
            ("https://", BaseUrlError::Malformed),
            ("ftp://example.org", BaseUrlError::Scheme),
            ("http://example.org", BaseUrlError::PlainHttp),
            ("http://8.8.8.8", BaseUrlError::PlainHttp),
            ("https://me:secret@example.org", BaseUrlError::Credentials),
            ("https://example.org/{key}", BaseUrlError::Placeholder),
        ] {
            assert_eq!(BaseUrl::parse(wrong), Err(why), "{wrong}");
        }
    }

    #[test]
    fn an_address_prints_without_path_and_query() {
        let url = BaseUrl::parse("https://example.org:8443/0123secret?key=0123secret").expect("a good address");
        assert_eq!(
            format!("{url} {url:?}"),
            "https://example.org:8443 https://example.org:8443"
        );
    }

    #[test]
    fn segments_are_percent_encoded_and_cannot_climb() {
        let base = BaseUrl::parse("https://example.org/a/?k=v").expect("a good address");
        assert_eq!(
            base.join(&["api", "v2", "utxo", "../b?c#d", ""]).as_str(),
            "https://example.org/a/api/v2/utxo/..%2Fb%3Fc%23d/?k=v"
        );
    }
}
