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
        /**
         * Returns an asset.
         * @description `revision` is the basis of an edit. While the storage is unavailable, the asset is the last one read.
         */
        get: operations["showAsset"];
        /**
         * Replaces the data of an asset. Fields omitted from the body are removed.
         * @description An edit that could mislead users is rejected as for adding an asset.
         */
        put: operations["replaceAsset"];
        post?: never;
        /**
         * Deletes an asset.
         * @description A deleted asset of the seed stays deleted after seed updates.
         */
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
    "/api/icon/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the icon of an asset as an SVG image.
         * @description An asset without an image has the first letters of its ticker on a colour. The endpoint requires no token, so that a page
         *     can use it as the source of an image. The image may be cached for a day and has an `ETag`.
         */
        get: operations["showIcon"];
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
    "/errors.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the error catalogue of the service.
         * @description It lists every error code with its status, the entries of `details`, the recommended reaction of a client, and the
         *     operations that can return it. The response has no envelope.
         */
        get: operations["errorsAssetInfo"];
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
        /**
         * Returns this document.
         * @description It is the same for all callers, and lists every status and every error code of each operation.
         */
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
        /**
         * @description The item exists already.
         * @example {
         *       "error": {
         *         "code": "already_exists",
         *         "message": "The item exists already.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        AlreadyExistsError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example already_exists
                 * @enum {string}
                 */
                code: "already_exists";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The item exists already.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description An asset with its display data. */
        AssetData: components["schemas"]["AssetDataFiat"] | components["schemas"]["AssetDataCoin"] | components["schemas"]["AssetDataErc20"] | components["schemas"]["AssetDataErc721"] | components["schemas"]["AssetDataErc1155"] | components["schemas"]["AssetDataXlmAsset"];
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
            /**
             * @description The symbol: `€`, or the code in capital letters where there is none. Absent for a currency added by an editor.
             * @example $
             */
            symbol?: string | null;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description An asset issued on Stellar. */
        AssetDataXlmAsset: {
            /**
             * @description The chain, `xlm`.
             * @example eth
             */
            chain: string;
            /**
             * @description The code.
             * @example USDC
             */
            code: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The home domain of the issuer (SEP-1). Absent if an editor has omitted it.
             * @example circle.com
             */
            homeDomain?: string | null;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description The address of the issuing account.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            issuer: string;
            /**
             * @description Always `xlm-asset`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "xlm-asset";
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
        AssetItem: components["schemas"]["AssetItemFiat"] | components["schemas"]["AssetItemCoin"] | components["schemas"]["AssetItemErc20"] | components["schemas"]["AssetItemErc721"] | components["schemas"]["AssetItemErc1155"] | components["schemas"]["AssetItemXlmAsset"];
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
            /**
             * @description The symbol: `€`, or the code in capital letters where there is none. Absent for a currency added by an editor.
             * @example $
             */
            symbol?: string | null;
            /** @description The tags that classify the asset. */
            tags: string[];
            /**
             * @description The ticker symbol.
             * @example USDT
             */
            ticker: string;
        };
        /** @description An asset issued on Stellar. */
        AssetItemXlmAsset: {
            /**
             * @description The chain, `xlm`.
             * @example eth
             */
            chain: string;
            /**
             * @description The code.
             * @example USDC
             */
            code: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 6
             */
            decimals: number;
            /**
             * @description The home domain of the issuer (SEP-1). Absent if an editor has omitted it.
             * @example circle.com
             */
            homeDomain?: string | null;
            /**
             * @description The URL of the icon.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description The address of the issuing account.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            issuer: string;
            /**
             * @description Always `xlm-asset`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "xlm-asset";
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
             * @description The chain. Not for fiat, and optional for Stellar assets.
             * @example eth
             */
            chain?: string;
            /**
             * @description The code. Stellar assets only.
             * @example USDC
             */
            code?: string;
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
             * @description The number of decimal places of the whole unit; 7 for a Stellar asset.
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
             * @description The home domain of the issuer (SEP-1). Stellar assets only.
             * @example circle.com
             */
            homeDomain?: string;
            /**
             * @description The URL of the icon: an https or ipfs address.
             * @example https://icons.example/usdt.png
             */
            icon?: string | null;
            /**
             * @description The address of the issuing account. Stellar assets only.
             * @example GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN
             */
            issuer?: string;
            /**
             * @description The kind, which must be that of the path.
             * @example erc20
             * @enum {string}
             */
            kind?: "fiat" | "coin" | "erc20" | "erc721" | "erc1155" | "xlm-asset";
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
             * @description The ticker symbol: 1 to 20 characters without spaces; for a Stellar asset its code.
             * @example USDT
             */
            ticker: string;
        };
        /** @description An entry of `details`. */
        CatalogueDetail: {
            /**
             * @description True if every error with the code has the entry.
             * @example true
             */
            always: boolean;
            /**
             * @description The meaning in one sentence.
             * @example The maximum fee in base units.
             */
            meaning: string;
            /**
             * @description The name.
             * @example maximum
             */
            name: string;
            /**
             * @description The type: `amount` for a decimal number in a string.
             * @example amount
             */
            type: string;
        };
        /** @description An error code. */
        CatalogueItem: {
            /**
             * @description The recommended reaction of a client.
             * @example Request a new estimate. A fee above `details.maximum` is most likely a mistake.
             */
            action: string;
            /**
             * @description The stable code.
             * @example fee_too_high
             */
            code: string;
            /** @description The entries that `details` can contain. */
            details: components["schemas"]["CatalogueDetail"][];
            /**
             * @description The meaning in one sentence.
             * @example The fee is above the safety limit.
             */
            meaning: string;
            /**
             * @description The ids of the operations that can return the code.
             * @example [
             *       "getHash"
             *     ]
             */
            operations: string[];
            /**
             * @description True if the same request may succeed later.
             * @example false
             */
            retriable: boolean;
            /**
             * Format: int32
             * @description The HTTP status.
             * @example 400
             */
            status: number;
        };
        /** @description Facts about a chain on a network. */
        ChainData: {
            /** @description The address types that the connector derives, the default first. Empty on chains without address types. */
            addressTypes: ("p2pkh" | "p2sh-p2wpkh" | "p2wpkh" | "p2tr")[];
            /**
             * Format: int64
             * @description The approximate time between blocks or ledgers in seconds; 1 on chains with several blocks per second.
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
             * Format: int64
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
             *       "p2sh-p2wpkh": "m/49'/0'/0'/0/0",
             *       "p2tr": "m/86'/0'/0'/0/0",
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
            /** @description The fee that a wallet accepts without a limit of its user. */
            feeLimit: components["schemas"]["FeeLimit"];
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
             * Format: int64
             * @description The registered coin type (SLIP-44), which is 1 on every testnet. Wallets on the EVM chains and on Stellar derive
             *     keys with another coin type: see `derivationPath`.
             * @example 1
             */
            slip44: number;
        };
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
        /**
         * @description This service does not support the chain.
         * @example {
         *       "error": {
         *         "code": "chain_not_supported",
         *         "details": {
         *           "supported": [
         *             "btc",
         *             "ltc"
         *           ]
         *         },
         *         "message": "This service does not support the chain.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        ChainNotSupportedError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example chain_not_supported
                 * @enum {string}
                 */
                code: "chain_not_supported";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The supported chains.
                     * @example [
                     *       "btc",
                     *       "ltc"
                     *     ]
                     */
                    supported: string[];
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example This service does not support the chain.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
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
        /** @description The errors of a service. */
        ErrorCatalogue: {
            /** @description The error codes that the operations of the service can return. */
            errors: components["schemas"]["CatalogueItem"][];
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
        /**
         * @description The limits of a payment's fee. A fee is at most `percent` percent of the amount that the payment transfers in the coin, or
         *     `absolute` if this is more.
         */
        FeeLimit: {
            /**
             * @description The bound for any amount in base units.
             * @example 100000
             */
            absolute: string;
            /**
             * Format: int32
             * @description The share of the amount in percent.
             * @example 2
             */
            percent: number;
            /**
             * @description The bound of the tip in base units: the tip per gas times the gas limit. Absent on chains without tips.
             * @example 100000
             */
            tip?: string;
        };
        /** @description A response of the gateway, which does not reach the service. */
        GatewayError: {
            /**
             * @description The text of the gateway.
             * @example Too Many Requests
             */
            message: string;
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
        /**
         * @description The token or the merchant lacks a permission.
         * @example {
         *       "error": {
         *         "code": "insufficient_permission",
         *         "details": {
         *           "required": "read"
         *         },
         *         "message": "The token or the merchant lacks a permission.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InsufficientPermissionError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example insufficient_permission
                 * @enum {string}
                 */
                code: "insufficient_permission";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The missing permission.
                     * @example read
                     * @enum {string}
                     */
                    required: "read" | "register" | "secret" | "assets" | "assets-admin";
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The token or the merchant lacks a permission.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description An internal error.
         * @example {
         *       "error": {
         *         "code": "internal_error",
         *         "message": "An internal error.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InternalError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example internal_error
                 * @enum {string}
                 */
                code: "internal_error";
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example An internal error.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description Not an address of this chain and network.
         * @example {
         *       "error": {
         *         "code": "invalid_address",
         *         "message": "Not an address of this chain and network.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InvalidAddressError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example invalid_address
                 * @enum {string}
                 */
                code: "invalid_address";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example Not an address of this chain and network.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description The request is malformed, or a limit without a specific code is exceeded.
         * @example {
         *       "error": {
         *         "code": "invalid_request",
         *         "message": "The request is malformed, or a limit without a specific code is exceeded.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InvalidRequestError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example invalid_request
                 * @enum {string}
                 */
                code: "invalid_request";
                /** @description Additional data. */
                details?: {
                    /**
                     * @description The account that requires a memo.
                     * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
                     */
                    destination?: string;
                    /**
                     * @description The maximum of the value in `field`.
                     * @example 16777216
                     */
                    maximum?: string;
                    /**
                     * @description The recipient requires a memo (SEP-29).
                     * @example true
                     */
                    memoRequired?: boolean;
                    /**
                     * @description The minimum of the value in `field`.
                     * @example 21000
                     */
                    minimum?: string;
                    /**
                     * @description The reason why the edit of an asset could mislead users.
                     * @example decimals_changed
                     * @enum {string}
                     */
                    reason?: "decimals_changed" | "ticker_listed" | "mixed_scripts";
                    /**
                     * @description The gas that the simulated transaction used.
                     * @example 30000000
                     */
                    used?: string;
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The request is malformed, or a limit without a specific code is exceeded.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description A token that is not valid.
         * @example {
         *       "error": {
         *         "code": "invalid_token",
         *         "message": "A token that is not valid.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InvalidTokenError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example invalid_token
                 * @enum {string}
                 */
                code: "invalid_token";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example A token that is not valid.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description The path exists, but does not support the method.
         * @example {
         *       "error": {
         *         "code": "method_not_allowed",
         *         "message": "The path exists, but does not support the method.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        MethodNotAllowedError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example method_not_allowed
                 * @enum {string}
                 */
                code: "method_not_allowed";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The path exists, but does not support the method.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description The operator has not configured what the request needs: an upstream, or a key.
         * @example {
         *       "error": {
         *         "code": "not_configured",
         *         "details": {
         *           "setting": "WALLET_CLOUD_UPSTREAM_BTC_LIVENET"
         *         },
         *         "message": "The operator has not configured what the request needs: an upstream, or a key.",
         *         "retriable": true
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        NotConfiguredError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example not_configured
                 * @enum {string}
                 */
                code: "not_configured";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The variable that the operator must set.
                     * @example WALLET_CLOUD_UPSTREAM_BTC_LIVENET
                     */
                    setting: string;
                    /**
                     * @description The id of the transaction in `send`, which may have been sent.
                     * @example 33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788
                     */
                    txid?: string;
                };
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The operator has not configured what the request needs: an upstream, or a key.
                 */
                message: string;
                /**
                 * @description Always true: the same request may succeed later.
                 * @example true
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description The path or the item does not exist.
         * @example {
         *       "error": {
         *         "code": "not_found",
         *         "message": "The path or the item does not exist.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        NotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example not_found
                 * @enum {string}
                 */
                code: "not_found";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The path or the item does not exist.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description The body exceeds 256 KiB.
         * @example {
         *       "error": {
         *         "code": "payload_too_large",
         *         "message": "The body exceeds 256 KiB.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        PayloadTooLargeError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example payload_too_large
                 * @enum {string}
                 */
                code: "payload_too_large";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The body exceeds 256 KiB.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
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
        /**
         * @description The edit is based on an outdated revision of the item.
         * @example {
         *       "error": {
         *         "code": "revision_conflict",
         *         "message": "The edit is based on an outdated revision of the item.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        RevisionConflictError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example revision_conflict
                 * @enum {string}
                 */
                code: "revision_conflict";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The edit is based on an outdated revision of the item.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description The storage or the secret store is unavailable.
         * @example {
         *       "error": {
         *         "code": "service_unavailable",
         *         "message": "The storage or the secret store is unavailable.",
         *         "retriable": true
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        ServiceUnavailableError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example service_unavailable
                 * @enum {string}
                 */
                code: "service_unavailable";
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The storage or the secret store is unavailable.
                 */
                message: string;
                /**
                 * @description Always true: the same request may succeed later.
                 * @example true
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description A token that has expired.
         * @example {
         *       "error": {
         *         "code": "token_expired",
         *         "message": "A token that has expired.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        TokenExpiredError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example token_expired
                 * @enum {string}
                 */
                code: "token_expired";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example A token that has expired.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description Too many attempts or requests; the client must wait.
         * @example {
         *       "error": {
         *         "code": "too_many_requests",
         *         "details": {
         *           "retryAfter": 1
         *         },
         *         "message": "Too many attempts or requests; the client must wait.",
         *         "retriable": true
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        TooManyRequestsError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example too_many_requests
                 * @enum {string}
                 */
                code: "too_many_requests";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The delay in seconds before the next attempt, as in `Retry-After`.
                     * @example 1
                     */
                    retryAfter: number;
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example Too many attempts or requests; the client must wait.
                 */
                message: string;
                /**
                 * @description Always true: the same request may succeed later.
                 * @example true
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description No bearer token.
         * @example {
         *       "error": {
         *         "code": "unauthorized",
         *         "message": "No bearer token.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        UnauthorizedError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example unauthorized
                 * @enum {string}
                 */
                code: "unauthorized";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example No bearer token.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description The body is not declared as JSON.
         * @example {
         *       "error": {
         *         "code": "unsupported_media_type",
         *         "message": "The body is not declared as JSON.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        UnsupportedMediaTypeError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example unsupported_media_type
                 * @enum {string}
                 */
                code: "unsupported_media_type";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The body is not declared as JSON.
                 */
                message: string;
                /**
                 * @description Always false: the same request fails again.
                 * @example false
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description An upstream returned an unusable response.
         * @example {
         *       "error": {
         *         "code": "upstream_error",
         *         "message": "An upstream returned an unusable response.",
         *         "retriable": true
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        UpstreamError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example upstream_error
                 * @enum {string}
                 */
                code: "upstream_error";
                /** @description Additional data. */
                details?: {
                    /**
                     * @description The id of the transaction in `send`, which may have been sent.
                     * @example 33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788
                     */
                    txid?: string;
                };
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example An upstream returned an unusable response.
                 */
                message: string;
                /**
                 * @description Always true: the same request may succeed later.
                 * @example true
                 */
                retriable: boolean;
            };
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
        /**
         * @description No upstream responded in time.
         * @example {
         *       "error": {
         *         "code": "upstream_timeout",
         *         "message": "No upstream responded in time.",
         *         "retriable": true
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        UpstreamTimeoutError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example upstream_timeout
                 * @enum {string}
                 */
                code: "upstream_timeout";
                /** @description Additional data. */
                details?: {
                    /**
                     * @description The id of the transaction in `send`, which may have been sent.
                     * @example 33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788
                     */
                    txid?: string;
                };
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example No upstream responded in time.
                 */
                message: string;
                /**
                 * @description Always true: the same request may succeed later.
                 * @example true
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description No upstream is reachable.
         * @example {
         *       "error": {
         *         "code": "upstream_unavailable",
         *         "message": "No upstream is reachable.",
         *         "retriable": true
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        UpstreamUnavailableError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example upstream_unavailable
                 * @enum {string}
                 */
                code: "upstream_unavailable";
                /** @description Additional data. */
                details?: {
                    /**
                     * @description The id of the transaction in `send`, which may have been sent.
                     * @example 33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788
                     */
                    txid?: string;
                };
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example No upstream is reachable.
                 */
                message: string;
                /**
                 * @description Always true: the same request may succeed later.
                 * @example true
                 */
                retriable: boolean;
            };
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The methods of the path. */
        Allow: string;
        /** @description The time for which the response may be cached. */
        CacheControl: string;
        /** @description The entity tag of the result, for `If-None-Match`. */
        ETag: string;
        /** @description The state of the limits that apply (draft-ietf-httpapi-ratelimit-headers-10). Absent if the request was rejected before a limit was applied. */
        RateLimit: string;
        /** @description The limits that apply (draft-ietf-httpapi-ratelimit-headers-10). */
        RateLimitPolicy: string;
        /** @description The id of the request: the one in the request header of this name if it is a UUID, otherwise a new one. */
        RequestId: string;
        /** @description The delay in seconds before the next attempt. */
        RetryAfter: number;
        /** @description Present if the result is stale because the storage is unavailable. */
        Warning: string;
        /** @description The challenge (RFC 6750, section 3). */
        WwwAuthenticate: string;
    };
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
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155" | "xlm-asset";
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
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetItemEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"];
                };
            };
            /**
             * @description - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"];
                };
            };
            /** @description `insufficient_permission`: The token or the merchant lacks a permission. */
            403: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientPermissionError"];
                };
            };
            /** @description `not_found`: The path or the item does not exist. */
            404: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /**
             * @description The asset is already listed, or another editor added it concurrently.
             *
             *     `already_exists`: The item exists already.
             */
            409: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlreadyExistsError"];
                };
            };
            /** @description `payload_too_large`: The body exceeds 256 KiB. */
            413: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type`: The body is not declared as JSON. */
            415: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay. */
            429: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `service_unavailable`: The storage or the secret store is unavailable. */
            503: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableError"];
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
                 * @description The id of the asset: the currency, the chain, chain and contract separated by a colon, or code and issuer separated
                 *     by a hyphen.
                 * @example eth:0xdAC17F958D2ee523a2206206994597C13D831ec7
                 */
                id: string;
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155" | "xlm-asset";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetItemEnvelope"];
                };
            };
            /** @description `invalid_address`: Not an address of this chain and network. */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidAddressError"];
                };
            };
            /**
             * @description - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"];
                };
            };
            /** @description `insufficient_permission`: The token or the merchant lacks a permission. */
            403: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientPermissionError"];
                };
            };
            /**
             * @description - `not_found`: The path or the item does not exist.
             *     - `chain_not_supported`: This service does not support the chain.
             */
            404: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["ChainNotSupportedError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /** @description The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay. */
            429: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /**
             * @description The storage is unavailable, and no list is cached.
             *
             *     `service_unavailable`: The storage or the secret store is unavailable.
             */
            503: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableError"];
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
                 * @description The id of the asset: the currency, the chain, chain and contract separated by a colon, or code and issuer separated
                 *     by a hyphen.
                 * @example eth:0xdAC17F958D2ee523a2206206994597C13D831ec7
                 */
                id: string;
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155" | "xlm-asset";
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
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetItemEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"];
                };
            };
            /**
             * @description - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"];
                };
            };
            /** @description `insufficient_permission`: The token or the merchant lacks a permission. */
            403: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientPermissionError"];
                };
            };
            /**
             * @description - `not_found`: The path or the item does not exist.
             *     - `chain_not_supported`: This service does not support the chain.
             */
            404: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["ChainNotSupportedError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /**
             * @description Another editor has changed the asset since that revision.
             *
             *     `revision_conflict`: The edit is based on an outdated revision of the item.
             */
            409: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionConflictError"];
                };
            };
            /** @description `payload_too_large`: The body exceeds 256 KiB. */
            413: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description `unsupported_media_type`: The body is not declared as JSON. */
            415: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay. */
            429: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `service_unavailable`: The storage or the secret store is unavailable. */
            503: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableError"];
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
                 * @description The id of the asset: the currency, the chain, chain and contract separated by a colon, or code and issuer separated
                 *     by a hyphen.
                 * @example eth:0xdAC17F958D2ee523a2206206994597C13D831ec7
                 */
                id: string;
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155" | "xlm-asset";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An empty result: the asset is deleted. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"];
                };
            };
            /**
             * @description - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"];
                };
            };
            /** @description `insufficient_permission`: The token or the merchant lacks a permission. */
            403: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientPermissionError"];
                };
            };
            /**
             * @description - `not_found`: The path or the item does not exist.
             *     - `chain_not_supported`: This service does not support the chain.
             */
            404: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["ChainNotSupportedError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /**
             * @description Another editor has changed the asset since that revision.
             *
             *     `revision_conflict`: The edit is based on an outdated revision of the item.
             */
            409: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionConflictError"];
                };
            };
            /** @description The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay. */
            429: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `service_unavailable`: The storage or the secret store is unavailable. */
            503: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableError"];
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
            header?: {
                /**
                 * @description The `ETag` of a cached result; the response is 304 if the result is the same.
                 * @example W/"0b4b5d2f6f0a4f4e9d3c0a7b9d1f2e3a"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155" | "xlm-asset";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assets */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "request-id": components["headers"]["RequestId"];
                    Warning: components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetListEnvelope"];
                };
            };
            /** @description The list still has the ETag of If-None-Match */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "request-id": components["headers"]["RequestId"];
                    Warning: components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The request is malformed, or a limit without a specific code is exceeded. */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            /**
             * @description - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"];
                };
            };
            /** @description `insufficient_permission`: The token or the merchant lacks a permission. */
            403: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientPermissionError"];
                };
            };
            /** @description `not_found`: The path or the item does not exist. */
            404: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /** @description The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay. */
            429: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /**
             * @description The storage is unavailable, and no list is cached.
             *
             *     `service_unavailable`: The storage or the secret store is unavailable.
             */
            503: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableError"];
                };
            };
        };
    };
    listChains: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a cached result; the response is 304 if the result is the same.
                 * @example W/"0b4b5d2f6f0a4f4e9d3c0a7b9d1f2e3a"
                 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chains */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "request-id": components["headers"]["RequestId"];
                    Warning: components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChainListEnvelope"];
                };
            };
            /** @description The list still has the ETag of If-None-Match */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "request-id": components["headers"]["RequestId"];
                    Warning: components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"];
                };
            };
            /** @description `insufficient_permission`: The token or the merchant lacks a permission. */
            403: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientPermissionError"];
                };
            };
            /** @description `not_found`: The path or the item does not exist. */
            404: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /** @description The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay. */
            429: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `service_unavailable`: The storage or the secret store is unavailable. */
            503: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableError"];
                };
            };
        };
    };
    showIcon: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of a cached result; the response is 304 if the result is the same.
                 * @example W/"0b4b5d2f6f0a4f4e9d3c0a7b9d1f2e3a"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The id of the asset: the currency, the chain, chain and contract separated by a colon, or code and issuer separated
                 *     by a hyphen.
                 * @example eth:0xdAC17F958D2ee523a2206206994597C13D831ec7
                 */
                id: string;
                /**
                 * @description The kind of asset.
                 * @example erc20
                 */
                kind: "fiat" | "coin" | "erc20" | "erc721" | "erc1155" | "xlm-asset";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The icon */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "request-id": components["headers"]["RequestId"];
                    Warning: components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description The icon still has the ETag of If-None-Match */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "request-id": components["headers"]["RequestId"];
                    Warning: components["headers"]["Warning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_address`: Not an address of this chain and network. */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidAddressError"];
                };
            };
            /**
             * @description - `not_found`: The path or the item does not exist.
             *     - `chain_not_supported`: This service does not support the chain.
             */
            404: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["ChainNotSupportedError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /** @description The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay. */
            429: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /**
             * @description The storage is unavailable, and no list is cached.
             *
             *     `service_unavailable`: The storage or the secret store is unavailable.
             */
            503: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableError"];
                };
            };
        };
    };
    listPrices: {
        parameters: {
            query: {
                /**
                 * @description The assets, separated by commas: a chain for its coin (`btc`), a chain and a contract for a token (`eth:0x…`), or
                 *     `xlm:CODE-ISSUER` for a Stellar asset. At most 50 different ones.
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceListEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"];
                };
            };
            /**
             * @description - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             */
            401: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"];
                };
            };
            /** @description `insufficient_permission`: The token or the merchant lacks a permission. */
            403: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientPermissionError"];
                };
            };
            /** @description `not_found`: The path or the item does not exist. */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /**
             * @description `too_many_requests`: Too many attempts or requests; the client must wait.
             *
             *     The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay.
             */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TooManyRequestsError"] | components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `upstream_error`: An upstream returned an unusable response. */
            502: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpstreamError"];
                };
            };
            /**
             * @description - `service_unavailable`: The storage or the secret store is unavailable.
             *     - `not_configured`: The operator has not configured what the request needs: an upstream, or a key.
             *     - `upstream_unavailable`: No upstream is reachable.
             */
            503: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableError"] | components["schemas"]["NotConfiguredError"] | components["schemas"]["UpstreamUnavailableError"];
                };
            };
            /** @description `upstream_timeout`: No upstream responded in time. */
            504: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpstreamTimeoutError"];
                };
            };
        };
    };
    errorsAssetInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The error catalogue */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorCatalogue"];
                };
            };
            /** @description `not_found`: The path or the item does not exist. */
            404: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /** @description The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay. */
            429: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthEnvelope"];
                };
            };
            /** @description `invalid_request`: The request is malformed, or a limit without a specific code is exceeded. */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            /**
             * @description - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             */
            401: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"];
                };
            };
            /** @description `insufficient_permission`: The token or the merchant lacks a permission. */
            403: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsufficientPermissionError"];
                };
            };
            /** @description `not_found`: The path or the item does not exist. */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /**
             * @description `too_many_requests`: Too many attempts or requests; the client must wait.
             *
             *     The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay.
             */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TooManyRequestsError"] | components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
            /** @description `service_unavailable`: The storage or the secret store is unavailable. */
            503: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableError"];
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
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description `not_found`: The path or the item does not exist. */
            404: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"];
                };
            };
            /** @description `method_not_allowed`: The path exists, but does not support the method. */
            405: {
                headers: {
                    Allow: components["headers"]["Allow"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MethodNotAllowedError"];
                };
            };
            /** @description The gateway limits the requests of all callers together. Its response has no envelope, no `Retry-After` and no `request-id`; retry with an increasing delay. */
            429: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatewayError"];
                };
            };
            /** @description `internal_error`: An internal error. */
            500: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InternalError"];
                };
            };
        };
    };
}
