// Generated from functions/blockchain-connector-eth-like/openapi.json by `npm run generate`.

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
         * @description No request is sent to the network. The address is the same on all chains and networks.
         */
        post: operations["getAddressEthLike"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/attach-signature/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies the signature of a message and returns it in one string.
         * @description The request contains the fields of get-hash, which determine the same message. The signature must recover to
         *     `publicKey`.
         */
        post: operations["messageAttachSignatureEthLike"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/message/get-hash/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the hash of a message.
         * @description A message is a text or typed data; the two and transactions never have the same hash. Values of typed data must have
         *     exactly the declared fields, in the range of their types. No request is sent to the network.
         */
        post: operations["messageGetHashEthLike"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prepare-transaction/bump/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns a transaction that replaces a pending one: with the same nonce, and prices that nodes require for a
         *     replacement.
         * @description Price and tip are at least a tenth above those of the pending transaction, rounded up, and at least the current ones
         *     of the mode `normal`. The pending transaction is read from the network and verified by its hash and signature. Only
         *     its sender can sign the replacement. Either of the two transactions may still be mined.
         */
        post: operations["bumpEthLike"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prepare-transaction/erc20-approve-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the calldata of an ERC-20 approval.
         * @description The calldata is the same on every chain. No request is sent to the network.
         */
        get: operations["erc20ApproveDataEthLike"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prepare-transaction/erc20-transfer-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the calldata of an ERC-20 transfer.
         * @description The calldata is the same on every chain. No request is sent to the network.
         */
        get: operations["erc20TransferDataEthLike"];
        put?: never;
        post?: never;
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
         * Returns nonce, gas limit and prices of a transaction in one response.
         * @description The exact transaction is simulated. The sender's balance must cover the amount, the slow fee, and the value, maximum fee
         *     and L1 fee of the sender's other pending transactions, as far as a node lists them; the other fees are returned
         *     even if the balance does not cover them.
         */
        post: operations["estimateEthLike"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prepare-transaction/gas-limit/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the gas limit of a transaction.
         * @description Without `address` the simulation uses the zero address and disregards its balance. If a token rejects the zero
         *     address, the limit is a default that suffices for nearly every token.
         */
        post: operations["gasLimitEthLike"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prepare-transaction/gas-price/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the current price of a unit of gas.
         * @description With several nodes each price is the median of theirs, and of two the lower one.
         */
        get: operations["gasPriceEthLike"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/prepare-transaction/nonce/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the nonce of the next transaction of an address.
         * @description It is the highest plausible count of all upstreams, and is never cached.
         */
        get: operations["nonceEthLike"];
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
         * Verifies the signature of a transaction and returns the signed transaction.
         * @description The request contains the fields of get-hash, which determine the same transaction. The signature must
         *     recover to `publicKey`.
         */
        post: operations["attachSignatureEthLike"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transaction/get-hash/{chain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Builds a transaction and returns the hash to sign.
         * @description With `gasPrice` the transaction is a legacy transaction with replay protection (EIP-155), with
         *     `maxFeePerGas` an
         *     EIP-1559 transaction. Identical requests yield identical hashes.
         */
        post: operations["getHashEthLike"];
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
         * Decodes a transaction for review before it is signed or broadcast.
         * @description No request is sent to the network. Unsigned transactions that `send` would reject for their contents are rejected here
         *     as well. A signed transaction may be in a block: it is decoded if it follows the rules of the chain, also if its
         *     gas limit, its fee or the length of its data is above the limits of get-hash and `send`.
         */
        post: operations["parseEthLike"];
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
         * Broadcasts a signed transaction.
         * @description A transaction that the network already has is a success. A transaction without chain id, or with the chain id of
         *     another chain or network, is never broadcast. Repeating the request with the same bytes is always safe.
         */
        post: operations["sendEthLike"];
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
         * Returns the confirmation status of a transaction.
         * @description A replaced transaction is `rejected`: a node reports which other transaction in a block has its nonce (`replacedBy`), or all
         *     nodes have used its nonce and none knows the transaction (`block` is empty). The network
         *     forgets a replaced transaction, so its sender and nonce are those of `address` and `nonce`, those of a transaction that this
         *     instance has sent, or those in the pool of another node. Otherwise a replaced or dropped transaction is unknown to the
         *     network and has no status.
         */
        get: operations["transactionStatusEthLike"];
        put?: never;
        post?: never;
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
         * Validates an address and returns its type: account or contract.
         * @description The network is queried only for the code at a valid address, so the result does not show if the address has
         *     been used.
         */
        get: operations["validateAddressEthLike"];
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
        get: operations["errorsBlockchainConnectorEthLike"];
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
        get: operations["healthBlockchainConnectorEthLike"];
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
        get: operations["openapiBlockchainConnectorEthLike"];
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
        /** @description Access list entry: an address with storage slots. */
        EthLikeAccessListItem: {
            /**
             * @description The address.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            address: string;
            /**
             * @description The storage slots.
             * @example [
             *       "0x0000000000000000000000000000000000000000000000000000000000000001"
             *     ]
             */
            storageKeys: string[];
        };
        /**
         * @description Amount that the recipient of all funds receives, in wei: the balance without the value, maximum fee and L1 fee of the
         *     sender's other pending transactions, minus the fee of each mode and, on a rollup, `l1Fee`; `0` if it does not cover
         *     the fee.
         */
        EthLikeAmountSet: {
            /**
             * @description Amount with the fast fee.
             * @example 249118000000000000
             */
            fast: string;
            /**
             * @description Amount with the normal fee.
             * @example 249338500000000000
             */
            normal: string;
            /**
             * @description Amount with the slow fee.
             * @example 249454000000000000
             */
            slow: string;
        };
        /** @description A transaction with its signature. */
        EthLikeAttachSignatureRequest: components["schemas"]["EthLikeTransactionRequest"] & {
            /**
             * @description livenet or testnet. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The sender's public key in hex: 33 or 65 bytes.
             * @example 0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
             */
            publicKey: string;
            /** @description The signature of the hash. */
            signature: components["schemas"]["EthLikeSignature"];
        };
        /** @description Signed transaction. */
        EthLikeAttachSignatureResponse: {
            /**
             * @description The transaction in hex, ready for send.
             * @example 0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2145fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83
             */
            txdata: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeAttachSignatureResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeAttachSignatureResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Pending transaction to replace. */
        EthLikeBumpRequest: {
            /**
             * @description `speed-up` for the same transaction with higher prices, `cancel` for a payment of nothing to the sender.
             * @example speed-up
             * @enum {string}
             */
            mode: "speed-up" | "cancel";
            /**
             * @description livenet or testnet. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The hash of the pending transaction: 64 hex digits.
             * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
             */
            txid: string;
        };
        /** @description The replacement: the fields of get-hash, which the client completes with its public key. */
        EthLikeBumpResponse: components["schemas"]["EthLikeBumpResponseLegacy"] | components["schemas"]["EthLikeBumpResponseFeeMarket"];
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeBumpResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeBumpResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Prices of an EIP-1559 transaction. */
        EthLikeBumpResponseFeeMarket: {
            /**
             * @description The amount for the recipient in wei; 0 with `cancel`.
             * @example 1000000000000000000
             */
            amount: string;
            /**
             * @description Calldata, or the code of a contract deployment; `0x` if empty.
             * @example 0x
             */
            data: string;
            /**
             * @description The maximum fee in wei: gas limit times price. On a rollup the L1 fee is added.
             * @example 462000000000000
             */
            fee: string;
            /**
             * @description The sender of the pending transaction, as recovered from its signature.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            from: string;
            /**
             * @description The gas limit: that of the pending transaction, or with `cancel` that of a payment.
             * @example 21000
             */
            gasLimit: string;
            /**
             * @description The maximum price per unit of gas in wei, base fee and tip together.
             * @example 31500000000
             */
            maxFeePerGas: string;
            /**
             * @description The maximum tip per unit of gas in wei, included in `maxFeePerGas`.
             * @example 1500000000
             */
            maxPriorityFeePerGas: string;
            /**
             * Format: int64
             * @description The nonce of the pending transaction.
             * @example 9
             */
            nonce: number;
            /**
             * @description The recipient or the called contract; `null` for a contract deployment. With `cancel` the sender.
             * @example 0x3535353535353535353535353535353535353535
             */
            to: string | null;
            /** @description Warnings about the prices and the content of the replacement; absent without any. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description Price of a legacy transaction. */
        EthLikeBumpResponseLegacy: {
            /**
             * @description The amount for the recipient in wei; 0 with `cancel`.
             * @example 1000000000000000000
             */
            amount: string;
            /**
             * @description Calldata, or the code of a contract deployment; `0x` if empty.
             * @example 0x
             */
            data: string;
            /**
             * @description The maximum fee in wei: gas limit times price. On a rollup the L1 fee is added.
             * @example 462000000000000
             */
            fee: string;
            /**
             * @description The sender of the pending transaction, as recovered from its signature.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            from: string;
            /**
             * @description The gas limit: that of the pending transaction, or with `cancel` that of a payment.
             * @example 21000
             */
            gasLimit: string;
            /**
             * @description The price per unit of gas in wei.
             * @example 20000000000
             */
            gasPrice: string;
            /**
             * Format: int64
             * @description The nonce of the pending transaction.
             * @example 9
             */
            nonce: number;
            /**
             * @description The recipient or the called contract; `null` for a contract deployment. With `cancel` the sender.
             * @example 0x3535353535353535353535353535353535353535
             */
            to: string | null;
            /** @description Warnings about the prices and the content of the replacement; absent without any. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description Calldata of an approval. */
        EthLikeErc20ApproveDataResponse: {
            /**
             * @description The calldata in hex, for a transaction with the token contract as `to` and 0 as `amount`.
             * @example 0x095ea7b30000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed00000000000000000000000000000000000000000000000000000000002625a0
             */
            data: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeErc20ApproveDataResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeErc20ApproveDataResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Calldata of a transfer. */
        EthLikeErc20TransferDataResponse: {
            /**
             * @description The calldata in hex, for a transaction with the token contract as `to` and 0 as `amount`.
             * @example 0xa9059cbb0000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed00000000000000000000000000000000000000000000000000000000002625a0
             */
            data: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeErc20TransferDataResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeErc20TransferDataResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Transaction to estimate. */
        EthLikeEstimateRequest: {
            /**
             * @description The sender's address.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            address: string;
            /**
             * @description The amount for the recipient in wei. `max` for all funds, without `data`.
             * @example 250000000000000000
             */
            amount: string;
            /**
             * @description Calldata in hex, or the code of a contract deployment; empty for a payment. Default: empty.
             * @example
             */
            data?: string;
            /**
             * @description livenet or testnet. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * Format: int64
             * @description The nonce to use. If a pending transaction has the same nonce, the returned prices suffice to replace
             *     it.
             * @example 7
             */
            nonce?: number | null;
            /**
             * @description The address of the recipient of a payment, or of the called contract. `null` deploys a contract.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            to: string | null;
            /**
             * @description Ignored: the addresses of these chains have one type. Default: `p2wpkh`.
             * @example p2wpkh
             */
            type?: string;
        };
        /** @description Nonce, gas limit, prices and fees of a transaction. */
        EthLikeEstimateResponse: components["schemas"]["EthLikePriceSet"] & {
            /**
             * @description The amount for the recipient for each fee in `fees`, for a transaction with `gasPrices`, as `gasPrice` or as
             *     `maxFeePerGas`; present with `max` only.
             */
            amounts?: components["schemas"]["EthLikeAmountSet"];
            /** @description The fee for each mode in wei: `gasLimit` times the mode's price in `gasPrices`. */
            fees: components["schemas"]["EthLikeFeeSet"];
            /**
             * @description The gas limit, as returned by gas-limit for this sender; with `max` 21000 if the recipient has no code, except
             *     on arb.
             * @example 21000
             */
            gasLimit: string;
            /**
             * @description The L1 data fee and operator fee of a rollup in wei, in addition to the fee. With `max` it includes a
             *     margin of a quarter for an increase before the transaction is in a block.
             * @example 1600000000
             */
            l1Fee?: string | null;
            /**
             * @description The maximum fee for each mode in wei: `gasLimit` times the mode's price in `maxFees`, for get-hash with
             *     `maxFeePerGas`; present if the chain has a base fee.
             */
            maximumFees?: components["schemas"]["EthLikeFeeSet"];
            /**
             * Format: int64
             * @description The nonce of the request, or else of the sender's next transaction after all pending ones.
             * @example 7
             */
            nonce: number;
            /**
             * @description Warnings about the prices and the recipient; absent without any. `contract_recipient`: the recipient of coins or
             *     tokens has code. `fee_share`: the normal fee of a payment, with the `l1Fee` of a rollup, exceeds a fifth of its amount.
             *     `unlimited_approval` and `recipient_is_token_contract`: as in parse.
             */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeEstimateResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeEstimateResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description One price or fee per mode in wei: slow ≤ normal ≤ fast. */
        EthLikeFeeSet: {
            /**
             * @description Inclusion in the next block.
             * @example 42000000000
             */
            fast: string;
            /**
             * @description Inclusion within the next blocks, with a margin for changes of the base fee.
             * @example 31500000000
             */
            normal: string;
            /**
             * @description Inclusion within a few minutes.
             * @example 26000000000
             */
            slow: string;
        };
        /** @description Transaction to simulate. */
        EthLikeGasLimitRequest: {
            /**
             * @description The sender. If present, the exact transaction is simulated.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            address?: string | null;
            /**
             * @description The amount for the recipient in wei.
             * @example 100000
             */
            amount: string;
            /**
             * @description Calldata in hex, or the code of a contract deployment; empty for a payment.
             * @example
             */
            data: string;
            /**
             * @description livenet or testnet. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * Format: int64
             * @description The nonce of the transaction. It does not affect the gas limit.
             * @example 7
             */
            nonce: number;
            /**
             * @description The address of the recipient of a payment, or of the called contract. `null` deploys a contract.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            to: string | null;
        };
        /** @description Gas limit of a transaction. */
        EthLikeGasLimitResponse: {
            /**
             * @description `false` if the exact transaction could not be simulated because its sender is unknown; otherwise absent.
             *     Unused gas is refunded.
             * @example false
             */
            exact?: boolean | null;
            /**
             * @description The gas limit: 21000 for a payment to an account; for calls, and for everything on arb, whose gas includes L1
             *     costs, the simulated gas plus a fifth.
             * @example 21000
             */
            gasLimit: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeGasLimitResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeGasLimitResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Current gas prices. */
        EthLikeGasPriceResponse: components["schemas"]["EthLikePriceSet"] & {
            /** @description Warnings about the prices; absent without any. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeGasPriceResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeGasPriceResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Public key. */
        EthLikeGetAddressRequest: {
            /**
             * @description livenet or testnet; the address is the same on both. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description Ignored: the addresses of these chains have one form. Default: `false`.
             * @example false
             */
            prefix?: boolean;
            /**
             * @description The public key in hex: 33 or 65 bytes. Both forms have the same address.
             * @example 0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
             */
            publicKey: string;
        };
        /** @description Derived address. */
        EthLikeGetAddressResponse: {
            /**
             * @description The address with its checksum (ERC-55).
             * @example 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf
             */
            address: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeGetAddressResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeGetAddressResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Transaction and public key of its sender. */
        EthLikeGetHashRequest: components["schemas"]["EthLikeTransactionRequest"] & {
            /**
             * @description livenet or testnet. The hash depends on it. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The sender's public key in hex: 33 or 65 bytes. The hash is the same for every sender.
             * @example 0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
             */
            publicKey: string;
        };
        /** @description Hash to sign. */
        EthLikeGetHashResponse: {
            /**
             * @description The 32 bytes to sign in hex: the Keccak-256 hash of the transaction with its chain id.
             * @example 0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53
             */
            hash: string;
            /** @description Warnings about the transaction, the same as in parse; absent without any. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeGetHashResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeGetHashResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A message with its signature. */
        EthLikeMessageAttachSignatureRequest: components["schemas"]["EthLikeMessageRequest"] & {
            /**
             * @description livenet or testnet, for the `chainId` of a domain. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The signer's public key in hex: 33 or 65 bytes.
             * @example 0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798
             */
            publicKey: string;
            /** @description The signature of the hash. */
            signature: components["schemas"]["EthLikeSignature"];
        };
        /** @description Signature of a message. */
        EthLikeMessageAttachSignatureResponse: {
            /**
             * @description The signature in hex, as wallets return it to apps: r and s with 32 bytes each, and v, which is 27 or 28.
             * @example 0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c
             */
            signature: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeMessageAttachSignatureResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeMessageAttachSignatureResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Message to sign. */
        EthLikeMessageGetHashRequest: components["schemas"]["EthLikeMessageRequest"] & {
            /**
             * @description livenet or testnet, for the `chainId` of a domain. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
        };
        /** @description Hash to sign. */
        EthLikeMessageGetHashResponse: {
            /**
             * @description The 32 bytes to sign in hex: the Keccak-256 hash of the message with the prefix of EIP-191 or EIP-712.
             * @example 0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53
             */
            hash: string;
            /** @description The permit that the signature grants; absent for other messages. */
            summary?: components["schemas"]["EthLikePermitSummary"];
            /**
             * @description Warnings about the message; absent without any. `unlimited_approval`: the permit has no effective limit.
             *     `unknown_authorisation`: the typed data look like an authorisation to withdraw tokens, in a form without a summary.
             */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeMessageGetHashResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeMessageGetHashResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Message without its chain. */
        EthLikeMessageRequest: {
            /**
             * @description The encoding of a text: `text` for its characters, which is the default, or `hex` for its bytes. Typed data have
             *     no encoding. Default: `text`.
             * @example text
             * @enum {string}
             */
            encoding?: "text" | "hex";
            /**
             * @description The text, or the object with `types`, `primaryType`, `domain` and `message`. Integers are strings of decimal or `0x`-prefixed hex digits, or numbers up to 2^53 − 1. A `chainId` of the domain must be that of the chain.
             * @example Sign in to example.com
             */
            message: string | {
                domain: Record<string, never>;
                message: Record<string, never>;
                primaryType: string;
                types: Record<string, never>;
            };
            /**
             * @description `personal` for a text (EIP-191, `personal_sign`), `typed-data` for structured data (EIP-712,
             *     `eth_signTypedData_v4`).
             * @example personal
             * @enum {string}
             */
            type: "personal" | "typed-data";
        };
        /** @description A call of a token contract, or an unknown call in a wrapper. Fields that the function does not have are absent. */
        EthLikeNamedCall: {
            /**
             * @description The transferred amount, the allowance or its change, in the token's base unit. Of `transferFrom` and `approve` of
             *     an ERC-721 contract it is the id of the token: calldata do not show the difference.
             * @example 2500000
             */
            amount?: string | null;
            /**
             * @description True if `setApprovalForAll` lets the operator withdraw all tokens, false if it revokes that.
             * @example true
             */
            approved?: boolean | null;
            /**
             * @description The called contract.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            contract: string;
            /**
             * @description The time in Unix seconds until which a permit is valid; absent without a limit.
             * @example 1798761600
             */
            deadline?: string | null;
            /**
             * @description The time in Unix seconds at which an allowance within Permit2 ends.
             * @example 1798761600
             */
            expiration?: string | null;
            /**
             * @description The owner of the tokens, if it is an argument.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            from?: string;
            /**
             * @description The called function; `unknown` for another one in a wrapper.
             * @example approve
             * @enum {string}
             */
            method: "transfer" | "transferFrom" | "approve" | "increaseAllowance" | "decreaseAllowance" | "setApprovalForAll" | "permit" | "permitTransferFrom" | "transferWithAuthorization" | "receiveWithAuthorization" | "safeTransferFrom" | "safeBatchTransferFrom" | "unknown";
            /**
             * @description The first four bytes of the calldata in hex; absent if there are fewer.
             * @example 0x095ea7b3
             */
            selector?: string | null;
            /**
             * @description The recipient, or the spender of an approval.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            to?: string;
            /**
             * @description The token contract of a call of Permit2; absent if the called contract is the token.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            token?: string;
            /** @description The tokens of an ERC-721 or ERC-1155 transfer. */
            tokens?: components["schemas"]["EthLikeTokenAmount"][];
            /**
             * @description True if the calldata are not exactly the encoding of the arguments: with further bytes, other offsets, bits that a
             *     type does not have, or missing bytes. Contracts can execute them all the same. Absent otherwise.
             * @example true
             */
            trailingData?: boolean | null;
            /**
             * @description The innermost wrapper that contains the call.
             * @example multicall
             * @enum {string|null}
             */
            wrapper?: "multicall" | "aggregate" | "blockAndAggregate" | "tryAggregate" | "tryBlockAndAggregate" | "aggregate3" | "aggregate3Value" | null;
        };
        /** @description Nonce of an address. */
        EthLikeNonceResponse: {
            /**
             * Format: int64
             * @description The number of transactions in blocks: the nonces from it up to `nonce` are those of pending ones.
             * @example 6
             */
            confirmed: number;
            /**
             * Format: int64
             * @description The nonce of the next transaction: the number of transactions sent, including up to 64 pending ones.
             * @example 7
             */
            nonce: number;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeNonceResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeNonceResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Transaction in one of two fields. */
        EthLikeParseRequest: {
            /**
             * @description livenet or testnet. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The transaction in hex, signed or unsigned.
             * @example 0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2145fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83
             */
            txdata?: string | null;
            /**
             * @description The same as `txdata`, under the name of the unsigned transaction on other chains.
             * @example 0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2145fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83
             */
            unsignedMessage?: string | null;
        };
        /** @description Contents of a transaction. */
        EthLikeParseResponse: components["schemas"]["EthLikeParseResponseLegacy"] | components["schemas"]["EthLikeParseResponseFeeMarket"];
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeParseResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeParseResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Prices of an EIP-1559 transaction. */
        EthLikeParseResponseFeeMarket: {
            /** @description The access list (EIP-2930); absent if empty. */
            accessList?: components["schemas"]["EthLikeAccessListItem"][];
            /**
             * @description The amount for the recipient in wei.
             * @example 1000000000000000000
             */
            amount: string;
            /**
             * @description The transfers and approvals of tokens in the calldata, also in a wrapper such as Multicall3; absent without any. All
             *     calls of a wrapper are listed.
             */
            calls?: components["schemas"]["EthLikeNamedCall"][];
            /**
             * @description The address of the deployed contract; present for a signed contract deployment.
             * @example 0xCd234A471b72ba2F1Ccf0A70FCABA648a5eeCD8d
             */
            contract?: string | null;
            /**
             * @description Calldata, or the code of a contract deployment; `0x` if empty.
             * @example 0x
             */
            data: string;
            /**
             * @description The maximum fee in wei: gas limit times price. On a rollup the L1 fee is added.
             * @example 420000000000000
             */
            fee: string;
            /**
             * @description The signer; empty for an unsigned transaction.
             * @example 0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F
             */
            from: string;
            /**
             * @description The gas limit.
             * @example 21000
             */
            gasLimit: string;
            /**
             * @description The maximum price per unit of gas in wei, base fee and tip together.
             * @example 31500000000
             */
            maxFeePerGas: string;
            /**
             * @description The maximum tip per unit of gas in wei, included in `maxFeePerGas`.
             * @example 1500000000
             */
            maxPriorityFeePerGas: string;
            /**
             * Format: int64
             * @description The nonce of the transaction.
             * @example 9
             */
            nonce: number;
            /**
             * @description True if the transaction is signed. The signature is verified.
             * @example true
             */
            signed: boolean;
            /**
             * @description The recipient of a payment, or the called contract; `null` for a contract deployment.
             * @example 0x3535353535353535353535353535353535353535
             */
            to: string | null;
            /** @description The ERC-20 transfer or approval in the calldata, if there is one. */
            token?: components["schemas"]["EthLikeTokenCall"];
            /**
             * @description The transaction hash; present if the transaction is signed.
             * @example 0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788
             */
            txid?: string | null;
            /**
             * @description Warnings about the transaction; absent without any. `fee_share`: the fee of a payment exceeds a fifth of its
             *     amount. `unlimited_approval`: a spender may withdraw all tokens. `recipient_is_token_contract`: tokens are sent to
             *     their contract.
             */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description Price of a legacy transaction. */
        EthLikeParseResponseLegacy: {
            /** @description The access list (EIP-2930); absent if empty. */
            accessList?: components["schemas"]["EthLikeAccessListItem"][];
            /**
             * @description The amount for the recipient in wei.
             * @example 1000000000000000000
             */
            amount: string;
            /**
             * @description The transfers and approvals of tokens in the calldata, also in a wrapper such as Multicall3; absent without any. All
             *     calls of a wrapper are listed.
             */
            calls?: components["schemas"]["EthLikeNamedCall"][];
            /**
             * @description The address of the deployed contract; present for a signed contract deployment.
             * @example 0xCd234A471b72ba2F1Ccf0A70FCABA648a5eeCD8d
             */
            contract?: string | null;
            /**
             * @description Calldata, or the code of a contract deployment; `0x` if empty.
             * @example 0x
             */
            data: string;
            /**
             * @description The maximum fee in wei: gas limit times price. On a rollup the L1 fee is added.
             * @example 420000000000000
             */
            fee: string;
            /**
             * @description The signer; empty for an unsigned transaction.
             * @example 0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F
             */
            from: string;
            /**
             * @description The gas limit.
             * @example 21000
             */
            gasLimit: string;
            /**
             * @description The price per unit of gas in wei.
             * @example 20000000000
             */
            gasPrice: string;
            /**
             * Format: int64
             * @description The nonce of the transaction.
             * @example 9
             */
            nonce: number;
            /**
             * @description True if the transaction is signed. The signature is verified.
             * @example true
             */
            signed: boolean;
            /**
             * @description The recipient of a payment, or the called contract; `null` for a contract deployment.
             * @example 0x3535353535353535353535353535353535353535
             */
            to: string | null;
            /** @description The ERC-20 transfer or approval in the calldata, if there is one. */
            token?: components["schemas"]["EthLikeTokenCall"];
            /**
             * @description The transaction hash; present if the transaction is signed.
             * @example 0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788
             */
            txid?: string | null;
            /**
             * @description Warnings about the transaction; absent without any. `fee_share`: the fee of a payment exceeds a fifth of its
             *     amount. `unlimited_approval`: a spender may withdraw all tokens. `recipient_is_token_contract`: tokens are sent to
             *     their contract.
             */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description A permitted withdrawal of one token. */
        EthLikePermitPermission: {
            /**
             * @description The maximum amount in the token's base unit.
             * @example 2500000
             */
            amount: string;
            /**
             * @description The time in Unix seconds at which an allowance within Permit2 ends.
             * @example 1798761600
             */
            expiration?: string | null;
            /**
             * @description The token contract.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            token: string;
        };
        /** @description A permit: its signature lets the spender withdraw tokens without a transaction of the signer. */
        EthLikePermitSummary: {
            /**
             * @description The maximum amount in the token's base unit; absent with `permissions`.
             * @example 2500000
             */
            amount?: string | null;
            /**
             * @description The contract that verifies the signature: the token, or Permit2.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            contract: string;
            /**
             * @description The time in Unix seconds until which the signature is valid; absent without a limit.
             * @example 1798761600
             */
            deadline?: string | null;
            /**
             * @description The time in Unix seconds at which an allowance within Permit2 ends; absent with `permissions`.
             * @example 1798761600
             */
            expiration?: string | null;
            /** @description The withdrawals that a batch permits; absent for a permit of a single token. */
            permissions?: components["schemas"]["EthLikePermitPermission"][];
            /**
             * @description The account or contract that may withdraw the tokens; with `eip-3009` their recipient.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            spender: string;
            /**
             * @description `eip-2612` or `dai` for an allowance of one token, `permit2-allowance` for allowances within Permit2,
             *     `permit2-transfer` for a transfer by Permit2, `eip-3009` for a transfer by the token to the `spender`. In the form
             *     of DAI the amount is either unlimited or 0.
             * @example eip-2612
             * @enum {string}
             */
            standard: "eip-2612" | "dai" | "permit2-allowance" | "permit2-transfer" | "eip-3009";
            /**
             * @description The token contract; absent with `permissions`.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            token?: string;
            /**
             * @description `permit`.
             * @example permit
             * @enum {string}
             */
            type: "permit";
        };
        /** @description Gas prices. */
        EthLikePriceSet: {
            /**
             * @description The base fee of the next block in wei; present if the chain has one (EIP-1559).
             * @example 20000000000
             */
            baseFeePerGas?: string | null;
            /**
             * @description The `gasPrice` of a legacy transaction for each mode, which is paid in full. Also accepted as
             *     `maxFeePerGas`, with at most the margin of `maxFees`.
             */
            gasPrices: components["schemas"]["EthLikeFeeSet"];
            /**
             * @description The `maxFeePerGas` of an EIP-1559 transaction for each mode, with a margin for a rising base fee that is only
             *     paid if the base fee rises; present if the chain has a base fee.
             */
            maxFees?: components["schemas"]["EthLikeFeeSet"];
            /** @description The `maxPriorityFeePerGas` for each mode, for use with `maxFees`; present if the chain has a base fee. */
            priorityFees?: components["schemas"]["EthLikeFeeSet"];
        };
        /** @description A signed transaction. */
        EthLikeSendRequest: {
            /**
             * @description livenet or testnet: the network that the transaction was signed for. Default: `livenet`.
             * @example livenet
             * @enum {string}
             */
            network?: "livenet" | "testnet";
            /**
             * @description The signed transaction in hex, as in the attach-signature response.
             * @example 0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2145fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83
             */
            txdata: string;
        };
        /** @description Transaction known to the network. */
        EthLikeSendResponse: {
            /**
             * @description The transaction hash.
             * @example 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060
             */
            txid: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeSendResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeSendResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description ECDSA signature over secp256k1. A high s is normalised to the low s (EIP-2). `recovery` or `v` selects one
         *     of two recoverable keys; if both are absent, both keys are tested.
         */
        EthLikeSignature: {
            /**
             * @description The number r in hex.
             * @example 3609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a
             */
            r: string;
            /**
             * Format: int64
             * @description The recovery id: 0 or 1.
             * @example 0
             */
            recovery?: number | null;
            /**
             * @description The number s in hex.
             * @example 3609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a
             */
            s: string;
            /**
             * Format: int64
             * @description The recovery id as 0 or 1, as 27 or 28, or in EIP-155 form for this chain.
             * @example 27
             */
            v?: number | null;
        };
        /** @description An amount of tokens with the same id. */
        EthLikeTokenAmount: {
            /**
             * @description The amount; 1 for ERC-721.
             * @example 1
             */
            amount: string;
            /**
             * @description The id.
             * @example 7
             */
            id: string;
        };
        /** @description ERC-20 transfer or approval. */
        EthLikeTokenCall: {
            /**
             * @description The transferred amount or the allowance, in the token's base unit.
             * @example 2500000
             */
            amount: string;
            /**
             * @description The called function, `transfer` or `approve`.
             * @example transfer
             * @enum {string}
             */
            method: "transfer" | "approve";
            /**
             * @description The recipient or the spender.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            to: string;
        };
        /** @description Transaction without its chain. */
        EthLikeTransactionRequest: {
            /**
             * @description The amount for the recipient in wei. 0 for a token transfer, which has its amount in `data`.
             * @example 100000
             */
            amount: string;
            /**
             * @description Calldata in hex, or the code of a contract deployment; empty for a payment.
             * @example
             */
            data: string;
            /**
             * @description The maximum fee in wei: exactly `gasLimit` times `gasPrice` or `maxFeePerGas`.
             * @example 100000
             */
            fee: string;
            /**
             * @description The gas limit: at least 21000, at most the chain's maximum.
             * @example 100000
             */
            gasLimit: string;
            /**
             * @description The price per unit of gas in wei. Mutually exclusive with `maxFeePerGas`.
             * @example 100000
             */
            gasPrice?: string | null;
            /**
             * @description The maximum price per unit of gas in wei, base fee and tip together (EIP-1559). Replaces `gasPrice` on
             *     chains with a base fee.
             * @example 100000
             */
            maxFeePerGas?: string | null;
            /**
             * @description The maximum tip per unit of gas in wei; at most `maxFeePerGas`, which it accompanies.
             * @example 100000
             */
            maxPriorityFeePerGas?: string | null;
            /**
             * Format: int64
             * @description The nonce of the transaction, as returned by nonce or estimate.
             * @example 7
             */
            nonce: number;
            /**
             * @description The address of the recipient of a payment, or of the called contract. `null` deploys a contract.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            to: string | null;
        };
        /** @description Confirmation status of a transaction. */
        EthLikeTransactionStatusResponse: {
            /**
             * @description The block height; empty while pending and if replaced.
             * @example 46147
             */
            block: string;
            /**
             * Format: int64
             * @description The number of confirmations, its own block included; 0 while pending.
             * @example 6
             */
            confirmations: number;
            /**
             * Format: int64
             * @description The block time in Unix seconds; 0 while pending, since nodes do not report the time of first sighting.
             * @example 1438918233
             */
            date: number;
            /**
             * @description The transaction in a block that has the same sender and nonce; present if the transaction was replaced and a node
             *     reports the other one.
             * @example 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060
             */
            replacedBy?: string;
            /**
             * @description `pending` while the transaction is in the mempool, `confirmed` when it is in a block, `rejected` when it
             *     is in a block and failed (it paid its fee and changed nothing else), or when it was replaced.
             * @example confirmed
             * @enum {string}
             */
            status: "pending" | "confirmed" | "rejected";
            /**
             * @description The transaction hash in lower case, with `0x`.
             * @example 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060
             */
            txid: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeTransactionStatusResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeTransactionStatusResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description Validation result. All fields except `reason` are always present (docs/decisions/0110). */
        EthLikeValidateAddressResponse: {
            /**
             * @description The address with its checksum (ERC-55); empty if it is invalid.
             * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
             */
            address: string;
            /**
             * @description `contract` if the address currently has code, otherwise `account`; empty if the address is invalid. An
             *     account that delegates to a contract (EIP-7702) has code as well.
             * @example account
             * @enum {string}
             */
            kind: "account" | "contract" | "";
            /**
             * @description The reason why the address is invalid, as a readable sentence.
             * @example Address must be 0x and 40 hex digits.
             */
            reason?: string | null;
            /**
             * @description True if the string is a valid address.
             * @example true
             */
            valid: boolean;
            /**
             * @description Warnings about payments to the address; absent without any. `contract_recipient`: it has code.
             *     `recipient_is_token_contract`: it is an ERC-20 contract.
             */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EthLikeValidateAddressResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EthLikeValidateAddressResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /**
         * @description The contract call fails.
         * @example {
         *       "error": {
         *         "code": "execution_reverted",
         *         "details": {
         *           "revertData": "0x08c379a0"
         *         },
         *         "message": "The contract call fails.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        ExecutionRevertedError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example execution_reverted
                 * @enum {string}
                 */
                code: "execution_reverted";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The data that the contract returned, in hex with `0x`; `0x` without data.
                     * @example 0x08c379a0
                     */
                    revertData: string;
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The contract call fails.
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
         * @description The fee is not gas limit times gas price.
         * @example {
         *       "error": {
         *         "code": "fee_mismatch",
         *         "details": {
         *           "expected": "420000000000000"
         *         },
         *         "message": "The fee is not gas limit times gas price.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        FeeMismatchError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example fee_mismatch
                 * @enum {string}
                 */
                code: "fee_mismatch";
                /** @description Additional data. */
                details: {
                    /**
                     * @description The expected fee in wei.
                     * @example 420000000000000
                     */
                    expected: string;
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The fee is not gas limit times gas price.
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
         * @description The sender has pending transactions whose value is unknown.
         * @example {
         *       "error": {
         *         "code": "pending_transactions",
         *         "message": "The sender has pending transactions whose value is unknown.",
         *         "retriable": true
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        PendingTransactionsError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example pending_transactions
                 * @enum {string}
                 */
                code: "pending_transactions";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The sender has pending transactions whose value is unknown.
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
    getAddressEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeGetAddressRequest"];
            };
        };
        responses: {
            /** @description Derived address. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeGetAddressResponseEnvelope"];
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
    messageAttachSignatureEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeMessageAttachSignatureRequest"];
            };
        };
        responses: {
            /** @description Signature of a message. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeMessageAttachSignatureResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `invalid_signature`: A signature that does not verify.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["InvalidSignatureError"];
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
    messageGetHashEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeMessageGetHashRequest"];
            };
        };
        responses: {
            /** @description Hash to sign. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeMessageGetHashResponseEnvelope"];
                };
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
    bumpEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeBumpRequest"];
            };
        };
        responses: {
            /** @description The replacement: the fields of get-hash, which the client completes with its public key. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeBumpResponseEnvelope"];
                };
            };
            /**
             * @description `invalid_transaction`: the transaction is in a block, was replaced, or is of a type that this service does not build. `fee_too_high`: the maximum fee of the chain leaves no room for a replacement.
             *
             *     - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_transaction`: Transaction bytes that cannot be parsed, or must not be sent.
             *     - `fee_too_high`: The fee is above the safety limit.
             *     - `execution_reverted`: The contract call fails.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidTransactionError"] | components["schemas"]["FeeTooHighError"] | components["schemas"]["ExecutionRevertedError"];
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
    erc20ApproveDataEthLike: {
        parameters: {
            query: {
                /**
                 * @description The maximum amount that the spender may withdraw, in the token's base unit; 0 revokes an earlier
                 *     approval.
                 * @example 100000
                 */
                amount: string;
                /**
                 * @description The spender, who may withdraw tokens of the sender.
                 * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
                 */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calldata of an approval. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeErc20ApproveDataResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             */
            400: {
                headers: {
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
    erc20TransferDataEthLike: {
        parameters: {
            query: {
                /**
                 * @description The amount in the token's base unit.
                 * @example 100000
                 */
                amount: string;
                /**
                 * @description The recipient of the tokens.
                 * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
                 */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calldata of a transfer. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeErc20TransferDataResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             */
            400: {
                headers: {
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
    estimateEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeEstimateRequest"];
            };
        };
        responses: {
            /** @description Nonce, gas limit, prices and fees of a transaction. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeEstimateResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `insufficient_funds`: The balance or the inputs do not cover amount and fee.
             *     - `fee_too_high`: The fee is above the safety limit.
             *     - `execution_reverted`: The contract call fails.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["InsufficientFundsError"] | components["schemas"]["FeeTooHighError"] | components["schemas"]["ExecutionRevertedError"];
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
             * @description The amount is max, and the sender has pending transactions that no node lists; set a fixed amount, or retry later.
             *
             *     `pending_transactions`: The sender has pending transactions whose value is unknown.
             */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingTransactionsError"];
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
    gasLimitEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeGasLimitRequest"];
            };
        };
        responses: {
            /** @description Gas limit of a transaction. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeGasLimitResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `insufficient_funds`: The balance or the inputs do not cover amount and fee.
             *     - `execution_reverted`: The contract call fails.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["InsufficientFundsError"] | components["schemas"]["ExecutionRevertedError"];
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
    gasPriceEthLike: {
        parameters: {
            query?: {
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
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Current gas prices. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeGasPriceResponseEnvelope"];
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
    nonceEthLike: {
        parameters: {
            query: {
                /**
                 * @description The sender's address.
                 * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
                 */
                address: string;
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
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nonce of an address. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeNonceResponseEnvelope"];
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
    attachSignatureEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeAttachSignatureRequest"];
            };
        };
        responses: {
            /** @description Signed transaction. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeAttachSignatureResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `invalid_signature`: A signature that does not verify.
             *     - `fee_too_low`: The fee is below the network's relay minimum.
             *     - `fee_too_high`: The fee is above the safety limit.
             *     - `fee_mismatch`: The fee is not gas limit times gas price.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["InvalidSignatureError"] | components["schemas"]["FeeTooLowError"] | components["schemas"]["FeeTooHighError"] | components["schemas"]["FeeMismatchError"];
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
    getHashEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeGetHashRequest"];
            };
        };
        responses: {
            /** @description Hash to sign. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeGetHashResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_address`: Not an address of this chain and network.
             *     - `invalid_public_key`: Not a public key of this chain.
             *     - `invalid_amount`: Not an amount, or an amount outside the possible range.
             *     - `fee_too_low`: The fee is below the network's relay minimum.
             *     - `fee_too_high`: The fee is above the safety limit.
             *     - `fee_mismatch`: The fee is not gas limit times gas price.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidAddressError"] | components["schemas"]["InvalidPublicKeyError"] | components["schemas"]["InvalidAmountError"] | components["schemas"]["FeeTooLowError"] | components["schemas"]["FeeTooHighError"] | components["schemas"]["FeeMismatchError"];
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
    parseEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeParseRequest"];
            };
        };
        responses: {
            /** @description Contents of a transaction. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeParseResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_signature`: A signature that does not verify.
             *     - `invalid_transaction`: Transaction bytes that cannot be parsed, or must not be sent.
             *     - `fee_too_high`: The fee is above the safety limit.
             */
            400: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidSignatureError"] | components["schemas"]["InvalidTransactionError"] | components["schemas"]["FeeTooHighError"];
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
    sendEthLike: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EthLikeSendRequest"];
            };
        };
        responses: {
            /** @description Transaction known to the network. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeSendResponseEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `invalid_signature`: A signature that does not verify.
             *     - `invalid_transaction`: Transaction bytes that cannot be parsed, or must not be sent.
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
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidSignatureError"] | components["schemas"]["InvalidTransactionError"] | components["schemas"]["FeeTooHighError"];
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
             * @description `details.reason` is nonce_too_low, nonce_too_high, replacement_underpriced, insufficient_funds, fee_too_low, fee_too_high, gas_too_low, gas_too_high, not_standard or rejected_by_node.
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
    transactionStatusEthLike: {
        parameters: {
            query: {
                /**
                 * @description The sender, required with `nonce`. A replaced transaction is recognised by both after the network has forgotten it.
                 * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
                 */
                address?: string;
                /**
                 * @description livenet or testnet.
                 * @example livenet
                 */
                network?: "livenet" | "testnet";
                /**
                 * @description The nonce, a whole number from 0 to 2^53 − 1, required with `address`.
                 * @example 7
                 */
                nonce?: string;
                /**
                 * @description The transaction hash: 64 hex digits.
                 * @example f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16
                 */
                txid: string;
            };
            header?: never;
            path: {
                /**
                 * @description The chain.
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirmation status of a transaction. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeTransactionStatusResponseEnvelope"];
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
    validateAddressEthLike: {
        parameters: {
            query: {
                /**
                 * @description The string to validate.
                 * @example 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
                 */
                address: string;
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
                 * @example eth
                 */
                chain: "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Validation result. All fields except `reason` are always present (docs/decisions/0110). */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EthLikeValidateAddressResponseEnvelope"];
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
    errorsBlockchainConnectorEthLike: {
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
    healthBlockchainConnectorEthLike: {
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
    openapiBlockchainConnectorEthLike: {
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
