// Generated from functions/asset-info/openapi.json by `npm run generate`.

export interface paths {
    "/api/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds an asset.
         * @description An edit that could mislead users is rejected with `details.reason`: `decimals_changed`, `ticker_listed` (also a ticker
         *     that looks the same) or `mixed_scripts`. `force: true` with the permission `assets-admin` skips these checks.
         */
        post: operations["addAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns an asset. */
        get: operations["showAsset"];
        /**
         * Replaces the data of an asset. Fields omitted from the body are removed.
         * @description An edit that could mislead users is rejected as for adding an asset.
         */
        put: operations["replaceAsset"];
        post?: never;
        /** Deletes an asset. A deleted asset of the seed stays deleted after seed updates. */
        delete: operations["deleteAsset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{kind}/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the assets of a kind.
         * @description The response may be cached for five minutes and has an `ETag`. While the storage is unavailable, the list is the
         *     last one read, and the header `warning` states this.
         */
        get: operations["listAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chain/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the chains and networks with the facts that a wallet needs to derive keys and to show amounts and links.
         * @description The facts are those of the public networks. The response may be cached for five minutes and has an `ETag`.
         */
        get: operations["listChains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the prices of assets.
         * @description The prices are at most a minute old. While the source fails, prices of the last ten minutes are returned with
         *     `stale: true`.
         */
        get: operations["listPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reports that the process is running.
         * @description With `deep=true` the service checks all its upstreams concurrently and reports each one; a failed upstream does
         *     not fail the request. Without it the check contacts neither storage nor upstreams and requires no token.
         */
        get: operations["healthAssetInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns this document. */
        get: operations["openapiAssetInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An asset with its display data. */
        AssetData: components["schemas"]["AssetDataFiat"] | components["schemas"]["AssetDataCoin"] | components["schemas"]["AssetDataErc20"] | components["schemas"]["AssetDataErc721"] | components["schemas"]["AssetDataErc1155"];
        /** @description The coin of a chain. */
        AssetDataCoin: {
            /**
             * @description The chain.
             * @example eth
             */
            chain: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `coin`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "coin";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description A fungible token of an EVM chain (ERC-20). */
        AssetDataErc20: {
            /**
             * @description The chain.
             * @example eth
             */
            chain: string;
            /**
             * @description The contract address with ERC-55 checksum.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            contract: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `erc20`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "erc20";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description A collection of unique tokens of an EVM chain (ERC-721). */
        AssetDataErc721: {
            /**
             * @description The chain.
             * @example eth
             */
            chain: string;
            /**
             * @description The contract address with ERC-55 checksum.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            contract: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `erc721`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "erc721";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description A collection of tokens of an EVM chain (ERC-1155). */
        AssetDataErc1155: {
            /**
             * @description The chain.
             * @example eth
             */
            chain: string;
            /**
             * @description The contract address with ERC-55 checksum.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            contract: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `erc1155`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "erc1155";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description A currency. */
        AssetDataFiat: {
            /**
             * @description The currency code (ISO 4217) in lower case.
             * @example usd
             */
            currency: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `fiat`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "fiat";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description An asset with its revision, for editors. */
        AssetItem: components["schemas"]["AssetItemFiat"] | components["schemas"]["AssetItemCoin"] | components["schemas"]["AssetItemErc20"] | components["schemas"]["AssetItemErc721"] | components["schemas"]["AssetItemErc1155"];
        /** @description The coin of a chain. */
        AssetItemCoin: {
            /**
             * @description The chain.
             * @example eth
             */
            chain: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `coin`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "coin";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /**
             * Format: int64
             * @description The number of changes of the asset. An edit with this revision fails if another editor has
             *     changed the asset since.
             * @example 3
             */
            revision: number;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        AssetItemEnvelope: {
            data: components["schemas"]["AssetItem"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A fungible token of an EVM chain (ERC-20). */
        AssetItemErc20: {
            /**
             * @description The chain.
             * @example eth
             */
            chain: string;
            /**
             * @description The contract address with ERC-55 checksum.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            contract: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `erc20`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "erc20";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /**
             * Format: int64
             * @description The number of changes of the asset. An edit with this revision fails if another editor has
             *     changed the asset since.
             * @example 3
             */
            revision: number;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description A collection of unique tokens of an EVM chain (ERC-721). */
        AssetItemErc721: {
            /**
             * @description The chain.
             * @example eth
             */
            chain: string;
            /**
             * @description The contract address with ERC-55 checksum.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            contract: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `erc721`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "erc721";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /**
             * Format: int64
             * @description The number of changes of the asset. An edit with this revision fails if another editor has
             *     changed the asset since.
             * @example 3
             */
            revision: number;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description A collection of tokens of an EVM chain (ERC-1155). */
        AssetItemErc1155: {
            /**
             * @description The chain.
             * @example eth
             */
            chain: string;
            /**
             * @description The contract address with ERC-55 checksum.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            contract: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `erc1155`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "erc1155";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /**
             * Format: int64
             * @description The number of changes of the asset. An edit with this revision fails if another editor has
             *     changed the asset since.
             * @example 3
             */
            revision: number;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description A currency. */
        AssetItemFiat: {
            /**
             * @description The currency code (ISO 4217) in lower case.
             * @example usd
             */
            currency: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description Always `fiat`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "fiat";
            /**
             * @description The display name.
             * @example Tether USD
             */
            name: string;
            /**
             * Format: int64
             * @description The number of changes of the asset. An edit with this revision fails if another editor has
             *     changed the asset since.
             * @example 3
             */
            revision: number;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        AssetListEnvelope: {
            /** @description Assets of one kind: those of the seed in its order, then those added by editors. */
            data: components["schemas"]["AssetData"][];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description An asset as sent by an editor. */
        AssetRequest: {
            /**
             * @description The chain. Not for fiat.
             * @example eth
             */
            chain?: string;
            /**
             * @description The contract address in any case. Tokens and collections only.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            contract?: string;
            /**
             * @description The currency code (ISO 4217) in lower case. Fiat only.
             * @example usd
             */
            currency?: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description `true` skips the checks for misleading edits: changed decimals, a ticker of another asset, mixed scripts. Requires
             *     the permission `assets-admin`. Default: `false`.
             * @example false
             */
            force?: boolean;
            /**
             * @description The URL of the icon: an https or ipfs address.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description The kind, which must be that of the path.
             * @example erc20
             * @enum {string}
             */
            kind?: "fiat" | "coin" | "erc20" | "erc721" | "erc1155";
            /**
             * @description The display name: 1 to 60 characters in one line.
             * @example Tether USD
             */
            name: string;
            /**
             * Format: int64
             * @description The revision that the edit is based on. PUT only. The response is status 409 if the asset has
             *     another revision.
             * @example 3
             */
            revision?: number;
            /**
             * @description The tags: at most ten different words of up to ten letters (a to z), digits and underscores.
             * @example [
             *       "stablecoin"
             *     ]
             */
            tags?: string[];
            /**
             * @description The ticker symbol: 1 to 20 characters without spaces.
             * @example USDT
             */
            ticker: string;
        };
        /** @description Facts about a chain on a network. */
        ChainData: {
            /** @description The address types that the connector derives, the default first. Empty on chains without address types. */
            addressTypes: ("p2pkh" | "p2wpkh")[];
            /**
             * Format: int64
             * @description The approximate time between blocks or ledgers in seconds.
             * @example 12
             */
            blockTime: number;
            /**
             * @description The chain, as in the paths of its services.
             * @example eth
             */
            chain: string;
            /**
             * Format: int64
             * @description The chain id (EIP-155). EVM chains only.
             * @example 11155111
             */
            chainId?: number | null;
            /**
             * @description The ticker symbol of the coin, in which fees are paid.
             * @example ETH
             */
            coin: string;
            /**
             * Format: int32
             * @description The number of confirmations after which a payment is customarily treated as final.
             * @example 64
             */
            confirmations: number;
            /**
             * Format: int32
             * @description The number of decimal places of the coin.
             * @example 18
             */
            decimals: number;
            /**
             * @description The path (BIP 32) of the first address, by which other wallets restore the same keys. On chains with address types
             *     it is that of the default type.
             * @example m/44'/60'/0'/0/0
             */
            derivationPath: string;
            /**
             * @description The path of the first address of each address type. Absent on chains without address types.
             * @example {
             *       "p2pkh": "m/44'/0'/0'/0/0",
             *       "p2wpkh": "m/84'/0'/0'/0/0"
             *     }
             */
            derivationPaths?: {
                [key: string]: string;
            };
            /** @description The pages of a public explorer. */
            explorer: components["schemas"]["Explorer"];
            /**
             * @description The family, which is a part of the paths of its services: `/address-info-{family}/v1`.
             * @example eth-like
             * @enum {string}
             */
            family: "btc-like" | "eth-like" | "xlm";
            /**
             * @description The rule by which transactions pay fees: `byte` (price per virtual byte), `gas` (gas at one price), `eip1559` (gas at
             *     base fee and tip) or `stellar` (maximum fee per operation).
             * @example eip1559
             * @enum {string}
             */
            feeModel: "byte" | "gas" | "eip1559" | "stellar";
            /**
             * @description The display name of the network.
             * @example Ethereum Sepolia
             */
            name: string;
            /**
             * @description The network.
             * @example livenet
             * @enum {string}
             */
            network: "livenet" | "testnet";
            /**
             * Format: int32
             * @description The registered coin type (SLIP-44), which is 1 on every testnet. Wallets on the EVM chains and on Stellar derive
             *     keys with another coin type: see `derivationPath`.
             * @example 1
             */
            slip44: number;
        };
        /** @description The chains in the order of their coins, livenet before testnet. */
        ChainList: components["schemas"]["ChainData"][];
        /** @description The envelope of a result, for the OpenAPI document. */
        ChainListEnvelope: {
            /** @description The chains in the order of their coins, livenet before testnet. */
            data: components["schemas"]["ChainData"][];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description An empty result: the asset is deleted. */
        Deleted: Record<string, never>;
        /** @description The envelope of a result, for the OpenAPI document. */
        DeletedEnvelope: {
            /** @description The result. */
            data: components["schemas"]["Deleted"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of an error. */
        ErrorEnvelope: {
            /** @description The error. */
            error: components["schemas"]["ErrorObject"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The error. */
        ErrorObject: {
            /**
             * @description The stable code, one of the enumeration.
             * @example invalid_request
             * @enum {string}
             */
            code: "invalid_request" | "invalid_address" | "invalid_public_key" | "invalid_amount" | "invalid_signature" | "invalid_transaction" | "network_not_supported" | "insufficient_funds" | "amount_below_dust" | "fee_too_low" | "fee_too_high" | "fee_mismatch" | "execution_reverted" | "destination_unusable" | "weak_password" | "unauthorized" | "invalid_token" | "token_expired" | "invalid_credentials" | "invalid_merchant_key" | "insufficient_permission" | "not_found" | "chain_not_supported" | "account_not_found" | "transaction_not_found" | "method_not_allowed" | "username_taken" | "already_exists" | "revision_conflict" | "pending_transactions" | "payload_too_large" | "unsupported_media_type" | "transaction_rejected" | "too_many_requests" | "internal_error" | "service_unavailable" | "upstream_error" | "not_configured" | "upstream_unavailable" | "upstream_timeout";
            /**
             * @description Additional data that depends on the code.
             * @example {
             *       "minimum": "546"
             *     }
             */
            details?: Record<string, never> | null;
            /**
             * @description The JSON path of the invalid input.
             * @example utxo[2].value
             */
            field?: string | null;
            /**
             * @description One plain sentence that explains how to proceed.
             * @example publicKey is required.
             */
            message: string;
            /**
             * @description True if the same request may succeed later.
             * @example false
             */
            retriable: boolean;
        };
        /** @description URL templates of a public explorer. */
        Explorer: {
            /**
             * @description The page of an address; replace `{address}` by the address.
             * @example https://sepolia.etherscan.io/address/{address}
             */
            address: string;
            /**
             * @description The page of a transaction; replace `{txid}` by the id of the transaction.
             * @example https://sepolia.etherscan.io/tx/{txid}
             */
            transaction: string;
        };
        /** @description The health of a service. */
        Health: {
            /**
             * @description The service's name.
             * @example authorization
             */
            service: string;
            /**
             * @description `ok` if the process responds; `degraded` if at least one of the checked upstreams is not up.
             * @example ok
             * @enum {string}
             */
            status: "ok" | "degraded";
            /**
             * @description Every configured upstream, in the order of the settings. Present only with `deep=true`; empty for a service
             *     without upstreams.
             */
            upstreams?: components["schemas"]["UpstreamStatus"][] | null;
            /**
             * @description The version of the service software.
             * @example 0.1.0
             */
            version: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        HealthEnvelope: {
            data: components["schemas"]["Health"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The prices of an asset. */
        PriceData: {
            /**
             * @description The asset as requested.
             * @example btc
             */
            asset: string;
            /**
             * Format: int64
             * @description The time of the prices at the source in Unix seconds. Absent without prices.
             * @example 1800000000
             */
            at?: number | null;
            /**
             * @description The change of each price within 24 hours, in percent. Absent if the source does not state it.
             * @example {
             *       "eur": "-1.62",
             *       "usd": "-1.7"
             *     }
             */
            change24h?: {
                [key: string]: string;
            };
            /**
             * @description The price of one whole unit in each requested currency: a decimal number without an exponent, with all digits of
             *     the source. Empty if the source does not know the asset; without the currencies that the source does not have.
             * @example {
             *       "eur": "59140.2",
             *       "usd": "64123.5"
             *     }
             */
            prices: {
                [key: string]: string;
            };
            /**
             * @description `true` if the prices are more than a minute old because the source fails; they are at most ten minutes old. Absent
             *     otherwise.
             * @example true
             */
            stale?: boolean | null;
        };
        /** @description The prices in the order of the assets in the request. */
        PriceList: components["schemas"]["PriceData"][];
        /** @description The envelope of a result, for the OpenAPI document. */
        PriceListEnvelope: {
            /** @description The result. */
            data: components["schemas"]["PriceList"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The state of one upstream. */
        UpstreamStatus: {
            /**
             * Format: int64
             * @description The age of its latest block in seconds, if the protocol reports block times.
             * @example 312
             */
            age?: number | null;
            /**
             * @description The chain.
             * @example btc
             */
            chain: string;
            /**
             * Format: int64
             * @description The height of its latest block, if known.
             * @example 840000
             */
            height?: number | null;
            /**
             * @description The host of the upstream, with the port if the setting has one.
             * @example btc.example.org
             */
            host: string;
            /**
             * @description The protocol of the upstream.
             * @example blockbook
             */
            kind: string;
            /**
             * Format: int64
             * @description The number of blocks between it and the most advanced upstream of the same chain and network.
             * @example 0
             */
            lag?: number | null;
            /**
             * @description The network.
             * @example livenet
             * @enum {string}
             */
            network: "livenet" | "testnet";
            /**
             * @description `up`: in sync and responding. `behind`: responding, but its latest block is too old to be used. `paused`:
             *     backed off after repeated failures or at the upstream's request, and not contacted now. `down`: contacted
             *     without a usable response.
             * @example up
             * @enum {string}
             */
            state: "up" | "behind" | "paused" | "down";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    addAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetRequest"];
            };
        };
        responses: {
            /** @description The stored asset */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetItemEnvelope"];
                };
            };
            /** @description An input is invalid; `field` names it */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token lacks the permission */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The path does not exist, or this service does not support the chain */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The method is not allowed; `Allow` lists the allowed methods */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `already_exists`: the asset is already listed, or another editor added it concurrently */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body exceeds 256 KiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body is not declared as application/json */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: storage is unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    showAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the asset: the currency, the chain, or chain and contract separated by a colon.
                 * @example eth:0xdAC17F958D2ee523a2206206994597C13D831ec7
                 */
                id: string;
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetItemEnvelope"];
                };
            };
            /** @description An input is invalid; `field` names it */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token lacks the permission */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The path does not exist, or this service does not support the chain */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The method is not allowed; `Allow` lists the allowed methods */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: storage is unavailable, and no list is cached */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    replaceAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the asset: the currency, the chain, or chain and contract separated by a colon.
                 * @example eth:0xdAC17F958D2ee523a2206206994597C13D831ec7
                 */
                id: string;
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetRequest"];
            };
        };
        responses: {
            /** @description The stored asset */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetItemEnvelope"];
                };
            };
            /** @description An input is invalid; `field` names it */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token lacks the permission */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The path does not exist, or this service does not support the chain */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The method is not allowed; `Allow` lists the allowed methods */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `revision_conflict`: another editor has changed the asset since that revision */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body exceeds 256 KiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The body is not declared as application/json */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: storage is unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    deleteAsset: {
        parameters: {
            query?: {
                /**
                 * @description The revision that the edit is based on. The response is status 409 if the asset has another
                 *     revision.
                 * @example 3
                 */
                revision?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the asset: the currency, the chain, or chain and contract separated by a colon.
                 * @example eth:0xdAC17F958D2ee523a2206206994597C13D831ec7
                 */
                id: string;
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An empty result: the asset is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
            /** @description An input is invalid; `field` names it */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token lacks the permission */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The path does not exist, or this service does not support the chain */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The method is not allowed; `Allow` lists the allowed methods */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `revision_conflict`: another editor has changed the asset since that revision */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: storage is unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listAssets: {
        parameters: {
            query?: {
                /**
                 * @description The chain of the assets. Not for fiat.
                 * @example eth
                 */
                chain?: string;
                /**
                 * @description The tag of the assets.
                 * @example stablecoin
                 */
                tag?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetListEnvelope"];
                };
            };
            /** @description The list still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An input is invalid; `field` names it */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token lacks the permission */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The path does not exist, or this service does not support the chain */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The method is not allowed; `Allow` lists the allowed methods */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `service_unavailable`: storage is unavailable, and no list is cached */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listChains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chains */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChainListEnvelope"];
                };
            };
            /** @description The list still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token lacks the permission */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The path does not exist, or this service does not support the chain */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The method is not allowed; `Allow` lists the allowed methods */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    listPrices: {
        parameters: {
            query: {
                /**
                 * @description The assets, separated by commas: a chain for its coin (`btc`), a chain and a contract for a token (`eth:0x…`), or
                 *     `xlm:CODE-ISSUER` for an asset of Stellar. At most 50 different ones.
                 * @example btc,eth:0xdAC17F958D2ee523a2206206994597C13D831ec7
                 */
                assets: string;
                /**
                 * @description The currencies, separated by commas: ISO 4217 codes in lower case, all different.
                 * @example usd,eur
                 */
                currency: string;
                /**
                 * @description The network: `livenet` or `testnet`. Coins of a testnet have no price, so only a test environment serves `testnet`.
                 * @example livenet
                 */
                network?: "livenet" | "testnet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceListEnvelope"];
                };
            };
            /** @description An input is invalid; `field` names it */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token lacks the permission */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The path does not exist, or this service does not support the chain */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The method is not allowed; `Allow` lists the allowed methods */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The network returned an unusable response */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The network is unreachable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The network did not respond in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    healthAssetInfo: {
        parameters: {
            query?: {
                /**
                 * @description `true` also checks the upstreams, which requires a permission token with `read`.
                 * @example false
                 */
                deep?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is running */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthEnvelope"];
                };
            };
            /** @description An input is invalid; `field` names it */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token is missing or invalid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The token lacks the permission */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The path does not exist, or this service does not support the chain */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The method is not allowed; `Allow` lists the allowed methods */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
    openapiAssetInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description The path does not exist, or this service does not support the chain */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The method is not allowed; `Allow` lists the allowed methods */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Internal error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
        };
    };
}
