//! An operation of a document.

use super::{Document, example};
use serde_json::Value;

/// The methods of OpenAPI that the services use.
const METHODS: [&str; 4] = ["get", "post", "put", "delete"];

/// Words of titles that are written differently.
const WORDS: [(&str, &str); 6] = [
    ("Erc20", "ERC-20"),
    ("Jwks", "Public keys of tokens"),
    ("Openapi", "OpenAPI document"),
    ("Errors", "Error catalogue"),
    ("utxo", "outputs"),
    ("Batch address info", "Address info of many"),
];

/// An operation of a document.
pub struct Operation<'a> {
    /// The method in lower case.
    pub method: &'static str,
    /// The path below the base path; the name of a request that the service sends.
    pub path: &'a str,
    value: &'a Value,
}

impl<'a> Operation<'a> {
    /// Returns all operations of a path.
    pub fn all(path: &'a str, item: &'a Value) -> impl Iterator<Item = Self> {
        let operation = move |method| {
            Some(Self {
                method,
                path,
                value: item.get(method)?,
            })
        };
        METHODS.into_iter().filter_map(operation)
    }

    /// Returns the id, which is also the anchor on the page of the service.
    pub fn id(&self) -> &str {
        self.value["operationId"].as_str().unwrap_or(self.path)
    }

    /// Returns the summary.
    pub fn summary(&self) -> &str {
        self.value["summary"].as_str().unwrap_or_default()
    }

    /// Returns the id as words, without the name of the service: `Attach signature`.
    pub fn title(&self) -> String {
        let id = self.id();
        let name = ["AddressInfo", "BlockchainConnector"]
            .iter()
            .fold(trimmed(id), |name, service| name.strip_suffix(service).unwrap_or(name));
        let mut words = String::new();
        for (index, character) in name.char_indices() {
            match character {
                _ if index == 0 => words.extend(character.to_uppercase()),
                _ if character.is_uppercase() => {
                    words.push(' ');
                    words.extend(character.to_lowercase());
                }
                _ => words.push(character),
            }
        }
        WORDS.iter().fold(words, |words, (from, to)| words.replace(from, to))
    }

    /// Returns the path of the page.
    pub fn page_path(&self, document: &Document) -> String {
        format!("reference/{}/{}.html", document.name, self.id())
    }

    /// Returns true if the operation has a tag.
    pub fn has_tag(&self, name: &Value) -> bool {
        self.value["tags"].as_array().is_some_and(|tags| tags.contains(name))
    }

    /// Returns the description in Markdown.
    pub fn description(&self) -> &str {
        self.value["description"].as_str().unwrap_or_default()
    }

    /// Returns the parameters of path, query and headers.
    pub fn parameters(&self) -> impl Iterator<Item = &'a Value> + use<'a> {
        self.value["parameters"].as_array().into_iter().flatten()
    }

    /// Returns the parameters of a place that are required, with the example.
    pub fn required(&self, document: &Document, place: &str) -> Vec<(&'a str, Value)> {
        let required = self
            .parameters()
            .filter(|parameter| parameter["in"] == place && parameter["required"] == true);
        required
            .map(|parameter| {
                let name = parameter["name"].as_str().unwrap_or_default();
                (name, example::parameter(document, parameter))
            })
            .collect()
    }

    /// Returns the schema of the body.
    pub fn body(&self) -> Option<&'a Value> {
        self.value.pointer("/requestBody/content/application~1json/schema")
    }

    /// Returns true if a token is optional or required.
    pub fn has_token(&self) -> bool {
        let schemes = self.value["security"].as_array().into_iter().flatten();
        schemes.into_iter().any(|scheme| scheme.get("bearer").is_some())
    }

    /// Returns true if the service sends the request.
    pub fn is_webhook(&self) -> bool {
        !self.path.starts_with('/')
    }

    /// Returns the responses by status.
    pub fn responses<'d: 'a>(
        &self,
        document: &'d Document,
    ) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'a, 'd> {
        let responses = self.value["responses"].as_object().into_iter().flatten();
        responses.map(|(status, response)| (status.as_str(), document.resolve(response)))
    }

    /// Returns the schema of the response of a success.
    pub fn success<'d: 'a>(&self, document: &'d Document) -> Option<&'a Value> {
        let (_, response) = self.responses(document).find(|(status, _)| status.starts_with('2'))?;
        response.pointer("/content/application~1json/schema")
    }

    /// Returns the example of the body.
    pub fn example_body(&self, document: &Document) -> Option<Value> {
        let stated = self
            .value
            .pointer("/requestBody/content/application~1json/example")
            .cloned();
        stated.or_else(|| Some(example::request(document, self.body()?)))
    }
}

/// Returns an id without the family or the name of the service at the end.
fn trimmed(id: &str) -> &str {
    [
        "BtcLike",
        "EthLike",
        "Xlm",
        "AssetInfo",
        "Authorization",
        "Notifications",
    ]
    .iter()
    .find_map(|suffix| id.strip_suffix(suffix))
    .unwrap_or(id)
}
