//! Access to AWS services: a shared HTTP client and shared timeouts for all SDK clients.

pub(crate) mod dynamo;
mod http_client;
pub(crate) mod signing;
#[cfg(feature = "profiles")]
mod stack;

pub use aws_types::SdkConfig;
#[cfg(feature = "profiles")]
pub use stack::{Stack, StackError, read_stack};

use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_runtime_api::client::behavior_version::BehaviorVersion;
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;
use aws_types::region::Region;
use aws_types::service_config::{LoadServiceConfig, ServiceConfigKey};
use http_client::{HttpSetupError, SdkHttpClient};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The trusted certificate authorities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TrustRoots {
    /// The five roots of the AWS endpoints, compiled in, so nothing is loaded at start.
    #[default]
    Amazon,
    /// The roots of the operating system; slow to load, suitable for a developer machine behind a proxy.
    #[cfg(feature = "profiles")]
    System,
    /// A PEM file, as in `AWS_CA_BUNDLE`.
    File(PathBuf),
}

/// The timeouts of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    /// Establishing the connection.
    pub connect: Duration,
    /// A single attempt.
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

/// The connection settings.
#[derive(Clone, Debug, Default)]
pub struct AwsSettings {
    /// The base URL of an emulator of all services.
    pub endpoint: Option<String>,
    /// The base URLs of emulators of single services, which precede that of all services.
    pub service_endpoints: ServiceEndpoints,
    /// The region, for example `eu-central-1`.
    pub region: Option<String>,
    /// The credentials, which do not change while a function runs.
    pub credentials: Option<Credentials>,
    /// The trusted root certificates.
    pub trust: TrustRoots,
    /// The timeouts of a call.
    pub deadlines: Deadlines,
    /// The HTTP client of the SDK; by default over the network with the trusted root certificates.
    pub http_client: Option<SharedHttpClient>,
}

/// Base URLs of emulators of single services.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceEndpoints {
    /// DynamoDB.
    pub dynamodb: Option<String>,
    /// Secrets Manager.
    pub secrets_manager: Option<String>,
    /// SQS.
    pub sqs: Option<String>,
}

impl LoadServiceConfig for ServiceEndpoints {
    fn load_config(&self, key: ServiceConfigKey<'_>) -> Option<String> {
        match (key.env(), key.service_id()) {
            ("AWS_ENDPOINT_URL", "DynamoDB") => self.dynamodb.clone(),
            ("AWS_ENDPOINT_URL", "Secrets Manager") => self.secrets_manager.clone(),
            ("AWS_ENDPOINT_URL", "SQS") => self.sqs.clone(),
            _ => None,
        }
    }
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
        source: io::Error,
    },
    /// The HTTP client cannot be set up.
    #[error("cannot set up the HTTP client")]
    Http(#[from] HttpSetupError),
}

