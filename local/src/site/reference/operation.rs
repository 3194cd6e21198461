//! An operation: description, parameters, body, responses, examples, and a form that sends a request.

use super::super::markdown;
use super::super::page::Section;
use super::{Document, example, schema};
use maud::{Markup, html};
use serde_json::Value;

/// The methods of OpenAPI that the services use.
const METHODS: [&str; 4] = ["get", "post", "put", "delete"];

/// An operation of a document.
pub struct Operation<'a> {
    /// The method in lower case.
    pub method: &'static str,
    /// The path below the base path.
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

    /// Returns the anchor.
    pub fn id(&self) -> &str {
        self.value["operationId"].as_str().unwrap_or(self.path)
    }

    /// Returns the summary.
    pub fn summary(&self) -> &str {
        self.value["summary"].as_str().unwrap_or_default()
    }

    /// Returns the entry in the navigation.
    pub fn section(&self) -> Section {
        let path = self.path.trim_start_matches("/api/").trim_start_matches('/');
        Section {
            id: self.id().to_owned(),
            title: format!("{} {path}", self.method.to_uppercase()),
        }
    }

    /// Returns the text for the search.
    pub fn text(&self) -> String {
        format!("{} {} {}", self.path, self.summary(), self.description())
    }

    fn description(&self) -> &str {
        self.value["description"].as_str().unwrap_or_default()
    }

    fn parameters(&self) -> impl Iterator<Item = &'a Value> + use<'a> {
        self.value["parameters"].as_array().into_iter().flatten()
    }

    fn body(&self) -> Option<&'a Value> {
        self.value.pointer("/requestBody/content/application~1json/schema")
    }

    /// Returns true if a token is optional or required.
    fn has_token(&self) -> bool {
        let schemes = self.value["security"].as_array().into_iter().flatten();
        schemes.into_iter().any(|scheme| scheme.get("bearer").is_some())
    }

    /// Returns the section of the page.
    pub fn html(&self, document: &Document) -> Markup {
        let id = self.id();
        html! {
            section class="operation" aria-labelledby=(id) {
                h2 id=(id) {
                    span class={ "method " (self.method) } { (self.method.to_uppercase()) } " "
                    code { (document.base()) (self.path) }
                }
                p class="lead" { (markdown::phrase(self.summary())) }
                (markdown::inline(self.description()))
                @if !self.has_token() { p class="note" { "Requires no token." } }
                (self.facts(document))
                h3 { "Example" }
                (markdown::code("sh", &self.command(document)))
                @if let Some(response) = self.example_response(document) { (markdown::code("json", &response)) }
                (self.form(document))
            }
        }
    }

    /// Returns the section of a request that the service sends.
    pub fn webhook_html(&self, document: &Document) -> Markup {
        let id = self.id();
        html! {
            section class="operation" aria-labelledby=(id) {
                h2 id=(id) { span class={ "method " (self.method) } { (self.method.to_uppercase()) } " to the webhook" }
                p class="lead" { (markdown::phrase(self.summary())) }
                (markdown::inline(self.description()))
                (self.facts(document))
            }
        }
    }

    /// Returns the entry of a request that the service sends in the navigation.
    pub fn webhook_section(&self) -> Section {
        Section {
            id: self.id().to_owned(),
            title: format!("{} to the webhook", self.method.to_uppercase()),
        }
    }

    /// Returns the parameters, the body and the responses.
    fn facts(&self, document: &Document) -> Markup {
        html! {
            @if self.parameters().next().is_some() {
                h3 { "Parameters" }
                ul class="fields" {
                    @for parameter in self.parameters() { (parameter_field(document, parameter)) }
                }
            }
            @if let Some(body) = self.body() {
                h3 { "Body" }
                (schema::fields(document, body))
            }
            h3 { "Responses" }
            (self.responses(document))
        }
    }

    fn responses(&self, document: &Document) -> Markup {
        let responses = self.value["responses"].as_object();
        html! {
            ul class="responses" {
                @for (status, response) in responses.into_iter().flatten() {
                    @let response = document.resolve(response);
                    @let content = response.pointer("/content/application~1json/schema");
                    li {
                        details open[status.starts_with('2')] {
                            summary { code class={ "status s" (&status[..1]) } { (status) } " " (markdown::phrase(first_line(response))) }
                            (markdown::inline(rest(response)))
                            @if let Some(content) = content { (schema::fields(document, content)) }
                        }
                    }
                }
            }
        }
    }

    fn success(&self, document: &'a Document) -> Option<&'a Value> {
        let responses = self.value["responses"].as_object()?;
        let (_, response) = responses.iter().find(|(status, _)| status.starts_with('2'))?;
        document.resolve(response).pointer("/content/application~1json/schema")
    }

    fn example_response(&self, document: &Document) -> Option<String> {
        let example = example::response(document, self.success(document)?);
        serde_json::to_string_pretty(&example).ok()
    }

    fn example_body(&self, document: &Document) -> Option<String> {
        let stated = self
            .value
            .pointer("/requestBody/content/application~1json/example")
            .cloned();
        let example = stated.or_else(|| Some(example::request(document, self.body()?)))?;
        serde_json::to_string_pretty(&example).ok()
    }

    /// Returns the example as a curl command.
    fn command(&self, document: &Document) -> String {
        let mut path = self.path.to_owned();
        let mut query = Vec::new();
        for parameter in self.parameters() {
            let name = parameter["name"].as_str().unwrap_or_default();
            let value = example::parameter(document, parameter);
            match parameter["in"].as_str() {
                Some("path") => path = path.replace(&format!("{{{name}}}"), &value),
                Some("query") if parameter["required"] == true => query.push(format!("{name}={value}")),
                _ => {}
            }
        }
        let query = if query.is_empty() {
            String::new()
        } else {
            format!("?{}", query.join("&"))
        };
        let mut lines = vec![format!("curl \"$BASE{}{path}{query}\"", document.base())];
        if self.method != "get" && (self.method != "post" || self.body().is_none()) {
            lines.push(format!("-X {}", self.method.to_uppercase()));
        }
        if self.has_token() {
            lines.push("-H \"Authorization: Bearer $TOKEN\"".to_owned());
        }
        if let Some(body) = self.example_body(document) {
            lines.push("-H 'Content-Type: application/json'".to_owned());
            lines.push(format!("-d '{body}'"));
        }
        lines.join(" \\\n  ")
    }

    /// Returns the form that sends the request. Scripts show the form.
    fn form(&self, document: &Document) -> Markup {
        let id = self.id();
        html! {
            details class="try" hidden {
                summary { "Try it" span class="hidden" { ": " (self.summary()) } }
                form data-method=(self.method.to_uppercase()) data-path={ (document.base()) (self.path) } data-token[self.has_token()] {
                    div class="inputs" {
                        @for parameter in self.parameters() { (input(document, id, parameter)) }
                        @if let Some(body) = self.example_body(document) {
                            label for={ (id) "-body" } { "Body" }
                            textarea id={ (id) "-body" } name="body" rows=(body.lines().count().clamp(3, 16)) spellcheck="false" { (body) }
                        }
                    }
                    button type="submit" { "Send" span class="hidden" { " " (self.method.to_uppercase()) " " (self.path) } }
                    output for={ (id) "-body" } {}
                }
            }
        }
    }
}

