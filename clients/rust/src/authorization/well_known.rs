//! `/.well-known`

operations! {
    "authorization";
    /// Returns the public keys that verify tokens (RFC 7517).
    Get "/.well-known/jwks.json" jwks() => flat<Jwks>;
}

responses! {
    /// A set of public keys.
    Jwks {
        /// The keys.
        pub keys: Vec<Jwk>,
    }

    /// An Ed25519 public key.
    Jwk {
        /// The key type, `OKP`.
        pub kty: String,
        /// The curve, `Ed25519`.
        pub crv: String,
        /// The algorithm, `EdDSA`.
        pub alg: String,
        /// The use, `sig`.
        pub r#use: String,
        /// The id of the key.
        pub kid: String,
        /// The key in base64url.
        pub x: String,
    }
}