impl AwsSettings {
    /// Reads the settings; `setting` returns the value of a variable, or `None` if not set.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `AWS_REGION`, or `AWS_DEFAULT_REGION` | the region |
    /// | `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN` | the credentials, set by Lambda |
    /// | `AWS_ENDPOINT_URL` | the base URL of an emulator instead of AWS |
    /// | `AWS_ENDPOINT_URL_DYNAMODB`, `AWS_ENDPOINT_URL_SECRETS_MANAGER`, `AWS_ENDPOINT_URL_SQS` | the same for a single service |
    /// | `AWS_CA_BUNDLE` | a PEM file with the roots to trust instead of those of AWS |
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Self {
        let setting = |name: &str| setting(name).filter(|value| !value.is_empty());
        let bundle = setting("AWS_CA_BUNDLE").map(|path| TrustRoots::File(path.into()));
        let key = setting("AWS_ACCESS_KEY_ID").zip(setting("AWS_SECRET_ACCESS_KEY"));
        Self {
            endpoint: setting("AWS_ENDPOINT_URL"),
            service_endpoints: ServiceEndpoints {
                dynamodb: setting("AWS_ENDPOINT_URL_DYNAMODB"),
                secrets_manager: setting("AWS_ENDPOINT_URL_SECRETS_MANAGER"),
                sqs: setting("AWS_ENDPOINT_URL_SQS"),
            },
            region: setting("AWS_REGION").or_else(|| setting("AWS_DEFAULT_REGION")),
            credentials: key
                .map(|(id, secret)| Credentials::new(id, secret, setting("AWS_SESSION_TOKEN"), None, "environment")),
            trust: bundle.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Returns the settings of a local emulator that requires no real credentials.
    pub fn emulator(endpoint: impl Into<String>) -> Self {
        Self {
            endpoint: Some(endpoint.into()),
            region: Some("us-east-1".to_owned()),
            credentials: Some(Credentials::new("local", "local", None, None, "emulator")),
            ..Self::default()
        }
    }

    /// Returns the configuration of the SDK clients. All clients of this configuration share connections.
    pub fn load(&self) -> Result<SdkConfig, AwsSetupError> {
        let mut config = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .http_client(self.http_client()?)
            .service_config(self.service_endpoints.clone())
            .sleep_impl(TokioSleep::new())
            .timeout_config(self.timeouts())
            .retry_config(RetryConfig::standard())
            .region(self.region.clone().map(Region::new));
        if let Some(credentials) = &self.credentials {
            config = config.credentials_provider(SharedCredentialsProvider::new(credentials.clone()));
        }
        if let Some(endpoint) = &self.endpoint {
            config = config.endpoint_url(endpoint);
        }
        Ok(config.build())
    }

    /// Returns the configuration of the SDK clients of an operator: region and credentials as the AWS command line
    /// finds them, in the environment, a profile, or the metadata of the machine. The profile and the region of `self`
    /// have precedence.
    #[cfg(feature = "profiles")]
    pub async fn load_profile(&self, profile: Option<&str>) -> Result<SdkConfig, AwsSetupError> {
        let mut loader = aws_config::defaults(BehaviorVersion::latest())
            .http_client(self.http_client()?)
            .timeout_config(self.timeouts())
            .retry_config(RetryConfig::standard());
        if let Some(name) = profile {
            loader = loader.profile_name(name);
        }
        if let Some(region) = &self.region {
            loader = loader.region(Region::new(region.clone()));
        }
        Ok(loader.load().await)
    }

    fn http_client(&self) -> Result<SharedHttpClient, AwsSetupError> {
        match &self.http_client {
            Some(client) => Ok(client.clone()),
            None => Ok(SharedHttpClient::new(SdkHttpClient(self.reqwest_client()?))),
        }
    }

    /// Returns the HTTP client of calls to AWS.
    pub(crate) fn reqwest_client(&self) -> Result<reqwest::Client, AwsSetupError> {
        Ok(http_client::build(self.trust.store()?, self.deadlines.connect)?)
    }

    /// Returns the region, empty if unknown.
    pub(crate) fn region(&self) -> &str {
        self.region.as_deref().unwrap_or_default()
    }

    fn timeouts(&self) -> TimeoutConfig {
        TimeoutConfig::builder()
            .connect_timeout(self.deadlines.connect)
            .operation_attempt_timeout(self.deadlines.attempt)
            .operation_timeout(self.deadlines.total)
            .build()
    }
}

impl TrustRoots {
    fn store(&self) -> Result<RootCertStore, AwsSetupError> {
        match self {
            Self::Amazon => Ok(amazon_roots()),
            #[cfg(feature = "profiles")]
            Self::System => {
                let mut store = RootCertStore::empty();
                store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
                Ok(store)
            }
            Self::File(path) => roots_in(path),
        }
    }
}

/// Returns Amazon Root CA 1 to 4 and the Starfield root that signs them for old clients.
/// <https://www.amazontrust.com/repository/>
fn amazon_roots() -> RootCertStore {
    // The name is the last part of a subject. A search in all subjects would be a tenth of a start.
    let is_amazon = |subject: &[u8]| {
        let numbered = subject.split_last().map_or(subject, |(_, rest)| rest);
        numbered.ends_with(b"Amazon Root CA ")
            || subject.ends_with(b"Starfield Services Root Certificate Authority - G2")
    };
    let roots = webpki_roots::TLS_SERVER_ROOTS.iter();
    let roots = roots.filter(|root| is_amazon(&root.subject));
    RootCertStore {
        roots: roots.cloned().collect(),
    }
}

/// Returns the roots in a PEM file.
fn roots_in(path: &Path) -> Result<RootCertStore, AwsSetupError> {
    let error = |source: io::Error| AwsSetupError::TrustRoots {
        path: path.to_owned(),
        source,
    };
    let pem = std::fs::read(path).map_err(error)?;
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&pem) {
        let certificate = certificate.map_err(|cause| error(io::Error::other(cause)))?;
        store.add(certificate).map_err(|cause| error(io::Error::other(cause)))?;
    }
    if store.is_empty() {
        return Err(error(io::Error::other("no certificate")));
    }
    Ok(store)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiled_in_list_has_the_five_aws_roots() {
        assert_eq!(amazon_roots().len(), 5);
    }

    #[test]
    fn settings_of_lambda_are_read() {
        let settings = AwsSettings::from_settings(|name| match name {
            "AWS_REGION" => Some("eu-central-1".to_owned()),
            "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" | "AWS_SESSION_TOKEN" => Some(name.to_lowercase()),
            _ => None,
        });
        let credentials = settings.credentials.as_ref().unwrap();
        assert_eq!(credentials.access_key_id(), "aws_access_key_id");
        assert_eq!(credentials.secret_access_key(), "aws_secret_access_key");
        assert_eq!(credentials.session_token(), Some("aws_session_token"));
        let config = settings.load().unwrap();
        assert_eq!(config.region().unwrap().as_ref(), "eu-central-1");
        assert_eq!(config.endpoint_url(), None);
    }

    #[test]
    fn file_without_a_certificate_is_rejected() {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(TrustRoots::File(manifest.into()).store().is_err());
    }

    #[test]
    fn missing_roots_file_is_named_in_the_error() {
        let missing = TrustRoots::File("/nonexistent/roots.pem".into());
        let error = missing.store().unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot read the trust roots in /nonexistent/roots.pem"
        );
    }
}
