//! The parts of an operation that follow from the signature of the handler.
//!
//! Each extractor and each result adds a part to the operation: [`Bearer`] the bearer scheme, [`RequestDeadline`] the
//! errors of the network, [`Query`] the parameters, [`Body`] the request body, and [`Data`] the response with the
//! envelope. Extractors also add the error codes with which they reject requests.

use super::BEARER;
use super::error_responses::add_codes;
use super::headers::add_caching;
pub use super::wrapper::Schemas;
use crate::authorize::Bearer;
use crate::cacheable::IfNoneMatch;
use crate::envelope::{Data, Envelope, Flat, FlatEnvelope};
use crate::error::{ApiError, ErrorCode};
use crate::extract::{Body, EntryDeadline, PathChain, Query, RequestDeadline};
use axum::extract::State;
use std::future::Future;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::Type;
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{ContentBuilder, Object, ObjectBuilder, Ref, RefOr, Required, ResponseBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};
use wallet_core::model::ChainName;

/// A part of a handler's signature that documents itself.
pub trait Describe {
    /// Adds this part to the operation, and the schemas that this part refers to.
    fn describe(operation: &mut Operation, schemas: &mut Schemas);
}

/// A handler function with arguments of the types `Args`.
pub trait Signature<Args> {
    /// Adds all parts of the signature to the operation. Parts that the operation already has stay unchanged.
    fn describe(operation: &mut Operation, schemas: &mut Schemas);
}

macro_rules! impl_signature {
    ($($argument:ident)*) => {
        impl<F, R, $($argument),*> Signature<($($argument,)*)> for F
        where
            F: Fn($($argument),*) -> R,
            R: Future<Output: Describe>,
            $($argument: Describe),*
        {
            fn describe(operation: &mut Operation, schemas: &mut Schemas) {
                $($argument::describe(operation, schemas);)*
                R::Output::describe(operation, schemas);
            }
        }
    };
}

impl_signature!(A);
impl_signature!(A B);
impl_signature!(A B C);
impl_signature!(A B C D);
impl_signature!(A B C D E);
impl_signature!(A B C D E G);

impl<S> Describe for State<S> {
    fn describe(_: &mut Operation, _: &mut Schemas) {}
}

impl Describe for IfNoneMatch {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        let tags = ParameterBuilder::new()
            .name("If-None-Match")
            .parameter_in(ParameterIn::Header)
            .description(Some(
                "The `ETag` of a cached result; the response is 304 if the result is the same.",
            ))
            .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
            .example(Some("W/\"0b4b5d2f6f0a4f4e9d3c0a7b9d1f2e3a\"".into()));
        add_parameter(operation, tags.build());
        add_caching(operation);
    }
}

impl<P> Describe for Bearer<P> {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        let bearer = SecurityRequirement::new::<_, [&str; 0], &str>(BEARER, []);
        operation.security.get_or_insert_with(|| vec![bearer]);
        add_codes(operation, &Self::CODES);
    }
}

impl Describe for EntryDeadline {
    fn describe(_: &mut Operation, _: &mut Schemas) {}
}

impl Describe for RequestDeadline {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        let codes = [
            ErrorCode::UpstreamError,
            ErrorCode::NotConfigured,
            ErrorCode::UpstreamUnavailable,
            ErrorCode::UpstreamTimeout,
        ];
        add_codes(operation, &codes);
    }
}

impl<C: ChainName> Describe for PathChain<C> {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        let names = C::ALL.iter().map(|chain| chain.name());
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(names.clone()));
        let chain = ParameterBuilder::new()
            .name("chain")
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .description(Some("The chain."))
            .schema(Some(schema))
            .example(names.clone().next().map(Into::into));
        add_parameter(operation, chain.build());
        add_codes(operation, &[ErrorCode::ChainNotSupported]);
    }
}

impl<T: ToSchema> Describe for Query<T> {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        add_codes(operation, &[ErrorCode::InvalidRequest]);
        let Some(object) = object_of::<T>() else {
            return;
        };
        for (name, schema) in object.properties {
            let required = object.required.contains(&name);
            add_parameter(operation, parameter(ParameterIn::Query, &name, required, schema));
        }
    }
}

