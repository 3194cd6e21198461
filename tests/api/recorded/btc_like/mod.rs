//! Recorded facts of btc, ltc, bch and doge.
