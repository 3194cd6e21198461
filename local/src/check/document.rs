//! The OpenAPI document of a service.

use super::closed;
use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use wallet_client::Method;

/// The methods of operations with their names in a document.
const METHODS: [(&str, Method); 4] = [
    ("get", Method::Get),
    ("post", Method::Post),
    ("put", Method::Put),
    ("delete", Method::Delete),
];

/// The error of a document that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The document was not returned.
    #[error("the status is {0}, expected 200")]
    Status(u16),
    /// The document is not JSON.
    #[error("it is not JSON")]
    Json(#[from] serde_json::Error),
    /// The document has no paths.
    #[error("it has no paths")]
    NoPaths,
}

/// The document of a service.
pub struct Document {
    /// The name of the service.
    pub service: String,
    /// The operations.
    pub operations: Vec<Operation>,
    /// The schemas without undocumented fields.
    definitions: Map<String, Value>,
    /// Compiled schemas by their text. Many operations have the same errors.
    validators: Mutex<HashMap<String, Option<Arc<Validator>>>>,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The method and the path with the parameters in braces.
    pub name: String,
    /// The method.
    pub method: Method,
    /// The path after the host, with the parameters in braces.
    pub path: String,
    /// The path parameters with an example of each.
    pub parameters: Vec<(String, String)>,
    /// True if the query has a required parameter.
    pub has_required_query: bool,
    /// True if every call requires a token.
    pub requires_token: bool,
    /// True if the operation has a body.
    pub has_body: bool,
    /// The responses by status.
    pub responses: BTreeMap<u16, DocumentedResponse>,
}

/// A documented response.
#[derive(Clone, Debug)]
pub struct DocumentedResponse {
    /// The error codes; `None` for a response without an error.
    pub codes: Option<Vec<String>>,
    /// The media types of the body; none for a response without a body.
    pub media_types: Vec<String>,
    /// The schema of a JSON body.
    pub schema: Option<Value>,
    /// The headers.
    pub headers: Vec<DocumentedHeader>,
}

/// A documented header.
#[derive(Clone, Debug)]
pub struct DocumentedHeader {
    /// The name in lower case.
    pub name: String,
    /// True if every response has the header.
    pub is_required: bool,
    /// The schema of the value.
    pub schema: Value,
}

impl Document {
    /// Parses the response that contains the document of a service.
    pub fn parse(service: &str, status: u16, text: &[u8]) -> Result<Self, DocumentError> {
        if status != 200 {
            return Err(DocumentError::Status(status));
        }
        let root: Value = serde_json::from_slice(text)?;
        let paths = root["paths"].as_object().ok_or(DocumentError::NoPaths)?;
        let mut operations = Vec::new();
        for (path, item) in paths {
            for (name, method) in METHODS {
                if let Some(operation) = item.get(name) {
                    operations.push(Operation::of(&root, service, method, path, operation));
                }
            }
        }
        if operations.is_empty() {
            return Err(DocumentError::NoPaths);
        }
        Ok(Self {
            service: service.to_owned(),
            operations,
            definitions: closed::definitions(&root["components"]),
            validators: Mutex::default(),
        })
    }

    /// Returns the operation of a request.
    pub fn find(&self, method: Method, path: &str) -> Option<&Operation> {
        self.at_path(path).find(|operation| operation.method == method)
    }

    /// Returns the operations of the path that matches with the fewest parameters, as a router selects the path.
    pub fn at_path(&self, path: &str) -> impl Iterator<Item = &Operation> {
        let matching = self.operations.iter().filter(|operation| operation.matches(path));
        let selected = matching.min_by_key(|operation| operation.parameters.len());
        let operations = self.operations.iter();
        operations.filter(move |operation| selected.is_some_and(|selected| selected.path == operation.path))
    }

    /// Returns where and how a value deviates from a schema, without the value. An undocumented field is a deviation.
    /// `Err` contains nothing but the fact that the schema is invalid.
    pub fn violations(&self, schema: &Value, value: &Value) -> Result<Vec<String>, InvalidSchema> {
        let validator = self.validator(schema).ok_or(InvalidSchema)?;
        let errors = validator.iter_errors(value);
        Ok(errors
            .map(|error| match error.instance_path().as_str() {
                "" => error.masked().to_string(),
                path => format!("{path}: {}", error.masked()),
            })
            .collect())
    }

