//! Tokens, passwords, user names and the throttle of the authorization service.

mod claims;
mod keys;
mod merchant;
mod permission;
mod signing_keys;
mod subject;
mod token;
mod username;

pub use claims::{Factor, PERMISSION_TOKEN_LIFETIME, PermissionClaims, SECURITY_TOKEN_LIFETIME, SecurityClaims};
pub use keys::{KeySetError, PublicKeySet};
pub use merchant::{Merchant, MerchantId, MerchantIdError, MerchantKeyHash, MerchantSecretError};
pub use permission::{Permission, PermissionSet, PermissionSetError};
pub use signing_keys::SigningKeySet;
pub use subject::Subject;
pub use token::{
    SignError, TokenError, sign_permission_token, sign_security_token, verify_permission_token, verify_security_token,
};
pub use username::Username;
