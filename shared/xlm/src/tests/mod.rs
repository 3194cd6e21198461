//! Tests of the Stellar core against published vectors and the rules of the network.

mod decoded;
mod envelopes;
mod errors;
mod estimates;
mod payment_request;
mod sep23;
mod survey;
mod transfers;
