//! The settings of the export, in the variables of OpenTelemetry
//! (<https://opentelemetry.io/docs/specs/otel/protocol/exporter/>).

use reqwest::Url;
use std::time::Duration;
use wallet_upstream::base_url::is_private;

/// The base URL of the collector.
const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
/// The complete URL for traces, which precedes the base URL.
const TRACES_ENDPOINT: &str = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
/// The path of traces below the base URL.
const PATH: &str = "/v1/traces";
/// The name of the service in all spans.
const SERVICE: &str = "OTEL_SERVICE_NAME";
/// The maximum duration of an export, in milliseconds.
const TIMEOUT: &str = "OTEL_EXPORTER_OTLP_TIMEOUT";

/// An invalid setting.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceSettingsError {
    /// The URL of the collector is invalid. The value is not shown and may contain credentials.
    #[error(
        "{name} is not a URL of a collector; expected for example http://127.0.0.1:4318, or https outside a private network"
    )]
    Endpoint {
        /// The variable.
        name: &'static str,
    },
    /// The time limit is invalid.
    #[error("{TIMEOUT} is not a number of milliseconds from 1 to 60000")]
    Timeout,
}

/// The settings of the export.
#[derive(Debug, PartialEq, Eq)]
pub struct TraceSettings {
    /// The URL that receives the traces.
    pub endpoint: String,
    /// The name of the service.
    pub service: String,
    /// The maximum duration of an export.
    pub timeout: Duration,
}

impl TraceSettings {
    /// Reads the settings. Returns `None` without a collector, which disables the export.
    pub fn read(settings: impl Fn(&str) -> Option<String>) -> Result<Option<Self>, TraceSettingsError> {
        let setting = |name: &str| settings(name).filter(|value| !value.is_empty());
        let endpoint = if let Some(url) = setting(TRACES_ENDPOINT) {
            checked(TRACES_ENDPOINT, &url)?
        } else if let Some(base) = setting(ENDPOINT) {
            format!("{}{PATH}", checked(ENDPOINT, &base)?.trim_end_matches('/'))
        } else {
            return Ok(None);
        };
        let timeout = setting(TIMEOUT).map_or(Ok(10_000), |text| text.parse::<u64>());
        let timeout = timeout.ok().filter(|timeout| (1..=60_000).contains(timeout));
        Ok(Some(Self {
            endpoint,
            service: setting(SERVICE).unwrap_or_else(|| "wallet-cloud".to_owned()),
            timeout: Duration::from_millis(timeout.ok_or(TraceSettingsError::Timeout)?),
        }))
    }
}

/// Returns a valid URL of a collector: https, or http to a host of a private network.
fn checked(name: &'static str, text: &str) -> Result<String, TraceSettingsError> {
    let url = Url::parse(text).ok();
    let is_valid = url.is_some_and(|url| {
        let is_safe = match url.scheme() {
            "https" => true,
            "http" => url.host_str().is_some_and(is_private),
            _ => false,
        };
        is_safe && url.username().is_empty() && url.password().is_none() && url.fragment().is_none()
    });
    is_valid
        .then(|| text.to_owned())
        .ok_or(TraceSettingsError::Endpoint { name })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(values: &[(&str, &str)]) -> Result<Option<TraceSettings>, TraceSettingsError> {
        TraceSettings::read(|name| {
            let found = values.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn endpoint_enables_the_export() {
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&[(ENDPOINT, ""), (SERVICE, "x")]), Ok(None));
        let settings = read(&[(ENDPOINT, "http://127.0.0.1:4318/")]).unwrap().unwrap();
        assert_eq!(settings.endpoint, "http://127.0.0.1:4318/v1/traces");
        assert_eq!(
            (settings.service.as_str(), settings.timeout.as_secs()),
            ("wallet-cloud", 10)
        );
        let values = [
            (ENDPOINT, "http://127.0.0.1:1"),
            (TRACES_ENDPOINT, "https://collector.example/traces"),
            (SERVICE, "mine"),
            (TIMEOUT, "500"),
        ];
        let settings = read(&values).unwrap().unwrap();
        assert_eq!(settings.endpoint, "https://collector.example/traces");
        assert_eq!((settings.service.as_str(), settings.timeout.as_millis()), ("mine", 500));
    }

    #[test]
    fn unsafe_and_invalid_values_are_rejected() {
        for url in [
            "collector",
            "grpc://127.0.0.1",
            "http://collector.example",
            "https://name:word@collector.example",
            "https://collector.example/#x",
        ] {
            let error = read(&[(ENDPOINT, url)]).unwrap_err();
            assert_eq!(error, TraceSettingsError::Endpoint { name: ENDPOINT }, "{url}");
            assert!(!error.to_string().contains("collector.example"), "{error}");
        }
        for timeout in ["0", "60001", "1s"] {
            let error = read(&[(ENDPOINT, "https://collector.example"), (TIMEOUT, timeout)]).unwrap_err();
            assert_eq!(error, TraceSettingsError::Timeout, "{timeout}");
        }
    }
}
