//! `/api/permission`

operations! {
    "authorization";
    /// Issues tokens for a merchant key.
    Post "/api/permission/issue-by-key" issue_by_key() body: IssueByKeyRequest => <TokenPair>;
    /// Issues tokens for security tokens.
    Post "/api/permission/issue-by-factors" issue_by_factors() body: IssueByFactorsRequest => <TokenPair>;
    /// Issues the successors of a refresh token, which is spent.
    Post "/api/permission/refresh" refresh() body: RefreshRequest => <TokenPair>;
    /// Ends the session of a refresh token.
    Post "/api/permission/revoke" revoke() body: RevokeRequest => <RevokeResponse>;
}

secrets! {
    /// A merchant key.
    IssueByKeyRequest {
        /// The id of the device or back end.
        pub token_id: uuid::Uuid,
        /// The requested permissions.
        pub permissions: Vec<String>,
        /// The merchant key.
        pub merchant_key: String,
        /// A claim of the permission token, at most 1024 bytes.
        pub payload: Option<String>,
    }

    /// Proofs of identity.
    IssueByFactorsRequest {
        /// The id of the device or back end.
        pub token_id: uuid::Uuid,
        /// The requested permissions.
        pub permissions: Vec<String>,
        /// The security tokens.
        pub security_tokens: Option<Vec<String>>,
        /// A single security token, instead of `security_tokens`.
        pub security_token: Option<String>,
        /// A claim of the permission token, at most 1024 bytes.
        pub payload: Option<String>,
        /// The name of the device in the list of sessions.
        pub device_name: Option<String>,
    }

    /// A refresh token to use.
    RefreshRequest {
        /// The refresh token.
        pub refresh_token: String,
    }

    /// A refresh token to revoke.
    RevokeRequest {
        /// The refresh token.
        pub refresh_token: String,
    }

    /// A permission token and a refresh token.
    TokenPair {
        /// The token for requests.
        pub permission_token: PermissionTokenPart,
        /// The token for the next pair.
        pub refresh_token: RefreshTokenPart,
    }

    /// A permission token.
    PermissionTokenPart {
        /// The token.
        pub permission_token: String,
        /// The expiry in Unix seconds.
        pub expires_at: u64,
    }

    /// A refresh token.
    RefreshTokenPart {
        /// The token.
        pub refresh_token: String,
        /// The expiry in Unix seconds.
        pub expires_at: u64,
    }
}

responses! {
    /// An empty result.
    RevokeResponse {}
}
