//! The notifications service over chains in memory.

mod addresses;
mod events;
mod fixture;
mod rejections;
mod subscriptions;
