//! The tables of the database.

use super::diagnosis::{Area, Check};
use wallet_store::dynamodb::{Client, TTL_ATTRIBUTE, TableKey, TableState, inspect_table};

/// A table with the requirements.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The name.
    pub name: &'a str,
    /// The key.
    pub key: TableKey,
    /// True if expired items must be deleted.
    pub expires: bool,
    /// True if the table must be protected against deletion and restorable. An embedded database has neither: the
    /// database is backed up as a file.
    pub is_durable: bool,
}

/// The remedies for a table that cannot be used.
#[derive(Clone, Copy, Debug)]
pub struct Remedies {
    /// The table does not exist.
    pub missing: &'static str,
    /// The table cannot be described.
    pub unreadable: &'static str,
    /// The command that lets the database delete expired items; `None` if the start of the server does.
    ttl_command: Option<&'static str>,
}

impl Remedies {
    /// Of tables on AWS.
    pub const AWS: Self = Self {
        missing: "check the name of the table and the region; sam deploy creates the tables",
        unreadable: "check the credentials and their permissions",
        ttl_command: Some("run aws dynamodb update-time-to-live"),
    };

    /// Of the embedded database.
    pub const EMBEDDED: Self = Self {
        missing: "restart the server, which creates missing tables; they are empty: restore a backup if data is missing",
        unreadable: "check the permissions of the data folder, or restore a backup",
        ttl_command: None,
    };

    fn ttl(&self, table: &str) -> String {
        self.ttl_command.map_or_else(
            || "restart the server".to_owned(),
            |command| {
                let specification = format!("Enabled=true,AttributeName={TTL_ATTRIBUTE}");
                format!("{command} --table-name {table} --time-to-live-specification {specification}")
            },
        )
    }
}

/// Checks a table.
pub async fn check(client: &Client, expected: Expected<'_>, remedies: &Remedies) -> Vec<Check> {
    let name = expected.name;
    let state = match inspect_table(client, name, expected.key, expected.is_durable).await {
        Ok(Some(state)) => state,
        Ok(None) => {
            let problem = format!("the table {name} does not exist");
            return vec![Check::finding(Area::Tables, problem, remedies.missing)];
        }
        Err(error) => {
            let problem = format!("the table {name} cannot be described: {error}");
            return vec![Check::finding(Area::Tables, problem, remedies.unreadable)];
        }
    };
    let findings: Vec<_> = problems(expected, state, remedies)
        .into_iter()
        .map(|(problem, action)| Check::finding(Area::Tables, format!("the table {name} {problem}"), action))
        .collect();
    if findings.is_empty() {
        return vec![Check::ok(Area::Tables, format!("the table {name} is as required"))];
    }
    findings
}

fn problems(expected: Expected<'_>, state: TableState, remedies: &Remedies) -> Vec<(&'static str, String)> {
    let name = expected.name;
    let update = format!("run aws dynamodb update-table --table-name {name} --deletion-protection-enabled");
    let restorable = format!(
        "run aws dynamodb update-continuous-backups --table-name {name} \
         --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true"
    );
    let all = [
        (!state.is_active, "is not active", "wait until it is active".to_owned()),
        (
            !state.has_key,
            match expected.key {
                TableKey::Partition => "has another key than pk",
                TableKey::Sorted => "has another key than pk and sk",
            },
            "check the name of the table: it is not one of wallet-cloud".to_owned(),
        ),
        (
            expected.expires && !state.expires,
            "does not delete expired items",
            remedies.ttl(name),
        ),
        (
            expected.is_durable && !state.is_protected,
            "can be deleted by mistake",
            update,
        ),
        (
            expected.is_durable && !state.is_restorable,
            "has no point-in-time recovery",
            restorable,
        ),
    ];
    all.into_iter()
        .filter(|(applies, _, _)| *applies)
        .map(|(_, problem, action)| (problem, action))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AS_REQUIRED: TableState = TableState {
        is_active: true,
        has_key: true,
        expires: true,
        is_protected: true,
        is_restorable: true,
    };

    fn found(expires: bool, is_durable: bool, state: TableState) -> Vec<&'static str> {
        let expected = Expected {
            name: "t",
            key: TableKey::Partition,
            expires,
            is_durable,
        };
        let all = problems(expected, state, &Remedies::AWS).into_iter();
        all.map(|(problem, _)| problem).collect()
    }

    #[test]
    fn each_requirement_has_its_finding() {
        assert!(found(true, true, AS_REQUIRED).is_empty());
        for (state, problem) in [
            (
                TableState {
                    is_active: false,
                    ..AS_REQUIRED
                },
                "is not active",
            ),
            (
                TableState {
                    has_key: false,
                    ..AS_REQUIRED
                },
                "has another key than pk",
            ),
            (
                TableState {
                    expires: false,
                    ..AS_REQUIRED
                },
                "does not delete expired items",
            ),
            (
                TableState {
                    is_protected: false,
                    ..AS_REQUIRED
                },
                "can be deleted by mistake",
            ),
            (
                TableState {
                    is_restorable: false,
                    ..AS_REQUIRED
                },
                "has no point-in-time recovery",
            ),
        ] {
            assert_eq!(found(true, true, state), [problem]);
        }
        let local = TableState {
            expires: false,
            is_protected: false,
            is_restorable: false,
            ..AS_REQUIRED
        };
        assert!(found(false, false, local).is_empty());
    }
}
