// Generated from functions/address-info-btc-like/openapi.json by `npm run generate`.

export interface paths {
    "/api/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the balance and the transactions of an address.
         * @description A transaction can have many inputs and outputs. `from`, `to` and `value` describe it from the perspective of the
         *     address: the amount received or sent. `actions` contains one transfer for each output that is not change.
         *
         *     If the balance is available but no upstream returns the transactions, for example because the address has more of
         *     them than the servers list, they are omitted and `source.partial` contains `history`. It contains `rows` if the
         *     upstream's data about some transactions is unreadable, or if it does not list all pending ones; these are omitted. It
         *     contains `spendable` if the upstream does not report which part of the balance is spendable.
         */
        get: operations["addressInfoBtcLike"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{chain}/xpub": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns all addresses of an extended public key, with balances, unspent outputs and transactions.
         * @description The addresses are derived by the service. The search for used ones ends after `gap` consecutive unused addresses for
         *     payments and as many for change (BIP 44), and at 1000 addresses, in which case `source.partial` contains `addresses`.
         *
         *     The key is in the body, because URLs are logged by proxies. It reveals all addresses of an account, but cannot spend.
         */
        post: operations["extendedKeyInfoBtcLike"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the balances and the transactions of several addresses and extended keys, as `GET /api/{chain}` and
         *     `POST /api/{chain}/xpub` do for each.
         * @description A request that is invalid, or whose upstream fails, has an `error` in its result and fails no other request. The
         *     balances of addresses without transactions are requested in one pipeline of an Electrum server, and concurrently of
         *     other upstreams. Extended keys of different chains are requested concurrently, those of one chain in sequence.
         */
        post: operations["batchAddressInfoBtcLike"];
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
        get: operations["errorsAddressInfoBtcLike"];
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
        get: operations["healthAddressInfoBtcLike"];
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
        get: operations["openapiAddressInfoBtcLike"];
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
        /** @description An asset. */
        Asset: components["schemas"]["AssetCoin"] | components["schemas"]["AssetErc20"] | components["schemas"]["AssetXlmAsset"];
        /** @description The coin of a chain. */
        AssetCoin: {
            /**
             * @description The chain name: `btc`.
             * @example btc
             */
            chain: string;
            /**
             * @description Always `coin`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "coin";
        };
        /** @description A fungible token of an EVM chain (ERC-20). */
        AssetErc20: {
            /**
             * @description The chain name: `eth`.
             * @example eth
             */
            chain: string;
            /**
             * @description The contract address with ERC-55 checksum.
             * @example 0xdAC17F958D2ee523a2206206994597C13D831ec7
             */
            contract: string;
            /**
             * @description Always `erc20`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "erc20";
        };
        /** @description An asset issued by a Stellar account. The lumen is a coin. */
        AssetXlmAsset: {
            /**
             * @description The chain name: `xlm`.
             * @example xlm
             */
            chain: string;
            /**
             * @description The asset code. Other issuers may use the same code.
             * @example USDC
             */
            code: string;
            /**
             * @description The address of the issuing account.
             * @example GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN
             */
            issuer: string;
            /**
             * @description Always `xlm-asset`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "xlm-asset";
        };
        /** @description The balance of one asset at an address. */
        Balance: {
            /** @description The asset. */
            asset: components["schemas"]["Asset"];
            /** @description The amount, including unconfirmed funds. */
            balance: components["schemas"]["Value"];
            /**
             * @description The part of the amount that a payment can take now, before its fee: without reserved and bound funds, and
             *     without the value and maximum fee of known pending outgoing transactions. Absent where it is not determined.
             */
            spendable?: components["schemas"]["Value"];
        };
        /** @description Balances and transactions of an address. */
        BtcLikeAddressInfoResponse: {
            /**
             * @description The address as in the request.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /** @description The balance of the coin, confirmed and unconfirmed, also if it is zero. It is the same on every page. */
            balances: components["schemas"]["BtcLikeBalance"][];
            /**
             * @description The chain.
             * @example btc
             * @enum {string}
             */
            chain: "btc" | "ltc" | "bch" | "doge";
            /**
             * @description The `cursor` of the next page; absent on the last page, without the history, and with the limit 0. A page may
             *     have fewer transactions than `limit` before the last page.
             * @example AQAAAKoAAAAB
             */
            nextCursor?: string | null;
            /** @description The source of the data. */
            source: components["schemas"]["Source"];
            /**
             * @description The transactions, latest first, pending before confirmed. The requested address appears as in the
             *     request, other addresses in their canonical form; on bch they have the prefix if the requested address
             *     has it.
             */
            transactions: components["schemas"]["BtcLikeTransaction"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        BtcLikeAddressInfoResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["BtcLikeAddressInfoResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The balance of the coin. */
        BtcLikeBalance: components["schemas"]["Balance"] & {
            /** @description The confirmed and pending parts of the balance. */
            details: components["schemas"]["BtcLikeBalanceDetails"];
        };
        /** @description The parts of a balance in base units (docs/decisions/1047). */
        BtcLikeBalanceDetails: {
            /**
             * @description The amount in blocks, including immature coinbase outputs, and outputs that pending transactions spend.
             * @example 5000000000
             */
            confirmed: string;
            /**
             * @description The amount of coinbase outputs without the required number of confirmations. Absent if no upstream reports it.
             * @example 0
             */
            immature?: string | null;
            /**
             * @description The change of the balance by pending transactions, with a leading minus if they reduce it.
             * @example -150000
             */
            unconfirmed: string;
        };
        /** @description One address, and the page of its history. */
        BtcLikeBatchEntry: {
            /**
             * @description The address, in any standard form of the chain and network.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * @description The chain.
             * @example btc
             * @enum {string}
             */
            chain: "btc" | "ltc" | "bch" | "doge";
            /**
             * @description The `nextCursor` of the previous result for the same address.
             * @example AQAAAKoAAAAB
             */
            cursor?: string | null;
            /**
             * Format: int32
             * @description Maximum number of transactions, 0 to 200. With 0 the result has the balances only. Default: `0`.
             * @example 0
             */
            limit?: number;
        };
        /** @description One extended key, and the page of its history. */
        BtcLikeBatchKeyEntry: {
            /**
             * @description The chain.
             * @example btc
             * @enum {string}
             */
            chain: "btc" | "ltc" | "bch" | "doge";
            /**
             * @description The `nextCursor` of the previous result for the same key.
             * @example AQAAAKoAAAAB
             */
            cursor?: string | null;
            /**
             * Format: int32
             * @description Number of consecutive unused addresses after which the search for used ones ends, 1 to 100. Default: `20`.
             * @example 20
             */
            gap?: number;
            /**
             * Format: int32
             * @description Maximum number of transactions, 0 to 200. With 0 the result has no transactions. Default: `0`.
             * @example 0
             */
            limit?: number;
            /**
             * @description The extended public key or the output descriptor, as of a single request.
             * @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs
             */
            xpub: string;
        };
        /**
         * @description The result of a request about an extended key: either `data` or `error`. The key is not repeated, because a caller may send a
         *     private one by mistake.
         */
        BtcLikeBatchKeyResult: {
            /**
             * @description The chain as in the request; empty if it is not a string.
             * @example btc
             */
            chain: string;
            /**
             * @description The result, as of a single request. Absent if the request has failed. The results of a batch have at most 5000
             *     unspent outputs together: of each key the 5000 divided by the number of keys with the highest values.
             */
            data?: components["schemas"]["BtcLikeExtendedKeyResponse"];
            /** @description The error, as of a single request. Absent if the request has succeeded. */
            error?: components["schemas"]["ErrorObject"];
        };
        /** @description Addresses and extended keys on any chains of this service. */
        BtcLikeBatchRequest: {
            /** @description The requests about extended keys, 1 to 10. */
            keys?: components["schemas"]["BtcLikeBatchKeyEntry"][] | null;
            /**
             * @description The network of all requests: livenet or testnet. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /** @description The requests about addresses, 1 to 50. Required without `keys`. All limits add up to at most 1000. */
            requests?: components["schemas"]["BtcLikeBatchEntry"][] | null;
        };
        /** @description The results of a batch. */
        BtcLikeBatchResponse: {
            /** @description The results of `keys`, in their order. Absent if there are none. */
            keys?: components["schemas"]["BtcLikeBatchKeyResult"][];
            /** @description The results of `requests`, in their order. */
            results: components["schemas"]["BtcLikeBatchResult"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        BtcLikeBatchResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["BtcLikeBatchResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The result of one request of a batch: either `data` or `error`. */
        BtcLikeBatchResult: {
            /**
             * @description The address as in the request; empty if it is not a string.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            address: string;
            /**
             * @description The chain as in the request; empty if it is not a string.
             * @example eth
             */
            chain: string;
            data?: components["schemas"]["BtcLikeAddressInfoResponse"];
            /** @description The error, as of a single request. Absent if the request has succeeded. */
            error?: components["schemas"]["ErrorObject"];
        };
        /**
         * @description The direction of a transaction from the view of an address (docs/decisions/1046).
         * @enum {string}
         */
        BtcLikeDirection: "in" | "out" | "self";
        /** @description An address of the key. */
        BtcLikeExtendedKeyAddress: {
            /**
             * @description The address in its canonical form.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /** @description The balance of the coin, confirmed and unconfirmed. */
            balance: components["schemas"]["Value"];
            /** @description True for an address for change. */
            change: boolean;
            /**
             * @description The derivation path: from the master key (`m/84'/0'/0'/0/5`) if the descriptor has an origin, otherwise from the
             *     given key (`0/5`).
             * @example m/84'/0'/0'/0/0
             */
            path: string;
            /** @description True if the address has transactions, also pending ones. */
            used: boolean;
        };
        /** @description An unspent output of the key. */
        BtcLikeExtendedKeyOutput: {
            /**
             * @description The address that has the output, in its canonical form.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            address: string;
            /**
             * Format: int64
             * @description The number of confirmations, 0 while the transaction is pending.
             * @example 6
             */
            confirmations: number;
            /**
             * @description The derivation path of the address, as in `addresses`.
             * @example m/84'/0'/0'/0/0
             */
            path: string;
            /**
             * @description The public key of the address; of a taproot address the internal key (BIP 86).
             * @example 0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c
             */
            publicKey: string;
            /**
             * @description The transaction that created the output.
             * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
             */
            txid: string;
            /**
             * @description The value in the base unit.
             * @example 100000
             */
            value: string;
            /**
             * Format: int64
             * @description The index of the output in that transaction, from 0.
             * @example 1
             */
            vout: number;
        };
        /** @description Extended public key and page of its history. */
        BtcLikeExtendedKeyRequest: {
            /**
             * @description The `nextCursor` of the previous response for the same key.
             * @example AQAAAKoAAAAB
             */
            cursor?: string | null;
            /**
             * Format: int32
             * @description Number of consecutive unused addresses after which the search for used ones ends, 1 to 100. Default: `20`.
             * @example 20
             */
            gap?: number;
            /**
             * Format: int32
             * @description Maximum number of transactions, 0 to 200. With 0 the response has no transactions. Default: `50`.
             * @example 50
             */
            limit?: number;
            /**
             * @description livenet or testnet. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The extended public key of an account, with the version bytes of BIP 32 or SLIP-132, which imply the type of its
             *     addresses: `xpub` p2pkh, `ypub` p2wpkh in p2sh, `zpub` p2wpkh, and the versions of the other chains and of the
             *     testnets (`Ltub`, `Mtub`, `dgub`, `tpub`, `upub`, `vpub`, `ttub`). Or an output descriptor (BIP 380) of one
             *     extended public key: `pkh(KEY)`, `sh(wpkh(KEY))`, `wpkh(KEY)`, `tr(KEY)`, where `KEY` may start with its origin
             *     `[fingerprint/path]` and ends with `/<0;1>/*`, `/0/*` or `/1/*`. A checksum after `#` is verified. Private keys
             *     are rejected.
             * @example zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs
             */
            xpub: string;
        };
        /** @description Addresses, balances, unspent outputs and transactions of an extended public key. */
        BtcLikeExtendedKeyResponse: {
            /**
             * @description The addresses: those for payments, then those for change, each by index up to `gap` unused addresses after the
             *     last used one; at most 1000.
             */
            addresses: components["schemas"]["BtcLikeExtendedKeyAddress"][];
            /**
             * @description The balance of the coin over all addresses, confirmed and unconfirmed, also if it is zero. It is the same on every
             *     page.
             */
            balances: components["schemas"]["BtcLikeBalance"][];
            /**
             * @description The chain.
             * @example btc
             * @enum {string}
             */
            chain: "btc" | "ltc" | "bch" | "doge";
            /** @description The next unused addresses. */
            next: components["schemas"]["BtcLikeNextAddresses"];
            /**
             * @description The `cursor` of the next page; absent on the last page, without the history, and with the limit 0. A page may
             *     have fewer transactions than `limit` before the last page.
             * @example AQAAAKoAAAAB
             */
            nextCursor?: string | null;
            /** @description The source of the data. */
            source: components["schemas"]["Source"];
            /**
             * @description The transactions of all addresses, latest first, pending before confirmed, from the view of the whole key: change
             *     and payments between its addresses are not payments to others. Addresses are in their canonical form.
             */
            transactions: components["schemas"]["BtcLikeTransaction"][];
            /**
             * @description The unspent outputs of all addresses, including the mempool. The balance is their sum. If there are more than 5000,
             *     those with the highest values, and `source.partial` contains `utxo`.
             */
            utxo: components["schemas"]["BtcLikeExtendedKeyOutput"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        BtcLikeExtendedKeyResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["BtcLikeExtendedKeyResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description A hint about a transaction. It never hides one.
         * @enum {string}
         */
        BtcLikeFlag: "unlisted-token" | "look-alike-address" | "dust";
        /**
         * @description The first address after the last used one of each branch. Absent if the descriptor does not include the branch, or if
         *     the address is beyond the maximum number of addresses.
         */
        BtcLikeNextAddresses: {
            /**
             * @description The next address for change.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            change?: string;
            /**
             * @description The next address for a payment from others.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            receive?: string;
        };
        /** @description A transaction in the history of an address. `A` is the chain family's action type. */
        BtcLikeTransaction: {
            /** @description The actions of the transaction. */
            actions: {
                /** @description The transferred asset. */
                asset: components["schemas"]["Asset"];
                /**
                 * @description The sender's address. Empty for newly minted coins and for senders without an address.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                from: string;
                /**
                 * @description The recipient's address. Empty if the recipient has no address.
                 * @example 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2
                 */
                to: string;
                /** @enum {string} */
                type: "transfer";
                /** @description The transferred amount. */
                value: components["schemas"]["Value"];
            }[];
            /**
             * @description The height of its block in decimal digits; empty while it is pending.
             * @example 170
             */
            block: string;
            /**
             * Format: int64
             * @description The number of blocks from the block of the transaction to the latest one, inclusive; 0 while it is pending.
             * @example 6
             */
            confirmations: number;
            /**
             * Format: int64
             * @description Unix time in seconds: the block's time or, while pending, the time when the transaction was
             *     first seen.
             * @example 1231731025
             */
            date: number;
            /** @description The direction from the view of the requested address: `self` if it paid itself only. */
            direction: components["schemas"]["BtcLikeDirection"];
            /** @description The transaction fee, in the chain's coin. */
            fee: components["schemas"]["Value"];
            /** @description Hints that the transaction may be an attempt at fraud. Absent if there is none. */
            flags?: components["schemas"]["BtcLikeFlag"][];
            /**
             * @description The sender's address: the requested one if it is among the senders. Empty for newly minted coins and for
             *     senders without an address.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            from: string;
            /**
             * @description The amount by which the balance of the requested address in the chain's coin changes, fees included. The sum over
             *     the complete history is the balance, unless `source.partial` names missing parts. While the transaction is
             *     pending on an EVM chain, its fee is the maximum.
             */
            net: components["schemas"]["Value"];
            /** @description The state of the transaction on the network. */
            status: components["schemas"]["Status"];
            /**
             * @description The recipient's address: the requested one if it only received. Empty if the recipient has no
             *     address.
             * @example 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2
             */
            to: string;
            /**
             * @description The transaction id: 64 hex digits.
             * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
             */
            txid: string;
            /** @description The balance change of the requested address, in the chain's coin. */
            value: components["schemas"]["Value"];
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
        /** @description The errors of a service. */
        ErrorCatalogue: {
            /** @description The error codes that the operations of the service can return. */
            errors: components["schemas"]["CatalogueItem"][];
        };
        /** @description An error in a response. */
        ErrorObject: {
            /**
             * @description The stable code.
             * @example invalid_address
             */
            code: string;
            /** @description Additional data that depends on the code. Absent without any. */
            details?: Record<string, never>;
            /**
             * @description The JSON path of the invalid input. Absent if no input is invalid.
             * @example requests[3].address
             */
            field?: string;
            /**
             * @description One plain sentence that explains how to proceed.
             * @example Invalid address checksum (ERC-55): a digit may be mistyped.
             */
            message: string;
            /**
             * @description True if the same request may succeed later.
             * @example false
             */
            retriable: boolean;
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
         * @description Not a public key of this chain.
         * @example {
         *       "error": {
         *         "code": "invalid_public_key",
         *         "message": "Not a public key of this chain.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InvalidPublicKeyError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example invalid_public_key
                 * @enum {string}
                 */
                code: "invalid_public_key";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example Not a public key of this chain.
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
         * @description The chain has no such network.
         * @example {
         *       "error": {
         *         "code": "network_not_supported",
         *         "message": "The chain has no such network.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        NetworkNotSupportedError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example network_not_supported
                 * @enum {string}
                 */
                code: "network_not_supported";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The chain has no such network.
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
        /** @description The source of the data. */
        Source: {
            /**
             * @description The block height of the upstream, in decimal digits.
             * @example 840000
             */
            block: string;
            /**
             * @description Parts missing from the response because no upstream could report them: `history`,
             *     `internal-transfers`, `claimable-balances`, `claims`, `fills`, `l1-fees`, `spendable`, or `rows` if some
             *     transactions are missing because the upstream's data about them is unreadable. `addresses` if an extended key may
             *     have more used addresses than the response, which is then about the listed ones only, and `utxo` if it has more
             *     unspent outputs. On EVM chains also `pending` if pending transactions of the address are not listed, `tokens` if
             *     balances of requested or listed tokens are missing, and `nft-transfers`, `withdrawals` (from the beacon chain) and
             *     `block-rewards` if the address has such entries, which are not transactions of the history. Absent if nothing
             *     is missing.
             * @example [
             *       "internal-transfers"
             *     ]
             */
            partial?: string[];
            /**
             * @description The protocol of the upstream that responded.
             * @example blockbook
             */
            upstream: string;
        };
        /**
         * @description The state of a transaction on the network.
         * @enum {string}
         */
        Status: "pending" | "confirmed" | "rejected";
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
        /** @description An amount in base units with its number of decimals. */
        Value: {
            /**
             * @description The amount in base units: decimal digits. The `net` of a transaction, and on xlm its `value`, have a leading
             *     minus if the funds left the address.
             * @example 150000
             */
            amount: string;
            /**
             * Format: int32
             * @description The number of decimal places of the whole unit.
             * @example 8
             */
            decimals: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The methods of the path. */
        Allow: string;
        /** @description The state of the limits that apply (draft-ietf-httpapi-ratelimit-headers-10). Absent if the request was rejected before a limit was applied. */
        RateLimit: string;
        /** @description The limits that apply (draft-ietf-httpapi-ratelimit-headers-10). */
        RateLimitPolicy: string;
        /** @description The id of the request: the one in the request header of this name if it is a UUID, otherwise a new one. */
        RequestId: string;
        /** @description The delay in seconds before the next attempt. */
        RetryAfter: number;
        /** @description The challenge (RFC 6750, section 3). */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    addressInfoBtcLike: {
        parameters: {
            query: {
                /**
                 * @description The address, in any standard form of the chain and network.
                 * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
                 */
                address: string;
                /**
                 * @description The `nextCursor` of the previous response for the same address.
                 * @example AQAAAKoAAAAB
                 */
                cursor?: string;
                /**
                 * @description Maximum number of transactions, 0 to 200. With 0 the response has the balances only.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description livenet or testnet.
                 * @example livenet
                 */
                network?: "livenet" | "testnet";
            };
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example btc
                 */
                chain: "btc" | "ltc" | "bch" | "doge";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Balances and transactions of an address. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BtcLikeAddressInfoResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `network_not_supported`: The chain has no such network.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["NetworkNotSupportedError"];
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
            /**
             * @description - `not_found`: The path or the item does not exist.
             *     - `chain_not_supported`: This service does not support the chain.
             */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
    extendedKeyInfoBtcLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example btc
                 */
                chain: "btc" | "ltc" | "bch" | "doge";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BtcLikeExtendedKeyRequest"];
            };
        };
        responses: {
            /** @description Addresses, balances, unspent outputs and transactions of an extended public key. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BtcLikeExtendedKeyResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `network_not_supported`: The chain has no such network.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["NetworkNotSupportedError"];
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
            /**
             * @description - `not_found`: The path or the item does not exist.
             *     - `chain_not_supported`: This service does not support the chain.
             */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
    batchAddressInfoBtcLike: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BtcLikeBatchRequest"];
            };
        };
        responses: {
            /** @description The results of a batch. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BtcLikeBatchResponseEnvelope"];
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
    errorsAddressInfoBtcLike: {
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
    healthAddressInfoBtcLike: {
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
    openapiAddressInfoBtcLike: {
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
