//! The chain of a request.

use std::convert::Infallible;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use wallet_core::wire::Wire;
use wallet_http::{ApiError, ErrorCode, Required};
use wallet_sandbox::{SandboxChains, chain_names};

/// The name of a chain with a sandbox.
pub struct SandboxChain;

impl Wire for SandboxChain {
    type Json = String;
    type Value = String;
    type Error = Infallible;

    fn read(name: String, (): ()) -> Result<String, Infallible> {
        Ok(name)
    }
}

impl PartialSchema for SandboxChain {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The name of a chain with a sandbox."))
            .enum_values(Some(chain_names()))
            .examples(chain_names().take(1))
            .into()
    }
}

impl ToSchema for SandboxChain {}

/// Returns the name of the chain of a request.
///
/// # Errors
/// `chain_not_supported` with the available chains, unless the sandbox has the chain.
pub fn available(chains: &SandboxChains, field: Required<SandboxChain>) -> Result<String, ApiError> {
    let field_name = field.name();
    let name = field.get()?;
    let supported: Vec<_> = chains.names().collect();
    if supported.contains(&&*name) {
        return Ok(name);
    }
    let message = format!("Use one of the sandbox chains: {}.", supported.join(", "));
    Err(ApiError::new(ErrorCode::ChainNotSupported, message)
        .detail("supported", supported)
        .at(field_name))
}
