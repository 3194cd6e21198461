//! Address of an Electrum server as written by an operator, `ssl://host:port` or `tcp://host:port`, and certificate
//! pins set by an operator (docs/decisions/upstreams.md#electrum-certificate-pins).

use reqwest::Url;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, SignatureScheme};
use sha2::{Digest, Sha256};
use std::fmt;
use std::sync::Arc;
use wallet_upstream::base_url::is_private;
use wallet_upstream::tls::provider;

/// Error of an invalid server address. The text does not quote the address, which may hold a key by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServerAddressError {
    /// Not of the form `scheme://host:port`, or with further parts.
    #[error("expected the form ssl://host:port or tcp://host:port")]
    Malformed,
    /// Scheme besides ssl and tcp.
    #[error("unsupported scheme, expected ssl or tcp")]
    Scheme,
    /// Unencrypted connection to a public host: third parties could read and change the responses.
    #[error("tcp is allowed for hosts of a private network only; use ssl")]
    PlainTcp,
    /// Malformed pin, or a pin without TLS.
    #[error("the query must be sha256= and the 64 hex digits of a certificate fingerprint, and the scheme must be ssl")]
    Pin,
}

/// Security of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Security {
    /// Unencrypted, in a private network.
    None,
    /// Certificate that chains to a public root.
    PublicRoots,
    /// Certificate with this fingerprint.
    Pinned(Fingerprint),
}

/// Host, port and security of an Electrum server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    host: String,
    port: u16,
    security: Security,
}

impl ServerAddress {
    /// Parses an address; `ssl://host:port?sha256=<fingerprint>` pins the server's certificate.
    pub fn parse(text: &str) -> Result<Self, ServerAddressError> {
        let url = Url::parse(text).map_err(|_| ServerAddressError::Malformed)?;
        let host = url.host_str().unwrap_or_default().to_ascii_lowercase();
        let has_more = !matches!(url.path(), "" | "/") || url.fragment().is_some();
        let has_credentials = !url.username().is_empty() || url.password().is_some();
        let (Some(port @ 1..), false, false, false) = (url.port(), host.is_empty(), has_more, has_credentials) else {
            return Err(ServerAddressError::Malformed);
        };
        let security = match (url.scheme(), url.query()) {
            ("ssl", None) => Security::PublicRoots,
            ("ssl", Some(query)) => Security::Pinned(read_pin(query)?),
            ("tcp", Some(_)) => return Err(ServerAddressError::Pin),
            ("tcp", None) if is_private(&host) => Security::None,
            ("tcp", None) => return Err(ServerAddressError::PlainTcp),
            _ => return Err(ServerAddressError::Scheme),
        };
        Ok(Self { host, port, security })
    }

    /// Returns the host name or IP address, without brackets.
    pub(super) fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    pub(super) const fn security(&self) -> Security {
        self.security
    }
}

fn read_pin(query: &str) -> Result<Fingerprint, ServerAddressError> {
    let digits = query.strip_prefix("sha256=").ok_or(ServerAddressError::Pin)?;
    Fingerprint::parse(digits).ok_or(ServerAddressError::Pin)
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.security {
            Security::None => "tcp",
            Security::PublicRoots | Security::Pinned(_) => "ssl",
        };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

/// SHA-256 of a certificate in DER, as `openssl x509 -fingerprint -sha256` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Parses 64 hex digits, with or without colons between the bytes.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits = text.replace(':', "");
        let bytes = hex::decode(digits).ok()?;
        bytes.try_into().ok().map(Self)
    }

    fn of(certificate: &CertificateDer<'_>) -> Self {
        Self(Sha256::digest(certificate).into())
    }
}

/// Builds a TLS configuration that trusts only the certificate with this fingerprint.
pub(super) fn pinned(fingerprint: Fingerprint) -> Result<ClientConfig, rustls::Error> {
    let verifier = PinnedCertificate {
        fingerprint,
        provider: provider(),
    };
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(config)
}

