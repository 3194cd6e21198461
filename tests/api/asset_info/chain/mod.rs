//! `/api/chain`

mod list;
