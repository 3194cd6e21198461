//! The operations of the documents, with examples of their parameters and bodies.

use axum::http::Method;
use serde_json::{Map, Value};
use wallet_cloud::serve::combined_document;

/// An operation of a service.
pub struct Operation {
    pub method: Method,
    /// The path with its parameters in braces.
    pub template: String,
    /// The path with the examples of its parameters, and the query that it requires.
    pub path: String,
    /// The chains that the path accepts; empty if the path has no chain.
    pub chains: Vec<String>,
    /// The listed error codes.
    codes: Vec<String>,
    pub has_body: bool,
    /// The path with another value of a parameter of the query that has a closed set of values, if there is one.
    pub with_invalid_query: Option<String>,
    /// The example of the required fields of the body.
    pub body: Value,
}

impl Operation {
    /// Returns true if the document lists a code for the operation.
    pub fn lists(&self, code: &str) -> bool {
        self.codes.iter().any(|listed| listed == code)
    }

    fn of(root: &Value, method: &str, template: &str, operation: &Value) -> Self {
        let parameters: Vec<_> = operation["parameters"].as_array().into_iter().flatten().collect();
        let of_place = |place: &'static str| parameters.iter().filter(move |parameter| parameter["in"] == place);
        let value = |parameter: &Value| {
            let schema = &parameter["schema"];
            let values = [&parameter["example"], &schema["example"], &schema["enum"][0]];
            let value = values
                .into_iter()
                .find(|value| !value.is_null())
                .unwrap_or(&Value::Null);
            value.as_str().map_or_else(|| value.to_string(), str::to_owned)
        };
        let path = of_place("path").fold(template.to_owned(), |path, parameter| {
            let name = parameter["name"].as_str().expect("a name");
            path.replace(&format!("{{{name}}}"), &value(parameter))
        });
        let mut query: Vec<_> = of_place("query")
            .filter(|parameter| parameter["required"] == true)
            .map(|parameter| format!("{}={}", parameter["name"].as_str().expect("a name"), value(parameter)))
            .collect();
        // Without this parameter, `health` needs no token.
        if template.ends_with("/health") {
            query.push("deep=true".to_owned());
        }
        // One of two parameters is required.
        if template.ends_with("/paths/{chain}") {
            query.push("sourceAsset=native".to_owned());
        }
        let chain = of_place("path").find(|parameter| parameter["name"] == "chain");
        let chains = chain.and_then(|parameter| parameter["schema"]["enum"].as_array());
        let chains = chains.into_iter().flatten().filter_map(Value::as_str);
        let has = |name: &str| of_place("query").any(|parameter| parameter["name"] == name);
        let closed = ["network", "deep"].into_iter().find(|name| has(name));
        let is_other = |text: &&String| !closed.is_some_and(|name| text.starts_with(&format!("{name}=")));
        let others: Vec<_> = query.iter().filter(is_other).map(|text| format!("&{text}")).collect();
        let with_invalid_query = closed.map(|name| format!("{path}?{name}=x{}", others.concat()));
        let schema = operation.pointer("/requestBody/content/application~1json/schema");
        let codes = operation["x-error-codes"].as_array().into_iter().flatten();
        Self {
            method: method.to_uppercase().parse().expect("a method"),
            template: template.to_owned(),
            path: if query.is_empty() {
                path
            } else {
                format!("{path}?{}", query.join("&"))
            },
            chains: chains.map(str::to_owned).collect(),
            codes: codes.filter_map(Value::as_str).map(str::to_owned).collect(),
            has_body: schema.is_some(),
            with_invalid_query,
            body: schema.map_or(Value::Null, |schema| example(root, schema)),
        }
    }
}

/// Returns the operations of all services.
pub fn operations() -> Vec<Operation> {
    let root: Value = serde_json::from_str(combined_document()).expect("a document");
    let paths = root["paths"].as_object().expect("paths");
    let of_path = |(template, item): (&String, &Value)| -> Vec<_> {
        let item = item.as_object().expect("operations").iter();
        item.map(|(method, operation)| Operation::of(&root, method, template, operation))
            .collect()
    };
    paths.iter().flat_map(of_path).collect()
}

/// Returns the example of a schema: its own, or one of the examples of its required fields.
fn example(root: &Value, schema: &Value) -> Value {
    if let Some(target) = schema["$ref"].as_str() {
        let pointer = target.strip_prefix('#').expect("a reference within the document");
        return example(root, root.pointer(pointer).expect("the target"));
    }
    let own = [&schema["example"], &schema["examples"][0], &schema["enum"][0]];
    if let Some(value) = own.into_iter().find(|value| !value.is_null()) {
        return value.clone();
    }
    if let Some(first) = schema.pointer("/oneOf/0") {
        return example(root, first);
    }
    if schema["type"] == "array" {
        return vec![example(root, &schema["items"])].into();
    }
    let required = schema["required"].as_array().into_iter().flatten();
    let required = required.filter_map(Value::as_str);
    let own = required.map(|name| (name.to_owned(), example(root, &schema["properties"][name])));
    let parts = schema["allOf"].as_array().into_iter().flatten();
    let of_parts = parts.filter_map(|part| example(root, part).as_object().cloned());
    Value::Object(of_parts.flatten().chain(own).collect::<Map<_, _>>())
}
