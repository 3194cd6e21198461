//! What is true about Stellar, by published vectors and by the rules of the network.

mod envelopes;
mod sep23;
mod transfers;
