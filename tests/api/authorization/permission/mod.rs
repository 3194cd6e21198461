//! `/api/permission`

mod issue_by_factors;
mod issue_by_key;
mod refresh;
mod revoke;
