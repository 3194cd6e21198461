//! Samples of the schemas of an OpenAPI document.

use serde_json::{Map, Value, json};

/// The levels of nested schemas. Recursive schemas end there.
const DEPTH: usize = 12;

/// An OpenAPI document.
pub struct Document<'a>(pub &'a Value);

/// A value with all fields of a schema.
#[derive(Debug)]
pub struct Sample {
    pub value: Value,
    pub parts: Vec<Part>,
}

/// A field of a sample.
#[derive(Debug)]
pub struct Part {
    /// The JSON pointer of the field.
    pub pointer: String,
    pub is_required: bool,
    pub is_nullable: bool,
}

impl Document<'_> {
    /// Returns the method and path of every operation.
    pub fn operations(&self) -> impl Iterator<Item = (String, String)> {
        let paths = self.0["paths"].as_object().into_iter().flatten();
        paths.flat_map(|(path, item)| {
            let methods = item
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, _)| name.to_uppercase());
            let methods = methods.filter(|name| ["GET", "POST", "PUT", "DELETE"].contains(&name.as_str()));
            methods.map(|method| (method, path.clone()))
        })
    }

    /// Returns a sample of the body, or of the query if there is one.
    pub fn request(&self, path: &str, method: &str) -> Option<Sample> {
        let operation = &self.0["paths"][path][method];
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        if body.is_object() {
            return Some(self.sample(body));
        }
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let query: Vec<_> = parameters.filter(|parameter| parameter["in"] == "query").collect();
        let schema = json!({
            "type": "object",
            "properties": query.iter().map(|it| (name(it), it["schema"].clone())).collect::<Map<_, _>>(),
            "required": query.iter().filter(|it| it["required"] == true).map(|it| name(it)).collect::<Vec<_>>(),
        });
        (!query.is_empty()).then(|| self.sample(&schema))
    }

    /// Returns a sample of the response with status 200: its `data`, or the body without `requestId`.
    pub fn response(&self, path: &str, method: &str) -> Sample {
        let response = &self.0["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"];
        let (mut properties, mut required) = self.object(response);
        if let Some(data) = properties.get("data") {
            return self.sample(data);
        }
        properties.remove("requestId");
        required.retain(|name| name != "requestId");
        if properties.is_empty() {
            return self.sample(response);
        }
        self.sample(&json!({ "type": "object", "properties": properties, "required": required }))
    }

    fn sample(&self, schema: &Value) -> Sample {
        let mut parts = Vec::new();
        let value = self.value(schema, "", DEPTH, &mut parts);
        Sample { value, parts }
    }

    fn resolve<'s>(&'s self, schema: &'s Value) -> &'s Value {
        let Some(reference) = schema["$ref"].as_str() else {
            return schema;
        };
        let pointer = reference.trim_start_matches('#');
        self.resolve(
            self.0
                .pointer(pointer)
                .unwrap_or_else(|| panic!("{reference} is missing")),
        )
    }

    /// Returns all properties of an object, also those of `allOf`. The properties of alternatives within it are
    /// optional.
    fn object(&self, schema: &Value) -> (Map<String, Value>, Vec<String>) {
        let schema = self.resolve(schema);
        let mut properties = schema["properties"].as_object().cloned().unwrap_or_default();
        let mut required = strings(&schema["required"]);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            let part = self.resolve(part);
            for alternative in part["oneOf"].as_array().into_iter().flatten() {
                properties.extend(self.object(alternative).0);
            }
            let (more, names) = self.object(part);
            properties.extend(more);
            required.extend(names);
        }
        (properties, required)
    }

    fn value(&self, schema: &Value, pointer: &str, depth: usize, parts: &mut Vec<Part>) -> Value {
        let schema = self.resolve(schema);
        if let Some(alternatives) = alternatives(schema) {
            return self.value(alternatives[0], pointer, depth, parts);
        }
        let (properties, required) = self.object(schema);
        if !properties.is_empty() {
            let mut object = Map::new();
            for (name, property) in properties {
                if depth == 0 {
                    continue;
                }
                let pointer = format!("{pointer}/{name}");
                parts.push(Part {
                    is_required: required.contains(&name),
                    is_nullable: strings(&property["type"]).iter().any(|it| it == "null"),
                    pointer: pointer.clone(),
                });
                object.insert(name, self.value(&property, &pointer, depth - 1, parts));
            }
            return object.into();
        }
        match type_of(schema).as_str() {
            "array" => self.array(&schema["items"], pointer, depth, parts),
            "integer" => number(schema),
            "boolean" => true.into(),
            "string" => text(schema),
            _ => json!({}),
        }
    }

    /// Returns an array with an item of each alternative.
    fn array(&self, items: &Value, pointer: &str, depth: usize, parts: &mut Vec<Part>) -> Value {
        let resolved = self.resolve(items);
        let kinds = alternatives(resolved).unwrap_or_else(|| vec![resolved]);
        let values = kinds.into_iter().enumerate().map(|(index, kind)| {
            let mut nested = Vec::new();
            let value = self.value(kind, &format!("{pointer}/{index}"), depth, &mut nested);
            // A union of the client keeps an item that it does not recognise.
            if alternatives(resolved).is_none() {
                parts.extend(nested);
            }
            value
        });
        values.collect()
    }
}

/// Returns the alternatives of a union without `null`.
fn alternatives(schema: &Value) -> Option<Vec<&Value>> {
    let alternatives = schema["oneOf"].as_array().or(schema["anyOf"].as_array())?;
    Some(alternatives.iter().filter(|it| it["type"] != "null").collect())
}

fn type_of(schema: &Value) -> String {
    let types = strings(&schema["type"]);
    types.into_iter().find(|it| it != "null").unwrap_or_default()
}

fn name(parameter: &Value) -> String {
    parameter["name"].as_str().expect("a parameter has a name").to_owned()
}

fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(values) => values.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect(),
        _ => Vec::new(),
    }
}

fn number(schema: &Value) -> Value {
    let candidates = [&schema["example"], &schema["minimum"]];
    candidates
        .into_iter()
        .find(|it| it.is_number())
        .cloned()
        .unwrap_or_else(|| 1.into())
}

fn text(schema: &Value) -> Value {
    if schema["format"] == "uuid" {
        return "2b3e8a44-9f1d-4c57-8e06-5a7d1c9b3f20".into();
    }
    let candidates = [&schema["enum"][0], &schema["example"], &schema["default"]];
    let text = candidates.into_iter().find(|it| it.is_string());
    text.cloned().unwrap_or_else(|| "text".into())
}
