//! Headers of responses, declared once per document.

use std::collections::BTreeSet;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{Components, ObjectBuilder, Type};
use utoipa::openapi::{OpenApi, Ref, RefOr, Response};

/// A header of responses.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResponseHeader {
    /// The name of the header.
    name: &'static str,
    /// The name of the header's component.
    component: &'static str,
    description: &'static str,
    /// An example, which is a number if all values are.
    example: &'static str,
}

const fn header(
    name: &'static str,
    component: &'static str,
    description: &'static str,
    example: &'static str,
) -> ResponseHeader {
    ResponseHeader {
        name,
        component,
        description,
        example,
    }
}

const REQUEST_ID: ResponseHeader = header(
    crate::request_id::NAME,
    "RequestId",
    "The id of the request: the one in the request header of this name if it is a UUID, otherwise a new one.",
    "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a",
);
pub(super) const RETRY_AFTER: ResponseHeader = header(
    "Retry-After",
    "RetryAfter",
    "The delay in seconds before the next attempt.",
    "1",
);
pub(super) const WWW_AUTHENTICATE: ResponseHeader = header(
    "WWW-Authenticate",
    "WwwAuthenticate",
    "The challenge (RFC 6750, section 3).",
    "Bearer error=\"invalid_token\"",
);
pub(super) const ALLOW: ResponseHeader = header("Allow", "Allow", "The methods of the path.", "GET,HEAD");
const RATE_LIMIT: ResponseHeader = header(
    "RateLimit",
    "RateLimit",
    "The state of the limits that apply (draft-ietf-httpapi-ratelimit-headers-10). Absent if the request was rejected \
     before a limit was applied.",
    "\"failed-logins\";r=199;t=3",
);
const RATE_LIMIT_POLICY: ResponseHeader = header(
    "RateLimit-Policy",
    "RateLimitPolicy",
    "The limits that apply (draft-ietf-httpapi-ratelimit-headers-10).",
    "\"failed-logins\";q=200;w=600",
);
const ETAG: ResponseHeader = header(
    "ETag",
    "ETag",
    "The entity tag of the result, for `If-None-Match`.",
    "W/\"0b4b5d2f6f0a4f4e9d3c0a7b9d1f2e3a\"",
);
const CACHE_CONTROL: ResponseHeader = header(
    "Cache-Control",
    "CacheControl",
    "The time for which the response may be cached.",
    "private, max-age=300",
);
const WARNING: ResponseHeader = header(
    "Warning",
    "Warning",
    "Present if the result is stale because the storage is unavailable.",
    "110 - \"Response is Stale\"",
);

const ALL: [ResponseHeader; 9] = [
    REQUEST_ID,
    RETRY_AFTER,
    WWW_AUTHENTICATE,
    ALLOW,
    RATE_LIMIT,
    RATE_LIMIT_POLICY,
    ETAG,
    CACHE_CONTROL,
    WARNING,
];

impl ResponseHeader {
    fn reference(self) -> RefOr<Header> {
        RefOr::Ref(Ref::new(self.location()))
    }

    fn location(self) -> String {
        format!("#/components/headers/{}", self.component)
    }

    fn build(self) -> Header {
        let schema = match self.example.parse::<u64>() {
            Ok(number) => ObjectBuilder::new()
                .schema_type(Type::Integer)
                .minimum(Some(1))
                .examples([number]),
            Err(_) => ObjectBuilder::new().schema_type(Type::String).examples([self.example]),
        };
        HeaderBuilder::new()
            .description(Some(self.description))
            .schema(Some(schema))
            .build()
    }
}

/// Declares the headers that the responses of a document refer to.
pub(super) fn declare(document: &mut OpenApi) {
    let mut used = BTreeSet::new();
    for operation in super::operations_mut(document) {
        for response in operation.responses.responses.values() {
            if let RefOr::T(response) = response {
                let references = response.headers.values().filter_map(|header| match header {
                    RefOr::Ref(reference) => Some(reference.ref_location.clone()),
                    RefOr::T(_) => None,
                });
                used.extend(references);
            }
        }
    }
    let components = document.components.get_or_insert_with(Components::new);
    for header in ALL.into_iter().filter(|header| used.contains(&header.location())) {
        components
            .headers
            .insert(header.component.to_owned(), RefOr::T(header.build()));
    }
}

/// Adds a header to a response.
pub(super) fn with_header(mut response: Response, header: ResponseHeader) -> Response {
    response.headers.insert(header.name.to_owned(), header.reference());
    response
}

/// Adds the headers that depend on the operation: the request id, and the rate limits where the service has some.
pub(super) fn add_to(response: &mut Response, status: &str, is_limited: bool) {
    let mut add = |header: ResponseHeader| {
        response.headers.insert(header.name.to_owned(), header.reference());
    };
    add(REQUEST_ID);
    // The excluded statuses result from checks that precede the limits.
    if is_limited && !["304", "403", "405", "413", "415"].contains(&status) {
        add(RATE_LIMIT);
        add(RATE_LIMIT_POLICY);
    }
}

/// Adds the headers of a cacheable result to the responses 200 and 304.
pub(super) fn add_caching(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && ["200", "304"].contains(&status.as_str())
        {
            for header in [ETAG, CACHE_CONTROL, WARNING] {
                response.headers.insert(header.name.to_owned(), header.reference());
            }
        }
    }
}
