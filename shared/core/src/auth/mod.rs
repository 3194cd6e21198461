//! Tokens, passwords, user names and the throttle of the authorization service.

mod keys;
mod merchant;
mod permission;
mod subject;
mod username;

pub use keys::{PublicKeySet, SigningKeySet};
pub use merchant::{Merchant, MerchantId, MerchantIdError, MerchantKeyHash};
pub use permission::{Permission, PermissionSet, PermissionSetError};
pub use subject::Subject;
pub use username::Username;
