// Generated from functions/blockchain-connector-xlm/openapi.json by `npm run generate`.

export interface paths {
    "/api/get-address/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the address of a public key.
         * @description No request is sent to the network, so the result does not show if the account exists.
         */
        post: operations["getAddressXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prepare-transaction/estimate/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the fees of a transaction, the spendable amount and the next sequence number.
         * @description A ledger accepts exactly the amounts of `max` if it charges the whole fee, and up to the fee more if it charges less.
         *     For several operations, the estimate covers their fee and one payment, not the effects of the other operations. The
         *     funds of the sender must cover the payment and the slow fee.
         */
        post: operations["estimateXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prepare-transaction/fee-stat/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the fees charged and offered for operations in the last five ledgers.
         * @description With several Horizon servers each value is the median of theirs, and of two the lower one.
         */
        get: operations["feeStatXlm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prepare-transaction/paths/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the paths of a payment through the exchange of the network.
         * @description With `sourceAsset`, exactly `amount` of it is sent, and the paths lead to all assets that the recipient can hold. With
         *     `destinationAsset`, exactly `amount` of it is delivered, and the paths start at all assets of which the sender has
         *     enough. Prices change with every ledger: `destMin` and `sendMax` of the payment limit the change that the sender
         *     accepts.
         */
        get: operations["pathsXlm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/attach-signature/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies a signature and attaches it to the transaction.
         * @description Attaching the same signature again has no effect. A transaction has at most 20 signatures. A transaction whose time
         *     bounds have passed is rejected: no ledger can contain it.
         */
        post: operations["attachSignatureXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/get-hash/{chain}/add-trustline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Builds a transaction that creates, changes or deletes a trustline, and returns the hash to sign.
         * @description A new trustline requires a base reserve of the account. With `claimableBalanceId` in place of
         *     `asset`, the request is equivalent to the path claimable-balance.
         */
        post: operations["getHashAddTrustlineXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/get-hash/{chain}/claimable-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Builds the claim of a claimable balance and returns the hash to sign.
         * @description The endpoint does not check that the account may claim the balance now; address info reports this.
         */
        post: operations["getHashClaimableBalanceXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/get-hash/{chain}/fee-bump": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Builds a fee bump (CAP-15) of a signed transaction and returns the hash to sign.
         * @description Attach the signature of `publicKey` with attach-signature as usual. A transaction in the version
         *     used before protocol 13 is converted to the current version; its signatures remain valid. The
         *     endpoint sends no request to the network.
         */
        post: operations["getHashFeeBumpXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/get-hash/{chain}/multi-operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Builds a transaction of several operations and returns the hash to sign.
         * @description All limits of the protocol are checked, and an error names the invalid field by its path, such as
         *     `operations[3].claimants[0].predicate.not`. If the recipient of a payment, a path payment or a
         *     merge requires a memo (SEP-29) and the transaction has none, the response is status 400 with
         *     `details.memoRequired`.
         *
         *     A price is never inverted: with `selling` XLM and `buying` USD, the price 0.25 of manageSellOffer and
         *     createPassiveSellOffer means 0.25 USD per XLM. With `buying` XLM and `selling` USD, the price 0.25 of manageBuyOffer
         *     also means 0.25 USD per XLM. The warning `price_outlier` compares it with the best offers
         *     on the first four markets of the transaction; offers on further markets are not checked.
         */
        post: operations["getHashMultiOperationsXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/get-hash/{chain}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Builds a payment and returns the hash to sign.
         * @description A payment of lumens to a missing account creates that account. For other assets, sender and
         *     recipient need authorized trustlines unless they are the issuer. If the recipient requires a memo
         *     (SEP-29) and the transaction has none, the response is status 400 with `details.memoRequired`.
         */
        post: operations["getHashTransferXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/parse/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the content of a transaction, for review before it is signed or sent.
         * @description A contract call is decoded with its arguments and authorizations; the contract alone determines its effect. All other
         *     operations have the form accepted by get-hash/xlm/multi-operations. A transaction that its source account
         *     signed for another network is rejected. The endpoint sends no request to the network.
         */
        post: operations["parseXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/send/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a signed transaction.
         * @description The endpoint waits some seconds for the ledger; a transaction that fails there results in status
         *     422. A transaction that is not in a ledger by then is a success as well, and transaction/status reports its
         *          further progress. Sending a transaction that the network already has is a success: it is always safe to
         *          send the same bytes again.
         */
        post: operations["sendXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/status/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the status of a transaction.
         * @description A transaction that no ledger contains is unknown: it may be pending, or its time bounds may have passed.
         */
        get: operations["transactionStatusXlm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/utility/account-reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the reserve of an account.
         * @description The account cannot send or spend its reserve. Entries that another account sponsors reserve nothing.
         */
        post: operations["accountReserveXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/utility/base-reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the base reserve of the network.
         * @description Each entry of an account in the ledger reserves this amount, and the account itself twice this amount.
         */
        get: operations["baseReserveXlm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/utility/check-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Checks the existence of an account.
         * @description A payment of lumens to a missing account creates it; other assets require an existing account.
         */
        post: operations["checkAccountXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/utility/check-account-trustline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Checks that an account has a trustline for an asset.
         * @description A missing account has no trustlines. The result does not show if the issuer has authorized the trustline.
         */
        post: operations["checkAccountTrustlineXlm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/validate-address/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Validates an address and reports the conditions for a payment to its account.
         * @description The endpoint queries the network only for a valid address.
         */
        get: operations["validateAddressXlm"];
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
        get: operations["errorsBlockchainConnectorXlm"];
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
        get: operations["healthBlockchainConnectorXlm"];
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
        get: operations["openapiBlockchainConnectorXlm"];
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
        /**
         * @description The destination cannot receive the payment.
         * @example {
         *       "error": {
         *         "code": "destination_unusable",
         *         "details": {
         *           "reason": "account_missing"
         *         },
         *         "message": "The destination cannot receive the payment.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        DestinationUnusableError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example destination_unusable
                 * @enum {string}
                 */
                code: "destination_unusable";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The reason why the recipient cannot receive the payment.
                     * @example account_missing
                     * @enum {string}
                     */
                    reason: "account_missing" | "trustline_missing" | "not_authorized" | "limit_exceeded";
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The destination cannot receive the payment.
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
        /**
         * @description The fee is above the safety limit.
         * @example {
         *       "error": {
         *         "code": "fee_too_high",
         *         "details": {
         *           "maximum": "1000000"
         *         },
         *         "message": "The fee is above the safety limit.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        FeeTooHighError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example fee_too_high
                 * @enum {string}
                 */
                code: "fee_too_high";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The maximum fee in base units.
                     * @example 1000000
                     */
                    maximum: string;
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The fee is above the safety limit.
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
         * @description The fee is below the network's relay minimum.
         * @example {
         *       "error": {
         *         "code": "fee_too_low",
         *         "message": "The fee is below the network's relay minimum.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        FeeTooLowError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example fee_too_low
                 * @enum {string}
                 */
                code: "fee_too_low";
                /** @description Additional data. */
                details?: {
                    /**
                     * @description The minimum fee in base units.
                     * @example 141
                     */
                    minimum?: string;
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The fee is below the network's relay minimum.
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
         * @description The balance or the inputs do not cover amount and fee.
         * @example {
         *       "error": {
         *         "code": "insufficient_funds",
         *         "details": {
         *           "available": "40000",
         *           "required": "41410"
         *         },
         *         "message": "The balance or the inputs do not cover amount and fee.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InsufficientFundsError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example insufficient_funds
                 * @enum {string}
                 */
                code: "insufficient_funds";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The available amount in base units.
                     * @example 40000
                     */
                    available: string;
                    /**
                     * @description The reason why the sender cannot pay with the asset at all.
                     * @example account_missing
                     * @enum {string}
                     */
                    reason?: "account_missing" | "trustline_missing" | "not_authorized" | "limit_exceeded";
                    /**
                     * @description The required amount in base units, fees included.
                     * @example 41410
                     */
                    required: string;
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The balance or the inputs do not cover amount and fee.
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
         * @description Not an amount, or an amount outside the possible range.
         * @example {
         *       "error": {
         *         "code": "invalid_amount",
         *         "message": "Not an amount, or an amount outside the possible range.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InvalidAmountError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example invalid_amount
                 * @enum {string}
                 */
                code: "invalid_amount";
                /** @description Additional data. */
                details?: {
                    /**
                     * @description The minimum of the amount, in the unit of `field`.
                     * @example 10000000
                     */
                    minimum?: string;
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example Not an amount, or an amount outside the possible range.
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
         * @description A signature that does not verify.
         * @example {
         *       "error": {
         *         "code": "invalid_signature",
         *         "message": "A signature that does not verify.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InvalidSignatureError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example invalid_signature
                 * @enum {string}
                 */
                code: "invalid_signature";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example A signature that does not verify.
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
         * @description Transaction bytes that cannot be parsed, or must not be sent.
         * @example {
         *       "error": {
         *         "code": "invalid_transaction",
         *         "message": "Transaction bytes that cannot be parsed, or must not be sent.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InvalidTransactionError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example invalid_transaction
                 * @enum {string}
                 */
                code: "invalid_transaction";
                /** @description Additional data. */
                details?: {
                    /**
                     * @description The category of the tokens that the transaction would burn (bch).
                     * @example 33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788
                     */
                    category?: string;
                    /**
                     * @description The reason why the fee of a pending transaction cannot be raised.
                     * @example not_replaceable
                     */
                    reason?: string;
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example Transaction bytes that cannot be parsed, or must not be sent.
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
         * @description No upstream knows the transaction; it may appear later.
         * @example {
         *       "error": {
         *         "code": "transaction_not_found",
         *         "message": "No upstream knows the transaction; it may appear later.",
         *         "retriable": true
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        TransactionNotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example transaction_not_found
                 * @enum {string}
                 */
                code: "transaction_not_found";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example No upstream knows the transaction; it may appear later.
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
         * @description The network rejects the transaction.
         * @example {
         *       "error": {
         *         "code": "transaction_rejected",
         *         "details": {
         *           "reason": "missing_inputs"
         *         },
         *         "message": "The network rejects the transaction.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        TransactionRejectedError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example transaction_rejected
                 * @enum {string}
                 */
                code: "transaction_rejected";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The reason of the network. The description of the operation lists the values.
                     * @example missing_inputs
                     */
                    reason: string;
                    /** @description The result codes of a Stellar transaction, as Horizon names them. */
                    resultCodes?: {
                        /**
                         * @description The code of the transaction in a fee bump.
                         * @example tx_failed
                         */
                        innerTransaction?: string;
                        /**
                         * @description The codes of the operations, in their order.
                         * @example [
                         *       "op_underfunded"
                         *     ]
                         */
                        operations: string[];
                        /**
                         * @description The code of the transaction.
                         * @example tx_failed
                         */
                        transaction: string;
                    };
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The network rejects the transaction.
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
        /** @description A fact to show before signing. It never prevents a response. */
        Warning: {
            /** @description The kind of the warning. */
            code: components["schemas"]["WarningCode"];
            /**
             * @description An explanation in English.
             * @example The prices of several upstreams differ by more than a factor of 4; check the fee.
             */
            message: string;
        };
        /**
         * @description The kinds of warnings.
         * @enum {string}
         */
        WarningCode: "fee_outlier" | "contract_recipient" | "recipient_is_token_contract" | "unlimited_approval" | "unknown_authorisation" | "memo_recommended" | "new_account" | "fee_share" | "unconfirmed_inputs" | "address_reuse" | "replacement_not_relayed" | "price_outlier";
        /** @description An account. */
        XlmAccountRequest: {
            /**
             * @description The address of the account: G….
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address: string;
            /**
             * @description The network: `livenet` or `testnet`. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
        };
        /** @description The reserve of an account. */
        XlmAccountReserveResponse: {
            /** @description The reserve in stroops, by purpose. */
            reserved: components["schemas"]["XlmReserved"];
        };
        /** @description The envelope of a [`Flat`] result, for the OpenAPI document. */
        XlmAccountReserveResponseEnvelope: components["schemas"]["XlmAccountReserveResponse"] & {
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description A trustline change or, since the specification allows it at this path, the claim of a claimable
         *     balance.
         */
        XlmAddTrustlineRequest: components["schemas"]["XlmTermsRequest"] & {
            /**
             * @description The maximum balance of the asset, in stroops. 0 deletes the trustline. Defaults to the maximum
             *     amount. Default: `9223372036854775807`.
             * @example 10000000000
             */
            amount?: string | null;
            /**
             * @description The trusted asset, which must be an issued asset. Required unless `claimableBalanceId` is
             *     present.
             */
            asset?: components["schemas"]["XlmAsset"];
            /** @description The id of the balance to claim, as an alternative to `asset`. See the path claimable-balance. */
            claimableBalanceId?: string | null;
            /**
             * @description The network: `livenet` or `testnet`. The hash is valid only on this network. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The public key of the account with the trustline: 64 hex digits, or its address.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
        };
        /** @description An asset: the lumen or an issued asset. */
        XlmAnyAsset: components["schemas"]["XlmCoin"] | components["schemas"]["XlmCredit"];
        /** @description An asset. */
        XlmAsset: {
            /**
             * @description Always `xlm`. May be omitted.
             * @example xlm
             * @enum {string|null}
             */
            chain?: "xlm" | null;
            /**
             * @description The asset code: 1 to 12 letters and digits.
             * @example USDC
             */
            code: string;
            /**
             * @description The address of the issuing account: G….
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            issuer: string;
            /**
             * @description `xlm-asset` for an issued asset; may be omitted if code and issuer are present. `coin` for the
             *     coin, which has neither code nor issuer.
             * @example xlm-asset
             * @enum {string|null}
             */
            kind?: "xlm-asset" | "coin" | null;
        };
        /** @description The reserve of trustlines. */
        XlmAssetReserve: {
            /**
             * @description The number of trustlines, including sponsored ones.
             * @example 1
             */
            count: number;
            /**
             * @description The reserve of the trustlines that are not sponsored, in stroops. A trustline for pool shares
             *     requires two base reserves.
             * @example 5000000
             */
            value: string;
        };
        /** @description A transaction with a signature to attach. */
        XlmAttachSignatureRequest: {
            /**
             * @description The network: `livenet` or `testnet`. Must be the network of the signed hash. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The public key of the signer: 64 hex digits, or its address. It may differ from the key of the
             *     source account.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
            /** @description The signature of the hash. */
            signature: components["schemas"]["XlmSignature"];
            /**
             * @description The transaction as returned by get-hash, or `txdata` of an earlier call to attach another
             *     signature.
             * @example AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAAAAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwAAABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==
             */
            unsignedMessage: string;
        };
        /** @description The signed transaction. */
        XlmAttachSignatureResponse: {
            /**
             * @description The transaction with its signatures: XDR in base64, as accepted by send and, for another
             *     signature, by attach-signature.
             * @example AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAAAAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwAAABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==
             */
            txdata: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmAttachSignatureResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmAttachSignatureResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A call that an address authorizes. */
        XlmAuthorization: {
            /**
             * @description The address that authorizes the call by a separate signature. Absent if the signature of the transaction by the
             *     source account of the operation authorizes it.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address?: string | null;
            /** @description The addresses to which the authorizing address delegates its signature. */
            delegates?: string[];
            /**
             * Format: int64
             * @description The last ledger in which a separate signature is valid.
             * @example 60000000
             */
            expirationLedger?: number | null;
            /** @description The authorized call. */
            invocation: components["schemas"]["XlmInvocation"];
            /**
             * @description The number that makes a separate signature valid for a single use.
             * @example 4391838172033
             */
            nonce?: string | null;
        };
        /** @description The base reserve. */
        XlmBaseReserveResponse: {
            /**
             * @description The base reserve: the minimum balance per ledger entry, in stroops.
             * @example 5000000
             */
            baseReserve: string;
        };
        /** @description The envelope of a [`Flat`] result, for the OpenAPI document. */
        XlmBaseReserveResponseEnvelope: components["schemas"]["XlmBaseReserveResponse"] & {
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The existence of an account. */
        XlmCheckAccountResponse: {
            /**
             * @description True if the account exists. A transfer of lumens to a missing account creates it.
             * @example true
             */
            accountExists: boolean;
        };
        /** @description The envelope of a [`Flat`] result, for the OpenAPI document. */
        XlmCheckAccountResponseEnvelope: components["schemas"]["XlmCheckAccountResponse"] & {
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The account and the asset of a trustline. */
        XlmCheckAccountTrustlineRequest: {
            /**
             * @description The address of the account: G….
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address: string;
            /**
             * @description The asset code: 1 to 12 letters and digits.
             * @example USDC
             */
            code: string;
            /**
             * @description The address of the issuing account: G….
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            issuer: string;
            /**
             * @description The network: `livenet` or `testnet`. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
        };
        /** @description The existence of a trustline. */
        XlmCheckAccountTrustlineResponse: {
            /**
             * @description True if the account has a trustline for the asset. An issuer has none for its own asset.
             * @example true
             */
            hasTrustline: boolean;
        };
        /** @description The envelope of a [`Flat`] result, for the OpenAPI document. */
        XlmCheckAccountTrustlineResponseEnvelope: components["schemas"]["XlmCheckAccountTrustlineResponse"] & {
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The claim of a claimable balance. */
        XlmClaimableBalanceRequest: components["schemas"]["XlmTermsRequest"] & {
            /**
             * @description The balance id: 72 hex digits as returned by address info, or B….
             * @example 00000000dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            claimableBalanceId: string;
            /**
             * @description The network: `livenet` or `testnet`. The hash is valid only on this network. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The public key of the claimant: 64 hex digits, or its address.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
        };
        /** @description A claimant of a balance and the condition of the claim. */
        XlmClaimant: {
            /**
             * @description The address of the claimant.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            destination: string;
            /** @description The condition of the claim. No condition if absent. */
            predicate?: components["schemas"]["XlmPredicate"];
        };
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
        /** @description The call of a host function with its authorizations. */
        XlmContractCall: components["schemas"]["XlmContractCallInvoke"] | components["schemas"]["XlmContractCallCreate"] | components["schemas"]["XlmContractCallUpload"];
        /** @description Creates a contract. */
        XlmContractCallCreate: {
            /** @description The arguments of the constructor in order. */
            arguments: components["schemas"]["XlmContractValue"][];
            /**
             * @description The asset of the contract: `native` or `CODE:ISSUER`. Absent for other contracts.
             * @example native
             */
            asset?: string | null;
            /** @description The calls that accounts and contracts authorize. A wallet signs only those that it understands. */
            authorizations: components["schemas"]["XlmAuthorization"][];
            /**
             * @description The hash of the code in hex. Absent for the contract of an asset and for code that another contract determines.
             * @example dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            code?: string | null;
            /**
             * @description The address that determines the address of the contract, and authorizes the creation. Absent for the contract of
             *     an asset.
             */
            deployer?: string | null;
            /**
             * @description Always `create`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "create";
        };
        /** @description Calls a function of a contract. */
        XlmContractCallInvoke: {
            /** @description The arguments in order. */
            arguments: components["schemas"]["XlmContractValue"][];
            /** @description The calls that accounts and contracts authorize. A wallet signs only those that it understands. */
            authorizations: components["schemas"]["XlmAuthorization"][];
            /**
             * @description The address of the contract: C….
             * @example CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA
             */
            contract: string;
            /**
             * @description The name of the function.
             * @example transfer
             */
            function: string;
            /**
             * @description Always `invoke`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "invoke";
            /** @description Calls a function of a contract. */
            token?: components["schemas"]["XlmTokenCall"] | null;
        };
        /** @description Uploads the code of contracts. */
        XlmContractCallUpload: {
            /** @description The calls that accounts and contracts authorize. A wallet signs only those that it understands. */
            authorizations: components["schemas"]["XlmAuthorization"][];
            /**
             * @description The SHA-256 hash of the code in hex.
             * @example dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            code: string;
            /**
             * @description Always `upload`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "upload";
            /**
             * @description The size of the code in bytes.
             * @example 12288
             */
            size: number;
        };
        /** @description An entry of a map. */
        XlmContractMapEntry: {
            /** @description The key. */
            key: components["schemas"]["XlmContractValue"];
            /** @description The value. */
            value: components["schemas"]["XlmContractValue"];
        };
        /** @description A value of a contract with its type. Numbers are strings of decimal digits. */
        XlmContractValue: components["schemas"]["XlmContractValueBool"] | components["schemas"]["XlmContractValueVoid"] | components["schemas"]["XlmContractValueError"] | components["schemas"]["XlmContractValueU32"] | components["schemas"]["XlmContractValueI32"] | components["schemas"]["XlmContractValueU64"] | components["schemas"]["XlmContractValueI64"] | components["schemas"]["XlmContractValueTimepoint"] | components["schemas"]["XlmContractValueDuration"] | components["schemas"]["XlmContractValueU128"] | components["schemas"]["XlmContractValueI128"] | components["schemas"]["XlmContractValueU256"] | components["schemas"]["XlmContractValueI256"] | components["schemas"]["XlmContractValueBytes"] | components["schemas"]["XlmContractValueString"] | components["schemas"]["XlmContractValueStringBytes"] | components["schemas"]["XlmContractValueSymbol"] | components["schemas"]["XlmContractValueVec"] | components["schemas"]["XlmContractValueMap"] | components["schemas"]["XlmContractValueAddress"] | components["schemas"]["XlmContractValueOther"];
        /** @description An address: G…, M…, C…, or that of a claimable balance or a liquidity pool. */
        XlmContractValueAddress: {
            /**
             * @description Always `address`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "address";
            /** @description An address: G…, M…, C…, or that of a claimable balance or a liquidity pool. */
            value: string;
        };
        /** @description True or false. */
        XlmContractValueBool: {
            /**
             * @description Always `bool`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "bool";
            /** @description True or false. */
            value: boolean;
        };
        /** @description Bytes in hex. */
        XlmContractValueBytes: {
            /**
             * @description Always `bytes`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "bytes";
            /** @description Bytes in hex. */
            value: string;
        };
        /** @description A number of seconds. */
        XlmContractValueDuration: {
            /**
             * @description Always `duration`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "duration";
            /** @description A number of seconds. */
            value: string;
        };
        /** @description An error: its kind and its code. */
        XlmContractValueError: {
            /**
             * @description Always `error`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "error";
            /** @description An error: its kind and its code. */
            value: string;
        };
        /** @description A signed number of 32 bits. */
        XlmContractValueI32: {
            /**
             * @description Always `i32`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "i32";
            /** @description A signed number of 32 bits. */
            value: string;
        };
        /** @description A signed number of 64 bits. */
        XlmContractValueI64: {
            /**
             * @description Always `i64`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "i64";
            /** @description A signed number of 64 bits. */
            value: string;
        };
        /** @description A signed number of 128 bits. */
        XlmContractValueI128: {
            /**
             * @description Always `i128`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "i128";
            /** @description A signed number of 128 bits. */
            value: string;
        };
        /** @description A signed number of 256 bits. */
        XlmContractValueI256: {
            /**
             * @description Always `i256`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "i256";
            /** @description A signed number of 256 bits. */
            value: string;
        };
        /** @description A map. */
        XlmContractValueMap: {
            /**
             * @description Always `map`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "map";
            /** @description A map. */
            value: components["schemas"]["XlmContractMapEntry"][];
        };
        /** @description A value that only the network stores, or that is nested too deeply to be shown: XDR in base64. */
        XlmContractValueOther: {
            /**
             * @description Always `other`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "other";
            /** @description A value that only the network stores, or that is nested too deeply to be shown: XDR in base64. */
            value: string;
        };
        /** @description A string. */
        XlmContractValueString: {
            /**
             * @description Always `string`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "string";
            /** @description A string. */
            value: string;
        };
        /** @description The bytes of a string that is not UTF-8, in hex. */
        XlmContractValueStringBytes: {
            /**
             * @description Always `stringBytes`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "stringBytes";
            /** @description The bytes of a string that is not UTF-8, in hex. */
            value: string;
        };
        /** @description A name of at most 32 characters. */
        XlmContractValueSymbol: {
            /**
             * @description Always `symbol`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "symbol";
            /** @description A name of at most 32 characters. */
            value: string;
        };
        /** @description A Unix time in seconds. */
        XlmContractValueTimepoint: {
            /**
             * @description Always `timepoint`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "timepoint";
            /** @description A Unix time in seconds. */
            value: string;
        };
        /** @description An unsigned number of 32 bits. */
        XlmContractValueU32: {
            /**
             * @description Always `u32`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "u32";
            /** @description An unsigned number of 32 bits. */
            value: string;
        };
        /** @description An unsigned number of 64 bits. */
        XlmContractValueU64: {
            /**
             * @description Always `u64`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "u64";
            /** @description An unsigned number of 64 bits. */
            value: string;
        };
        /** @description An unsigned number of 128 bits. */
        XlmContractValueU128: {
            /**
             * @description Always `u128`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "u128";
            /** @description An unsigned number of 128 bits. */
            value: string;
        };
        /** @description An unsigned number of 256 bits. */
        XlmContractValueU256: {
            /**
             * @description Always `u256`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "u256";
            /** @description An unsigned number of 256 bits. */
            value: string;
        };
        /** @description A list. */
        XlmContractValueVec: {
            /**
             * @description Always `vec`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "vec";
            /** @description A list. */
            value: components["schemas"]["XlmContractValue"][];
        };
        XlmContractValueVoid: {
            /**
             * @description Always `void`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "void";
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
        /** @description Bytes in base64. */
        XlmDataBytes: {
            /**
             * @description The bytes in base64 (RFC 4648) with padding.
             * @example 3q2+7w==
             */
            base64: string;
        };
        /** @description The value of a data entry: at most 64 bytes, as text or in base64. `null` deletes the entry. */
        XlmDataValue: string | components["schemas"]["XlmDataBytes"] | null;
        /** @description A payment to estimate. */
        XlmEstimateRequest: {
            /**
             * @description The address of the sender: G….
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address: string;
            /**
             * @description The amount, in stroops, or `max` for the maximum that the sender can pay and the recipient can receive. If absent,
             *     no amount is checked.
             * @example 25000000
             */
            amount?: string | null;
            /** @description The asset. The lumen if absent. */
            asset?: components["schemas"]["XlmAsset"];
            /**
             * @description The network: `livenet` or `testnet`. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * Format: int64
             * @description The number of operations of the transaction, 1 to 100. Its fee is proportional to it. Default: `1`.
             * @example 1
             */
            operations?: number | null;
            /**
             * @description The recipient: G…, or M… for one user of a multiplexed account. If absent, only the funds of the sender are
             *     checked.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            to?: string | null;
        };
        /** @description Fees of a transaction, and the amounts of a payment. */
        XlmEstimateResponse: {
            /** @description The maximum amount for each fee, in stroops; `0` if the funds do not cover the fee. Present with `max` only. */
            amounts?: components["schemas"]["XlmModeSet"];
            /**
             * @description True if the payment creates the account of the recipient, absent otherwise. The amount must then be at least two
             *     base reserves.
             * @example true
             */
            createsAccount?: boolean;
            /**
             * @description The maximum fee of the whole transaction for each mode, in stroops, for `fee` of get-hash. The network charges
             *     only as much as its load requires.
             */
            fees: components["schemas"]["XlmModeSet"];
            /**
             * @description The sequence number of the next transaction of the sender.
             * @example 128920000000009
             */
            sequence: string;
            /**
             * @description The amount of the asset that the sender can pay now, in stroops. Of lumens, including the fee.
             * @example 79999900
             */
            spendable: string;
            /**
             * @description Warnings about the payment; absent without any. `new_account`: it creates the account of the recipient.
             *     `fee_share`: the normal fee exceeds a fifth of the amount. `memo_recommended`: the recipient requires or recommends
             *     a memo. `fee_outlier`: the fees of several servers differ by more than a factor of 4.
             */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmEstimateResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmEstimateResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A signed transaction and the account that pays a higher fee for it. */
        XlmFeeBumpRequest: {
            /**
             * @description The maximum total fee in stroops: at least 100 for each operation plus 100, and at least the fee rate of the
             *     inner transaction. The resource fee of a contract counts once.
             * @example 100000
             */
            fee: string;
            /**
             * @description The network: `livenet` or `testnet`. Must be the network of the transaction's signatures. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The public key of the account that pays the fee: 64 hex digits, or its address.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
            /**
             * @description The signed transaction as returned by attach-signature.
             * @example AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAAAAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwAAABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==
             */
            txdata: string;
        };
        /** @description The range of charged fees, in stroops per operation. */
        XlmFeeCharged: {
            /**
             * @description The maximum fee.
             * @example 50000
             */
            max: string;
            /**
             * @description The minimum fee.
             * @example 100
             */
            min: string;
        };
        /**
         * @description Fee statistics. The endpoint estimate returns the fees of a transaction for three speeds. A recommended fee for a transaction is the sum of `feeCharged.max` and
         *     `lastLedgerBaseFee`, multiplied by the number of operations.
         */
        XlmFeeStatResponse: {
            /** @description The fees charged in the last five ledgers. */
            feeCharged: components["schemas"]["XlmFeeCharged"];
            /**
             * @description The base fee of the latest ledger, in stroops per operation.
             * @example 100
             */
            lastLedgerBaseFee: string;
            /**
             * @description The used part of the capacity of the last five ledgers: `1.00` if all were full.
             * @example 0.97
             */
            ledgerCapacityUsage: string;
            /** @description The maximum fees that transactions of the last five ledgers offered. */
            maxFee: components["schemas"]["XlmMaxFee"];
            /** @description Warnings about the prices; absent without any. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmFeeStatResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmFeeStatResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The public key of the address. */
        XlmGetAddressRequest: {
            /**
             * @description The network: `livenet` or `testnet`. An address is the same on both. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description Has no effect: the addresses of this chain have only one form. Default: `false`.
             * @example false
             */
            prefix?: boolean;
            /**
             * @description The Ed25519 public key: 64 hex digits, or the address itself.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
        };
        /** @description The address of the public key. */
        XlmGetAddressResponse: {
            /**
             * @description The address (SEP-23).
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmGetAddressResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmGetAddressResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A transaction to sign. */
        XlmGetHashResponse: {
            /**
             * @description The 32 bytes to sign in hex. They are also the transaction id.
             * @example 9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee
             */
            hash: string;
            /**
             * @description The transaction in an envelope without signatures: XDR in base64, as accepted by
             *     attach-signature.
             * @example AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAAAAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwAAABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==
             */
            unsignedMessage: string;
            /**
             * @description Warnings about the transaction; absent without any. `memo_recommended`: a recipient of the operator's list
             *     recommends a memo, and the transaction has none. `price_outlier`: the price of an offer is more than ten times as
             *     high or as low as that of the best offers. Only offers on the first four markets of the transaction are compared.
             */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmGetHashResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmGetHashResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description An authorized call with the further calls that it may make in the same name. */
        XlmInvocation: components["schemas"]["XlmInvocationInvoke"] | components["schemas"]["XlmInvocationCreate"] | components["schemas"]["XlmInvocationUpload"];
        /** @description Creates a contract. */
        XlmInvocationCreate: {
            /** @description The arguments of the constructor in order. */
            arguments: components["schemas"]["XlmContractValue"][];
            /**
             * @description The asset of the contract: `native` or `CODE:ISSUER`. Absent for other contracts.
             * @example native
             */
            asset?: string | null;
            /**
             * @description The hash of the code in hex. Absent for the contract of an asset and for code that another contract determines.
             * @example dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            code?: string | null;
            /**
             * @description The address that determines the address of the contract, and authorizes the creation. Absent for the contract of
             *     an asset.
             */
            deployer?: string | null;
            /** @description The further authorized calls. */
            invocations?: components["schemas"]["XlmInvocation"][];
            /**
             * @description Always `create`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "create";
            /** @description Further authorized calls that are nested too deeply to be shown: XDR in base64. */
            unshown?: string[];
        };
        /** @description Calls a function of a contract. */
        XlmInvocationInvoke: {
            /** @description The arguments in order. */
            arguments: components["schemas"]["XlmContractValue"][];
            /**
             * @description The address of the contract: C….
             * @example CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA
             */
            contract: string;
            /**
             * @description The name of the function.
             * @example transfer
             */
            function: string;
            /** @description The further authorized calls. */
            invocations?: components["schemas"]["XlmInvocation"][];
            /**
             * @description Always `invoke`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "invoke";
            /** @description Calls a function of a contract. */
            token?: components["schemas"]["XlmTokenCall"] | null;
            /** @description Further authorized calls that are nested too deeply to be shown: XDR in base64. */
            unshown?: string[];
        };
        /** @description Uploads the code of contracts. */
        XlmInvocationUpload: {
            /**
             * @description The SHA-256 hash of the code in hex.
             * @example dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            code: string;
            /** @description The further authorized calls. */
            invocations?: components["schemas"]["XlmInvocation"][];
            /**
             * @description Always `upload`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "upload";
            /**
             * @description The size of the code in bytes.
             * @example 12288
             */
            size: number;
            /** @description Further authorized calls that are nested too deeply to be shown: XDR in base64. */
            unshown?: string[];
        };
        /**
         * @description A liquidity pool identified by its assets. `assetA` precedes `assetB` in the order of the network:
         *     the lumen, then codes of up to 4 characters, then longer ones, each by code and then by issuer.
         */
        XlmLiquidityPoolAsset: {
            /** @description The first asset. */
            assetA: components["schemas"]["XlmAnyAsset"];
            /** @description The second asset. */
            assetB: components["schemas"]["XlmAnyAsset"];
            /**
             * Format: int32
             * @description The fee in hundredths of a percent: 30.
             * @example 30
             */
            fee: number;
        };
        /** @description A liquidity pool identified by its id. */
        XlmLiquidityPoolId: {
            /**
             * @description The pool id: 64 hex digits, or L….
             * @example dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            liquidityPoolId: string;
        };
        /** @description Percentiles of the offered maximum fees, in stroops per operation. */
        XlmMaxFee: {
            /**
             * @description The fee that 10 % of the transactions do not exceed.
             * @example 100
             */
            p10: string;
            /**
             * @description The fee that half of the transactions do not exceed.
             * @example 10000
             */
            p50: string;
            /**
             * @description The fee that 95 % of the transactions do not exceed.
             * @example 100000
             */
            p95: string;
        };
        /** @description A number of stroops for each mode. */
        XlmModeSet: {
            /**
             * @description For inclusion in the next ledger.
             * @example 100000
             */
            fast: string;
            /**
             * @description For inclusion soon, also under moderate load.
             * @example 10000
             */
            normal: string;
            /**
             * @description For inclusion if ledgers have room.
             * @example 100
             */
            slow: string;
        };
        /** @description A transaction of 1 to 100 operations. */
        XlmMultiOperationsRequest: components["schemas"]["XlmTermsRequest"] & {
            /**
             * @description The network: `livenet` or `testnet`. The hash is valid only on this network. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The operations in the order of execution, which is atomic. Unknown fields of an operation are
             *     rejected. Numbers that are not amounts may be JSON numbers or strings of decimal digits.
             */
            operations: components["schemas"]["XlmNativeOperation"][];
            /**
             * @description The public key of the source account, which pays the fee: 64 hex digits, or its address.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
        };
        /** @description An operation of a transaction. */
        XlmNativeOperation: components["schemas"]["XlmNativeOperationCreateAccount"] | components["schemas"]["XlmNativeOperationPayment"] | components["schemas"]["XlmNativeOperationPathPaymentStrictReceive"] | components["schemas"]["XlmNativeOperationPathPaymentStrictSend"] | components["schemas"]["XlmNativeOperationManageSellOffer"] | components["schemas"]["XlmNativeOperationManageBuyOffer"] | components["schemas"]["XlmNativeOperationCreatePassiveSellOffer"] | components["schemas"]["XlmNativeOperationSetOptions"] | components["schemas"]["XlmNativeOperationChangeTrust"] | components["schemas"]["XlmNativeOperationAllowTrust"] | components["schemas"]["XlmNativeOperationAccountMerge"] | components["schemas"]["XlmNativeOperationManageData"] | components["schemas"]["XlmNativeOperationBumpSequence"] | components["schemas"]["XlmNativeOperationCreateClaimableBalance"] | components["schemas"]["XlmNativeOperationClaimClaimableBalance"] | components["schemas"]["XlmNativeOperationBeginSponsoringFutureReserves"] | components["schemas"]["XlmNativeOperationEndSponsoringFutureReserves"] | components["schemas"]["XlmNativeOperationRevokeAccountSponsorship"] | components["schemas"]["XlmNativeOperationRevokeTrustlineSponsorship"] | components["schemas"]["XlmNativeOperationRevokeOfferSponsorship"] | components["schemas"]["XlmNativeOperationRevokeDataSponsorship"] | components["schemas"]["XlmNativeOperationRevokeClaimableBalanceSponsorship"] | components["schemas"]["XlmNativeOperationRevokeLiquidityPoolSponsorship"] | components["schemas"]["XlmNativeOperationRevokeSignerSponsorship"] | components["schemas"]["XlmNativeOperationClawback"] | components["schemas"]["XlmNativeOperationClawbackClaimableBalance"] | components["schemas"]["XlmNativeOperationSetTrustLineFlags"] | components["schemas"]["XlmNativeOperationLiquidityPoolDeposit"] | components["schemas"]["XlmNativeOperationLiquidityPoolWithdraw"];
        /** @description Transfers all lumens of an account to another account and deletes it. */
        XlmNativeOperationAccountMerge: {
            /**
             * @description The recipient of the lumens: G… or M….
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            destination: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `accountMerge`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "accountMerge";
        };
        /** @description Authorizes an account to hold an asset of the source account. Deprecated by `setTrustLineFlags`. */
        XlmNativeOperationAllowTrust: {
            /**
             * @description The asset code.
             * @example USDC
             */
            assetCode: string;
            /**
             * Format: int32
             * @description 1 authorizes fully, 2 authorizes only to maintain liabilities, 0 revokes the authorization.
             */
            authorize: number;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description The account of the trustline.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            trustor: string;
            /**
             * @description Always `allowTrust`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "allowTrust";
        };
        /**
         * @description Starts a sponsorship: the source account pays the reserves of entries that the sponsored account
         *     creates.
         */
        XlmNativeOperationBeginSponsoringFutureReserves: {
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description The address of the sponsored account.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            sponsoredId: string;
            /**
             * @description Always `beginSponsoringFutureReserves`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "beginSponsoringFutureReserves";
        };
        /** @description Increases the sequence number of an account. */
        XlmNativeOperationBumpSequence: {
            /**
             * @description The new sequence number. A number not above the current one has no effect.
             * @example 86400
             */
            bumpTo: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `bumpSequence`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "bumpSequence";
        };
        /** @description Creates, changes or deletes a trustline. */
        XlmNativeOperationChangeTrust: {
            /** @description The trusted asset: an issued asset or the shares of a pool. */
            asset: components["schemas"]["XlmTrusted"];
            /**
             * @description The maximum balance, in stroops. 0 deletes the trustline. Defaults to the maximum amount.
             * @example 100000
             */
            limit?: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `changeTrust`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "changeTrust";
        };
        /** @description Claims a balance for the source account. */
        XlmNativeOperationClaimClaimableBalance: {
            /**
             * @description The balance id: 72 hex digits, or B….
             * @example 00000000dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            balanceId: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `claimClaimableBalance`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "claimClaimableBalance";
        };
        /** @description Claws back an amount of an asset of the source account from a holder. */
        XlmNativeOperationClawback: {
            /**
             * @description The amount, in stroops.
             * @example 100000
             */
            amount: string;
            /** @description The asset. */
            asset: components["schemas"]["XlmCredit"];
            /**
             * @description The holder: G… or M….
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            from: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `clawback`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "clawback";
        };
        /** @description Claws back a whole unclaimed balance of an asset issued by the source account. */
        XlmNativeOperationClawbackClaimableBalance: {
            /**
             * @description The balance id: 72 hex digits, or B….
             * @example 00000000dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            balanceId: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `clawbackClaimableBalance`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "clawbackClaimableBalance";
        };
        /** @description Creates an account and funds it with lumens. */
        XlmNativeOperationCreateAccount: {
            /**
             * @description The address of the new account.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            destination: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description The starting balance in XLM with up to 7 decimal places: at least 2 base reserves, or 0 if its
             *     reserves are sponsored.
             * @example 2.5
             */
            startingBalance: string;
            /**
             * @description Always `createAccount`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "createAccount";
        };
        /** @description Creates a balance that the first of several claimants can claim. */
        XlmNativeOperationCreateClaimableBalance: {
            /**
             * @description The claimable amount, in stroops.
             * @example 100000
             */
            amount: string;
            /** @description The claimable asset. */
            asset: components["schemas"]["XlmAnyAsset"];
            /** @description The claimants: 1 to 10 different accounts. */
            claimants: components["schemas"]["XlmClaimant"][];
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `createClaimableBalance`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "createClaimableBalance";
        };
        /** @description Creates an offer that takes no other offer of the same price. */
        XlmNativeOperationCreatePassiveSellOffer: {
            /**
             * @description The sold amount, in stroops.
             * @example 100000
             */
            amount: string;
            /** @description The bought asset. */
            buying: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The number of `buying` units per `selling` unit: at 0.5, a sale of 10 yields 5.
             * @example 0.5
             */
            price: string;
            /** @description The sold asset. */
            selling: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `createPassiveSellOffer`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "createPassiveSellOffer";
        };
        /** @description Ends the sponsorship of the source account, which must be the sponsored account. */
        XlmNativeOperationEndSponsoringFutureReserves: {
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `endSponsoringFutureReserves`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "endSponsoringFutureReserves";
        };
        /** @description Deposits both assets of a pool at the pool's current ratio in exchange for pool shares. */
        XlmNativeOperationLiquidityPoolDeposit: {
            /**
             * @description The pool id: 64 hex digits, or L….
             * @example dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            liquidityPoolId: string;
            /**
             * @description The maximum amount of the first asset, in stroops.
             * @example 100000
             */
            maxAmountA: string;
            /**
             * @description The maximum amount of the second asset, in stroops.
             * @example 100000
             */
            maxAmountB: string;
            /**
             * @description The maximum price in units of A per unit of B.
             * @example 0.5
             */
            maxPrice: string;
            /**
             * @description The minimum price in units of A per unit of B.
             * @example 0.5
             */
            minPrice: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `liquidityPoolDeposit`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "liquidityPoolDeposit";
        };
        /** @description Redeems shares of a pool for both of its assets. */
        XlmNativeOperationLiquidityPoolWithdraw: {
            /**
             * @description The number of shares, in stroops.
             * @example 100000
             */
            amount: string;
            /**
             * @description The pool id: 64 hex digits, or L….
             * @example dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            liquidityPoolId: string;
            /**
             * @description The minimum amount of the first asset, in stroops.
             * @example 100000
             */
            minAmountA: string;
            /**
             * @description The minimum amount of the second asset, in stroops.
             * @example 100000
             */
            minAmountB: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `liquidityPoolWithdraw`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "liquidityPoolWithdraw";
        };
        /** @description Creates, changes or deletes a buy offer. */
        XlmNativeOperationManageBuyOffer: {
            /**
             * @description The bought amount, in stroops. 0 deletes the offer.
             * @example 100000
             */
            buyAmount: string;
            /** @description The bought asset. */
            buying: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The id of the offer to change. `0`, the default, creates a new offer.
             * @example 100000
             */
            offerId?: string;
            /**
             * @description The number of `selling` units per `buying` unit: at 0.5, a purchase of 10 costs 5.
             * @example 0.5
             */
            price: string;
            /** @description The sold asset. */
            selling: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `manageBuyOffer`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "manageBuyOffer";
        };
        /** @description Sets or deletes a data entry of an account. */
        XlmNativeOperationManageData: {
            /**
             * @description The name of the entry, 1 to 64 characters.
             * @example config
             */
            name: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `manageData`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "manageData";
            /** @description The value of at most 64 bytes: a string, or `base64` for bytes that are not text. `null` deletes the entry. */
            value: components["schemas"]["XlmDataValue"];
        };
        /** @description Creates, changes or deletes a sell offer. */
        XlmNativeOperationManageSellOffer: {
            /**
             * @description The sold amount, in stroops. 0 deletes the offer.
             * @example 100000
             */
            amount: string;
            /** @description The bought asset. */
            buying: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The id of the offer to change. `0`, the default, creates a new offer.
             * @example 100000
             */
            offerId?: string;
            /**
             * @description The number of `buying` units per `selling` unit: at 0.5, a sale of 10 yields 5.
             * @example 0.5
             */
            price: string;
            /** @description The sold asset. */
            selling: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `manageSellOffer`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "manageSellOffer";
        };
        /** @description Pays an exact received amount of one asset from another asset. */
        XlmNativeOperationPathPaymentStrictReceive: {
            /**
             * @description The received amount, in stroops.
             * @example 100000
             */
            destAmount: string;
            /** @description The received asset. */
            destAsset: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The recipient: G… or M….
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            destination: string;
            /** @description The intermediate assets of the exchange, at most 5. */
            path: components["schemas"]["XlmAnyAsset"][];
            /** @description The sent asset. */
            sendAsset: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The maximum sent amount, in stroops.
             * @example 100000
             */
            sendMax: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `pathPaymentStrictReceive`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "pathPaymentStrictReceive";
        };
        /** @description Pays with an exact sent amount of one asset and delivers another asset. */
        XlmNativeOperationPathPaymentStrictSend: {
            /** @description The received asset. */
            destAsset: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The recipient: G… or M….
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            destination: string;
            /**
             * @description The minimum received amount, in stroops.
             * @example 100000
             */
            destMin: string;
            /** @description The intermediate assets of the exchange, at most 5. */
            path: components["schemas"]["XlmAnyAsset"][];
            /**
             * @description The sent amount, in stroops, without the fee.
             * @example 100000
             */
            sendAmount: string;
            /** @description The sent asset. */
            sendAsset: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `pathPaymentStrictSend`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "pathPaymentStrictSend";
        };
        /** @description Pays an amount of an asset. */
        XlmNativeOperationPayment: {
            /**
             * @description The amount, in stroops.
             * @example 100000
             */
            amount: string;
            /** @description The asset. */
            asset: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The recipient: G… or M….
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            destination: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `payment`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "payment";
        };
        /** @description Ends or transfers the sponsorship of an account. */
        XlmNativeOperationRevokeAccountSponsorship: {
            /**
             * @description The address of the account.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            account: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `revokeAccountSponsorship`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "revokeAccountSponsorship";
        };
        /** @description Ends or transfers the sponsorship of a claimable balance. */
        XlmNativeOperationRevokeClaimableBalanceSponsorship: {
            /**
             * @description The balance id: 72 hex digits, or B….
             * @example 00000000dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            balanceId: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `revokeClaimableBalanceSponsorship`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "revokeClaimableBalanceSponsorship";
        };
        /** @description Ends or transfers the sponsorship of a data entry. */
        XlmNativeOperationRevokeDataSponsorship: {
            /**
             * @description The account of the data entry.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            account: string;
            /**
             * @description The name of the entry.
             * @example config
             */
            name: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `revokeDataSponsorship`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "revokeDataSponsorship";
        };
        /**
         * @description Ends or transfers the sponsorship of a liquidity pool. The network rejects this operation, since a
         *     pool has no sponsor.
         */
        XlmNativeOperationRevokeLiquidityPoolSponsorship: {
            /**
             * @description The pool id: 64 hex digits, or L….
             * @example dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            liquidityPoolId: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `revokeLiquidityPoolSponsorship`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "revokeLiquidityPoolSponsorship";
        };
        /** @description Ends or transfers the sponsorship of an offer. */
        XlmNativeOperationRevokeOfferSponsorship: {
            /**
             * @description The id of the offer.
             * @example 86400
             */
            offerId: string;
            /**
             * @description The account of the offer.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            seller: string;
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `revokeOfferSponsorship`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "revokeOfferSponsorship";
        };
        /** @description Ends or transfers the sponsorship of a signer. */
        XlmNativeOperationRevokeSignerSponsorship: {
            /**
             * @description The account of the signer.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            account: string;
            /** @description The signer. */
            signer: components["schemas"]["XlmSignerKey"];
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `revokeSignerSponsorship`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "revokeSignerSponsorship";
        };
        /** @description Ends or transfers the sponsorship of a trustline. */
        XlmNativeOperationRevokeTrustlineSponsorship: {
            /**
             * @description The account of the trustline.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            account: string;
            /** @description The asset of the trustline: an issued asset or the shares of a pool. */
            asset: components["schemas"]["XlmSponsoredTrustline"];
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `revokeTrustlineSponsorship`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "revokeTrustlineSponsorship";
        };
        /** @description Changes the settings of an account. Absent settings do not change. */
        XlmNativeOperationSetOptions: {
            /**
             * Format: int32
             * @description The flags to clear: the sum of 1 (authorization required), 2 (authorization revocable), 4
             *     (authorization immutable) and 8 (clawback enabled).
             */
            clearFlags?: number | null;
            /**
             * Format: int32
             * @description The weight required to merge the account and to change its signers or thresholds.
             */
            highThreshold?: number | null;
            /**
             * @description The home domain of the account: at most 32 characters.
             * @example example.com
             */
            homeDomain?: string | null;
            /**
             * @description The recipient of the former inflation.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            inflationDest?: string | null;
            /**
             * Format: int32
             * @description The weight required for operations of low security.
             */
            lowThreshold?: number | null;
            /**
             * Format: int32
             * @description The weight of the master key.
             */
            masterWeight?: number | null;
            /**
             * Format: int32
             * @description The weight required for most operations.
             */
            medThreshold?: number | null;
            /**
             * Format: int32
             * @description The flags to set: a sum of the same values.
             */
            setFlags?: number | null;
            /** @description The signer to add, change or, with weight 0, remove. */
            signer?: components["schemas"]["XlmSigner"];
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description Always `setOptions`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "setOptions";
        };
        /** @description Sets and clears flags of a trustline for an asset of the source account. */
        XlmNativeOperationSetTrustLineFlags: {
            /** @description The asset. */
            asset: components["schemas"]["XlmCredit"];
            /** @description The flags to set and clear. */
            flags: components["schemas"]["XlmTrustLineFlags"];
            /**
             * @description The source account: G… or M…. The source account of the transaction if absent.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            source?: string | null;
            /**
             * @description The account of the trustline.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            trustor: string;
            /**
             * @description Always `setTrustLineFlags`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "setTrustLineFlags";
        };
        /** @description A note on a transaction. */
        XlmNote: {
            /**
             * @description The path of the field that the note refers to: `operations[3].price`. Empty for the whole
             *     transaction.
             * @example operations[0].price
             */
            field: string;
            /**
             * @description The note: one sentence of plain text.
             * @example 1 XLM is sold for at least 0.25 USD.
             */
            message: string;
        };
        /** @description An operation. */
        XlmParsedOperation: components["schemas"]["XlmNativeOperation"] | components["schemas"]["XlmParsedOperationOther"];
        /** @description An operation that get-hash does not support. */
        XlmParsedOperationOther: {
            /** @description The contract call with its authorizations, if the operation is one (`invoke_host_function`). */
            call?: components["schemas"]["XlmContractCall"];
            /**
             * @description The source account, if it differs from that of the transaction.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            source?: string | null;
            /**
             * @description The type name used by Horizon.
             * @example invoke_host_function
             */
            type: string;
            /**
             * @description The XDR in base64.
             * @example AAAAAAAAAAk=
             */
            xdr: string;
        };
        /** @description A transaction in one of the two fields. */
        XlmParseRequest: {
            /**
             * @description The network: `livenet` or `testnet`. It determines the returned `txid`. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The transaction, signed or unsigned: XDR in base64.
             * @example AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAAAAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwAAABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==
             */
            txdata?: string | null;
            /**
             * @description The transaction under the field name of get-hash.
             * @example AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAAAAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwAAABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==
             */
            unsignedMessage?: string | null;
        };
        /** @description The content of a transaction. */
        XlmParseResponse: {
            /**
             * @description The received amount, in stroops. For a path payment with a fixed sent amount, the minimum. 0 if no account
             *     is payment. Empty for a merge, which transfers the whole balance.
             * @example 25000000
             */
            amount: string;
            /** @description The received asset: the coin or an issued asset. Absent if no account is payment. */
            asset?: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The maximum fee, in stroops.
             * @example 50100
             */
            fee: string;
            /**
             * @description The account that pays the fee. Present for fee bumps only.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            feeSource?: string | null;
            /**
             * @description The source account: G… or M….
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            from: string;
            /**
             * @description The memo, if present.
             * @example order 5512
             */
            memo?: string | null;
            /**
             * @description The type of the memo, if present.
             * @example text
             * @enum {string|null}
             */
            memoType?: "text" | "id" | "hash" | "return" | null;
            /** @description Notes on the transaction: the meaning of prices, and operations that the network rejects. */
            notes?: components["schemas"]["XlmNote"][];
            /** @description All operations in order. */
            operations: components["schemas"]["XlmParsedOperation"][];
            /**
             * @description The sequence number, which is one above that of the account before the transaction.
             * @example 128920000000008
             */
            sequence: string;
            /**
             * @description The number of signatures.
             * @example 1
             */
            signatures: number;
            /**
             * @description True if the transaction has signatures. They are not verified, since only the network knows the valid
             *     signers.
             * @example true
             */
            signed: boolean;
            /**
             * @description The recipient of the first operation that pays an account. Empty if no operation does.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            to: string;
            /**
             * @description The transaction id: the hash to sign.
             * @example 9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee
             */
            txid: string;
            /**
             * Format: int64
             * @description The Unix time in seconds from which the transaction is valid; 0 for no limit.
             * @example 0
             */
            validFrom: number;
            /**
             * Format: int64
             * @description The Unix time in seconds until which the transaction is valid; 0 for no limit.
             * @example 1767225600
             */
            validUntil: number;
            /**
             * @description Warnings about the transaction; absent without any. `memo_recommended`: a recipient of the operator's list
             *     requires or recommends a memo, and the transaction has none.
             */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmParseResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmParseResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The paths of a payment. */
        XlmPathsResponse: {
            /** @description The paths, in the order of the server. Empty if the exchange has none. */
            paths: components["schemas"]["XlmPaymentPath"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmPathsResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmPathsResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A path, with the amounts at its current prices. */
        XlmPaymentPath: {
            /**
             * @description The received amount, in stroops.
             * @example 3100000
             */
            destinationAmount: string;
            /** @description The received asset. */
            destinationAsset: components["schemas"]["XlmAnyAsset"];
            /** @description The assets between the two, for `path` of the operations pathPaymentStrictSend and pathPaymentStrictReceive. */
            path: components["schemas"]["XlmAnyAsset"][];
            /**
             * @description The sent amount, in stroops.
             * @example 25000000
             */
            sourceAmount: string;
            /** @description The sent asset. */
            sourceAsset: components["schemas"]["XlmAnyAsset"];
        };
        /** @description A condition on the time of a claim. Conditions can be nested up to four levels deep. */
        XlmPredicate: components["schemas"]["XlmPredicateAnd"] | components["schemas"]["XlmPredicateOr"] | components["schemas"]["XlmPredicateNot"] | components["schemas"]["XlmPredicateAbsBefore"] | components["schemas"]["XlmPredicateRelBefore"];
        /** @description Before this Unix time in seconds. */
        XlmPredicateAbsBefore: {
            /**
             * @description Before this Unix time in seconds.
             * @example 100000
             */
            abs_before: string;
        };
        /** @description Two conditions that must both be true. */
        XlmPredicateAnd: {
            /** @description Two conditions that must both be true. */
            and: components["schemas"]["XlmPredicate"][];
        };
        /** @description A condition that must be false. */
        XlmPredicateNot: {
            /** @description A condition that must be false. */
            not: components["schemas"]["XlmPredicate"];
        };
        /** @description Two conditions, at least one of which must be true. */
        XlmPredicateOr: {
            /** @description Two conditions, at least one of which must be true. */
            or: components["schemas"]["XlmPredicate"][];
        };
        /** @description Before this number of seconds has passed since the creation of the balance. */
        XlmPredicateRelBefore: {
            /**
             * @description Before this number of seconds has passed since the creation of the balance.
             * @example 100000
             */
            rel_before: string;
        };
        /** @description The parts of a reserve, in stroops. */
        XlmReserved: {
            /** @description The reserve of its trustlines. */
            assets: components["schemas"]["XlmAssetReserve"];
            /**
             * @description The reserve of the account itself: two base reserves, or 0 if sponsored.
             * @example 10000000
             */
            baseReserve: string;
            /**
             * @description The total reserve.
             * @example 20000000
             */
            total: string;
            /**
             * @description The reserve of its offers, data entries, signers and sponsored entries of others.
             * @example 5000000
             */
            xlm: string;
        };
        /** @description A signed transaction. */
        XlmSendRequest: {
            /**
             * @description The network: `livenet` or `testnet`. Must be the network of the transaction's signatures.
             *     Detected from the signatures if absent. Required for a transaction without signatures, which its accounts
             *     have authorized by a signer of type `preAuthTx`.
             * @example livenet
             * @enum {string|null}
             */
            network?: "livenet" | "testnet" | null;
            /**
             * @description The signed transaction as returned by attach-signature: XDR in base64.
             * @example AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAAAAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwAAABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==
             */
            txdata: string;
        };
        /** @description A transaction that the network accepted. */
        XlmSendResponse: {
            /**
             * @description The transaction id: its hash.
             * @example 9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee
             */
            txid: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmSendResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmSendResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description An Ed25519 signature (RFC 8032), split into its two halves. */
        XlmSignature: {
            /**
             * @description The first half in hex.
             * @example e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
             */
            R: string;
            /**
             * @description The second half in hex.
             * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
             */
            s: string;
        };
        /** @description A signer: its key in the field of its kind, and its weight. */
        XlmSigner: components["schemas"]["XlmSignerEd25519PublicKey"] | components["schemas"]["XlmSignerSha256Hash"] | components["schemas"]["XlmSignerPreAuthTx"] | components["schemas"]["XlmSignerEd25519SignedPayload"];
        /** @description The address of an account, whose key signs. */
        XlmSignerEd25519PublicKey: {
            /**
             * @description The address of an account, whose key signs.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            ed25519PublicKey: string;
            /**
             * Format: int32
             * @description The weight of the signer. 0 removes the signer.
             */
            weight: number;
        };
        /** @description A key and the payload that it must sign: P…. */
        XlmSignerEd25519SignedPayload: {
            /**
             * @description A key and the payload that it must sign: P….
             * @example PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM
             */
            ed25519SignedPayload: string;
            /**
             * Format: int32
             * @description The weight of the signer. 0 removes the signer.
             */
            weight: number;
        };
        /** @description The key of a signer in the field of its kind. */
        XlmSignerKey: components["schemas"]["XlmSignerKeyEd25519PublicKey"] | components["schemas"]["XlmSignerKeySha256Hash"] | components["schemas"]["XlmSignerKeyPreAuthTx"] | components["schemas"]["XlmSignerKeyEd25519SignedPayload"];
        /** @description The address of an account, whose key signs. */
        XlmSignerKeyEd25519PublicKey: {
            /**
             * @description The address of an account, whose key signs.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            ed25519PublicKey: string;
        };
        /** @description A key and the payload that it must sign: P…. */
        XlmSignerKeyEd25519SignedPayload: {
            /**
             * @description A key and the payload that it must sign: P….
             * @example PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM
             */
            ed25519SignedPayload: string;
        };
        /** @description The hash of a transaction that is authorized in advance: 64 hex digits, or T…. */
        XlmSignerKeyPreAuthTx: {
            /**
             * @description The hash of a transaction that is authorized in advance: 64 hex digits, or T….
             * @example 9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee
             */
            preAuthTx: string;
        };
        /** @description The SHA-256 hash of a preimage: 64 hex digits, or X…. */
        XlmSignerKeySha256Hash: {
            /**
             * @description The SHA-256 hash of a preimage: 64 hex digits, or X….
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            sha256Hash: string;
        };
        /** @description The hash of a transaction that is authorized in advance: 64 hex digits, or T…. */
        XlmSignerPreAuthTx: {
            /**
             * @description The hash of a transaction that is authorized in advance: 64 hex digits, or T….
             * @example 9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee
             */
            preAuthTx: string;
            /**
             * Format: int32
             * @description The weight of the signer. 0 removes the signer.
             */
            weight: number;
        };
        /** @description The SHA-256 hash of a preimage: 64 hex digits, or X…. */
        XlmSignerSha256Hash: {
            /**
             * @description The SHA-256 hash of a preimage: 64 hex digits, or X….
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            sha256Hash: string;
            /**
             * Format: int32
             * @description The weight of the signer. 0 removes the signer.
             */
            weight: number;
        };
        /** @description A sponsored trustline: for an issued asset or for the shares of a pool. */
        XlmSponsoredTrustline: components["schemas"]["XlmCredit"] | components["schemas"]["XlmLiquidityPoolId"];
        /** @description The fields of every transaction besides its operations. */
        XlmTermsRequest: {
            /**
             * @description The maximum fee of the whole transaction, in stroops: at least 100 for each operation, at most
             *     4294967295.
             * @example 100000
             */
            fee: string;
            /**
             * @description The memo for the recipient. Empty for no memo. A memo of type text has at most 28 bytes.
             * @example order 5512
             */
            memo?: string | null;
            /**
             * @description The type of the memo: text, the number of a user at the recipient (id), or a hash in hex (hash, return). Default: `text`.
             * @example text
             * @enum {string|null}
             */
            memoType?: "text" | "id" | "hash" | "return" | null;
            /**
             * @description The sequence number of the transaction: a whole number above that of the last transaction of the account.
             *     Defaults to the next one. With consecutive numbers, several transactions can be built at once; a ledger applies
             *     them in this order. Balances and trustlines are checked as they are now, without the transactions before.
             * @example 128920000000009
             */
            sequence?: string | null;
            /**
             * Format: int64
             * @description The number of seconds from now within which a ledger can include the transaction: 30 to 86400. Default: `600`.
             * @example 600
             */
            timeout?: number | null;
        };
        /** @description The call of a token contract. Amounts are in the base unit of the token. */
        XlmTokenCall: components["schemas"]["XlmTokenCallTransfer"] | components["schemas"]["XlmTokenCallTransferFrom"] | components["schemas"]["XlmTokenCallApprove"] | components["schemas"]["XlmTokenCallMint"] | components["schemas"]["XlmTokenCallBurn"] | components["schemas"]["XlmTokenCallBurnFrom"] | components["schemas"]["XlmTokenCallClawback"];
        /** @description An approval of a spender. It replaces the previous one. */
        XlmTokenCallApprove: {
            /**
             * @description Always `approve`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            action: "approve";
            /**
             * @description The amount that the spender may transfer; 0 revokes the approval.
             * @example 50000000
             */
            amount: string;
            /**
             * Format: int64
             * @description The last ledger in which the approval is valid.
             * @example 60000000
             */
            expirationLedger: number;
            /** @description The owner. */
            from: string;
            /** @description The spender. */
            spender: string;
        };
        /** @description The destruction of tokens. */
        XlmTokenCallBurn: {
            /**
             * @description Always `burn`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            action: "burn";
            /**
             * @description The amount.
             * @example 50000000
             */
            amount: string;
            /** @description The owner. */
            from: string;
        };
        /** @description The destruction of tokens by an approved spender. */
        XlmTokenCallBurnFrom: {
            /**
             * @description Always `burnFrom`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            action: "burnFrom";
            /**
             * @description The amount.
             * @example 50000000
             */
            amount: string;
            /** @description The owner. */
            from: string;
            /** @description The spender, who authorizes the call. */
            spender: string;
        };
        /** @description A clawback by the administrator. */
        XlmTokenCallClawback: {
            /**
             * @description Always `clawback`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            action: "clawback";
            /**
             * @description The amount.
             * @example 50000000
             */
            amount: string;
            /** @description The owner. */
            from: string;
        };
        /** @description The creation of tokens by the administrator. */
        XlmTokenCallMint: {
            /**
             * @description Always `mint`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            action: "mint";
            /**
             * @description The amount.
             * @example 50000000
             */
            amount: string;
            /** @description The recipient. */
            to: string;
        };
        /** @description A transfer. */
        XlmTokenCallTransfer: {
            /**
             * @description Always `transfer`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            action: "transfer";
            /**
             * @description The amount.
             * @example 50000000
             */
            amount: string;
            /** @description The sender. */
            from: string;
            /** @description The recipient. */
            to: string;
        };
        /** @description A transfer by an approved spender. */
        XlmTokenCallTransferFrom: {
            /**
             * @description Always `transferFrom`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            action: "transferFrom";
            /**
             * @description The amount.
             * @example 50000000
             */
            amount: string;
            /** @description The sender. */
            from: string;
            /** @description The spender, who authorizes the call. */
            spender: string;
            /** @description The recipient. */
            to: string;
        };
        /** @description The status of a transaction. */
        XlmTransactionStatusResponse: {
            /**
             * @description The sequence number of its ledger.
             * @example 50000000
             */
            block: string;
            /**
             * Format: int64
             * @description The number of ledgers from its own to the latest, both included.
             * @example 6
             */
            confirmations: number;
            /**
             * Format: int64
             * @description The close time of its ledger in Unix seconds.
             * @example 1767225600
             */
            date: number;
            /**
             * @description `confirmed` if the transaction succeeded in a ledger. `rejected` if it failed in a ledger: it
             *     has only paid its fee and used its sequence number. Horizon does not report pending
             *     transactions.
             * @example confirmed
             * @enum {string}
             */
            status: "confirmed" | "rejected";
            /**
             * @description The transaction id in lower case.
             * @example 9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee
             */
            txid: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmTransactionStatusResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmTransactionStatusResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A payment. */
        XlmTransferRequest: components["schemas"]["XlmTermsRequest"] & {
            /**
             * @description The amount, in stroops.
             * @example 100000
             */
            amount: string;
            /** @description The asset. The lumen if absent. */
            asset?: components["schemas"]["XlmAsset"];
            /**
             * @description The network: `livenet` or `testnet`. The hash is valid only on this network. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The public key of the sender: 64 hex digits, or its address.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
            /**
             * @description The recipient: G…, or M… for one user of a multiplexed account.
             * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
             */
            to: string;
        };
        /** @description The asset of a trustline: an issued asset or the shares of a pool. */
        XlmTrusted: components["schemas"]["XlmCredit"] | components["schemas"]["XlmLiquidityPoolAsset"];
        /** @description Flags of a trustline: true sets a flag, false clears it, and an absent flag does not change. */
        XlmTrustLineFlags: {
            /** @description The account is fully authorized to use the asset. */
            authorized?: boolean | null;
            /** @description The account is authorized only to maintain its liabilities. */
            authorizedToMaintainLiabilities?: boolean | null;
            /** @description The issuer can claw the asset back. This flag can only be cleared. */
            clawbackEnabled?: boolean | null;
        };
        /**
         * @description The result of a validation. All fields except `trusts`, `reason` and `warnings` are always present
         *     (docs/decisions/0110).
         */
        XlmValidateAddressResponse: {
            /**
             * @description The address. Empty if the string is not valid.
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address: string;
            /**
             * @description True if the account exists. A payment of lumens to a missing G… account creates it.
             * @example true
             */
            exists: boolean;
            /**
             * @description `account` for G…, `muxed` for M…. Empty if the string is not valid.
             * @example account
             * @enum {string}
             */
            kind: "account" | "muxed" | "";
            /**
             * @description True if a payment to this address requires a memo, by the account itself (SEP-29) or by the operator's list.
             *     Always false for a muxed address.
             * @example false
             */
            memoRequired: boolean;
            /**
             * @description The reason why the string is not valid, in one sentence of plain text.
             * @example Value is a strkey but not of an account; an account address starts with G or M.
             */
            reason?: string | null;
            /**
             * @description True if the account issues the requested asset or has a trustline for it. Absent without an
             *     asset in the request.
             * @example true
             */
            trusts?: boolean | null;
            /**
             * @description True if the string is a valid address.
             * @example true
             */
            valid: boolean;
            /** @description Warnings about the address; absent without any. `memo_recommended`: the operator's list recommends a memo. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        XlmValidateAddressResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["XlmValidateAddressResponse"];
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
    getAddressXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmGetAddressRequest"];
            };
        };
        responses: {
            /** @description The address of the public key. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmGetAddressResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_public_key`: Not a public key of this chain.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPublicKeyError"];
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
    estimateXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmEstimateRequest"];
            };
        };
        responses: {
            /** @description Fees of a transaction, and the amounts of a payment. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmEstimateResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `insufficient_funds`: The balance or the inputs do not cover amount and fee.
             *     - `destination_unusable`: The destination cannot receive the payment.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["InsufficientFundsError"] | components["schemas"]["DestinationUnusableError"];
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
    feeStatXlm: {
        parameters: {
            query?: {
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
            /**
             * @description Fee statistics. The endpoint estimate returns the fees of a transaction for three speeds. A recommended fee for a transaction is the sum of `feeCharged.max` and
             *     `lastLedgerBaseFee`, multiplied by the number of operations.
             */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmFeeStatResponseEnvelope"];
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
    pathsXlm: {
        parameters: {
            query: {
                /**
                 * @description The amount, in stroops: of `sourceAsset` to send, or of `destinationAsset` to deliver.
                 * @example 100000
                 */
                amount: string;
                /**
                 * @description The asset of which exactly `amount` is delivered: `native`, or the code and the issuer as `CODE:ISSUER`.
                 * @example USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN
                 */
                destinationAsset?: string;
                /**
                 * @description The address of the sender: G….
                 * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
                 */
                from: string;
                /**
                 * @description The network: `livenet` or `testnet`.
                 * @example livenet
                 */
                network?: "livenet" | "testnet";
                /**
                 * @description The asset of which exactly `amount` is sent: `native`, or the code and the issuer as `CODE:ISSUER`.
                 * @example USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN
                 */
                sourceAsset?: string;
                /**
                 * @description The recipient: G… or M…. The sender if absent.
                 * @example GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI
                 */
                to?: string;
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
            /** @description The paths of a payment. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmPathsResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["InvalidAmountError"];
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
    attachSignatureXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmAttachSignatureRequest"];
            };
        };
        responses: {
            /** @description The signed transaction. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmAttachSignatureResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `invalid_signature`: A signature that does not verify.
             *     - `invalid_transaction`: Transaction bytes that cannot be parsed, or must not be sent.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["InvalidSignatureError"] | components["schemas"]["InvalidTransactionError"];
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
    getHashAddTrustlineXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmAddTrustlineRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmGetHashResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `insufficient_funds`: The balance or the inputs do not cover amount and fee.
             *     - `fee_too_low`: The fee is below the network's relay minimum.
             *     - `fee_too_high`: The fee is above the safety limit.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["InsufficientFundsError"] | components["schemas"]["FeeTooLowError"] | components["schemas"]["FeeTooHighError"];
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
    getHashClaimableBalanceXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmClaimableBalanceRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmGetHashResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `fee_too_low`: The fee is below the network's relay minimum.
             *     - `fee_too_high`: The fee is above the safety limit.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["FeeTooLowError"] | components["schemas"]["FeeTooHighError"];
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
    getHashFeeBumpXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmFeeBumpRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmGetHashResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `invalid_signature`: A signature that does not verify.
             *     - `invalid_transaction`: Transaction bytes that cannot be parsed, or must not be sent.
             *     - `fee_too_low`: The fee is below the network's relay minimum.
             *     - `fee_too_high`: The fee is above the safety limit.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["InvalidSignatureError"] | components["schemas"]["InvalidTransactionError"] | components["schemas"]["FeeTooLowError"] | components["schemas"]["FeeTooHighError"];
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
    getHashMultiOperationsXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmMultiOperationsRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmGetHashResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `fee_too_low`: The fee is below the network's relay minimum.
             *     - `fee_too_high`: The fee is above the safety limit.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["FeeTooLowError"] | components["schemas"]["FeeTooHighError"];
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
    getHashTransferXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmTransferRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmGetHashResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `insufficient_funds`: The balance or the inputs do not cover amount and fee.
             *     - `fee_too_low`: The fee is below the network's relay minimum.
             *     - `fee_too_high`: The fee is above the safety limit.
             *     - `destination_unusable`: The destination cannot receive the payment.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["InsufficientFundsError"] | components["schemas"]["FeeTooLowError"] | components["schemas"]["FeeTooHighError"] | components["schemas"]["DestinationUnusableError"];
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
    parseXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmParseRequest"];
            };
        };
        responses: {
            /** @description The content of a transaction. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmParseResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_transaction`: Transaction bytes that cannot be parsed, or must not be sent.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidTransactionError"];
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
    sendXlm: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmSendRequest"];
            };
        };
        responses: {
            /** @description A transaction that the network accepted. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmSendResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_signature`: A signature that does not verify.
             *     - `invalid_transaction`: Transaction bytes that cannot be parsed, or must not be sent.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidSignatureError"] | components["schemas"]["InvalidTransactionError"];
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
             * @description `details.reason` is bad_sequence, outside_time_bounds, bad_signatures, fee_too_low, insufficient_funds, account_missing, operation_failed or rejected_by_node. `details.resultCodes` has the result codes of the network: transaction, innerTransaction of a fee bump, and operations.
             *
             *     `transaction_rejected`: The network rejects the transaction.
             */
            422: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionRejectedError"];
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
             * @description With `details.txid`, a broadcast was attempted and no node is known to have the transaction.
             *
             *     - `service_unavailable`: The storage or the secret store is unavailable.
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
            /**
             * @description With `details.txid`, the transaction may have been sent; send the same bytes again.
             *
             *     `upstream_timeout`: No upstream responded in time.
             */
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
    transactionStatusXlm: {
        parameters: {
            query: {
                /**
                 * @description The network: `livenet` or `testnet`.
                 * @example livenet
                 */
                network?: "livenet" | "testnet";
                /**
                 * @description The transaction id: 64 hex digits. A fee bump is found by either of its hashes.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
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
            /** @description The status of a transaction. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmTransactionStatusResponseEnvelope"];
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
            /**
             * @description - `not_found`: The path or the item does not exist.
             *     - `chain_not_supported`: This service does not support the chain.
             *     - `transaction_not_found`: No upstream knows the transaction; it may appear later.
             */
            404: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["ChainNotSupportedError"] | components["schemas"]["TransactionNotFoundError"];
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
    accountReserveXlm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmAccountRequest"];
            };
        };
        responses: {
            /** @description The reserve of an account. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmAccountReserveResponseEnvelope"];
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
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["AccountNotFoundError"];
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
    baseReserveXlm: {
        parameters: {
            query?: {
                /**
                 * @description The network: `livenet` or `testnet`.
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
            /** @description The base reserve. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmBaseReserveResponseEnvelope"];
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
    checkAccountXlm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmAccountRequest"];
            };
        };
        responses: {
            /** @description The existence of an account. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmCheckAccountResponseEnvelope"];
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
    checkAccountTrustlineXlm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["XlmCheckAccountTrustlineRequest"];
            };
        };
        responses: {
            /** @description The existence of a trustline. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmCheckAccountTrustlineResponseEnvelope"];
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
    validateAddressXlm: {
        parameters: {
            query: {
                /**
                 * @description The string to validate as an address.
                 * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
                 */
                address: string;
                /**
                 * @description The code of an asset to be received at the address. Requires `issuer`.
                 * @example USDC
                 */
                code?: string;
                /**
                 * @description The account that issues the asset. Requires `code`.
                 * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
                 */
                issuer?: string;
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
            /**
             * @description The result of a validation. All fields except `trusts`, `reason` and `warnings` are always present
             *     (docs/decisions/0110).
             */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["XlmValidateAddressResponseEnvelope"];
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
    errorsBlockchainConnectorXlm: {
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
    healthBlockchainConnectorXlm: {
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
    openapiBlockchainConnectorXlm: {
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
