//! Temporary.
mod notification_loop;
use wallet_tests::support;
