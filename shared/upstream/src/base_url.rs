//! The address of an upstream as an operator writes it.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use std::fmt;
use std::net::IpAddr;

/// Where the key belongs in an address. Keys never stand there themselves: a variable is no place for a secret.
pub const KEY_PLACEHOLDER: &str = "{key}";

/// The placeholder as the path of a URL has it.
const PLACEHOLDER_IN_PATH: &str = "%7Bkey%7D";

/// All but what RFC 3986 (section 2.3) calls unreserved: the same key is good in a path and in a query.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

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
    /// The placeholder `{key}` where no key can be put.
    #[error("the placeholder {{key}} may stand in the path and in the query only")]
    Placeholder,
    /// Something behind `#`, which is never sent.
    #[error("it has a part behind '#', which is never sent")]
    Fragment,
}

/// The address of an upstream: https, or http within a private network.
///
/// It prints as scheme and host only, since path and query may hold a key.
#[derive(Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Reads an address.
    pub fn parse(text: &str) -> Result<Self, BaseUrlError> {
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
        if host.contains(['{', '}']) {
            return Err(BaseUrlError::Placeholder);
        }
        if url.fragment().is_some() {
            return Err(BaseUrlError::Fragment);
        }
        Ok(Self(url))
    }

    /// Whether a key belongs into this address.
    pub fn wants_key(&self) -> bool {
        let in_query = self.0.query().is_some_and(|query| query.contains(KEY_PLACEHOLDER));
        in_query || self.0.path().contains(PLACEHOLDER_IN_PATH)
    }

    /// The host without a port.
    pub fn host(&self) -> &str {
        self.0.host_str().expect("an address without a host is not parsed")
    }

    /// This address with more path segments, each percent-encoded. An empty last one gives a trailing slash.
    pub fn join(&self, segments: &[&str]) -> Url {
        let mut url = self.0.clone();
        url.path_segments_mut()
            .expect("http and https addresses have a path")
            .pop_if_empty()
            .extend(segments);
        url
    }

    /// `url`, which [`Self::join`] made and whose query may have grown, with the key in each placeholder.
    /// Only what the operator wrote is looked at: what a caller wrote behind it never gets the key.
    pub fn with_key(&self, mut url: Url, key: &SecretString) -> Url {
        let key = encoded(key);
        let own = self.0.path().trim_end_matches('/');
        if let Some(rest) = url.path().strip_prefix(own) {
            let path = format!("{}{rest}", own.replace(PLACEHOLDER_IN_PATH, &key));
            url.set_path(&path);
        }
        let own = self.0.query().unwrap_or_default();
        if let Some(rest) = url.query().and_then(|query| query.strip_prefix(own)) {
            let query = format!("{}{rest}", own.replace(KEY_PLACEHOLDER, &key));
            url.set_query(Some(&query));
        }
        url
    }
}

/// A key as it stands in an address: percent-encoded.
pub fn encoded(key: &SecretString) -> String {
    utf8_percent_encode(key.expose_secret(), RESERVED).to_string()
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
pub fn is_private(host: &str) -> bool {
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
            ("https://{key}.example.org", BaseUrlError::Placeholder),
            ("https://example.org/#{key}", BaseUrlError::Fragment),
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
    fn the_key_is_encoded_into_path_and_query() {
        for (base, expected) in [
            (
                "https://example.org/{key}/x",
                "https://example.org/a%2F%3F%26b-1/x/tx/y",
            ),
            (
                "https://example.org/x/?chain=1&k={key}",
                "https://example.org/x/tx/y?chain=1&k=a%2F%3F%26b-1",
            ),
        ] {
            let base = BaseUrl::parse(base).expect("a good address");
            assert!(base.wants_key());
            let filled = base.with_key(base.join(&["tx", "y"]), &"a/?&b-1".into());
            assert_eq!(filled.as_str(), expected);
        }
        let plain = BaseUrl::parse("https://example.org/key?x=1").expect("a good address");
        assert!(!plain.wants_key());
    }

    #[test]
    fn what_a_caller_wrote_never_gets_the_key() {
        let base = BaseUrl::parse("https://example.org/{key}/?k={key}").expect("a good address");
        let mut url = base.join(&["{key}", "%7Bkey%7D"]);
        url.query_pairs_mut().append_pair("q", "{key}");
        assert_eq!(
            base.with_key(url, &"0secret".into()).as_str(),
            "https://example.org/0secret/%7Bkey%7D/%257Bkey%257D?k=0secret&q=%7Bkey%7D"
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
