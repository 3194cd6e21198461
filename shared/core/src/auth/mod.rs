//! Tokens, passwords, second factors, user names and the login throttle of the authorization service.

mod claims;
mod keys;
mod lifetimes;
mod merchant;
mod one_time_password;
mod password;
mod permission;
mod quota;
mod refresh;
mod sealed_secret;
mod second_factor;
mod signing_keys;
mod throttle;
mod token;
mod username;

pub use claims::{DeviceClaims, Factor, PermissionClaims, SecurityClaims, Subject};
pub use keys::{KeySetError, PublicKeySet};
pub use lifetimes::{
    DEVICE_TOKEN_LIFETIME, ENROLMENT_LIFETIME, IDLE_LIFETIME, KNOWN_NETWORK_LIFETIME, PERMISSION_TOKEN_LIFETIME,
    SECURITY_TOKEN_LIFETIME, SESSION_LIFETIME,
};
pub use merchant::{
    Merchant, MerchantId, MerchantIdError, MerchantKey, MerchantKeyError, MerchantKeyHash, MerchantSecretError,
};
pub use one_time_password::{OneTimePassword, OtpSecret, TimeStep};
pub use password::{HashError, Password, PasswordError, PasswordMemory, needs_rehash};
pub use permission::{Permission, PermissionSet, PermissionSetError};
pub use quota::{Quota, QuotaError, QuotaLevel};
pub use refresh::{RefreshToken, RefreshTokenError, SpentToken, classify_spent_token, idle_expiry};
pub use sealed_secret::{SealError, SealedSecret};
pub use second_factor::{
    ActiveFactor, CodeFormatError, FactorCode, PendingFactor, RecoveryCode, RecoveryCodeHashes, SecondFactor,
};
pub use signing_keys::SigningKeySet;
pub use throttle::{ATTEMPTS_RESET_AFTER, AttemptRule, SourceNetwork};
pub use token::{
    SignError, TokenError, sign_device_token, sign_permission_token, sign_security_token, verify_device_token,
    verify_permission_token, verify_security_token,
};
pub use username::{DeviceName, DeviceNameError, Username, UsernameError};
