//! Schemas of wire fields without their wrappers.
//!
//! The derive macros name a component after every type of a field. Each use of a component that only wraps a
//! component ([`Field`](crate::Field), [`Object`](crate::Object)), or that is a plain string or number, is replaced
//! by the content of the component. A [`Field`](crate::Field) is also optional and may be `null`.

use std::collections::BTreeMap;
use utoipa::openapi::schema::{ArrayItems, OneOf, SchemaType, Type};
use utoipa::openapi::{Object, RefOr, Schema};
use wallet_core::wire::{FIELD, LIST, OBJECT, REQUIRED};

/// The named schemas that an operation refers to.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

type Components = BTreeMap<String, RefOr<Schema>>;

const PREFIX: &str = "#/components/schemas/";

/// Returns the components without wrappers.
pub fn unwrapped(components: &Components) -> Components {
    let kept = components.iter().filter(|(name, schema)| !dissolves(name, schema));
    kept.map(|(name, schema)| (name.clone(), unwrap(schema.clone(), components)))
        .collect()
}

/// Returns the properties of an object without wrappers, or `None` for a schema other than an object.
pub fn resolved_object(schema: RefOr<Schema>, schemas: Schemas) -> Option<Object> {
    match unwrap(schema, &schemas.into_iter().collect()) {
        RefOr::T(Schema::Object(object)) => Some(object),
        _ => None,
    }
}

/// Returns true if the content replaces the uses of a component.
fn dissolves(name: &str, schema: &RefOr<Schema>) -> bool {
    let is_wrapper = |wrapper: &str| name.strip_prefix(wrapper).is_some_and(|rest| rest.starts_with('_'));
    [FIELD, REQUIRED, OBJECT, LIST].into_iter().any(is_wrapper) || is_scalar(schema)
}

fn is_scalar(schema: &RefOr<Schema>) -> bool {
    let RefOr::T(Schema::Object(object)) = schema else {
        return false;
    };
    let scalars = [Type::String, Type::Integer, Type::Number, Type::Boolean];
    let is_scalar = scalars
        .into_iter()
        .any(|scalar| object.schema_type == SchemaType::Type(scalar));
    is_scalar && object.enum_values.is_none()
}

fn unwrap(schema: RefOr<Schema>, components: &Components) -> RefOr<Schema> {
    match schema {
        RefOr::Ref(reference) => {
            let name = reference.ref_location.strip_prefix(PREFIX).unwrap_or_default();
            match components.get(name) {
                Some(content) if dissolves(name, content) => {
                    let mut content = unwrap(content.clone(), components);
                    describe(&mut content, reference.description);
                    if is_optional(name) { with_null(content) } else { content }
                }
                _ => RefOr::Ref(reference),
            }
        }
        RefOr::T(schema) => RefOr::T(unwrap_parts(schema, components)),
    }
}

fn unwrap_parts(mut schema: Schema, components: &Components) -> Schema {
    let unwrap_all = |items: &mut Vec<RefOr<Schema>>| {
        for item in items {
            *item = unwrap(item.clone(), components);
        }
    };
    match &mut schema {
        Schema::Object(object) => {
            let optional = |property: &RefOr<Schema>| match property {
                RefOr::Ref(reference) => reference.ref_location.strip_prefix(PREFIX).is_some_and(is_optional),
                RefOr::T(_) => false,
            };
            let properties = &mut object.properties;
            object
                .required
                .retain(|name| !properties.get(name).is_some_and(optional));
            for property in properties.values_mut() {
                *property = unwrap(property.clone(), components);
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                **items = unwrap((**items).clone(), components);
            }
        }
        Schema::OneOf(choice) => {
            unwrap_all(&mut choice.items);
            if let Some(scalar) = nullable_scalar(choice) {
                return scalar;
            }
        }
        Schema::AllOf(parts) => unwrap_all(&mut parts.items),
        Schema::AnyOf(choice) => unwrap_all(&mut choice.items),
        _ => {}
    }
    schema
}

/// Returns true for the name of a field that may be absent or `null`.
fn is_optional(name: &str) -> bool {
    name.strip_prefix(FIELD).is_some_and(|rest| rest.starts_with('_'))
}

/// Returns a choice of a scalar and `null` as a single schema.
fn nullable_scalar(choice: &OneOf) -> Option<Schema> {
    let is_null = |item: &RefOr<Schema>| match item {
        RefOr::T(Schema::Object(object)) => object.schema_type == SchemaType::Type(Type::Null),
        _ => false,
    };
    match &choice.items[..] {
        [scalar, null] if is_scalar(scalar) && is_null(null) => match with_null(scalar.clone()) {
            RefOr::T(schema) => Some(schema),
            RefOr::Ref(_) => None,
        },
        _ => None,
    }
}

/// Allows `null` for a scalar or a list without a default value.
fn with_null(mut schema: RefOr<Schema>) -> RefOr<Schema> {
    let schema_type = match &mut schema {
        RefOr::T(Schema::Object(object)) if object.default.is_none() && object.properties.is_empty() => {
            &mut object.schema_type
        }
        RefOr::T(Schema::Array(array)) if array.default.is_none() => &mut array.schema_type,
        _ => return schema,
    };
    if let SchemaType::Type(only) = schema_type {
        *schema_type = SchemaType::Array(vec![only.clone(), Type::Null]);
    }
    schema
}

/// Removes `null` from the types of a scalar or a list.
pub fn without_null(mut schema: RefOr<Schema>) -> RefOr<Schema> {
    let schema_type = match &mut schema {
        RefOr::T(Schema::Object(object)) => &mut object.schema_type,
        RefOr::T(Schema::Array(array)) => &mut array.schema_type,
        _ => return schema,
    };
    if let SchemaType::Array(types) = schema_type
        && let Some(only) = types.iter().find(|schema_type| **schema_type != Type::Null)
    {
        *schema_type = SchemaType::Type(only.clone());
    }
    schema
}

/// Replaces the description by the description of a field, if present.
fn describe(schema: &mut RefOr<Schema>, text: String) {
    if text.is_empty() {
        return;
    }
    match schema {
        RefOr::Ref(reference) => reference.description = text,
        RefOr::T(Schema::Object(object)) => object.description = Some(text),
        RefOr::T(Schema::Array(array)) => array.description = Some(text),
        RefOr::T(_) => {}
    }
}
