//! The authorization service: accounts and tokens.

pub mod account;
pub mod account_otp;
pub mod permission;
pub mod security_factor;
pub mod session;
pub mod well_known;

use crate::wire::{ErrorCatalogue, Health, HealthRequest};
use serde_json::Value;

operations! {
    "authorization";
    /// Returns the state of the service.
    Get "/health" health() query: HealthRequest => <Health>;
    /// Returns the OpenAPI document.
    Get "/openapi.json" openapi() => flat<Value>;
    /// Returns the error catalogue.
    Get "/errors.json" errors() => flat<ErrorCatalogue>;
}

secrets! {
    /// A proof of identity.
    SecurityToken {
        /// The token for issue-by-factors, valid for 5 minutes.
        pub security_token: String,
    }

    /// A proof of identity, and a token of the device.
    LoginTokens {
        /// The token for issue-by-factors, valid for 5 minutes.
        pub security_token: String,
        /// The token that exempts this device from limits of the network.
        pub device_token: String,
    }
}
