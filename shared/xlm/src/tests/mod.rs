//! What is true about Stellar, by published vectors and by the rules of the network.

mod decoded;
mod envelopes;
mod fee_bumps;
mod result_codes;
mod sep23;
mod signed_network;
mod transfers;
mod trust;
