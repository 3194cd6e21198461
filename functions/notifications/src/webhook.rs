//! The request to the receiver of a webhook, for the OpenAPI document.

use crate::event::{EventRecord, EventReference, TestRecord};
use utoipa::ToSchema;
use utoipa::openapi::path::{HttpMethod, Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::schema::{AnyOfBuilder, Type};
use utoipa::openapi::{
    Components, ContentBuilder, ObjectBuilder, OpenApi, PathItem, PathsBuilder, Ref, RefOr, Required, Response,
    ResponseBuilder, Schema,
};

/// The headers: name, description, pattern, example.
const HEADERS: [(&str, &str, &str, &str); 3] = [
    (
        "webhook-id",
        "The id of the event: the same for every attempt.",
        "^[0-9a-f]{32}$",
        "5f2d8c0e9b7a4d61a3c85e7f10926b34",
    ),
    (
        "webhook-timestamp",
        "The time of the attempt in Unix seconds. A receiver rejects a time that differs by more than 5 minutes.",
        "^[0-9]{1,20}$",
        "1800000000",
    ),
    (
        "webhook-signature",
        "Signatures of `id.timestamp.body`, separated by spaces: `v1,` and HMAC-SHA-256 with the secret in base64, two of them for \
         a day after the secret was replaced, then `v1a,` and Ed25519 in base64.",
        "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)* v1a,[A-Za-z0-9+/=]+$",
        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= \
         v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
    ),
];

/// The responses of a receiver that have a meaning. After a response with a delay, the next attempt waits at least that long.
const RESPONSES: [(&str, &str, bool); 4] = [
    ("2XX", "The event is delivered.", false),
    (
        "410",
        "The receiver is gone: the webhook is disabled until the URL is given again.",
        false,
    ),
    ("429", "The event is delivered again, later.", true),
    (
        "5XX",
        "The event is delivered again, later. The header has a meaning for 502, 503 and 504.",
        true,
    ),
];

/// Adds the webhook to a document.
pub fn describe(mut document: OpenApi) -> OpenApi {
    let components = document.components.get_or_insert_with(Components::new);
    let mut schemas = Vec::new();
    EventRecord::schemas(&mut schemas);
    TestRecord::schemas(&mut schemas);
    EventReference::schemas(&mut schemas);
    components.schemas.extend(schemas);
    components
        .schemas
        .extend([named::<EventRecord>(), named::<TestRecord>(), named::<EventReference>()]);
    let item = PathItem::new(HttpMethod::Post, operation());
    document.webhooks = Some(PathsBuilder::new().path("event", item).build());
    document
}

fn named<T: ToSchema>() -> (String, RefOr<Schema>) {
    (T::name().into_owned(), T::schema())
}

fn operation() -> Operation {
    let description = "The URL of the subscription receives the event (Standard Webhooks 1.0.0). Verify a signature before the body is \
                       parsed, and compare `subscription`. Deliveries can be repeated and out of order: `sequence` has the order. Any \
                       other response, also 3xx, and none within 15 s, is a failure that is repeated by the schedule.";
    let operation = OperationBuilder::new()
        .operation_id(Some("deliverEvent"))
        .tag("event")
        .summary(Some("Delivers an event."))
        .description(Some(description))
        .parameters(Some(HEADERS.map(header)))
        .request_body(Some(body()));
    let responses = RESPONSES.into_iter();
    let operation = responses.fold(operation, |operation, (status, description, has_delay)| {
        operation.response(status, response(description, has_delay))
    });
    let mut operation = operation.build();
    operation.security = Some(Vec::new());
    operation
}

fn header((name, description, pattern, example): (&str, &str, &str, &str)) -> Parameter {
    let schema = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::True)
        .description(Some(description))
        .schema(Some(schema))
        .example(Some(example.into()))
        .build()
}

/// Returns the bodies. An event matches the schema of a reference as well, since objects can have further fields: the bodies are
/// not alternatives that exclude each other.
fn body() -> RequestBody {
    let bodies = AnyOfBuilder::new()
        .item(Ref::from_schema_name(EventRecord::name()))
        .item(Ref::from_schema_name(TestRecord::name()))
        .item(Ref::from_schema_name(EventReference::name()));
    let content = ContentBuilder::new()
        .schema(Some(Schema::AnyOf(bodies.build())))
        .build();
    RequestBodyBuilder::new()
        .content("application/json", content)
        .required(Some(Required::True))
        .build()
}

fn response(description: &str, has_delay: bool) -> Response {
    let mut response = ResponseBuilder::new().description(description).build();
    if has_delay {
        let delay = RefOr::Ref(Ref::new("#/components/headers/RetryAfter"));
        response.headers.insert("Retry-After".to_owned(), delay);
    }
    response
}
