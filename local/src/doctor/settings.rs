//! The settings of a deployment.

use super::diagnosis::{Area, Check};
use crate::serve;
use std::collections::BTreeMap;
use std::path::Path;

/// The prefix of all settings.
const PREFIX: &str = "WALLET_CLOUD_";

/// Checks the settings of a server on this machine, and the modes of its files.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The template, in which the function's variables refer to parameters.
    const TEMPLATE: &str = include_str!("../../../template.yaml");

    #[test]
    fn every_setting_of_the_template_is_found_by_its_name() {
        let mut found = 0;
        for line in TEMPLATE.lines() {
            let Some((setting, name)) = line.trim().split_once(": !Ref ") else {
                continue;
            };
            // Tables are resources, not parameters.
            if !setting.starts_with(PREFIX) || setting.ends_with("_TABLE") {
                continue;
            }
            let parameters = BTreeMap::from([(name.to_owned(), "value".to_owned())]);
            assert_eq!(parameter(&parameters, setting).as_deref(), Some("value"), "{setting}");
            found += 1;
        }
        assert!(found > 30, "{found}");
        let empty = BTreeMap::from([("DocsUrl".to_owned(), String::new())]);
        assert_eq!(parameter(&empty, "WALLET_CLOUD_DOCS_URL"), None);
    }
}