/// Verifier that replaces the checks of chain, name and dates: the operator vouches for this certificate.
#[derive(Debug)]
struct PinnedCertificate {
    fingerprint: Fingerprint,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for PinnedCertificate {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if Fingerprint::of(certificate) == self.fingerprint {
            Ok(ServerCertVerified::assertion())
        } else {
            Err(CertificateError::ApplicationVerificationFailure.into())
        }
    }

    // A certificate is public: only the handshake signature proves that the server holds the key.

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(
            message,
            certificate,
            signature,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(
            message,
            certificate,
            signature,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIN: &str = "00112233445566778899aabbccddeeff00112233445566778899AABBCCDDEEFF";

    #[test]
    fn ssl_is_allowed_anywhere_and_tcp_in_private_networks() {
        let with_colons =
            "00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff:00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff";
        for (valid, host, port) in [
            ("ssl://Electrum.Example.org:50002", "electrum.example.org", 50002),
            ("ssl://203.0.113.7:443/", "203.0.113.7", 443),
            ("ssl://[2001:db8::1]:50002", "2001:db8::1", 50002),
            (
                &format!("ssl://electrum.example.org:50002?sha256={PIN}"),
                "electrum.example.org",
                50002,
            ),
            (
                &format!("ssl://electrum.example.org:50002?sha256={with_colons}"),
                "electrum.example.org",
                50002,
            ),
            ("tcp://127.0.0.1:50001", "127.0.0.1", 50001),
            ("tcp://[::1]:50001", "::1", 50001),
            ("tcp://electrumx:50001", "electrumx", 50001),
            ("tcp://ltc.node.internal:50001", "ltc.node.internal", 50001),
        ] {
            let address = ServerAddress::parse(valid).expect(valid);
            assert_eq!((address.host(), address.port()), (host, port), "{valid}");
        }
    }

    #[test]
    fn invalid_addresses_are_rejected_with_a_reason() {
        for (invalid, error) in [
            ("", ServerAddressError::Malformed),
            ("electrum.example.org:50002", ServerAddressError::Malformed),
            ("ssl://", ServerAddressError::Malformed),
            ("ssl://electrum.example.org", ServerAddressError::Malformed),
            ("ssl://electrum.example.org:0", ServerAddressError::Malformed),
            ("ssl://electrum.example.org:70000", ServerAddressError::Malformed),
            ("ssl://electrum.example.org:50002/path", ServerAddressError::Malformed),
            ("ssl://electrum.example.org:50002#part", ServerAddressError::Malformed),
            (
                "ssl://me:secret@electrum.example.org:50002",
                ServerAddressError::Malformed,
            ),
            ("https://electrum.example.org:50002", ServerAddressError::Scheme),
            ("tls://electrum.example.org:50002", ServerAddressError::Scheme),
            ("tcp://electrum.example.org:50001", ServerAddressError::PlainTcp),
            ("tcp://203.0.113.7:50001", ServerAddressError::PlainTcp),
            ("ssl://electrum.example.org:50002?", ServerAddressError::Pin),
            ("ssl://electrum.example.org:50002?sha256=", ServerAddressError::Pin),
            ("ssl://electrum.example.org:50002?sha256=00ff", ServerAddressError::Pin),
            (
                &format!("ssl://electrum.example.org:50002?sha1={PIN}"),
                ServerAddressError::Pin,
            ),
            (
                &format!("ssl://electrum.example.org:50002?sha256={PIN}&x=1"),
                ServerAddressError::Pin,
            ),
            (&format!("tcp://127.0.0.1:50001?sha256={PIN}"), ServerAddressError::Pin),
        ] {
            assert_eq!(ServerAddress::parse(invalid), Err(error), "{invalid}");
        }
    }

    #[test]
    fn address_prints_without_its_pin() {
        let address =
            ServerAddress::parse(&format!("ssl://[2001:db8::1]:50002?sha256={PIN}")).expect("a valid address");
        assert_eq!(address.to_string(), "ssl://[2001:db8::1]:50002");
    }
}
