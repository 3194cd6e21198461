//! The Horizon adapter against scripted and misbehaving servers.

mod horizon;
