//! The settings of deliveries.

use std::str::FromStr;
use std::time::Duration;
use wallet_http::env::{self, EnvError};
use wallet_notifications::delivery::{Contact, Reach, Schedule};

/// The contact of a server without a public URL, in a domain that never exists (RFC 2606).
const NO_CONTACT: &str = "mailto:operator@wallet-cloud.invalid";

/// The settings of deliveries.
#[derive(Clone, Debug)]
pub struct SenderSettings {
    /// The networks that deliveries may go to.
    pub reach: Reach,
    /// The time after a rotation in which the previous secret signs, too.
    pub overlap: Duration,
    /// The times of the attempts.
    pub schedule: Schedule,
    /// The operator's address for push services.
    pub contact: Contact,
}

/// The overlap after a rotation.
struct Overlap(Duration);

/// Error of a text that is not an overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the overlap is a number of seconds from 0 to 2592000")]
pub struct OverlapError;

impl Overlap {
    const MAX_SECONDS: u64 = 30 * 24 * 3600;
}

impl FromStr for Overlap {
    type Err = OverlapError;

    fn from_str(text: &str) -> Result<Self, OverlapError> {
        let seconds = text.trim().parse().ok().filter(|seconds| *seconds <= Self::MAX_SECONDS);
        seconds
            .map(|seconds| Self(Duration::from_secs(seconds)))
            .ok_or(OverlapError)
    }
}

impl SenderSettings {
    /// Reads the settings; `setting` returns the value of a variable, or `None` for an unset variable.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE` | the seconds before each attempt: `0,5,300`; see [`Schedule`] |
    /// | `WALLET_CLOUD_NOTIFY_SECRET_OVERLAP` | the seconds after a rotation with both signatures; the default is 86400 |
    /// | `WALLET_CLOUD_NOTIFY_CONTACT` | see [`Contact`]; the default is `WALLET_CLOUD_BASE_URL`, or an invalid address |
    ///
    /// # Errors
    /// A value is invalid; the error contains the name of the setting.
    pub fn from_settings(reach: Reach, setting: impl Fn(&str) -> Option<String>) -> Result<Self, EnvError> {
        let schedule = env::parsed("WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE", &setting)?;
        let overlap = env::parsed("WALLET_CLOUD_NOTIFY_SECRET_OVERLAP", &setting)?;
        let contact = env::parsed("WALLET_CLOUD_NOTIFY_CONTACT", &setting)?;
        let base_url = || setting("WALLET_CLOUD_BASE_URL")?.parse().ok();
        let without = || NO_CONTACT.parse().expect("a valid contact");
        Ok(Self {
            reach,
            overlap: overlap.map_or(Duration::from_hours(24), |Overlap(overlap)| overlap),
            schedule: schedule.unwrap_or_default(),
            contact: contact.or_else(base_url).unwrap_or_else(without),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<SenderSettings, EnvError> {
        SenderSettings::from_settings(Reach::Public, |name| {
            let setting = settings
                .iter()
                .find(|(known, _)| format!("WALLET_CLOUD_{known}") == name);
            setting.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn defaults_are_those_of_the_contract() {
        let settings = read(&[]).unwrap();
        assert_eq!(settings.schedule, Schedule::default());
        assert_eq!(settings.overlap, Duration::from_hours(24));
        assert_eq!(settings.contact.as_str(), NO_CONTACT);
    }

    #[test]
    fn values_are_read_and_errors_name_the_setting() {
        let settings = read(&[("NOTIFY_RETRY_SCHEDULE", "0,1,2"), ("NOTIFY_SECRET_OVERLAP", " 60")]).unwrap();
        assert_eq!(Ok(settings.schedule), "0,1,2".parse());
        assert_eq!(settings.overlap, Duration::from_mins(1));
        assert_eq!(read(&[("NOTIFY_SECRET_OVERLAP", "0")]).unwrap().overlap, Duration::ZERO);
        let overlaps = ["-1", "1.5", "1h", "2592001", "99999999999999999999"].map(|text| ("SECRET_OVERLAP", text));
        for (name, value) in overlaps
            .into_iter()
            .chain([("RETRY_SCHEDULE", "0,x"), ("CONTACT", "operator")])
        {
            let name = format!("NOTIFY_{name}");
            let error = read(&[(&name, value)]).unwrap_err().to_string();
            assert!(error.contains(&format!("WALLET_CLOUD_{name}")), "{error}");
        }
    }

    #[test]
    fn contact_is_the_public_url_unless_set() {
        let base_url = ("BASE_URL", "https://wallet.example");
        let contact = |settings: &[_]| read(settings).unwrap().contact.as_str().to_owned();
        assert_eq!(contact(&[base_url]), "https://wallet.example/");
        assert_eq!(contact(&[("BASE_URL", "http://127.0.0.1:3000")]), NO_CONTACT);
        assert_eq!(
            contact(&[base_url, ("NOTIFY_CONTACT", "mailto:a@b.example")]),
            "mailto:a@b.example"
        );
    }
}
