//! URL of an upstream as written by an operator.

use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use std::fmt;
use std::net::IpAddr;
use wallet_core::model::percent_encode;

/// Placeholder of the key in a URL. The key never appears there: an environment variable is unsuitable
/// for secrets.
pub const KEY_PLACEHOLDER: &str = "{key}";

/// The placeholder as encoded in the path of a URL.
const PLACEHOLDER_IN_PATH: &str = "%7Bkey%7D";

/// Error of an invalid upstream URL. The text does not quote the URL, which may hold a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaseUrlError {
    /// Not a URL, or a URL without a host.
    #[error("expected a URL of the form https://host/path")]
    Malformed,
    /// Scheme besides https and http.
    #[error("unsupported scheme, expected https or http")]
    Scheme,
    /// Plain http to a public host: third parties could read and change the responses.
    #[error("plain http is allowed for hosts of a private network only; use https")]
    PlainHttp,
    /// `user:password@` before the host.
    #[error("credentials are not allowed; write {{key}} instead of the key of an upstream")]
    Credentials,
    /// Placeholder `{key}` at a position without a key.
    #[error("the placeholder {{key}} is allowed in the path and in the query only")]
    Placeholder,
    /// Fragment (`#…`), which is never sent.
    #[error("the URL must not have a fragment ('#…'), which is never sent")]
    Fragment,
}

/// URL of an upstream: https, or http within a private network.
///
/// The URL is displayed as scheme and host only, since path and query may hold a key.
#[derive(Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Parses a URL.
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

    /// Returns true if the URL has a placeholder for a key.
    pub fn requires_key(&self) -> bool {
        let in_query = self.0.query().is_some_and(|query| query.contains(KEY_PLACEHOLDER));
        in_query || self.0.path().contains(PLACEHOLDER_IN_PATH)
    }

    /// Returns the host without the port.
    pub fn host(&self) -> &str {
        self.0.host_str().expect("a parsed URL has a host")
    }

    /// Returns this URL with further path segments, each percent-encoded. An empty last segment adds a trailing
    /// slash.
    pub fn join(&self, segments: &[&str]) -> Url {
        let mut url = self.0.clone();
        url.path_segments_mut()
            .expect("http and https URLs have a path")
            .pop_if_empty()
            .extend(segments);
        url
    }

    /// Replaces the placeholders of `url` by the key. The URL was built by [`Self::join`], and the query may
    /// have been extended. Only the operator's part is changed: parts from a client never receive the key.
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

/// Percent-encodes a key for a URL.
pub fn encoded(key: &SecretString) -> String {
    percent_encode(key.expose_secret())
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

/// Returns true if the name or IP address of the host shows that it is in a private network.
pub fn is_private(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    match address.parse() {
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
    fn https_is_allowed_anywhere_and_http_in_private_networks() {
        for valid in [
            "https://btc.example.org",
            "https://btc.example.org:9130/blockbook/",
            "http://127.0.0.1:9130",
            "http://[::1]:9130",
            "http://10.1.2.3",
            "http://localhost:9130",
            "http://blockbook:9130",
            "http://btc.node.internal",
        ] {
            assert!(BaseUrl::parse(valid).is_ok(), "{valid}");
        }
    }

    #[test]
    fn invalid_urls_are_rejected_with_a_reason() {
        for (invalid, error) in [
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
            assert_eq!(BaseUrl::parse(invalid), Err(error), "{invalid}");
        }
    }

    #[test]
    fn url_prints_without_path_and_query() {
        let url = BaseUrl::parse("https://example.org:8443/0123secret?key=0123secret").expect("a valid URL");
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
            let base = BaseUrl::parse(base).expect("a valid URL");
            assert!(base.requires_key());
            let filled = base.with_key(base.join(&["tx", "y"]), &"a/?&b-1".into());
            assert_eq!(filled.as_str(), expected);
        }
        let plain = BaseUrl::parse("https://example.org/key?x=1").expect("a valid URL");
        assert!(!plain.requires_key());
    }

    #[test]
    fn client_input_never_receives_the_key() {
        let base = BaseUrl::parse("https://example.org/{key}/?k={key}").expect("a valid URL");
        let mut url = base.join(&["{key}", "%7Bkey%7D"]);
        url.query_pairs_mut().append_pair("q", "{key}");
        assert_eq!(
            base.with_key(url, &"0secret".into()).as_str(),
            "https://example.org/0secret/%7Bkey%7D/%257Bkey%257D?k=0secret&q=%7Bkey%7D"
        );
    }

    #[test]
    fn segments_are_percent_encoded() {
        let base = BaseUrl::parse("https://example.org/a/?k=v").expect("a valid URL");
        assert_eq!(
            base.join(&["api", "v2", "utxo", "../b?c#d", ""]).as_str(),
            "https://example.org/a/api/v2/utxo/..%2Fb%3Fc%23d/?k=v"
        );
    }
}
