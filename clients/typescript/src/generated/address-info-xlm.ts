// Generated from functions/address-info-xlm/openapi.json by `npm run generate`.

export interface paths {
    "/api/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the balances, reserves, claimable balances and transactions of an address.
         * @description The `value` of a transaction is the change of the account's lumens by its operations, without the
         *     fee; it is negative if lumens left the account. `from` is the source account of the transaction.
         *     `to` is the recipient of its first payment: the claimant in case of a claim, and empty if no
         *     operation pays an account. `actions` contains the operations that involve the account; operations
         *     that the specification does not define are omitted. A transaction of which the account only pays the fee or provides
         *     the sequence number is listed without actions, so that the sum of `net` over the whole history is the balance. The `status` of a failed transaction is
         *     `rejected`: it only paid its fee, so its value is 0, and its intended actions are `failedActions`.
         *
         *     `spendable` of a balance is what a payment can transfer now: the balance minus the amount that open offers may
         *     take, for the lumen also minus the reserve, and 0 without authorization by the issuer. A payment of lumens also
         *     pays its fee from it, and so does every other transaction.
         *
         *     If the balances are available but no upstream returns the transactions, they are omitted and
         *     `source.partial` contains `history`. It contains `claimable-balances` if these are unavailable or
         *     exceed the latest thousand, and `claims` if the values lack the amounts of claims because no
         *     upstream reported them. It contains `fills` if others took offers of the account in transactions between those
         *     of the page: they change the balances, and are not listed. It contains `rows` if the data about some transactions,
         *     operations, balances or claimable balances is unreadable; these are omitted.
         */
        get: operations["addressInfoXlm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{chain}/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the signers, thresholds, flags and data entries of an account.
         * @description A missing account is status 404; a payment of lumens to its address creates it. `source.partial` contains `rows` if
         *     a signer, a data entry or the home domain is unreadable; these are omitted.
         */
        get: operations["accountXlm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{chain}/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the open offers of an account.
         * @description `source.partial` contains `rows` if the data about some offers is unreadable; these are omitted.
         */
        get: operations["offersXlm"];
        put?: never;
        post?: never;
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
         * Returns the balances, reserves, claimable balances and transactions of several addresses, as `GET /api/{chain}` does for
         *     each.
         * @description A request that is invalid, or whose upstream fails, has an `error` in its result and fails no other request. Horizon has
         *     no request for several accounts, so a third as many addresses are requested at the same time as requests are allowed: four by
         *     default.
         */
        post: operations["batchAddressInfoXlm"];
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
        get: operations["errorsAddressInfoXlm"];
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
        get: operations["healthAddressInfoXlm"];
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
        get: operations["openapiAddressInfoXlm"];
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
         * @description The account does not exist on the network.
         * @example {
         *       "error": {
         *         "code": "account_not_found",
         *         "message": "The account does not exist on the network.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        AccountNotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example account_not_found
                 * @enum {string}
                 */
                code: "account_not_found";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The account does not exist on the network.
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
        /** @description The flags of an account as an issuer. */
        XlmAccountFlags: {
            /**
             * @description True if it can claw back its assets from new trustlines.
             * @example false
             */
            authClawbackEnabled: boolean;
            /**
             * @description True if the flags can never change, and the account can never be merged.
             * @example false
             */
            authImmutable: boolean;
            /**
             * @description True if trustlines for its assets require its authorization.
             * @example false
             */
            authRequired: boolean;
            /**
             * @description True if it can revoke the authorization of trustlines.
             * @example false
             */
            authRevocable: boolean;
        };
        /** @description The settings of an account. */
        XlmAccountResponse: {
            /**
             * @description The data entries: values in base64 by name.
             * @example {
             *       "config.memo_required": "MQ=="
             *     }
             */
            data: {
                [key: string]: string;
            };
            /** @description The flags of the account as an issuer. */
            flags: components["schemas"]["XlmAccountFlags"];
            /**
             * @description The home domain. Absent without one.
             * @example example.com
             */
            homeDomain?: string | null;
            /**
             * @description The sequence number of the last transaction of the account.
             * @example 128920000000008
             */
            sequence: string;
            /** @description The signers, including the master key of the account, also with the weight 0. */
            signers: components["schemas"]["XlmAccountSigner"][];
            /** @description The source of the data and the missing parts of the response. */
            source: components["schemas"]["Source"];
            /**
             * Format: int64
             * @description The number of base reserves of the account that others pay.
             * @example 0
             */
            sponsored: number;
            /**
             * Format: int64
             * @description The number of base reserves that the account pays for others.
             * @example 1
             */
            sponsoring: number;
            /**
             * Format: int64
             * @description The number of ledger entries of the account: trustlines (a pool share counts twice), offers, data entries and
             *     signers besides the master key.
             * @example 3
             */
            subentries: number;
            /** @description The total weights of signers that operations require. */
            thresholds: components["schemas"]["XlmAccountThresholds"];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmAccountResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmAccountResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A signer of an account. */
        XlmAccountSigner: {
            /**
             * @description The key: G… for a public key, X… for the hash of a preimage, T… for a transaction that is authorized in
             *     advance, P… for a signed payload.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            key: string;
            /**
             * @description The account that pays the reserve of the signer. Absent if the account pays it itself.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            sponsor?: string | null;
            /**
             * @description The kind of the key, which is its field in `signer` of the operation setOptions.
             * @example ed25519PublicKey
             * @enum {string}
             */
            type: "ed25519PublicKey" | "sha256Hash" | "preAuthTx" | "ed25519SignedPayload";
            /**
             * Format: int64
             * @description The weight, which counts towards a threshold. With 0 the key signs nothing.
             * @example 1
             */
            weight: number;
        };
        /** @description The total weights of signers that operations require. */
        XlmAccountThresholds: {
            /**
             * Format: int32
             * @description For a merge of the account, and for changes of its signers and thresholds.
             * @example 2
             */
            high: number;
            /**
             * Format: int32
             * @description For operations of low security, such as the claim of a balance.
             * @example 0
             */
            low: number;
            /**
             * Format: int32
             * @description For most operations, such as payments.
             * @example 2
             */
            medium: number;
        };
        /**
         * @description One action within a Stellar transaction.
         *
         *     A field of type [`Asset`] holds either an issued asset or the lumen, which is a coin.
         */
        XlmAction: components["schemas"]["XlmActionTransfer"] | components["schemas"]["XlmActionCreateAccount"] | components["schemas"]["XlmActionChangeTrust"] | components["schemas"]["XlmActionClaimClaimableBalance"] | components["schemas"]["XlmActionManageSellOffer"] | components["schemas"]["XlmActionManageBuyOffer"] | components["schemas"]["XlmActionPathPaymentStrictReceive"] | components["schemas"]["XlmActionPathPaymentStrictSend"] | components["schemas"]["XlmActionCreatePassiveSellOffer"] | components["schemas"]["XlmActionSetOptions"] | components["schemas"]["XlmActionAllowTrust"] | components["schemas"]["XlmActionAccountMerge"] | components["schemas"]["XlmActionManageData"] | components["schemas"]["XlmActionBumpSequence"] | components["schemas"]["XlmActionCreateClaimableBalance"] | components["schemas"]["XlmActionBeginSponsoringFutureReserves"] | components["schemas"]["XlmActionEndSponsoringFutureReserves"] | components["schemas"]["XlmActionRevokeSponsorship"] | components["schemas"]["XlmActionClawback"] | components["schemas"]["XlmActionClawbackClaimableBalance"] | components["schemas"]["XlmActionSetTrustLineFlags"] | components["schemas"]["XlmActionLiquidityPoolDeposit"] | components["schemas"]["XlmActionLiquidityPoolWithdraw"];
        /** @description The deletion of an account. Its lumens go to another account. */
        XlmActionAccountMerge: {
            /** @description The address of the account that receives the lumens. */
            destination: string;
            /**
             * @description Always `account-merge`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "account-merge";
        };
        /** @description An issuer's change of an account's authorization to hold an asset. */
        XlmActionAllowTrust: {
            /** @description The asset. */
            asset: components["schemas"]["Asset"];
            /** @description True if the account is authorized to hold the asset. */
            authorize: boolean;
            /** @description The address of the issuer. */
            trustee: string;
            /** @description The address of the account. */
            trustor: string;
            /**
             * @description Always `allow-trust`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "allow-trust";
        };
        /** @description The start of a sponsorship: the account pays the reserves of another account. */
        XlmActionBeginSponsoringFutureReserves: {
            /** @description The address of the sponsored account. */
            id: string;
            /**
             * @description Always `begin-sponsoring-future-reserves`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "begin-sponsoring-future-reserves";
        };
        /** @description An increase of the account's sequence number. */
        XlmActionBumpSequence: {
            /**
             * @description The new sequence number.
             * @example 120192344791343105
             */
            to: string;
            /**
             * @description Always `bump-sequence`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "bump-sequence";
        };
        /** @description The creation, change or deletion of a trustline. */
        XlmActionChangeTrust: {
            /** @description The creation, change or deletion of a trustline. */
            asset?: components["schemas"]["Asset"] | null;
            /** @description The id of the pool with the trusted shares: 64 hex digits. Absent for assets. */
            liquidityPoolId?: string | null;
            /** @description The trusted issuer. For pool shares, the account that owns the trustline. */
            to: string;
            /**
             * @description Always `change-trust`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "change-trust";
        };
        /** @description The claim of a claimable balance. */
        XlmActionClaimClaimableBalance: {
            /** @description The balance id: 72 hex digits. */
            balanceId: string;
            /**
             * @description Always `claim-claimable-balance`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "claim-claimable-balance";
        };
        /** @description A clawback of an asset by its issuer. */
        XlmActionClawback: {
            /** @description The asset. */
            asset: components["schemas"]["Asset"];
            /** @description The address of the account that loses the amount. */
            from: string;
            /**
             * @description Always `clawback`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "clawback";
            /** @description The amount. */
            value: components["schemas"]["Value"];
        };
        /** @description A clawback of a claimable balance by the asset's issuer. */
        XlmActionClawbackClaimableBalance: {
            /** @description The balance id: 72 hex digits. */
            id: string;
            /**
             * @description Always `clawback-claimable-balance`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "clawback-claimable-balance";
        };
        /** @description The creation of an account. */
        XlmActionCreateAccount: {
            /** @description The lumen. */
            asset: components["schemas"]["Asset"];
            /** @description The address of the funding account. */
            from: string;
            /** @description The address of the new account. */
            to: string;
            /**
             * @description Always `create-account`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "create-account";
            /** @description The starting balance of the account. */
            value: components["schemas"]["Value"];
        };
        /** @description The creation of a claimable balance. */
        XlmActionCreateClaimableBalance: {
            /** @description The claimable asset. */
            asset: components["schemas"]["Asset"];
            /** @description The address of the account that sponsors the reserve of the balance. */
            sponsor: string;
            /**
             * @description Always `create-claimable-balance`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "create-claimable-balance";
            /** @description The claimable amount. */
            value: components["schemas"]["Value"];
        };
        /** @description The creation of an offer that takes no other offer of the same price. */
        XlmActionCreatePassiveSellOffer: {
            /** @description The sold asset. */
            assetFrom: components["schemas"]["Asset"];
            /** @description The bought asset. */
            assetTo: components["schemas"]["Asset"];
            /**
             * @description The offer id. `0` if the result does not report it.
             * @example 171819
             */
            offerId: string;
            /** @description The number of bought units per sold unit. */
            price: string;
            /**
             * @description Always `create-passive-sell-offer`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "create-passive-sell-offer";
            /** @description The sold amount. */
            value: components["schemas"]["Value"];
        };
        /** @description The end of a sponsorship: another account stops paying the account's reserves. */
        XlmActionEndSponsoringFutureReserves: {
            /** @description The address of the sponsor. Empty if Horizon does not report it. */
            sponsor: string;
            /**
             * @description Always `end-sponsoring-future-reserves`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "end-sponsoring-future-reserves";
        };
        /** @description A deposit into a liquidity pool. */
        XlmActionLiquidityPoolDeposit: {
            /** @description The pool id: 64 hex digits. */
            id: string;
            /**
             * @description The maximum amounts of a deposit that failed, in base units, in the order of the assets in the pool; absent
             *     otherwise.
             * @example [
             *       "10000000000",
             *       "10000000"
             *     ]
             */
            maxAmounts?: string[];
            /** @description The maximum price of the first asset in units of the second. */
            maxPrice: string;
            /** @description The minimum price of the first asset in units of the second. */
            minPrice: string;
            /**
             * @description The pool shares received, in base units.
             * @example 150000000
             */
            sharesReceived: string;
            /**
             * @description Always `liquidity-pool-deposit`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "liquidity-pool-deposit";
        };
        /** @description A withdrawal from a liquidity pool. */
        XlmActionLiquidityPoolWithdraw: {
            /** @description The pool id: 64 hex digits. */
            id: string;
            /**
             * @description The pool shares redeemed, in base units.
             * @example 150000000
             */
            shares: string;
            /**
             * @description Always `liquidity-pool-withdraw`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "liquidity-pool-withdraw";
        };
        /** @description The creation, change or deletion of a buy offer. */
        XlmActionManageBuyOffer: {
            /** @description The bought asset. */
            asset: components["schemas"]["Asset"];
            /**
             * @description The offer id. `0` if the result does not report the id of a new offer.
             * @example 171819
             */
            offerId: string;
            /** @description The number of sold units per bought unit. */
            price: string;
            /** @description The sold asset: `CODE:ISSUER`, or `native` for the lumen. */
            to: string;
            /**
             * @description Always `manage-buy-offer`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "manage-buy-offer";
            /** @description The bought amount. */
            value: components["schemas"]["Value"];
        };
        /** @description The setting or deletion of a data entry. */
        XlmActionManageData: {
            /** @description The name of the entry. */
            name: string;
            /**
             * @description Always `manage-data`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "manage-data";
        };
        /** @description The creation, change or deletion of a sell offer. */
        XlmActionManageSellOffer: {
            /** @description The sold asset. */
            asset: components["schemas"]["Asset"];
            /**
             * @description The offer id. `0` if the result does not report the id of a new offer.
             * @example 171819
             */
            offerId: string;
            /** @description The number of bought units per sold unit. */
            price: string;
            /** @description The bought asset: `CODE:ISSUER`, or `native` for the lumen. */
            to: string;
            /**
             * @description Always `manage-sell-offer`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "manage-sell-offer";
            /** @description The sold amount. */
            value: components["schemas"]["Value"];
        };
        /** @description A path payment with a fixed received amount. */
        XlmActionPathPaymentStrictReceive: {
            /** @description The received asset. */
            asset: components["schemas"]["Asset"];
            /** @description The sender's address. */
            from: string;
            /** @description The sent asset. */
            sourceAsset: components["schemas"]["Asset"];
            /** @description The sent amount. For a failed transaction, the maximum. */
            sourceValue: components["schemas"]["Value"];
            /** @description The recipient's address. */
            to: string;
            /**
             * @description Always `path-payment-strict-receive`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "path-payment-strict-receive";
            /** @description The received amount. */
            value: components["schemas"]["Value"];
        };
        /** @description A path payment with a fixed sent amount. */
        XlmActionPathPaymentStrictSend: {
            /** @description The received asset. */
            asset: components["schemas"]["Asset"];
            /** @description The sender's address. */
            from: string;
            /** @description The sent asset. */
            sourceAsset: components["schemas"]["Asset"];
            /** @description The sent amount. */
            sourceValue: components["schemas"]["Value"];
            /** @description The recipient's address. */
            to: string;
            /**
             * @description Always `path-payment-strict-send`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "path-payment-strict-send";
            /** @description The received amount. For a failed transaction, the minimum. */
            value: components["schemas"]["Value"];
        };
        /** @description The end of the sponsorship of one ledger entry or signer. */
        XlmActionRevokeSponsorship: {
            /** @description The address of the account, if the entry is an account. */
            accountId?: string | null;
            /** @description The id of the claimable balance: 72 hex digits. */
            claimableBalanceId?: string | null;
            /** @description The account of the data entry. */
            dataAccountId?: string | null;
            /** @description The name of the data entry. */
            dataName?: string | null;
            /** @description The id of the offer. */
            offerId?: string | null;
            /** @description The account of the signer. */
            signerAccountId?: string | null;
            /** @description The key of the signer. */
            signerKey?: string | null;
            /** @description The account of the trustline. */
            trustlineAccountId?: string | null;
            /** @description The asset of the trustline as `CODE:ISSUER`. */
            trustlineAsset?: string | null;
            /** @description The pool id of a trustline for pool shares: 64 hex digits. */
            trustlineLiquidityPoolId?: string | null;
            /**
             * @description Always `revoke-sponsorship`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "revoke-sponsorship";
        };
        /** @description A change of account settings. */
        XlmActionSetOptions: {
            /**
             * @description Always `set-options`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "set-options";
            /**
             * Format: int64
             * @description The weight of the set signer, otherwise the new weight of the master key. Absent if the
             *     operation sets neither.
             */
            weight?: number | null;
        };
        /** @description A change of trustline flags by the issuer. */
        XlmActionSetTrustLineFlags: {
            /** @description The asset. */
            asset: components["schemas"]["Asset"];
            /** @description The flags that are cleared. */
            clearFlags: number[];
            /**
             * @description The flags that are set: 1 authorized, 2 authorized to maintain liabilities, 4 clawback
             *     enabled.
             */
            setFlags: number[];
            /** @description The address of the account that owns the trustline. */
            trustor: string;
            /**
             * @description Always `set-trust-line-flags`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "set-trust-line-flags";
        };
        /** @description A transfer of an asset: a payment or a transfer by a contract. */
        XlmActionTransfer: {
            /** @description The transferred asset. */
            asset: components["schemas"]["Asset"];
            /** @description The sender's address. */
            from: string;
            /** @description The recipient's address. */
            to: string;
            /**
             * @description Always `transfer`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "transfer";
            /** @description The transferred amount. */
            value: components["schemas"]["Value"];
        };
        /** @description Balances, transactions and reserves of an address. */
        XlmAddressInfoResponse: {
            /** @description True if the account exists. A payment of lumens to the address creates it. */
            activated: boolean;
            /**
             * @description The requested address, unchanged.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address: string;
            /**
             * @description The balances: the lumen first, then all trustlines including empty ones. Empty if the account
             *     does not exist.
             */
            balances: components["schemas"]["XlmBalance"][];
            /**
             * @description The chain.
             * @example xlm
             * @enum {string}
             */
            chain: "xlm";
            /**
             * @description The claimable balances with the address as a claimant, latest first, even if the account does
             *     not exist.
             */
            claimableBalances: components["schemas"]["XlmClaimableBalance"][];
            /** @description The pool shares of all trustlines of the account, including empty ones. */
            liquidityPools: components["schemas"]["XlmPoolShares"][];
            /**
             * @description The `cursor` of the next page. Absent if there are no more transactions, and with the limit 0. A page may have
             *     fewer transactions than `limit` although more follow.
             * @example A4REwAAAcAA
             */
            nextCursor?: string | null;
            /** @description The reserves of the account. */
            reserves: components["schemas"]["XlmReserves"];
            /** @description The source of the data and the missing parts of the response. */
            source: components["schemas"]["Source"];
            /**
             * @description The transactions, latest first, also of an account that was merged and no longer exists. They contain the
             *     requested account by the requested address, and other users of a multiplexed account and other accounts by
             *     their own addresses.
             */
            transactions: components["schemas"]["XlmTransaction"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmAddressInfoResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmAddressInfoResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description An asset: the lumen or an issued asset. */
        XlmAnyAsset: components["schemas"]["XlmCoin"] | components["schemas"]["XlmCredit"];
        /** @description The balance of the lumen or of a trustline. */
        XlmBalance: components["schemas"]["Balance"] & {
            /** @description The liabilities of open offers, and the state of the trustline. */
            details: components["schemas"]["XlmBalanceDetails"];
        };
        /**
         * @description The liabilities of open offers, and the state of the trustline (docs/decisions/0916).
         *
         *     All fields except the liabilities are absent for the lumen.
         */
        XlmBalanceDetails: {
            /**
             * @description True if the issuer allows the account to pay and receive the asset.
             * @example true
             */
            authorized?: boolean | null;
            /**
             * @description True if the issuer allows the account to keep its open offers, also if the account is fully authorized.
             * @example true
             */
            authorizedToMaintainLiabilities?: boolean | null;
            /**
             * @description The amount that open offers may add to the balance, in stroops.
             * @example 0
             */
            buyingLiabilities: string;
            /**
             * @description True if the issuer can take back the balance.
             * @example false
             */
            clawbackEnabled?: boolean | null;
            /**
             * @description The maximum balance, in stroops.
             * @example 9223372036854775807
             */
            limit?: string | null;
            /**
             * @description The amount that open offers may take from the balance, in stroops.
             * @example 500000000
             */
            sellingLiabilities: string;
            /** @description The address of the account that pays the reserve of the trustline. Absent if the account pays it itself. */
            sponsor?: string | null;
        };
        /** @description One address, and the page of its history. */
        XlmBatchEntry: {
            /**
             * @description The address: G…, or M… for one user of a multiplexed account.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address: string;
            /**
             * @description The chain.
             * @example xlm
             * @enum {string}
             */
            chain: "xlm";
            /**
             * @description The position of the next page: `nextCursor` of the previous result for the same address.
             * @example AQAAAKoAAAAB
             */
            cursor?: string | null;
            /**
             * Format: int32
             * @description The maximum number of transactions, 0 to 200. With 0 the result contains no transactions. Default: `0`.
             * @example 0
             */
            limit?: number;
        };
        /** @description Addresses on Stellar. */
        XlmBatchRequest: {
            /**
             * @description The network of all requests: `livenet` or `testnet`. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /** @description The requests, 1 to 50. Their limits add up to at most 1000. */
            requests: components["schemas"]["XlmBatchEntry"][];
        };
        /** @description The results of a batch. */
        XlmBatchResponse: {
            /** @description The results, in the order of the requests. */
            results: components["schemas"]["XlmBatchResult"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmBatchResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmBatchResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The result of one request of a batch: either `data` or `error`. */
        XlmBatchResult: {
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
            data?: components["schemas"]["XlmAddressInfoResponse"];
            /** @description The error, as of a single request. Absent if the request has succeeded. */
            error?: components["schemas"]["ErrorObject"];
        };
        /** @description A balance that the address may claim now or at another time. */
        XlmClaimableBalance: {
            /** @description The claimable asset. */
            asset: components["schemas"]["Asset"];
            /** @description The claimable amount. */
            balance: components["schemas"]["Value"];
            /** @description The time window for the claim: the open one, otherwise the next one, otherwise the last one. */
            conditions: components["schemas"]["XlmClaimConditions"];
            /** @description The address of the sponsor of the balance, usually its creator. Absent if it has no sponsor. */
            from?: string | null;
            /**
             * @description The balance id: 72 hex digits.
             * @example 00000000929b20b72e5890ab51c24f1cc46fa01c4f318d8d33367d24dd614cfdf5491072
             */
            id: string;
            /** @description The state of the balance. */
            status: components["schemas"]["XlmClaimState"];
            /** @description The claimant: the requested address, unchanged. */
            to: string;
        };
        /** @description The time window in which a balance can be claimed. */
        XlmClaimConditions: {
            /**
             * Format: int64
             * @description The start of the window in Unix seconds, inclusive. Absent if the window has no start.
             * @example 1767225600
             */
            validFrom?: number | null;
            /**
             * Format: int64
             * @description The end of the window in Unix seconds, exclusive. Absent if the window has no end.
             * @example 1798761600
             */
            validTo?: number | null;
        };
        /**
         * @description The state of a claimable balance.
         * @enum {string}
         */
        XlmClaimState: "expired" | "claimable" | "upcoming";
        /** @description The lumen. */
        XlmCoin: {
            /**
             * @description Always `xlm`.
             * @example xlm
             * @enum {string}
             */
            chain: "xlm";
            /**
             * @description Always `coin`.
             * @example coin
             * @enum {string}
             */
            kind: "coin";
        };
        /** @description An asset issued by an account. */
        XlmCredit: {
            /**
             * @description Always `xlm`. May be omitted.
             * @example xlm
             * @enum {string}
             */
            chain?: "xlm";
            /**
             * @description The asset code: 1 to 12 letters and digits.
             * @example USDC
             */
            code: string;
            /**
             * @description The address of the issuing account.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            issuer: string;
            /**
             * @description Always `xlm-asset`. May be omitted.
             * @example xlm-asset
             * @enum {string}
             */
            kind?: "xlm-asset";
        };
        /**
         * @description The direction of a transaction from the view of an address (docs/decisions/1046).
         * @enum {string}
         */
        XlmDirection: "in" | "out" | "self";
        /**
         * @description A hint about a transaction. It never hides one.
         * @enum {string}
         */
        XlmFlag: "unlisted-token" | "look-alike-address" | "dust";
        /** @description A memo, by which the recipient may identify the payment (docs/decisions/0917). */
        XlmMemo: {
            /**
             * @description The bytes of a text in hex digits. Absent if the text is valid UTF-8.
             * @example d1
             */
            bytes?: string | null;
            /**
             * @description The type of the memo: `text`, `id`, `hash` or `return`.
             * @example id
             * @enum {string}
             */
            type: "text" | "id" | "hash" | "return";
            /**
             * @description The text, the number in decimal digits, or the hash in 64 hex digits. Bytes of a text that are not valid
             *     UTF-8 are replaced by U+FFFD.
             * @example 77001
             */
            value: string;
        };
        /** @description The open offers of an account. */
        XlmOffersResponse: {
            /**
             * @description The `cursor` of the next page, which may be empty. Absent if there are no more offers, and with the limit 0.
             * @example bwAAAAAAAAAH
             */
            nextCursor?: string | null;
            /** @description The offers, latest first. Empty if the account does not exist. */
            offers: components["schemas"]["XlmOpenOffer"][];
            /** @description The source of the data and the missing parts of the response. */
            source: components["schemas"]["Source"];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmOffersResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmOffersResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description An open offer. */
        XlmOpenOffer: {
            /**
             * @description The amount of the sold asset that is still for sale, in stroops.
             * @example 50000000
             */
            amount: string;
            /** @description The bought asset. */
            buying: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The id, for `offerId` of an operation that changes or deletes the offer.
             * @example 165563085
             */
            offerId: string;
            /**
             * @description The exact price: the number of units of `buying` per unit of `selling`, as in manageSellOffer. A decimal number,
             *     or a fraction if no decimal number equals it.
             * @example 0.5
             */
            price: string;
            /** @description The sold asset. */
            selling: components["schemas"]["XlmAnyAsset"];
        };
        /** @description The shares of a liquidity pool. */
        XlmPoolShares: {
            /**
             * @description The pool id: 64 hex digits.
             * @example dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            id: string;
            /** @description The number of shares. */
            shares: components["schemas"]["Value"];
        };
        /** @description The reserves of an account. */
        XlmReserves: {
            /**
             * @description The base reserve of the network, in stroops.
             * @example 5000000
             */
            baseReserve: string;
            /** @description The lumens that the account can neither send nor spend. */
            reservedBalance: components["schemas"]["Balance"];
            /**
             * @description The number of trustlines of the account, including those for pool shares.
             * @example 3
             */
            trustlinesCount: number;
        };
        /** @description A transaction in the history of an account. */
        XlmTransaction: components["schemas"]["XlmTransactionBase"] & {
            /**
             * @description The actions that a failed transaction would have had. Amounts that depend on its success have their bound:
             *     the maximum sent amount or the minimum received amount of a path payment. Absent if the transaction
             *     succeeded.
             */
            failedActions?: components["schemas"]["XlmAction"][];
            /** @description The memo. Absent if there is none. */
            memo?: components["schemas"]["XlmMemo"];
        };
        /** @description A transaction in the history of an address. `A` is the chain family's action type. */
        XlmTransactionBase: {
            /** @description The actions of the transaction. */
            actions: components["schemas"]["XlmAction"][];
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
            direction: components["schemas"]["XlmDirection"];
            /** @description The transaction fee, in the chain's coin. */
            fee: components["schemas"]["Value"];
            /** @description Hints that the transaction may be an attempt at fraud. Absent if there is none. */
            flags?: components["schemas"]["XlmFlag"][];
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
    addressInfoXlm: {
        parameters: {
            query: {
                /**
                 * @description The address: G…, or M… for one user of a multiplexed account.
                 * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
                 */
                address: string;
                /**
                 * @description The position of the next page: `nextCursor` of the previous response for the same address.
                 * @example AQAAAKoAAAAB
                 */
                cursor?: string;
                /**
                 * @description The maximum number of transactions, 0 to 200. With 0 the response contains no transactions.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The network: `livenet` or `testnet`.
                 * @example livenet
                 */
                network?: "livenet" | "testnet";
            };
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example xlm
                 */
                chain: "xlm";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Balances, transactions and reserves of an address. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmAddressInfoResponseEnvelope"];
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
    accountXlm: {
        parameters: {
            query: {
                /**
                 * @description The address: G…, or M… for one user of a multiplexed account.
                 * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
                 */
                address: string;
                /**
                 * @description The network: `livenet` or `testnet`.
                 * @example livenet
                 */
                network?: "livenet" | "testnet";
            };
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example xlm
                 */
                chain: "xlm";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings of an account. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmAccountResponseEnvelope"];
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
            /**
             * @description - `not_found`: The path or the item does not exist.
             *     - `chain_not_supported`: This service does not support the chain.
             *     - `account_not_found`: The account does not exist on the network.
             */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["ChainNotSupportedError"] | components["schemas"]["AccountNotFoundError"];
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
    offersXlm: {
        parameters: {
            query: {
                /**
                 * @description The address: G…, or M… for one user of a multiplexed account.
                 * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
                 */
                address: string;
                /**
                 * @description The position of the next page: `nextCursor` of the previous response for the same address.
                 * @example AQAAAKoAAAAB
                 */
                cursor?: string;
                /**
                 * @description The maximum number of offers, 0 to 200.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The network: `livenet` or `testnet`.
                 * @example livenet
                 */
                network?: "livenet" | "testnet";
            };
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example xlm
                 */
                chain: "xlm";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open offers of an account. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmOffersResponseEnvelope"];
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
    batchAddressInfoXlm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmBatchRequest"];
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
                    "application/json": components["schemas"]["XlmBatchResponseEnvelope"];
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
    errorsAddressInfoXlm: {
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
    healthAddressInfoXlm: {
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
    openapiAddressInfoXlm: {
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
