//! /api/transaction/get-hash/{chain}

mod add_trustline;
mod approvals;
mod claimable_balance;
mod contracts;
mod fee_bump;
mod multi_operations;
mod terms;
mod transfer;
