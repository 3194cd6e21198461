//! The settings of a deployment, the state of the stack, and the drift of the stack from the template.

use super::diagnosis::{Area, Check};
use crate::serve;
use std::collections::BTreeMap;
use std::path::Path;
use wallet_store::aws::Stack;

/// The prefix of all settings.
const PREFIX: &str = "WALLET_CLOUD_";

/// Checks the settings of a server on this machine, and the modes of the files.
pub fn check_server(folder: &Path, settings: fn(&str) -> Option<String>) -> Vec<Check> {
    if !serve::is_production(folder) {
        let action = "a production server starts with wallet-cloud serve --production on an empty folder";
        let message = format!("{} belongs to a development server", folder.display());
        return vec![Check::not_checked(Area::Settings, message, action)];
    }
    let settings = match serve::check_production_settings(settings) {
        Ok(()) => Check::ok(Area::Settings, "the settings of this environment are valid"),
        Err(error) => Check::finding(
            Area::Settings,
            format!("{error:#}"),
            "correct the environment of the service, or run this command with it",
        ),
    };
    let files = match serve::require_private_files(folder) {
        Ok(()) => Check::ok(Area::Files, format!("other users cannot access {}", folder.display())),
        Err(error) => Check::finding(Area::Files, format!("{error:#}"), "change the mode as stated"),
    };
    vec![settings, files]
}

/// Checks the settings of functions: the parameters of their stack.
pub fn check_functions(parameters: &BTreeMap<String, String>) -> Check {
    match serve::check_service_settings(|name| parameter(parameters, name)) {
        Ok(()) => Check::ok(Area::Settings, "the parameters of the stack are valid"),
        Err(error) => Check::finding(
            Area::Settings,
            format!("{error:#}"),
            "deploy with a corrected parameter: the function does not start",
        ),
    }
}

/// Checks that functions have public keys without a fetch. An older stack may not have the parameter.
pub fn check_public_keys(parameters: &BTreeMap<String, String>) -> Option<Check> {
    parameters.get("Jwks").filter(|keys| keys.is_empty()).map(|_| {
        Check::finding(
            Area::Settings,
            "the parameter Jwks is empty: a function that cannot fetch the public keys rejects every token",
            "deploy with Jwks set to the public keys that keys init printed, the content of jwks.json",
        )
    })
}

/// Returns the value of a setting in the parameter of a stack: `WALLET_CLOUD_UPSTREAM_BTC_LIVENET` is
/// `UpstreamBtcLivenet`.
pub fn parameter(parameters: &BTreeMap<String, String>, setting: &str) -> Option<String> {
    let words = setting.strip_prefix(PREFIX)?.split('_');
    let name: String = words.map(capitalized).collect();
    parameters.get(&name).filter(|value| !value.is_empty()).cloned()
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    format!("{first}{}", rest.to_ascii_lowercase())
}

/// Checks the state of a stack.
pub fn check_stack(name: &str, stack: &Stack) -> Vec<Check> {
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

    /// The template, in which the function's variables refer to parameters.
    const TEMPLATE: &str = include_str!("../../../template.yaml");

    /// Settings that no single parameter states.
    const DERIVED: [&str; 1] = ["WALLET_CLOUD_JWKS_URL"];

    /// Returns the settings of the functions, each with the parameters in the value: a reference, a substitution, or
    /// the branches of a condition on the following lines.
    fn settings() -> BTreeMap<String, Vec<String>> {
        let lines: Vec<&str> = TEMPLATE.lines().collect();
        let indent = |line: &str| line.len() - line.trim_start().len();
        let mut settings: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (index, line) in lines.iter().enumerate() {
            // Several variables of a function may be on a single line.
            let Some(start) = line.find(PREFIX).filter(|_| !line.trim_start().starts_with('#')) else {
                continue;
            };
            let (setting, value) = line[start..].split_once(": ").unwrap();
            let following = lines[index + 1..].iter().take_while(|next| indent(next) > indent(line));
            let value = following.fold(value.to_owned(), |value, next| value + " " + next);
            settings
                .entry(setting.to_owned())
                .or_default()
                .extend(references(&value));
        }
        settings
    }

    /// Returns the names after `!Ref` and in `${…}`.
    fn references(value: &str) -> impl Iterator<Item = String> {
        let starts = value.split("!Ref ").skip(1).chain(value.split("${").skip(1));
        let name = |text: &str| text.chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
        starts.map(name).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn empty_public_keys_are_a_finding() {
        let check = |keys: Option<&str>| {
            let parameters = keys.map(|keys| ("Jwks".to_owned(), keys.to_owned()));
            check_public_keys(&parameters.into_iter().collect())
        };
        assert!(check(Some("")).is_some_and(|check| check.is_finding() && check.message.contains("Jwks is empty")));
        assert_eq!(check(Some(r#"{"keys":[]}"#)), None);
        assert_eq!(check(None), None);
    }

    #[test]
    fn every_setting_of_the_template_is_found_by_its_name() {
        let settings = settings();
        // Tables, queues and the WebSocket API are resources, not parameters, and a constant needs no parameter.
        let resources = ["_TABLE", "_QUEUE", "_CONNECTIONS_URL"];
        let is_resource = |setting: &str| resources.iter().any(|end| setting.ends_with(end));
        let stated = settings
            .iter()
            .filter(|(setting, names)| !is_resource(setting) && !names.is_empty());
        let mut found = 0;
        for (setting, names) in stated.filter(|(setting, _)| !DERIVED.contains(&setting.as_str())) {
            let parameters = names.iter().map(|name| (name.clone(), format!("the {name}")));
            let value = parameter(&parameters.collect(), setting);
            assert!(value.is_some(), "{setting} is stated by {names:?}");
            found += 1;
        }
        assert!(found > 30, "{found}");
        assert_eq!(settings["WALLET_CLOUD_BASE_URL"], ["BaseUrl", "DomainName"]);
        assert_eq!(settings["WALLET_CLOUD_JWKS_URL"], ["JwksBaseUrl", "Base"]);
        let empty = BTreeMap::from([("DocsUrl".to_owned(), String::new())]);
        assert_eq!(parameter(&empty, "WALLET_CLOUD_DOCS_URL"), None);
    }

    fn findings(status: &str, drift: &str) -> Vec<bool> {
        let stack = Stack {
            status: status.to_owned(),
            drift: drift.to_owned(),
            ..Stack::default()
        };
        check_stack("s", &stack).iter().map(Check::is_finding).collect()
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
