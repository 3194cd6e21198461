//! The settings of deliveries.

use std::str::FromStr;
use std::time::Duration;
use wallet_http::env::{self, EnvError};
use wallet_notifications::delivery::{Reach, Schedule};

/// The settings of deliveries.
#[derive(Clone, Debug)]
pub struct SenderSettings {
    /// The networks that deliveries may go to.
    pub reach: Reach,
    /// The time after a rotation in which the previous secret signs, too.
    pub overlap: Duration,
    /// The times of the attempts.
    pub schedule: Schedule,
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
    ///
    /// # Errors
    /// A value is invalid; the error contains the name of the setting.
    pub fn from_settings(reach: Reach, setting: impl Fn(&str) -> Option<String>) -> Result<Self, EnvError> {
        let schedule = env::parsed("WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE", &setting)?;
        let overlap = env::parsed("WALLET_CLOUD_NOTIFY_SECRET_OVERLAP", &setting)?;
        Ok(Self {
            reach,
            overlap: overlap.map_or(Duration::from_hours(24), |Overlap(overlap)| overlap),
            schedule: schedule.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(schedule: Option<&str>, overlap: Option<&str>) -> Result<SenderSettings, EnvError> {
        SenderSettings::from_settings(Reach::Public, |name| match name {
            "WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE" => schedule.map(str::to_owned),
            "WALLET_CLOUD_NOTIFY_SECRET_OVERLAP" => overlap.map(str::to_owned),
            _ => None,
        })
    }

    #[test]
    fn defaults_are_those_of_the_contract() {
        let settings = read(None, None).unwrap();
        assert_eq!(
            (settings.schedule, settings.overlap),
            (Schedule::default(), Duration::from_hours(24))
        );
    }

    #[test]
    fn values_are_read_and_errors_name_the_setting() {
        let settings = read(Some("0,1,2"), Some(" 60")).unwrap();
        assert_eq!(Ok(settings.schedule), "0,1,2".parse());
        assert_eq!(settings.overlap, Duration::from_mins(1));
        assert_eq!(read(None, Some("0")).unwrap().overlap, Duration::ZERO);
        for overlap in ["-1", "1.5", "1h", "2592001", "99999999999999999999"] {
            let error = read(None, Some(overlap)).unwrap_err().to_string();
            assert!(error.contains("WALLET_CLOUD_NOTIFY_SECRET_OVERLAP"), "{error}");
        }
        let error = read(Some("0,x"), None).unwrap_err().to_string();
        assert!(error.contains("WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE"), "{error}");
    }
}
