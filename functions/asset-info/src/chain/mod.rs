//! /api/chain

pub mod list;
