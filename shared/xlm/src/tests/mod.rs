//! Tests of the Stellar core against published vectors and the rules of the network.

mod decoded;
mod envelopes;
mod errors;
mod estimates;
mod fee_bumps;
mod result_codes;
mod sep23;
mod signed_network;
mod survey;
mod transfers;
mod trust;
