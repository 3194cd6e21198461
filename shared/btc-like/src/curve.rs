//! The curve secp256k1 for verification and for the derivation of public keys.

use bitcoin::secp256k1::{Secp256k1, VerifyOnly};
use std::sync::LazyLock;

/// Context of the curve, without secret data.
pub(super) static CURVE: LazyLock<Secp256k1<VerifyOnly>> = LazyLock::new(Secp256k1::verification_only);
