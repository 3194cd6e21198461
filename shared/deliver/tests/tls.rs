//! Certificates of receivers.

use crate::fixture::{RuntimeClock, ScriptedNames, ports, result, settings};
use crate::receiver::Receiver;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::{RootCertStore, ServerConfig};
use std::sync::Arc;
use wallet_deliver::{HttpTransport, Sender};
use wallet_notifications::delivery::{AttemptResult, Failure, Reach};
use wallet_upstream::tls;

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

fn server(name: &str, authority: &CertifiedIssuer<'_, KeyPair>) -> ServerConfig {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new([name.to_owned()]).unwrap();
    let certificate = params.signed_by(&key, authority).unwrap().der().clone();
    let mut config = ServerConfig::builder_with_provider(tls::provider())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], PrivateKeyDer::try_from(key.serialize_der()).unwrap())
        .unwrap();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    config
}

#[tokio::test]
async fn certificate_must_be_valid_for_the_name() {
    let (known, unknown) = (authority(), authority());
    let mut roots = RootCertStore::empty();
    roots.add(known.der().clone()).unwrap();
    let transport = HttpTransport::new(ScriptedNames::new(&[&["127.0.0.1"]]), tls::with_roots(roots).unwrap());
    let settings = settings(Reach::PublicAndLoopback);
    let sender = Sender::with_transport(settings, ports(RuntimeClock::start()), Arc::new(transport));
    let failed = AttemptResult::Failure(Failure::Connection);
    for (name, authority, expected) in [
        ("hook.example", &known, AttemptResult::Status(200)),
        ("127.0.0.1", &known, failed),
        ("other.example", &known, failed),
        ("hook.example", &unknown, failed),
    ] {
        let receiver = Receiver::with_tls(server(name, authority), 200).await;
        for _ in 0..2 {
            assert_eq!(
                result(&sender, &receiver.url("https", "hook.example")).await,
                expected,
                "{name}"
            );
        }
        let requests = if expected == failed { 0 } else { 2 };
        assert_eq!(
            (receiver.received().len(), receiver.accepted()),
            (requests, 2),
            "{name}"
        );
    }
}
