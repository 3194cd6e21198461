//! TLS connections and pinned certificates.

use super::ledger::btc;
use super::server::{Reaction, Server};
use super::{configured, soon};
use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_core::ports::upstream::UpstreamError;

/// A self-signed certificate and key.
struct SelfSigned {
    certificate: CertificateDer<'static>,
    key: KeyPair,
}

impl SelfSigned {
    fn for_name(name: &str) -> Self {
        Self::with(&CertificateParams::new([name.to_owned()]).expect("a name"))
    }

    fn with(params: &CertificateParams) -> Self {
        let key = KeyPair::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        Self {
            certificate: certificate.der().clone(),
            key,
        }
    }

    /// Returns the pin in the format of `openssl x509 -fingerprint -sha256`.
    fn pin(&self) -> String {
        let digest = Sha256::digest(&self.certificate);
        let bytes: Vec<_> = digest.iter().map(|byte| format!("{byte:02X}")).collect();
        bytes.join(":")
    }
}

/// Presents a certificate with any key.
#[derive(Debug)]
struct StaticCertificate(Arc<CertifiedKey>);

impl ResolvesServerCert for StaticCertificate {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0))
    }
}

/// Starts a server that presents a certificate and signs with a key.
async fn server(certificate: &CertificateDer<'static>, key: &KeyPair) -> Server {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key in PKCS #8");
    let key = provider
        .key_provider
        .load_private_key(key)
        .expect("a key of a known kind");
    let resolver = StaticCertificate(Arc::new(CertifiedKey::new(vec![certificate.clone()], key)));
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the default versions")
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(resolver));
    Server::secured(TlsAcceptor::from(Arc::new(config)), |call| match call.method.as_str() {
        "server.version" => Reaction::Nothing,
        _ => Reaction::error(2, "missing transaction"),
    })
    .await
}

/// Sends a request to the server under this name and pin.
async fn request_transaction(server: &Server, host: &str, pin: Option<&str>) -> Result<Option<Vec<u8>>, UpstreamError> {
    let pin = pin.map(|pin| format!("?sha256={pin}")).unwrap_or_default();
    let port = configured(&format!("electrum+ssl://{host}:{}{pin}", server.port));
    let txid = "11".repeat(32).parse().expect("a txid");
    port.raw_transaction(btc(), txid, soon()).await
}

#[track_caller]
fn assert_rejected(found: &Result<Option<Vec<u8>>, UpstreamError>, server: &Server) {
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
    assert_eq!(server.calls(), [], "no call is sent to an untrusted server");
}

#[tokio::test]
async fn pinned_certificate_is_trusted_regardless_of_its_content() {
    let mut expired = CertificateParams::new(["localhost".to_owned()]).expect("a name");
    (expired.not_before, expired.not_after) = (date_time_ymd(2015, 1, 1), date_time_ymd(2016, 1, 1));
    for own in [
        SelfSigned::for_name("localhost"),
        SelfSigned::for_name("another.example"),
        SelfSigned::with(&expired),
    ] {
        let server = server(&own.certificate, &own.key).await;
        assert_eq!(
            request_transaction(&server, "localhost", Some(&own.pin())).await,
            Ok(None)
        );
        let lower = own.pin().replace(':', "").to_lowercase();
        assert_eq!(request_transaction(&server, "127.0.0.1", Some(&lower)).await, Ok(None));
    }
}

#[tokio::test]
async fn certificate_other_than_the_pinned_one_is_rejected() {
    let own = SelfSigned::for_name("localhost");
    let server = server(&own.certificate, &own.key).await;
    let other = SelfSigned::for_name("localhost").pin();
    assert_rejected(&request_transaction(&server, "localhost", Some(&other)).await, &server);
}

#[tokio::test]
async fn self_signed_certificate_without_a_pin_is_rejected() {
    let own = SelfSigned::for_name("localhost");
    let server = server(&own.certificate, &own.key).await;
    assert_rejected(&request_transaction(&server, "localhost", None).await, &server);
}

/// Certificates are public: the server must prove possession of the key.
#[tokio::test]
async fn copied_certificate_is_rejected() {
    let own = SelfSigned::for_name("localhost");
    let other_key = KeyPair::generate().expect("a key");
    let server = server(&own.certificate, &other_key).await;
    assert_rejected(
        &request_transaction(&server, "localhost", Some(&own.pin())).await,
        &server,
    );
}

#[tokio::test]
async fn server_without_tls_is_rejected() {
    let plain = Server::start(|_| Reaction::Nothing).await;
    assert_rejected(&request_transaction(&plain, "localhost", None).await, &plain);
}
