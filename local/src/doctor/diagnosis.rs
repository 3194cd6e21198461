//! The results of checks.

use crate::operator::Report;
use serde::Serialize;
use serde_json::json;

/// The part of a deployment that a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Area {
    /// The settings of the functions or the server.
    Settings,
    /// The modes of files.
    Files,
    /// The stack on AWS.
    Stack,
    /// Keys, and the API keys of upstreams.
    Secrets,
    /// The tables of the database.
    Tables,
    /// The queues of the notifications.
    Queues,
    /// The services at the base URL.
    Services,
    /// The clock of this machine.
    Clock,
    /// The upstreams of the chains.
    Upstreams,
}

impl Area {
    fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Files => "files",
            Self::Stack => "stack",
            Self::Secrets => "secrets",
            Self::Tables => "tables",
            Self::Queues => "queues",
            Self::Services => "services",
            Self::Clock => "clock",
            Self::Upstreams => "upstreams",
        }
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub enum Result {
    /// Nothing has to be done.
    Ok,
    /// Something has to be done.
    Finding {
        /// The remedy.
        action: String,
    },
    /// The check was not possible.
    NotChecked {
        /// The condition under which the check is possible.
        action: String,
    },
}

/// A check with the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The part of the deployment.
    pub area: Area,
    /// The result.
    #[serde(flatten)]
    pub result: Result,
    /// The state that was found. Contains no secret.
    pub message: String,
}

impl Check {
    /// Creates the result that nothing has to be done.
    pub fn ok(area: Area, message: impl Into<String>) -> Self {
        Self::new(area, message, Result::Ok)
    }

    /// Creates a finding with the remedy.
    pub fn finding(area: Area, message: impl Into<String>, action: impl Into<String>) -> Self {
        let action = action.into();
        Self::new(area, message, Result::Finding { action })
    }

    /// Creates the result of a check that was not possible.
    pub fn not_checked(area: Area, message: impl Into<String>, action: impl Into<String>) -> Self {
        let action = action.into();
        Self::new(area, message, Result::NotChecked { action })
    }

    fn new(area: Area, message: impl Into<String>, result: Result) -> Self {
        Self {
            area,
            result,
            message: message.into(),
        }
    }

    /// Returns true if something has to be done.
    pub fn is_finding(&self) -> bool {
        matches!(self.result, Result::Finding { .. })
    }

    fn lines(&self) -> String {
        let (label, action) = match &self.result {
            Result::Ok => ("ok", None),
            Result::Finding { action } => ("FINDING", Some(action)),
            Result::NotChecked { action } => ("not checked", Some(action)),
        };
        let line = format!("{label:12} {:10} {}\n", self.area.name(), self.message);
        action.map_or(line.clone(), |action| format!("{line}{:23} -> {action}\n", ""))
    }
}

/// All checks of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosis(pub Vec<Check>);

impl Diagnosis {
    /// Returns the number of findings.
    pub fn findings(&self) -> usize {
        self.0.iter().filter(|check| check.is_finding()).count()
    }

    /// Returns the output.
    pub fn report(&self) -> Report {
        let lines: String = self.0.iter().map(Check::lines).collect();
        let text = format!("{lines}{} checks, {} findings.", self.0.len(), self.findings());
        Report::new(text, json!({ "findings": self.findings(), "checks": self.0 }))
    }
}
