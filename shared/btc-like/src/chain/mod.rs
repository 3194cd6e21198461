//! The parameters of the chains: the table, address types and key versions, and what nodes relay.
pub(crate) mod address_type;
pub(crate) mod params;
pub(crate) mod relay;