/// Returns the input of a parameter: a list if the values are enumerated.
fn input(document: &Document, operation: &str, parameter: &Value) -> Markup {
    let name = parameter["name"].as_str().unwrap_or_default();
    let place = parameter["in"].as_str().unwrap_or_default();
    let id = format!("{operation}-{place}-{name}");
    let required = parameter["required"] == true;
    let value = if required {
        example::parameter(document, parameter)
    } else {
        String::new()
    };
    let schema = document.resolve(&parameter["schema"]);
    let values: Vec<_> = schema["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    html! {
        label for=(id) { (name) @if !required { span class="optional" { " optional" } } }
        @if values.is_empty() {
            input id=(id) data-in=(place) name=(name) type="text" value=(value) autocomplete="off" spellcheck="false" required[required];
        } @else {
            select id=(id) data-in=(place) name=(name) {
                @if !required { option value="" {} }
                @for option in values { option selected[option == value] { (option) } }
            }
        }
    }
}

fn parameter_field(document: &Document, parameter: &Value) -> Markup {
    let name = parameter["name"].as_str().unwrap_or_default();
    let place = parameter["in"].as_str().unwrap_or_default();
    let required = parameter["required"] == true;
    let description = parameter["description"].as_str().unwrap_or_default();
    let described = schema::Field {
        name,
        schema: &parameter["schema"],
        required,
        description: Some(description),
    };
    schema::field(document, &described, Some(place))
}

fn first_line(response: &Value) -> &str {
    response["description"]
        .as_str()
        .unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default()
}

fn rest(response: &Value) -> &str {
    let description = response["description"].as_str().unwrap_or_default();
    description.split_once('\n').map_or("", |(_, rest)| rest)
}
