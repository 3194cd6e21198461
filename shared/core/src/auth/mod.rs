//! Tokens, passwords, user names and the login throttle of the authorization service.

mod claims;
mod keys;
mod lifetimes;
mod merchant;
mod merchant_key;
mod password;
mod password_memory;
mod permission;
mod quota;
mod refresh;
mod signing_keys;
mod source_network;
mod subject;
mod throttle;
mod token;
mod username;

pub use claims::{DeviceClaims, Factor, PermissionClaims, SecurityClaims};
pub use keys::{KeySetError, PublicKeySet};
pub use lifetimes::{
    DEVICE_TOKEN_LIFETIME, IDLE_LIFETIME, KNOWN_NETWORK_LIFETIME, PERMISSION_TOKEN_LIFETIME, SECURITY_TOKEN_LIFETIME,
    SESSION_LIFETIME,
};
pub use merchant::{Merchant, MerchantId, MerchantIdError, MerchantKeyHash, MerchantSecretError};
pub use merchant_key::{MerchantKey, MerchantKeyError};
pub use password::{HashError, Password, PasswordError, needs_rehash};
pub use password_memory::PasswordMemory;
pub use permission::{Permission, PermissionSet, PermissionSetError};
pub use quota::{Quota, QuotaError, QuotaLevel};
pub use refresh::{RefreshToken, RefreshTokenError, SpentToken, classify_spent_token, idle_expiry};
pub use signing_keys::SigningKeySet;
pub use source_network::SourceNetwork;
pub use subject::Subject;
pub use throttle::{ATTEMPTS_RESET_AFTER, AttemptRule};
pub use token::{
    SignError, TokenError, sign_device_token, sign_permission_token, sign_security_token, verify_device_token,
    verify_permission_token, verify_security_token,
};
pub use username::{Username, UsernameError};
