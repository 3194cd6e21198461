//! Examples of a request: curl, and the clients.

use super::example::pretty;
use super::operation::Operation;
use super::{Document, example, schema};
use crate::sandbox_api;
use serde_json::{Map, Value};
use wallet_client::contract::{self, Contract, Input};

/// Returns the examples with the languages.
pub fn examples(operation: &Operation<'_>, document: &Document) -> Vec<(&'static str, String)> {
    let mut examples = vec![
        ("sh", curl(operation, document)),
        ("ts", typescript(operation, document)),
    ];
    if let Some(contract) = contract(operation, document) {
        examples.push(("rust", rust(operation, document, contract)));
    }
    examples
}

/// Returns the example as a curl command.
fn curl(operation: &Operation<'_>, document: &Document) -> String {
    let path = operation
        .required(document, "path")
        .into_iter()
        .fold(operation.path.to_owned(), |path, (name, value)| {
            path.replace(&format!("{{{name}}}"), &schema::text(&value))
        });
    let query = operation.required(document, "query");
    let query: Vec<_> = query
        .into_iter()
        .map(|(name, value)| format!("{name}={}", schema::text(&value)))
        .collect();
    let separator = if query.is_empty() { "" } else { "?" };
    let query = query.join("&");
    let mut lines = vec![format!("curl \"$BASE{}{path}{separator}{query}\"", document.base())];
    if operation.method != "get" && (operation.method != "post" || operation.body().is_none()) {
        lines.push(format!("-X {}", operation.method.to_uppercase()));
    }
    if operation.has_token() {
        lines.push("-H \"Authorization: Bearer $TOKEN\"".to_owned());
    }
    if let Some(body) = operation.example_body(document) {
        lines.push("-H 'Content-Type: application/json'".to_owned());
        lines.push(format!("-d '{}'", pretty(&body)));
    }
    lines.join(" \\\n  ")
}

/// Returns the call of the TypeScript client; on the sandbox, which the client does not have, `fetch`.
fn typescript(operation: &Operation<'_>, document: &Document) -> String {
    let method = operation.method.to_uppercase();
    let body = operation.example_body(document);
    if document.name == sandbox_api::NAME {
        let content = body.map_or_else(String::new, |body| {
            let body = indented(&typescript_literal(&body));
            format!("\n  headers: {{ \"content-type\": \"application/json\" }},\n  body: JSON.stringify({body}),")
        });
        let path = operation.path;
        return format!(
            "const response = await fetch(`${{baseUrl}}{}{path}`, {{\n  method: \"{method}\",{content}\n}});",
            document.base()
        );
    }
    let mut options = Vec::new();
    let parameters = ["path", "query"].map(|place| (place, operation.required(document, place)));
    let parameters: Vec<_> = parameters
        .iter()
        .filter(|(_, values)| !values.is_empty())
        .map(|(place, values)| format!("{place}: {}", flat_literal(values)))
        .collect();
    if !parameters.is_empty() {
        options.push(format!("params: {{ {} }}", parameters.join(", ")));
    }
    if let Some(body) = body {
        options.push(format!("body: {}", indented(&typescript_literal(&body))));
    }
    let success = operation.success(document);
    if success.is_none() {
        options.push("parseAs: \"text\"".to_owned());
    }
    let options = if options.is_empty() {
        String::new()
    } else {
        format!(", {{\n  {},\n}}", options.join(",\n  "))
    };
    let call = format!(
        "client.services.{}.{method}(\"{}\"{options})",
        member(document.name),
        operation.path
    );
    let has_data = success.is_some_and(|schema| example::response(document, schema).get("data").is_some());
    if has_data {
        format!("import {{ dataOf }} from \"@wallet-cloud/client\";\n\nconst data = await dataOf({call});")
    } else {
        format!("const {{ data }} = await {call};")
    }
}

/// Returns the member of the TypeScript client's services: `connectorBtcLike`.
fn member(service: &str) -> String {
    let name = service.trim_start_matches("blockchain-");
    let mut parts = name.split('-');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| {
        let (initial, rest) = part.split_at(1);
        name + &initial.to_uppercase() + rest
    })
}

/// Returns a value with names that need no quotation marks.
fn typescript_literal(value: &Value) -> String {
    let unquoted = |line: &str| {
        let (start, rest) = line.split_once('"')?;
        let (name, value) = rest.split_once("\": ")?;
        let is_name = start.trim().is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
        is_name.then(|| format!("{start}{name}: {value}"))
    };
    let text = pretty(value);
    let lines = text
        .lines()
        .map(|line| unquoted(line).unwrap_or_else(|| line.to_owned()));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns an object in one line.
fn flat_literal(values: &[(&str, Value)]) -> String {
    let values: Vec<_> = values.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{{ {} }}", values.join(", "))
}

/// Returns the function of the Rust client.
pub fn contract(operation: &Operation<'_>, document: &Document) -> Option<&'static Contract> {
    let modules = contract::ALL.iter().chain([&wallet_client::sandbox::CONTRACTS]);
    modules.flat_map(|module| module.iter()).find(|contract| {
        let Contract { operation: ours, .. } = contract;
        ours.service == document.name
            && ours.path == operation.path
            && ours.method.name().eq_ignore_ascii_case(operation.method)
    })
}

/// Returns the query or body of the example for the Rust client.
pub fn record(operation: &Operation<'_>, document: &Document, contract: &Contract) -> Option<Value> {
    if contract.input? == Input::Body {
        return operation.example_body(document);
    }
    let query = operation.required(document, "query").into_iter();
    let query: Map<_, _> = query.map(|(name, value)| (name.to_owned(), value)).collect();
    Some(query.into())
}

/// Returns the call of the Rust client.
fn rust(operation: &Operation<'_>, document: &Document, contract: &Contract) -> String {
    let (parent, module) = contract.module.rsplit_once("::").unwrap_or_default();
    let mut arguments = vec!["&client".to_owned()];
    let path = operation.required(document, "path").into_iter();
    arguments.extend(path.map(|(_, value)| format!("\"{}\"", schema::text(&value))));
    let mut text = format!("use {parent}::{module};\n\n");
    if let Some(record) = record(operation, document, contract) {
        arguments.push("&request".to_owned());
        let record = pretty(&record);
        text = format!("use serde_json::{{from_value, json}};\n{text}let request = from_value(json!({record}))?;\n");
    }
    let arguments = arguments.join(", ");
    format!(
        "{text}let response = {module}::{}({arguments}).await?;",
        contract.function
    )
}

/// Returns a text with two more spaces before each line but the first.
fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}
