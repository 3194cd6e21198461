//! Complete payments through the HTTP API with real nodes as upstreams.

mod bridge;
mod electrumx;
mod evm;
mod indexed;
mod javascript;
mod limits;
mod litecoind;
mod node;
mod payment;
mod rejections;
mod rpc;
mod sandbox;
