//! `/api/utility`

use crate::Network;
use crate::wire::{AddressRequest, NetworkRequest};

operations! {
    "blockchain-connector-xlm";
    /// Returns the reserve of an account.
    Post "/api/utility/account-reserve" account_reserve() body: AddressRequest => flat<AccountReserveResponse>;
    /// Returns the base reserve of the network.
    Get "/api/utility/base-reserve" base_reserve() query: NetworkRequest => flat<BaseReserveResponse>;
    /// Checks the existence of an account.
    Post "/api/utility/check-account" check_account() body: AddressRequest => flat<CheckAccountResponse>;
    /// Checks that an account has a trustline.
    Post "/api/utility/check-account-trustline" check_account_trustline() body: CheckAccountTrustlineRequest
        => flat<CheckAccountTrustlineResponse>;
}

requests! {
    /// An account and an asset.
    CheckAccountTrustlineRequest {
        /// The account.
        pub address: String,
        /// The issuer of the asset.
        pub issuer: String,
        /// The asset code.
        pub code: String,
        /// The network; `livenet` if absent.
        pub network: Option<Network>,
    }
}

responses! {
    /// The reserve of an account.
    AccountReserveResponse {
        /// The reserve in stroops, by purpose.
        pub reserved: Reserved,
        /// The missing parts: `trustlines` if no upstream lists the trustlines.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub partial: Vec<String>,
    }

    /// The parts of a reserve in stroops.
    Reserved {
        /// The reserve of the account entry.
        pub base_reserve: String,
        /// The reserve of the remaining entries.
        pub xlm: String,
        /// The reserve of trustlines.
        pub assets: AssetReserve,
        /// The sum.
        pub total: String,
    }

    /// The reserve of trustlines.
    AssetReserve {
        /// The reserve in stroops.
        pub value: String,
        /// The number of trustlines.
        pub count: u64,
    }

    /// The base reserve of the network.
    BaseReserveResponse {
        /// The base reserve in stroops.
        pub base_reserve: String,
    }

    /// The existence of an account.
    CheckAccountResponse {
        /// True if the account exists.
        pub account_exists: bool,
    }

    /// The existence of a trustline.
    CheckAccountTrustlineResponse {
        /// True if the account has the trustline.
        pub has_trustline: bool,
    }
}