    fn validator(&self, schema: &Value) -> Option<Arc<Validator>> {
        let mut compiled = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = compiled.entry(schema.to_string());
        entry.or_insert_with(|| self.compile(schema).map(Arc::new)).clone()
    }

    /// Compiles a schema together with the components in the references. Nothing is fetched: the crate has no feature
    /// that resolves foreign addresses.
    fn compile(&self, schema: &Value) -> Option<Validator> {
        let mut whole = self.definitions.clone();
        whole.insert("allOf".to_owned(), json!([closed::schema(schema)]));
        let options = jsonschema::options().with_draft(Draft::Draft202012);
        options.should_validate_formats(true).build(&whole.into()).ok()
    }
}

/// A schema that is not valid by draft 2020-12 of JSON Schema, or has unresolved references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSchema;

impl Operation {
    fn of(root: &Value, service: &str, method: Method, path: &str, operation: &Value) -> Self {
        let path = format!("/{service}/v1{path}");
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let parameters: Vec<_> = parameters.map(|parameter| resolve(root, parameter)).collect();
        let security = operation["security"].as_array();
        let responses = operation["responses"].as_object().into_iter().flatten();
        Self {
            name: format!("{} {path}", method.name()),
            method,
            path,
            has_required_query: (parameters.iter()).any(|it| it["in"] == "query" && it["required"] == true),
            parameters: parameters.into_iter().filter_map(path_parameter).collect(),
            requires_token: security
                .is_some_and(|all| !all.is_empty() && all.iter().all(|it| it.get("bearer").is_some())),
            has_body: operation.get("requestBody").is_some(),
            responses: responses
                .filter_map(|(status, it)| Some((status.parse().ok()?, DocumentedResponse::of(root, it))))
                .collect(),
        }
    }

    fn matches(&self, path: &str) -> bool {
        let mut found = path.split('/');
        let all = self.path.split('/').all(|segment| {
            let found = found.next();
            found.is_some_and(|found| segment.starts_with('{') || segment == found)
        });
        all && found.next().is_none()
    }

    /// Returns the path with its parameters set to the examples, and optionally a single parameter to a different
    /// value.
    pub fn path_with(&self, other: Option<(&str, &str)>) -> String {
        self.parameters.iter().fold(self.path.clone(), |path, (name, example)| {
            let value = match other {
                Some((changed, value)) if changed == name => value,
                _ => example,
            };
            path.replace(&format!("{{{name}}}"), value)
        })
    }
}

/// Returns the name and an example of a path parameter.
fn path_parameter(parameter: &Value) -> Option<(String, String)> {
    if parameter["in"] != "path" {
        return None;
    }
    let example = [
        &parameter["example"],
        &parameter["schema"]["enum"][0],
        &parameter["schema"]["examples"][0],
    ];
    let example = example.into_iter().find_map(Value::as_str).unwrap_or("example");
    Some((parameter["name"].as_str()?.to_owned(), example.to_owned()))
}

impl DocumentedResponse {
    fn of(root: &Value, response: &Value) -> Self {
        let response = resolve(root, response);
        let codes = response["x-error-codes"].as_array();
        let headers = response["headers"].as_object().into_iter().flatten();
        let contents = response["content"].as_object().into_iter().flatten();
        Self {
            media_types: contents.map(|(media_type, _)| media_type.clone()).collect(),
            codes: codes.map(|codes| codes.iter().filter_map(Value::as_str).map(str::to_owned).collect()),
            schema: response.pointer("/content/application~1json/schema").cloned(),
            headers: headers
                .map(|(name, header)| {
                    let header = resolve(root, header);
                    DocumentedHeader {
                        name: name.to_ascii_lowercase(),
                        is_required: header["required"] == true,
                        schema: header["schema"].clone(),
                    }
                })
                .collect(),
        }
    }
}

/// Returns the object that a reference within the document designates, or the object.
fn resolve<'a>(root: &'a Value, object: &'a Value) -> &'a Value {
    let target = object["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
    target.and_then(|pointer| root.pointer(pointer)).unwrap_or(object)
}
