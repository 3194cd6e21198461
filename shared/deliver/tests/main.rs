//! Tests of the deliveries against receivers on the loopback interface, with scripted resolvers.

mod addresses;
mod deliverer;
mod fairness;
mod fixture;
mod network;
mod push;
mod receiver;
mod responses;
mod store;
mod tls;
mod webhook;
