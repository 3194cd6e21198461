//! Tokens, passwords, user names and the login throttle of the authorization service.

mod claims;
mod keys;
mod lifetimes;
mod merchant;
mod merchant_key;
mod password;
mod permission;
mod refresh;
mod signing_keys;
mod subject;
mod throttle;
mod token;
mod username;

pub use claims::{Factor, PermissionClaims, SecurityClaims};
pub use keys::{KeySetError, PublicKeySet};
pub use lifetimes::{IDLE_LIFETIME, PERMISSION_TOKEN_LIFETIME, SECURITY_TOKEN_LIFETIME, SESSION_LIFETIME};
pub use merchant::{Merchant, MerchantId, MerchantIdError, MerchantKeyHash, MerchantSecretError};
pub use merchant_key::{MerchantKey, MerchantKeyError};
pub use password::{HashError, Password, PasswordError, needs_rehash};
pub use permission::{Permission, PermissionSet, PermissionSetError};
pub use refresh::{RefreshToken, RefreshTokenError, SpentToken, classify_spent_token, idle_expiry};
pub use signing_keys::SigningKeySet;
pub use subject::Subject;
pub use throttle::wait_after_failures;
pub use token::{
    SignError, TokenError, sign_permission_token, sign_security_token, verify_permission_token, verify_security_token,
};
pub use username::{Username, UsernameError};
