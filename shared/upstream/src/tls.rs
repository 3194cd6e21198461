//! TLS configuration of all connections to upstreams.

use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::{ClientConfig, RootCertStore};
use std::sync::{Arc, OnceLock};

/// Returns the cryptography provider of all connections.
pub fn provider() -> Arc<CryptoProvider> {
    Arc::new(aws_lc_rs::default_provider())
}

/// Returns a configuration with the compiled-in roots of the Mozilla program, whose verifier all copies share: loading the
/// system roots takes most of a cold start.
pub fn public_roots() -> Result<ClientConfig, rustls::Error> {
    shared_public_roots().map(Arc::unwrap_or_clone)
}

/// Returns the shared configuration with the compiled-in roots for all connections without further settings: a process
/// has clients of a dozen servers, of which it connects to few.
pub fn shared_public_roots() -> Result<Arc<ClientConfig>, rustls::Error> {
    static SHARED: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = SHARED.get() {
        return Ok(Arc::clone(config));
    }
    let config = Arc::new(with_roots(RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    })?);
    Ok(Arc::clone(SHARED.get_or_init(|| config)))
}

/// Builds a configuration with the roots.
pub fn with_roots(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
    use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
    use rustls::{ClientConnection, ServerConfig, ServerConnection};

    fn new_authority() -> CertifiedIssuer<'static, KeyPair> {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
    }

    fn issued(by: &CertifiedIssuer<'_, KeyPair>, until: i32) -> (CertificateDer<'static>, KeyPair) {
        let mut params = CertificateParams::new(["electrum.example".to_owned()]).unwrap();
        params.not_after = date_time_ymd(until, 1, 1);
        let key = KeyPair::generate().unwrap();
        (params.signed_by(&key, by).unwrap().der().clone(), key)
    }

    /// Runs a handshake of a client with this root against a server with this certificate, under this name.
    fn handshake(
        root: &CertificateDer<'static>,
        name: &str,
        (certificate, key): (CertificateDer<'static>, KeyPair),
    ) -> Result<(), rustls::Error> {
        let mut roots = RootCertStore::empty();
        roots.add(root.clone()).unwrap();
        let name = ServerName::try_from(name.to_owned()).unwrap();
        let mut client = ClientConnection::new(Arc::new(with_roots(roots).unwrap()), name).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        let mut server = ServerConnection::new(Arc::new(config)).unwrap();
        while client.is_handshaking() {
            let mut wire = Vec::new();
            client.write_tls(&mut wire).unwrap();
            server.read_tls(&mut wire.as_slice()).unwrap();
            server.process_new_packets().unwrap();
            wire.clear();
            server.write_tls(&mut wire).unwrap();
            client.read_tls(&mut wire.as_slice()).unwrap();
            client.process_new_packets()?;
        }
        Ok(())
    }

    #[test]
    fn certificate_needs_a_known_issuer_a_matching_name_and_validity() {
        let authority = new_authority();
        let root = authority.der();
        let name = "electrum.example";
        assert_eq!(handshake(root, name, issued(&authority, 2500)), Ok(()));

        let other = new_authority();
        for (root, name, until) in [
            (other.der(), name, 2500),
            (root, "other.example", 2500),
            (root, name, 2020),
        ] {
            let result = handshake(root, name, issued(&authority, until));
            let is_certificate = matches!(result, Err(rustls::Error::InvalidCertificate(_)));
            assert!(is_certificate, "{name} {until}: {result:?}");
        }
    }
}
