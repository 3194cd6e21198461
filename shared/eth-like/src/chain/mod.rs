//! Parameters of the chains and networks, and what rollups add.
pub(crate) mod gas_schedule;
pub(crate) mod params;
pub(crate) mod rollup;
