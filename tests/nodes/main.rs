//! Complete payments through the HTTP API with real nodes as upstreams.

mod bridge;
mod bumps;
mod core;
mod electrumx;
mod evm;
mod indexed;
mod javascript;
mod limits;
mod mixed;
mod node;
mod notified;
mod owners;
mod payment;
mod rejections;
mod rpc;
mod sandbox;
