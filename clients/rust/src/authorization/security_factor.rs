//! `/api/security-factor`

use super::{LoginTokens, SecurityToken};

operations! {
    "authorization";
    /// Proves the identity of an account by password.
    Post "/api/security-factor/credentials" credentials() body: CredentialsRequest => <LoginTokens>;
    /// Proves the second factor, after the password.
    Post(once) "/api/security-factor/otp" otp() body: SecondFactorRequest => <SecurityToken>;
}

secrets! {
    /// A username and a password.
    CredentialsRequest {
        /// The username.
        pub username: String,
        /// The password.
        pub password: String,
        /// The token of the device from an earlier login.
        pub device_token: Option<String>,
    }

    /// A code of the second factor.
    SecondFactorRequest {
        /// The security token of the password.
        pub security_token: String,
        /// The code of the authenticator app, or a recovery code.
        pub code: String,
    }
}
