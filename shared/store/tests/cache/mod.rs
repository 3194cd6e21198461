//! What is remembered of the secret store and of assets, and for how long.

mod assets;
mod merchants;
mod signing_keys;
mod upstream_keys;
