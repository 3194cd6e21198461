//! Caching of the secret store, of assets and of lists, and the lifetimes.

mod assets;
mod lists;
mod master_key;
mod merchants;
mod signing_keys;
mod upstream_keys;
