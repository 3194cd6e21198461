//! Tests of the deliveries against receivers on the loopback interface, with scripted resolvers.

mod addresses;
mod fixture;
mod push;
mod receiver;
mod responses;
mod tls;
mod webhook;
