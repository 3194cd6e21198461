//! `/api/account`

use super::{LoginTokens, SecurityToken};

operations! {
    "authorization";
    /// Registers an account. The token requires the permission `register`.
    Post(once) "/api/account/credentials" register() body: RegisterRequest => <SecurityToken>;
    /// Changes the password and ends every session but the caller's. The token requires the permission `secret`.
    Put(once) "/api/account/credentials" change_password() body: ChangePasswordRequest => <LoginTokens>;
    /// Deletes the account. The token requires the permission `secret`.
    Delete(once) "/api/account" delete() body: DeleteAccountRequest => <DeleteAccountResponse>;
    /// Deletes the account, for clients that send no body with `DELETE`.
    Post(once) "/api/account/delete" delete_by_post() body: DeleteAccountRequest => <DeleteAccountResponse>;
}

secrets! {
    /// A new account.
    RegisterRequest {
        /// The username.
        pub username: String,
        /// The password.
        pub password: String,
    }

    /// The current and the new password.
    ChangePasswordRequest {
        /// The current password.
        pub password: String,
        /// The new password.
        pub new_password: String,
    }

    /// The password of the account to delete.
    DeleteAccountRequest {
        /// The password.
        pub password: String,
    }
}

responses! {
    /// An empty result.
    DeleteAccountResponse {}
}
