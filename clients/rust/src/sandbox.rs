//! The sandbox of the local server, which mines blocks and pays coins and tokens without value.

operations! {
    "sandbox";
    /// Pays coins or tokens to an address.
    Post(once) "/faucet" faucet() body: FaucetRequest => <FaucetResponse>;
    /// Mines a block.
    Post(once) "/mine" mine() body: MineRequest => <MineResponse>;
}

requests! {
    /// A request for coins or tokens.
    FaucetRequest {
        /// The chain.
        pub chain: String,
        /// The recipient.
        pub address: String,
        /// The amount in base units.
        pub amount: String,
        /// The contract of a token; absent for the coin.
        pub token: Option<String>,
    }

    /// The chain of a new block.
    MineRequest {
        /// The chain.
        pub chain: String,
    }
}

responses! {
    /// The payment of the faucet.
    FaucetResponse {
        /// The transaction hash.
        pub txid: String,
        /// The index of the output, on chains with outputs.
        pub vout: Option<u32>,
    }

    /// A mined block.
    MineResponse {
        /// The block height.
        pub block: String,
    }
}
