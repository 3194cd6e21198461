//! Adapter tests against servers that behave correctly, misbehave and return inconsistent data.

mod broadcast;
mod client;
mod jwks;
mod name_servers;
