//! A confirmed payment, and the origin of its funds.

/// The origin of the funds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Funding {
    /// The sandbox of the local server paid them, and mines blocks on request.
    ByFaucet,
    /// The user has to pay them.
    ByUser,
}

/// A confirmed payment.
#[derive(Debug)]
pub struct Paid<'a> {
    /// The address of the sender.
    pub address: &'a str,
    /// The origin of its funds.
    pub funding: Funding,
}
