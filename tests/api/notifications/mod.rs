//! The notifications service over chains in memory.

mod addresses;
mod deliveries;
mod events;
pub mod fixture;
mod follow;
mod follow_socket;
mod gateway;
mod rejections;
mod sockets;
mod subscriptions;
mod tests;
mod webhooks;
