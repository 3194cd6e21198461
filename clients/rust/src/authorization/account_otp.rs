//! `/api/account/otp`

operations! {
    "authorization";
    /// Returns the state of the second factor. The token requires the permission `secret`, as for all endpoints of the
    /// second factor.
    Get "/api/account/otp" state() => <SecondFactorResponse>;
    /// Starts the enrolment of a second factor.
    Post(once) "/api/account/otp" enrol() body: EnrolSecondFactorRequest => <Enrolment>;
    /// Confirms the enrolment and returns the recovery codes. Every session but the caller's ends.
    Post(once) "/api/account/otp/confirm" confirm() body: ConfirmSecondFactorRequest => <RecoveryCodes>;
    /// Replaces the recovery codes.
    Post(once) "/api/account/otp/recovery-codes" recovery_codes() body: ReplaceRecoveryCodesRequest => <RecoveryCodes>;
    /// Removes the second factor and ends every session but the caller's.
    Delete(once) "/api/account/otp" remove() body: SecondFactorCodeRequest => <RemoveSecondFactorResponse>;
    /// Removes the second factor, for clients that send no body with `DELETE`.
    Post(once) "/api/account/otp/delete" remove_by_post() body: SecondFactorCodeRequest => <RemoveSecondFactorResponse>;
}

secrets! {
    /// The start of an enrolment.
    EnrolSecondFactorRequest {
        /// The password of the account.
        pub password: String,
    }

    /// The first code of an authenticator app.
    ConfirmSecondFactorRequest {
        /// The code.
        pub code: String,
    }

    /// A code of the authenticator app.
    ReplaceRecoveryCodesRequest {
        /// The code that the authenticator app displays.
        pub code: String,
    }

    /// A code of the second factor.
    SecondFactorCodeRequest {
        /// The code of the authenticator app, or a recovery code.
        pub code: String,
    }

    /// A secret to enter into an authenticator app.
    Enrolment {
        /// The secret in base32.
        pub secret: String,
        /// The `otpauth` URI with the secret, the content of a QR code.
        pub uri: String,
        /// The end of the enrolment in Unix seconds.
        pub expires_at: u64,
    }

    /// New recovery codes, which are not shown again.
    RecoveryCodes {
        /// Ten codes, each valid once.
        pub recovery_codes: Vec<String>,
    }
}

responses! {
    /// The state of the second factor.
    SecondFactorResponse {
        /// True if a login requires a code.
        pub active: bool,
        /// The number of unused recovery codes.
        pub recovery_codes: u64,
    }

    /// An empty result.
    RemoveSecondFactorResponse {}
}
