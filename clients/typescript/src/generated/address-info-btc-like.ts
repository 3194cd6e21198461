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
         *     upstream's data about some transactions is unreadable; these are omitted.
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
        /** Returns this document. */
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
            balances: components["schemas"]["Balance"][];
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
             * @description Unix time in seconds: the block's time or, while pending, the time when the transaction was
             *     first seen.
             * @example 1231731025
             */
            date: number;
            /** @description The transaction fee, in the chain's coin. */
            fee: components["schemas"]["Value"];
            /**
             * @description The sender's address: the requested one if it is among the senders. Empty for newly minted coins and for
             *     senders without an address.
             * @example bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
             */
            from: string;
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
        /** @description The source of the data. */
        Source: {
            /**
             * @description The block height of the upstream, in decimal digits.
             * @example 840000
             */
            block: string;
            /**
             * @description Parts missing from the response because no upstream could report them: `history`,
             *     `internal-transfers`, `claimable-balances`, `claims`, `fills`, `l1-fees`, or `rows` if some transactions are
             *     missing because the upstream's data about them is unreadable. On EVM chains also `pending` if pending
             *     transactions of the address are not listed, and `nft-transfers`, `withdrawals` (from the beacon chain) and
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
        /** @description An amount in base units with its number of decimals. */
        Value: {
            /**
             * @description The amount in base units: decimal digits. The `value` of a transaction on xlm has a leading
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
    headers: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BtcLikeAddressInfoResponseEnvelope"];
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
