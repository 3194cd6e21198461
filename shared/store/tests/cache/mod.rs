//! Caching of the secret store and of assets, and the lifetimes.

mod assets;
mod master_key;
mod merchants;
mod signing_keys;
mod upstream_keys;
