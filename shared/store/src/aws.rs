//! Access to AWS services: one HTTP client and one set of timeouts for all SDK clients.

use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_secretsmanager::config::{Credentials, SharedHttpClient};
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::path::PathBuf;
use std::time::Duration;
use webpki_root_certs::TLS_SERVER_ROOT_CERTS;

/// The trusted certificate authorities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TrustRoots {
    /// The five roots of the AWS endpoints, compiled in, so nothing is loaded at start.
    #[default]
    Amazon,
    /// The roots of the operating system; slow to load, suitable for a developer machine behind a proxy.
    System,
    /// A PEM file, as in `AWS_CA_BUNDLE`.
    File(PathBuf),
}

/// The timeouts of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// Establishing the connection.
    pub connect: Duration,
    /// One attempt.
    pub attempt: Duration,
    /// All attempts together.
    pub total: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(1),
            attempt: Duration::from_secs(3),
            total: Duration::from_secs(10),
        }
    }
}

/// The connection settings. The default is AWS, configured by the environment (region, credentials, and
/// `AWS_ENDPOINT_URL` if set).
#[derive(Clone, Debug, Default)]
pub struct AwsSettings {
    /// The base URL of an emulator of all services.
    pub endpoint: Option<String>,
    /// The trusted root certificates.
    pub trust: TrustRoots,
    /// The timeouts of a call.
    pub deadlines: Deadlines,
}

/// An error in the setup of the AWS clients.
#[derive(Debug, thiserror::Error)]
pub enum AwsSetupError {
    /// The file of trusted roots cannot be read.
    #[error("cannot read the trust roots in {}", path.display())]
    TrustRoots {
        /// The path of the file.
        path: PathBuf,
        /// The I/O error.
        source: std::io::Error,
    },
    /// The TLS library rejects the trusted roots.
    #[error("invalid trust roots: {0}")]
    Tls(String),
}

impl AwsSettings {
    /// Reads the settings; `setting` returns the value of a variable, or `None` if it is not set.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `AWS_CA_BUNDLE` | a PEM file with the roots to trust instead of those of AWS |
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Self {
        let bundle = setting("AWS_CA_BUNDLE").map(|path| TrustRoots::File(path.into()));
        Self {
            trust: bundle.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Returns the settings of a local emulator that requires no real credentials.
    pub fn emulator(endpoint: impl Into<String>) -> Self {
        Self {
            endpoint: Some(endpoint.into()),
            ..Self::default()
        }
    }

    /// Loads the configuration of the SDK clients. All clients created from it share connections.
    pub async fn load(&self) -> Result<SdkConfig, AwsSetupError> {
        let mut loader = aws_config::defaults(BehaviorVersion::latest())
            .timeout_config(self.timeouts())
            .retry_config(RetryConfig::standard());
        if let Some(client) = http_client(&self.trust)? {
            loader = loader.http_client(client);
        }
        if let Some(endpoint) = &self.endpoint {
            loader = loader
                .endpoint_url(endpoint)
                .region(Region::from_static("us-east-1"))
                .credentials_provider(Credentials::new("local", "local", None, None, "emulator"));
        }
        Ok(loader.load().await)
    }

    fn timeouts(&self) -> TimeoutConfig {
        TimeoutConfig::builder()
            .connect_timeout(self.deadlines.connect)
            .operation_attempt_timeout(self.deadlines.attempt)
            .operation_timeout(self.deadlines.total)
            .build()
    }
}

/// Builds the shared HTTP client; `None` selects the SDK's own client, which loads the roots of the operating system.
fn http_client(trust: &TrustRoots) -> Result<Option<SharedHttpClient>, AwsSetupError> {
    let store = match trust {
        TrustRoots::System => return Ok(None),
        TrustRoots::Amazon => amazon_roots(),
        TrustRoots::File(path) => {
            let pem = std::fs::read(path).map_err(|source| AwsSetupError::TrustRoots {
                path: path.clone(),
                source,
            })?;
            TrustStore::empty().with_pem_certificate(pem)
        }
    };
    let tls = TlsContext::builder()
        .with_trust_store(store)
        .build()
        .map_err(|error| AwsSetupError::Tls(error.to_string()))?;
    let client = Builder::new()
        .tls_provider(Provider::Rustls(CryptoMode::AwsLc))
        .tls_context(tls)
        .build_https();
    Ok(Some(client))
}

/// Returns Amazon Root CA 1 to 4 and the Starfield root that signs them for old clients.
/// <https://www.amazontrust.com/repository/>
fn amazon_roots() -> TrustStore {
    TLS_SERVER_ROOT_CERTS
        .iter()
        .filter(|root| is_amazon(root))
        .fold(TrustStore::empty(), |store, root| store.with_pem_certificate(pem(root)))
}

fn is_amazon(der: &[u8]) -> bool {
    let names = |needle: &[u8]| der.windows(needle.len()).any(|window| window == needle);
    names(b"Amazon Root CA ") || names(b"Starfield Services Root Certificate Authority - G2")
}

fn pem(der: &[u8]) -> String {
    format!(
        "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n",
        STANDARD.encode(der)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiled_in_list_has_the_five_aws_roots() {
        let count = TLS_SERVER_ROOT_CERTS.iter().filter(|root| is_amazon(root)).count();
        assert_eq!(count, 5);
    }

    #[test]
    fn compiled_in_list_is_accepted_by_the_tls_library() {
        assert!(http_client(&TrustRoots::Amazon).unwrap().is_some());
    }

    #[test]
    fn missing_roots_file_is_named_in_the_error() {
        let missing = TrustRoots::File("/nonexistent/roots.pem".into());
        let error = http_client(&missing).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot read the trust roots in /nonexistent/roots.pem"
        );
    }
}
