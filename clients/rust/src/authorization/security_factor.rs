//! `/api/security-factor`

use super::LoginTokens;

operations! {
    "authorization";
    /// Proves the identity of an account by its password.
    Post "/api/security-factor/credentials" credentials() body: CredentialsRequest => <LoginTokens>;
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
}
