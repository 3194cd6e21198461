//! The state of the stack, and its drift from the template.

use super::diagnosis::{Area, Check};
use wallet_store::aws::Stack;

/// Checks the state of a stack.
pub fn check(name: &str, stack: &Stack) -> Vec<Check> {
    let status = &stack.status;
    let state = if status.ends_with("_COMPLETE") && !status.contains("ROLLBACK") && !status.starts_with("DELETE") {
        Check::ok(Area::Stack, format!("{name} is {status}"))
    } else if status.ends_with("_IN_PROGRESS") {
        Check::finding(Area::Stack, format!("{name} is {status}"), "wait until it is complete")
    } else {
        Check::finding(
            Area::Stack,
            format!("{name} is {status}"),
            "read the events of the stack, correct the cause and deploy again",
        )
    };
    let detect = format!("run aws cloudformation detect-stack-drift --stack-name {name}, then this command again");
    let drift = match stack.drift.as_str() {
        "IN_SYNC" => Check::ok(Area::Stack, "the resources are as the template states"),
        "DRIFTED" => Check::finding(
            Area::Stack,
            "resources were changed by hand",
            format!(
                "list them with aws cloudformation describe-stack-resource-drifts --stack-name {name} and undo the changes"
            ),
        ),
        _ => Check::not_checked(Area::Stack, "it is unknown if resources were changed by hand", detect),
    };
    vec![state, drift]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(status: &str, drift: &str) -> Vec<bool> {
        let stack = Stack {
            status: status.to_owned(),
            drift: drift.to_owned(),
            ..Stack::default()
        };
        check("s", &stack).iter().map(Check::is_finding).collect()
    }

    #[test]
    fn incomplete_and_drifted_stacks_are_findings() {
        assert_eq!(findings("UPDATE_COMPLETE", "IN_SYNC"), [false, false]);
        assert_eq!(findings("CREATE_COMPLETE", "NOT_CHECKED"), [false, false]);
        assert_eq!(findings("UPDATE_IN_PROGRESS", "DRIFTED"), [true, true]);
        for status in ["UPDATE_ROLLBACK_COMPLETE", "CREATE_FAILED", "DELETE_COMPLETE"] {
            assert_eq!(findings(status, "IN_SYNC"), [true, false], "{status}");
        }
    }
}
