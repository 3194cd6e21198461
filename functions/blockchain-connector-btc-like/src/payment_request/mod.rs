//! /api/payment-request

pub mod create;
pub mod parse;
