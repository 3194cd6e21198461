//! Settings of the rate limits.

use std::str::FromStr;
use wallet_core::auth::{Quota, QuotaError};
use wallet_http::env::{self, EnvError};

/// The rate limits of logins and registrations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateQuotas {
    /// The quota of failed logins from a network.
    pub failed_logins: Quota,
    /// The quota of registrations from a network.
    pub registrations_per_network: Quota,
    /// The quotas of registrations by a merchant, in ascending order of the periods.
    pub registrations_per_merchant: Quotas,
}

/// Quotas that all apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotas(pub Vec<Quota>);

/// Parses quotas separated by commas.
impl FromStr for Quotas {
    type Err = QuotaError;

    fn from_str(text: &str) -> Result<Self, QuotaError> {
        let mut quotas: Vec<Quota> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
        quotas.sort_by_key(|quota| quota.period());
        Ok(Self(quotas))
    }
}

impl RateQuotas {
    /// Reads the settings; `setting` returns the value of a variable, or `None` for an unset variable.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_FAILED_LOGINS_PER_NETWORK` | `COUNT/SECONDS`; the default is `200/600` |
    /// | `WALLET_CLOUD_REGISTRATIONS_PER_NETWORK` | `COUNT/SECONDS`; the default is `100/5` |
    /// | `WALLET_CLOUD_REGISTRATIONS_PER_MERCHANT` | a comma-separated list; the default is `50/5,10000/86400` |
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Result<Self, EnvError> {
        let defaults = Self::default();
        let failed_logins = env::parsed("WALLET_CLOUD_FAILED_LOGINS_PER_NETWORK", &setting)?;
        let per_network = env::parsed("WALLET_CLOUD_REGISTRATIONS_PER_NETWORK", &setting)?;
        let per_merchant = env::parsed("WALLET_CLOUD_REGISTRATIONS_PER_MERCHANT", &setting)?;
        Ok(Self {
            failed_logins: failed_logins.unwrap_or(defaults.failed_logins),
            registrations_per_network: per_network.unwrap_or(defaults.registrations_per_network),
            registrations_per_merchant: per_merchant.unwrap_or(defaults.registrations_per_merchant),
        })
    }
}

impl Default for RateQuotas {
    fn default() -> Self {
        let ten_per_second = Quota::per(50, 5);
        Self {
            failed_logins: Quota::per(200, 600),
            registrations_per_network: Quota::per(100, 5),
            registrations_per_merchant: Quotas(vec![ten_per_second, Quota::per(10_000, 86_400)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_replace_the_defaults() {
        assert_eq!(RateQuotas::from_settings(|_| None), Ok(RateQuotas::default()));
        let set = |name: &str| (name == "WALLET_CLOUD_REGISTRATIONS_PER_MERCHANT").then(|| "9/86400, 3/1".to_owned());
        let quotas = RateQuotas::from_settings(set).unwrap();
        let sorted = Quotas(vec![Quota::per(3, 1), Quota::per(9, 86_400)]);
        assert_eq!(quotas.registrations_per_merchant, sorted);
        assert_eq!(quotas.failed_logins, RateQuotas::default().failed_logins);
    }

    #[test]
    fn invalid_setting_is_reported_with_its_variable() {
        for name in [
            "WALLET_CLOUD_FAILED_LOGINS_PER_NETWORK",
            "WALLET_CLOUD_REGISTRATIONS_PER_NETWORK",
            "WALLET_CLOUD_REGISTRATIONS_PER_MERCHANT",
        ] {
            let error = RateQuotas::from_settings(|asked| (asked == name).then(|| "many".to_owned())).unwrap_err();
            let message = error.to_string();
            assert!(message.contains(name) && message.contains("COUNT/SECONDS"), "{message}");
        }
    }
}
