//! Tokens, passwords, second factors, user names and the login throttle of the authorization service.

mod claims;
mod device_name;
mod keys;
mod merchant;
mod merchant_key;
mod one_time_password;
mod password;
mod permission;
mod quota;
mod recovery_codes;
mod refresh;
mod sealed_secret;
mod second_factor;
mod signing_keys;
mod throttle;
mod token;
mod username;

pub use claims::{AccountId, Subject};
pub use claims::{
    DEVICE_TOKEN_LIFETIME, ENROLMENT_LIFETIME, IDLE_LIFETIME, KNOWN_NETWORK_LIFETIME, PERMISSION_TOKEN_LIFETIME,
    SECURITY_TOKEN_LIFETIME, SESSION_LIFETIME,
};
pub use claims::{DeviceClaims, Factor, PermissionClaims, SecurityClaims};
pub use device_name::{DeviceName, DeviceNameError};
pub use keys::{KeySetError, PublicKeySet};
pub use merchant::{Merchant, MerchantId, MerchantIdError, MerchantKeyHash, MerchantSecretError};
pub use merchant_key::{MerchantKey, MerchantKeyError};
pub use one_time_password::{OneTimePassword, OtpSecret, TimeStep};
pub use password::PasswordMemory;
pub use password::{HashError, Password, PasswordError, needs_rehash};
pub use permission::{Permission, PermissionSet, PermissionSetError};
pub use quota::{Quota, QuotaError, QuotaLevel};
pub use recovery_codes::{RecoveryCode, RecoveryCodeHashes};
pub use refresh::{RefreshToken, RefreshTokenError, SpentToken, classify_spent_token, idle_expiry};
pub use sealed_secret::{SealError, SealedSecret};
pub use second_factor::{ActiveFactor, CodeFormatError, FactorCode, PendingFactor, SecondFactor};
pub use signing_keys::SigningKeySet;
pub use throttle::SourceNetwork;
pub use throttle::{ATTEMPTS_RESET_AFTER, AttemptRule};
pub use token::{
    SignError, TokenError, sign_device_token, sign_permission_token, sign_security_token, verify_device_token,
    verify_permission_token, verify_security_token,
};
pub use username::{Username, UsernameError};
