//! Connections over TLS, and certificates that are pinned.

use super::ledger::btc;
use super::server::{Say, Server};
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

/// A self-signed certificate and its key.
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

    /// The form that `openssl x509 -fingerprint -sha256` prints.
    fn pin(&self) -> String {
        let digest = Sha256::digest(&self.certificate);
        let bytes: Vec<_> = digest.iter().map(|byte| format!("{byte:02X}")).collect();
        bytes.join(":")
    }
}

/// Shows a certificate, whoever's key is behind it.
#[derive(Debug)]
struct Shown(Arc<CertifiedKey>);

impl ResolvesServerCert for Shown {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0))
    }
}

/// A server that shows a certificate and signs with a key.
async fn server(certificate: &CertificateDer<'static>, key: &KeyPair) -> Server {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key in PKCS #8");
    let key = provider
        .key_provider
        .load_private_key(key)
        .expect("a key of a known kind");
    let shown = Shown(Arc::new(CertifiedKey::new(vec![certificate.clone()], key)));
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the default versions")
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(shown));
    Server::secured(TlsAcceptor::from(Arc::new(config)), |call| match call.method.as_str() {
        "server.version" => Say::Nothing,
        _ => Say::error(2, "missing transaction"),
    })
    .await
}

/// Asks the server under this name and pin.
async fn ask(server: &Server, host: &str, pin: Option<&str>) -> Result<Option<Vec<u8>>, UpstreamError> {
    let pin = pin.map(|pin| format!("?sha256={pin}")).unwrap_or_default();
    let port = configured(&format!("electrum+ssl://{host}:{}{pin}", server.port));
    let txid = "11".repeat(32).parse().expect("a txid");
    port.raw_transaction(btc(), txid, soon()).await
}

#[track_caller]
fn assert_refused(found: &Result<Option<Vec<u8>>, UpstreamError>, server: &Server) {
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
    assert_eq!(
        server.calls(),
        [],
        "nothing is said to a server that is not the right one"
    );
}

#[tokio::test]
async fn a_pinned_certificate_is_believed_whatever_is_in_it() {
    let mut expired = CertificateParams::new(["localhost".to_owned()]).expect("a name");
    (expired.not_before, expired.not_after) = (date_time_ymd(2015, 1, 1), date_time_ymd(2016, 1, 1));
    for own in [
        SelfSigned::for_name("localhost"),
        SelfSigned::for_name("another.example"),
        SelfSigned::with(&expired),
    ] {
        let server = server(&own.certificate, &own.key).await;
        assert_eq!(ask(&server, "localhost", Some(&own.pin())).await, Ok(None));
        let lower = own.pin().replace(':', "").to_lowercase();
        assert_eq!(ask(&server, "127.0.0.1", Some(&lower)).await, Ok(None));
    }
}

#[tokio::test]
async fn another_certificate_than_the_pinned_one_is_refused() {
    let own = SelfSigned::for_name("localhost");
    let server = server(&own.certificate, &own.key).await;
    let other = SelfSigned::for_name("localhost").pin();
    assert_refused(&ask(&server, "localhost", Some(&other)).await, &server);
}

#[tokio::test]
async fn a_self_signed_certificate_without_a_pin_is_refused() {
    let own = SelfSigned::for_name("localhost");
    let server = server(&own.certificate, &own.key).await;
    assert_refused(&ask(&server, "localhost", None).await, &server);
}

/// Certificates are public: whoever shows one must have its key, too.
#[tokio::test]
async fn a_copied_certificate_is_refused() {
    let own = SelfSigned::for_name("localhost");
    let thief = KeyPair::generate().expect("a key");
    let server = server(&own.certificate, &thief).await;
    assert_refused(&ask(&server, "localhost", Some(&own.pin())).await, &server);
}

#[tokio::test]
async fn a_server_without_tls_is_refused() {
    let plain = Server::start(|_| Say::Nothing).await;
    assert_refused(&ask(&plain, "localhost", None).await, &plain);
}