/// Adds the path parameter that this property of `T` documents.
pub fn add_path_parameter<T: ToSchema>(operation: &mut Operation, name: &str) {
    if let Some(mut object) = object_of::<T>()
        && let Some(schema) = object.properties.shift_remove(name)
    {
        add_parameter(operation, parameter(ParameterIn::Path, name, true, schema));
    }
}

/// Returns the properties of `T` without wrappers, or `None` for a type other than an object.
fn object_of<T: ToSchema>() -> Option<Object> {
    let mut components = Schemas::new();
    T::schemas(&mut components);
    super::wrapper::resolved_object(T::schema(), components)
}

/// Returns the parameter of a property. A parameter has no `null`, and has the description and example outside the
/// schema.
fn parameter(parameter_in: ParameterIn, name: &str, required: bool, schema: RefOr<Schema>) -> Parameter {
    let mut parameter = ParameterBuilder::new()
        .name(name)
        .parameter_in(parameter_in)
        .required(if required { Required::True } else { Required::False });
    parameter = match super::wrapper::without_null(schema) {
        RefOr::T(Schema::Object(mut object)) => parameter
            .description(object.description.take())
            .example(object.example.take())
            .schema(Some(object)),
        RefOr::T(Schema::Array(mut list)) => parameter.description(list.description.take()).schema(Some(list)),
        schema => parameter.schema(Some(schema)),
    };
    parameter.build()
}

/// Adds a parameter after the earlier ones.
fn add_parameter(operation: &mut Operation, parameter: Parameter) {
    operation.parameters.get_or_insert_default().push(RefOr::T(parameter));
}

impl<T: ToSchema> Describe for Body<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        let body = RequestBodyBuilder::new()
            .content(
                "application/json",
                ContentBuilder::new().schema(Some(named::<T>(schemas))).build(),
            )
            .required(Some(Required::True));
        operation.request_body.get_or_insert_with(|| RefOr::T(body.build()));
        let codes = [
            ErrorCode::InvalidRequest,
            ErrorCode::PayloadTooLarge,
            ErrorCode::UnsupportedMediaType,
        ];
        add_codes(operation, &codes);
    }
}

impl<T: Describe> Describe for Result<T, ApiError> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        T::describe(operation, schemas);
    }
}

/// A response that the handler builds and documents.
impl Describe for axum::response::Response {
    fn describe(_: &mut Operation, _: &mut Schemas) {}
}

impl<T: ToSchema> Describe for Data<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        named::<T>(schemas);
        add_success::<T>(operation, envelope::<T, Envelope<T>>(schemas));
    }
}

impl<T: ToSchema> Describe for Flat<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        named::<T>(schemas);
        add_success::<T>(operation, envelope::<T, FlatEnvelope<T>>(schemas));
    }
}

/// Adds the schema of a type and of the types within; returns the reference to the schema.
fn named<T: ToSchema>(schemas: &mut Schemas) -> Ref {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
    Ref::from_schema_name(T::name())
}

/// Adds the schema of the envelope `E` of a result; returns the reference to the schema.
fn envelope<T: ToSchema, E: ToSchema>(schemas: &mut Schemas) -> Ref {
    let name = format!("{}_{}", E::name(), T::name());
    schemas.push((name.clone(), E::schema()));
    Ref::from_schema_name(name)
}

/// Adds the response 200 with the description of the result.
fn add_success<T: PartialSchema>(operation: &mut Operation, body: Ref) {
    let description = match T::schema() {
        RefOr::T(Schema::Object(object)) => object.description,
        RefOr::T(Schema::AllOf(parts)) => parts.description,
        _ => None,
    };
    let response = ResponseBuilder::new()
        .description(description.unwrap_or_else(|| "The result.".to_owned()))
        .content("application/json", ContentBuilder::new().schema(Some(body)).build());
    let responses = &mut operation.responses.responses;
    responses
        .entry("200".to_owned())
        .or_insert_with(|| RefOr::T(response.build()));
}
