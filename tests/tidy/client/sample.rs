//! Samples of the schemas of an OpenAPI document.

use serde_json::{Map, Value, json};

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

    /// Returns samples of the body, or of the query if there is one.
    pub fn request(&self, path: &str, method: &str) -> Option<Vec<Sample>> {
        let operation = &self.0["paths"][path][method];
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        if body.is_object() {
            return Some(self.samples(body));
        }
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let query: Vec<_> = parameters.filter(|parameter| parameter["in"] == "query").collect();
        let schema = json!({
            "type": "object",
            "properties": query.iter().map(|it| (name(it), it["schema"].clone())).collect::<Map<_, _>>(),
            "required": query.iter().filter(|it| it["required"] == true).map(|it| name(it)).collect::<Vec<_>>(),
        });
        (!query.is_empty()).then(|| self.samples(&schema))
    }

    /// Returns samples of the response with status 200: its `data`, or the body without `requestId`.
    pub fn response(&self, path: &str, method: &str) -> Vec<Sample> {
        let response = &self.0["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"];
        let (mut properties, mut required) = self.object(response);
        if let Some(data) = properties.get("data") {
            return self.samples(data);
        }
        properties.remove("requestId");
        required.retain(|name| name != "requestId");
        if properties.is_empty() {
            return self.samples(response);
        }
        self.samples(&json!({ "type": "object", "properties": properties, "required": required }))
    }

    /// Returns a sample of each alternative.
    fn samples(&self, schema: &Value) -> Vec<Sample> {
        let sample = |alternative: Value| {
            let mut parts = Vec::new();
            let value = self.value(&alternative, "", &[], &mut parts)?;
            Some(Sample { value, parts })
        };
        self.alternatives(schema).into_iter().filter_map(sample).collect()
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

    /// Returns the alternatives of a schema without `null`: those of `oneOf` and `anyOf`, each in the `allOf`.
    fn alternatives(&self, schema: &Value) -> Vec<Value> {
        let schema = self.resolve(schema);
        if let Some(all) = schema["allOf"].as_array() {
            let mut combined = vec![Vec::new()];
            for part in all {
                let kinds = self.alternatives(part);
                let extended = combined.iter().flat_map(|parts: &Vec<Value>| {
                    kinds
                        .iter()
                        .map(move |kind| parts.iter().chain([kind]).cloned().collect::<Vec<_>>())
                });
                combined = extended.collect();
            }
            return combined.into_iter().map(|parts| json!({ "allOf": parts })).collect();
        }
        let kinds = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
        let Some(kinds) = kinds else {
            return vec![schema.clone()];
        };
        let kinds = kinds.iter().filter(|kind| kind["type"] != "null");
        kinds.flat_map(|kind| self.alternatives(kind)).collect()
    }

    /// Returns all properties of an object without alternatives, also those of `allOf`.
    fn object(&self, schema: &Value) -> (Map<String, Value>, Vec<String>) {
        let schema = self.resolve(schema);
        let mut properties = schema["properties"].as_object().cloned().unwrap_or_default();
        let mut required = strings(&schema["required"]);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            let (more, names) = self.object(part);
            properties.extend(more);
            required.extend(names);
        }
        (properties, required)
    }

    /// Returns a value of a schema. `path` contains the references that lead to the schema. A schema is not repeated inside
    /// itself: a list of it is empty, and an object that requires it has no sample.
    fn value(&self, schema: &Value, pointer: &str, path: &[&str], parts: &mut Vec<Part>) -> Option<Value> {
        let kinds = self.alternatives(schema);
        let schema = kinds.first().unwrap_or(schema);
        let (properties, required) = self.object(schema);
        if !properties.is_empty() {
            let mut object = Map::new();
            for (name, property) in properties {
                let reference = reference(&property).unwrap_or_default();
                let is_required = required.contains(&name);
                if !reference.is_empty() && path.contains(&reference) {
                    match type_of(&property).as_str() {
                        _ if !is_required => {}
                        "array" => drop(object.insert(name, json!([]))),
                        _ => return None,
                    }
                    continue;
                }
                let pointer = format!("{pointer}/{name}");
                let path = [path, &[reference]].concat();
                let value = self.value(&property, &pointer, &path, parts)?;
                parts.push(Part {
                    is_required,
                    is_nullable: strings(&property["type"]).iter().any(|it| it == "null"),
                    pointer,
                });
                object.insert(name, value);
            }
            return Some(object.into());
        }
        Some(match type_of(schema).as_str() {
            "array" => self.array(&schema["items"], pointer, path, parts),
            "integer" => number(schema),
            "boolean" => true.into(),
            "string" => text(schema),
            _ => json!({}),
        })
    }

    /// Returns an array with an item of each alternative.
    fn array(&self, items: &Value, pointer: &str, path: &[&str], parts: &mut Vec<Part>) -> Value {
        let kinds = self.alternatives(items);
        let is_union = kinds.len() > 1;
        let values = kinds.iter().enumerate().filter_map(|(index, kind)| {
            let mut nested = Vec::new();
            let value = self.value(kind, &format!("{pointer}/{index}"), path, &mut nested)?;
            // A union of the client keeps an item that it does not recognise.
            if !is_union {
                parts.extend(nested);
            }
            Some(value)
        });
        values.collect()
    }
}

/// Returns the reference of a property, also of a list of it.
fn reference(property: &Value) -> Option<&str> {
    property["$ref"].as_str().or(property["items"]["$ref"].as_str())
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
