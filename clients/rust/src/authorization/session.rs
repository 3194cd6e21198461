//! `/api/session`

use uuid::Uuid;

operations! {
    "authorization";
    /// Returns the sessions of the account, the last used first. The token requires the permission `secret`.
    Get "/api/session" list() => <SessionsResponse>;
    /// Ends a session of the account. The token requires the permission `secret`.
    Delete(once) "/api/session/{id}" end(id) => <EndSessionResponse>;
}

responses! {
    /// The sessions of an account.
    SessionsResponse {
        /// The sessions, at most 100.
        pub sessions: Vec<AccountSession>,
    }

    /// A session of an account. Times are in Unix seconds.
    AccountSession {
        /// The token id of the session.
        pub id: Uuid,
        /// The name of the device.
        pub device_name: Option<String>,
        /// The permissions.
        pub permissions: Vec<String>,
        /// The time when the session was opened.
        pub created_at: u64,
        /// The time of the last refresh, or of the opening.
        pub last_used_at: u64,
        /// The time when the session ends without a refresh.
        pub expires_at: u64,
        /// True for the session that requested the list.
        pub current: bool,
    }

    /// An empty result.
    EndSessionResponse {}
}
