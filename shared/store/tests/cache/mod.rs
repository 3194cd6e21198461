//! What is remembered of the secret store, and for how long.

mod merchants;
mod signing_keys;
mod upstream_keys;
