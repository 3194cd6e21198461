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
        /** Returns the address of a public key. */
        post: operations["getAddress"];
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
         * Returns the fees charged for operations in the last five ledgers.
         * @description With several Horizon servers each fee is the median of theirs, and of two the lower one.
         */
        get: operations["feeStat"];
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
        post: operations["attachSignature"];
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
        post: operations["getHashAddTrustline"];
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
        post: operations["getHashClaimableBalance"];
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
        post: operations["getHashFeeBump"];
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
         */
        post: operations["getHashMultiOperations"];
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
        post: operations["getHashTransfer"];
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
         * @description The operations have the form accepted by get-hash/xlm/multi-operations. A transaction that its source account
         *     signed for another network is rejected. The endpoint sends no request to the network.
         */
        post: operations["parse"];
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
        post: operations["send"];
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
        /** Returns the status of a transaction. */
        get: operations["transactionStatus"];
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
        /** Returns the reserve of an account. */
        post: operations["accountReserve"];
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
        /** Returns the base reserve of the network. */
        get: operations["baseReserve"];
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
        /** Checks the existence of an account. */
        post: operations["checkAccount"];
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
        /** Checks that an account has a trustline for an asset. A missing account has none. */
        post: operations["checkAccountTrustline"];
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
        get: operations["validateAddress"];
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
        get: operations["health"];
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
        get: operations["openapi"];
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
        /** @description Transfers all lumens of an account to another account and deletes it. */
        AccountMerge: {
            /** @description The recipient of the lumens: G… or M…. */
            destination: string;
        };
        /** @description An account. */
        AccountRequest: {
            /**
             * @description The address of the account: G….
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address: string;
            /**
             * @description The network: `livenet` or `testnet`.
             * @default livenet
             * @example livenet
             */
            network?: string;
        };
        /** @description The reserve of an account. */
        AccountReserveResponse: {
            /** @description The reserve in stroops, by purpose. */
            reserved: components["schemas"]["Reserved"];
        };
        /**
         * @description A trustline change or, since the specification allows it at this path, the claim of a claimable
         *     balance.
         */
        AddTrustlineRequest: components["schemas"]["TermsRequest"] & {
            /**
             * @description The maximum balance of the asset, in stroops. 0 deletes the trustline. Defaults to the maximum
             *     amount.
             * @default 9223372036854775807
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
             * @description The network: `livenet` or `testnet`. The hash is valid only on this network.
             * @default livenet
             * @example livenet
             */
            network?: string;
            /**
             * @description The public key of the account with the trustline: 64 hex digits, or its address.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
        };
        /** @description Authorizes an account to hold an asset of the source account. Deprecated by `setTrustLineFlags`. */
        AllowTrust: {
            /** @description The asset code. */
            assetCode: string;
            /**
             * Format: int32
             * @description 1 authorizes fully, 2 authorizes only to maintain liabilities, 0 revokes the authorization.
             */
            authorize: number;
            /** @description The account of the trustline. */
            trustor: string;
        };
        /** @description The reserve of trustlines. */
        AssetReserve: {
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
        AttachSignatureRequest: {
            /**
             * @description The network: `livenet` or `testnet`. Must be the network of the signed hash.
             * @default livenet
             * @example livenet
             */
            network?: string;
            /**
             * @description The public key of the signer: 64 hex digits, or its address. It may differ from the key of the
             *     source account.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
            /** @description The signature of the hash. */
            signature: components["schemas"]["Signature"];
            /**
             * @description The transaction as returned by get-hash, or `txdata` of an earlier call to attach another
             *     signature.
             * @example AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…
             */
            unsignedMessage: string;
        };
        /** @description The signed transaction. */
        AttachSignatureResponse: {
            /**
             * @description The transaction with its signatures: XDR in base64, as accepted by send and, for another
             *     signature, by attach-signature.
             * @example AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…
             */
            txdata: string;
        };
        /** @description The base reserve. */
        BaseReserveResponse: {
            /**
             * @description The base reserve: the minimum balance per ledger entry, in stroops.
             * @example 5000000
             */
            baseReserve: string;
        };
        /**
         * @description Starts a sponsorship: the source account pays the reserves of entries that the sponsored account
         *     creates.
         */
        BeginSponsoringFutureReserves: {
            /** @description The address of the sponsored account. */
            sponsoredId: string;
        };
        /** @description Increases the sequence number of an account. */
        BumpSequence: {
            /** @description The new sequence number. A number not above the current one has no effect. */
            bumpTo: string;
        };
        /** @description Creates, changes or deletes a trustline. */
        ChangeTrust: {
            /** @description The trusted asset: an issued asset or the shares of a pool. */
            asset: components["schemas"]["XlmTrusted"];
            /**
             * @description The maximum balance, in stroops. 0 deletes the trustline. Defaults to the maximum amount.
             * @default 9223372036854775807
             */
            limit: string;
        };
        /** @description The existence of an account. */
        CheckAccountResponse: {
            /**
             * @description True if the account exists. A transfer of lumens to a missing account creates it.
             * @example true
             */
            accountExists: boolean;
        };
        /** @description The account and the asset of a trustline. */
        CheckAccountTrustlineRequest: {
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
             * @description The network: `livenet` or `testnet`.
             * @default livenet
             * @example livenet
             */
            network?: string;
        };
        /** @description The existence of a trustline. */
        CheckAccountTrustlineResponse: {
            /**
             * @description True if the account has a trustline for the asset. An issuer has none for its own asset.
             * @example true
             */
            hasTrustline: boolean;
        };
        /** @description The claim of a claimable balance. */
        ClaimableBalanceRequest: components["schemas"]["TermsRequest"] & {
            /**
             * @description The balance id: 72 hex digits as returned by address info, or B….
             * @example 00000000dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7
             */
            claimableBalanceId: string;
            /**
             * @description The network: `livenet` or `testnet`. The hash is valid only on this network.
             * @default livenet
             * @example livenet
             */
            network?: string;
            /**
             * @description The public key of the claimant: 64 hex digits, or its address.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
        };
        /** @description Claims a balance for the source account. */
        ClaimClaimableBalance: {
            /** @description The balance id: 72 hex digits, or B…. */
            balanceId: string;
        };
        /** @description Claws back an amount of an asset of the source account from a holder. */
        Clawback: {
            /** @description The amount, in stroops. */
            amount: string;
            /** @description The asset. */
            asset: components["schemas"]["XlmCredit"];
            /** @description The holder: G… or M…. */
            from: string;
        };
        /** @description Claws back a whole unclaimed balance of an asset issued by the source account. */
        ClawbackClaimableBalance: {
            /** @description The balance id: 72 hex digits, or B…. */
            balanceId: string;
        };
        /** @description Creates an account and funds it with lumens. */
        CreateAccount: {
            /** @description The address of the new account. */
            destination: string;
            /**
             * @description The starting balance in XLM with up to 7 decimal places: at least 2 base reserves, or 0 if its
             *     reserves are sponsored.
             * @example 2.5
             */
            startingBalance: string;
        };
        /** @description Creates a balance that the first of several claimants can claim. */
        CreateClaimableBalance: {
            /** @description The claimable amount, in stroops. */
            amount: string;
            /** @description The claimable asset. */
            asset: components["schemas"]["XlmAnyAsset"];
            /** @description The claimants: 1 to 10 different accounts. */
            claimants: components["schemas"]["XlmClaimant"][];
        };
        /** @description Creates an offer that takes no other offer of the same price. */
        CreatePassiveSellOffer: {
            /** @description The sold amount, in stroops. */
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
        };
        /** @description Ends the sponsorship of the source account, which must be the sponsored account. */
        EndSponsoringFutureReserves: Record<string, never>;
        /** @description The envelope of a result, for the OpenAPI document. */
        Envelope_AttachSignatureResponse: {
            /** @description The result. */
            data: components["schemas"]["AttachSignatureResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        Envelope_FeeStatResponse: {
            /** @description The result. */
            data: components["schemas"]["FeeStatResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        Envelope_GetAddressResponse: {
            /** @description The result. */
            data: components["schemas"]["GetAddressResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        Envelope_GetHashResponse: {
            /** @description The result. */
            data: components["schemas"]["GetHashResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        Envelope_Health: {
            /** @description The health of a service. */
            data: {
                /**
                 * @description The service's name.
                 * @example authorization
                 */
                service: string;
                /**
                 * @description `ok` if the process responds; `degraded` if at least one of the checked upstreams is not up.
                 * @example ok
                 */
                status: string;
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
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        Envelope_ParseResponse: {
            /** @description The result. */
            data: components["schemas"]["ParseResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        Envelope_SendResponse: {
            /** @description The result. */
            data: components["schemas"]["SendResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        Envelope_TransactionStatusResponse: {
            /** @description The result. */
            data: components["schemas"]["TransactionStatusResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        Envelope_ValidateAddressResponse: {
            /** @description The result. */
            data: components["schemas"]["ValidateAddressResponse"];
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
        /** @description A signed transaction and the account that pays a higher fee for it. */
        FeeBumpRequest: {
            /**
             * @description The maximum total fee in stroops: at least 100 for each operation plus 100, and at least the fee rate of the
             *     inner transaction. The resource fee of a contract counts once.
             * @example 100000
             */
            fee: string;
            /**
             * @description The network: `livenet` or `testnet`. Must be the network of the transaction's signatures.
             * @default livenet
             * @example livenet
             */
            network?: string;
            /**
             * @description The public key of the account that pays the fee: 64 hex digits, or its address.
             * @example 3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a
             */
            publicKey: string;
            /**
             * @description The signed transaction as returned by attach-signature.
             * @example AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…
             */
            txdata: string;
        };
        /** @description The range of charged fees, in stroops per operation. */
        FeeCharged: {
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
         * @description Fee statistics. A recommended fee for a transaction is the sum of `feeCharged.max` and
         *     `lastLedgerBaseFee`, multiplied by the number of operations.
         */
        FeeStatResponse: {
            /** @description The fees charged in the last five ledgers. */
            feeCharged: components["schemas"]["FeeCharged"];
            /**
             * @description The base fee of the latest ledger, in stroops per operation.
             * @example 100
             */
            lastLedgerBaseFee: string;
            /** @description Warnings about the prices; absent without any. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The envelope of a [`Flat`] result, for the OpenAPI document. */
        FlatEnvelope_AccountReserveResponse: components["schemas"]["AccountReserveResponse"] & {
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a [`Flat`] result, for the OpenAPI document. */
        FlatEnvelope_BaseReserveResponse: components["schemas"]["BaseReserveResponse"] & {
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a [`Flat`] result, for the OpenAPI document. */
        FlatEnvelope_CheckAccountResponse: components["schemas"]["CheckAccountResponse"] & {
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The envelope of a [`Flat`] result, for the OpenAPI document. */
        FlatEnvelope_CheckAccountTrustlineResponse: components["schemas"]["CheckAccountTrustlineResponse"] & {
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The public key of the address. */
        GetAddressRequest: {
            /**
             * @description The network: `livenet` or `testnet`. An address is the same on both.
             * @default livenet
             * @example livenet
             */
            network?: string;
            /**
             * @description Has no effect: the addresses of this chain have only one form.
             * @default false
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
        GetAddressResponse: {
            /**
             * @description The address (SEP-23).
             * @example GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ
             */
            address: string;
        };
        /** @description A transaction to sign. */
        GetHashResponse: {
            /**
             * @description The 32 bytes to sign in hex. They are also the transaction id.
             * @example 9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee
             */
            hash: string;
            /**
             * @description The transaction in an envelope without signatures: XDR in base64, as accepted by
             *     attach-signature.
             * @example AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…
             */
            unsignedMessage: string;
            /**
             * @description Warnings about the transaction; absent without any. `memo_recommended`: a recipient of the operator's list
             *     recommends a memo, and the transaction has none.
             */
            warnings?: components["schemas"]["Warning"][];
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
             */
            status: string;
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
        /** @description Deposits both assets of a pool at the pool's current ratio in exchange for pool shares. */
        LiquidityPoolDeposit: {
            /** @description The pool id: 64 hex digits, or L…. */
            liquidityPoolId: string;
            /** @description The maximum amount of the first asset, in stroops. */
            maxAmountA: string;
            /** @description The maximum amount of the second asset, in stroops. */
            maxAmountB: string;
            /**
             * @description The maximum price in units of A per unit of B.
             * @example 0.55
             */
            maxPrice: string;
            /**
             * @description The minimum price in units of A per unit of B.
             * @example 0.45
             */
            minPrice: string;
        };
        /** @description Redeems shares of a pool for both of its assets. */
        LiquidityPoolWithdraw: {
            /** @description The number of shares, in stroops. */
            amount: string;
            /** @description The pool id: 64 hex digits, or L…. */
            liquidityPoolId: string;
            /** @description The minimum amount of the first asset, in stroops. */
            minAmountA: string;
            /** @description The minimum amount of the second asset, in stroops. */
            minAmountB: string;
        };
        /** @description Creates, changes or deletes a buy offer. */
        ManageBuyOffer: {
            /** @description The bought amount, in stroops. 0 deletes the offer. */
            buyAmount: string;
            /** @description The bought asset. */
            buying: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The id of the offer to change. 0 creates a new offer.
             * @default 0
             */
            offerId: string;
            /**
             * @description The number of `selling` units per `buying` unit: at 0.5, a purchase of 10 costs 5.
             * @example 0.5
             */
            price: string;
            /** @description The sold asset. */
            selling: components["schemas"]["XlmAnyAsset"];
        };
        /** @description Sets or deletes a data entry of an account. */
        ManageData: {
            /** @description The name of the entry, 1 to 64 characters. */
            name: string;
            /** @description The value of at most 64 bytes: a string, or `base64` for bytes that are not text. `null` deletes the entry. */
            value: components["schemas"]["XlmDataValue"];
        };
        /** @description Creates, changes or deletes a sell offer. */
        ManageSellOffer: {
            /** @description The sold amount, in stroops. 0 deletes the offer. */
            amount: string;
            /** @description The bought asset. */
            buying: components["schemas"]["XlmAnyAsset"];
            /**
             * @description The id of the offer to change. 0 creates a new offer.
             * @default 0
             */
            offerId: string;
            /**
             * @description The number of `buying` units per `selling` unit: at 0.5, a sale of 10 yields 5.
             * @example 0.5
             */
            price: string;
            /** @description The sold asset. */
            selling: components["schemas"]["XlmAnyAsset"];
        };
        /** @description A transaction of 1 to 100 operations. */
        MultiOperationsRequest: components["schemas"]["TermsRequest"] & {
            /**
             * @description The network: `livenet` or `testnet`. The hash is valid only on this network.
             * @default livenet
             * @example livenet
             */
            network?: string;
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
        /** @description A note on a transaction. */
        Note: {
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
        ParsedOperation: components["schemas"]["XlmNativeOperation"] | {
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
        ParseRequest: {
            /**
             * @description The network: `livenet` or `testnet`. It determines the returned `txid`.
             * @default livenet
             * @example livenet
             */
            network?: string;
            /**
             * @description The transaction, signed or unsigned: XDR in base64.
             * @example AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…
             */
            txdata?: string | null;
            /**
             * @description The transaction under the field name of get-hash.
             * @example AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…
             */
            unsignedMessage?: string | null;
        };
        /** @description The content of a transaction. */
        ParseResponse: {
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
             */
            memoType?: string | null;
            /** @description Notes on the transaction: the meaning of prices, and operations that the network rejects. */
            notes?: components["schemas"]["Note"][];
            /** @description All operations in order. */
            operations: components["schemas"]["ParsedOperation"][];
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
        /** @description Pays an exact received amount of one asset from another asset. */
        PathPaymentStrictReceive: {
            /** @description The received amount, in stroops. */
            destAmount: string;
            /** @description The received asset. */
            destAsset: components["schemas"]["XlmAnyAsset"];
            /** @description The recipient: G… or M…. */
            destination: string;
            /** @description The intermediate assets of the exchange, at most 5. */
            path: components["schemas"]["XlmAnyAsset"][];
            /** @description The sent asset. */
            sendAsset: components["schemas"]["XlmAnyAsset"];
            /** @description The maximum sent amount, in stroops. */
            sendMax: string;
        };
        /** @description Pays with an exact sent amount of one asset and delivers another asset. */
        PathPaymentStrictSend: {
            /** @description The received asset. */
            destAsset: components["schemas"]["XlmAnyAsset"];
            /** @description The recipient: G… or M…. */
            destination: string;
            /** @description The minimum received amount, in stroops. */
            destMin: string;
            /** @description The intermediate assets of the exchange, at most 5. */
            path: components["schemas"]["XlmAnyAsset"][];
            /** @description The sent amount, in stroops, without the fee. */
            sendAmount: string;
            /** @description The sent asset. */
            sendAsset: components["schemas"]["XlmAnyAsset"];
        };
        /** @description Pays an amount of an asset. */
        Payment: {
            /** @description The amount, in stroops. */
            amount: string;
            /** @description The asset. */
            asset: components["schemas"]["XlmAnyAsset"];
            /** @description The recipient: G… or M…. */
            destination: string;
        };
        /** @description The parts of a reserve, in stroops. */
        Reserved: {
            /** @description The reserve of its trustlines. */
            assets: components["schemas"]["AssetReserve"];
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
        /** @description Ends or transfers the sponsorship of an account. */
        RevokeAccountSponsorship: {
            /** @description The address of the account. */
            account: string;
        };
        /** @description Ends or transfers the sponsorship of a claimable balance. */
        RevokeClaimableBalanceSponsorship: {
            /** @description The balance id: 72 hex digits, or B…. */
            balanceId: string;
        };
        /** @description Ends or transfers the sponsorship of a data entry. */
        RevokeDataSponsorship: {
            /** @description The account of the data entry. */
            account: string;
            /** @description The name of the entry. */
            name: string;
        };
        /**
         * @description Ends or transfers the sponsorship of a liquidity pool. The network rejects this operation, since a
         *     pool has no sponsor.
         */
        RevokeLiquidityPoolSponsorship: {
            /** @description The pool id: 64 hex digits, or L…. */
            liquidityPoolId: string;
        };
        /** @description Ends or transfers the sponsorship of an offer. */
        RevokeOfferSponsorship: {
            /** @description The id of the offer. */
            offerId: string;
            /** @description The account of the offer. */
            seller: string;
        };
        /** @description Ends or transfers the sponsorship of a signer. */
        RevokeSignerSponsorship: {
            /** @description The account of the signer. */
            account: string;
            /** @description The signer. */
            signer: components["schemas"]["XlmSponsoredSigner"];
        };
        /** @description Ends or transfers the sponsorship of a trustline. */
        RevokeTrustlineSponsorship: {
            /** @description The account of the trustline. */
            account: string;
            /** @description The asset of the trustline: an issued asset or the shares of a pool. */
            asset: components["schemas"]["XlmSponsoredTrustline"];
        };
        /** @description A signed transaction. */
        SendRequest: {
            /**
             * @description The network: `livenet` or `testnet`. Must be the network of the transaction's signatures.
             *     Detected from the signatures if absent. Required for a transaction without signatures, which its accounts
             *     have authorized by a signer of type `preAuthTx`.
             * @example livenet
             */
            network?: string | null;
            /**
             * @description The signed transaction as returned by attach-signature: XDR in base64.
             * @example AAAAAgAAAAA/DDS/k60NmXHQTMyQ9wVRHIOKrZc0pKL7DXoD/H/omgAAAGQ…
             */
            txdata: string;
        };
        /** @description A transaction that the network accepted. */
        SendResponse: {
            /**
             * @description The transaction id: its hash.
             * @example 9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee
             */
            txid: string;
        };
        /** @description Changes the settings of an account. Absent settings do not change. */
        SetOptions: {
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
            /** @description The home domain of the account: at most 32 characters. */
            homeDomain?: string | null;
            /** @description The recipient of the former inflation. */
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
        };
        /** @description Sets and clears flags of a trustline for an asset of the source account. */
        SetTrustLineFlags: {
            /** @description The asset. */
            asset: components["schemas"]["XlmCredit"];
            /** @description The flags to set and clear. */
            flags: components["schemas"]["XlmTrustLineFlags"];
            /** @description The account of the trustline. */
            trustor: string;
        };
        /** @description An Ed25519 signature (RFC 8032), split into its two halves. */
        Signature: {
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
        /** @description The fields of every transaction besides its operations. */
        TermsRequest: {
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
             * @description The type of the memo: text, the number of a user at the recipient (id), or a hash in hex (hash, return).
             * @default text
             * @example text
             */
            memoType?: string | null;
            /**
             * @description The sequence number of the transaction: a whole number above that of the last transaction of the account.
             *     Defaults to the next one. With consecutive numbers, several transactions can be built at once; a ledger applies
             *     them in this order. Balances and trustlines are checked as they are now, without the transactions before.
             * @example 128920000000009
             */
            sequence?: string | null;
            /**
             * Format: int64
             * @description The number of seconds from now within which a ledger can include the transaction: 30 to 86400.
             * @default 600
             * @example 600
             */
            timeout?: number | null;
        };
        /** @description The status of a transaction. */
        TransactionStatusResponse: {
            /**
             * @description The sequence number of its ledger.
             * @example 50000000
             */
            block: string;
            /**
             * Format: int32
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
             */
            status: string;
            /**
             * @description The transaction id in lower case.
             * @example 9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee
             */
            txid: string;
        };
        /** @description A payment. */
        TransferRequest: components["schemas"]["TermsRequest"] & {
            /**
             * @description The amount, in stroops.
             * @example 100000
             */
            amount: string;
            /** @description The asset. The lumen if absent. */
            asset?: components["schemas"]["XlmAsset"];
            /**
             * @description The network: `livenet` or `testnet`. The hash is valid only on this network.
             * @default livenet
             * @example livenet
             */
            network?: string;
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
             */
            network: string;
            /**
             * @description `up`: in sync and responding. `behind`: responding, but its latest block is too old to be used. `paused`:
             *     backed off after repeated failures or at the upstream's request, and not contacted now. `down`: contacted
             *     without a usable response.
             * @example up
             */
            state: string;
        };
        /**
         * @description The result of a validation. All fields except `trusts`, `reason` and `warnings` are always present
         *     (docs/decisions/0110).
         */
        ValidateAddressResponse: {
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
             */
            kind: string;
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
        WarningCode: "fee_outlier" | "memo_recommended";
        /** @description An asset: the lumen or an issued asset. */
        XlmAnyAsset: components["schemas"]["XlmCoin"] | components["schemas"]["XlmCredit"];
        /** @description An asset. */
        XlmAsset: {
            /**
             * @description Always `xlm`. May be omitted.
             * @example xlm
             */
            chain?: string | null;
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
             */
            kind?: string | null;
        };
        /** @description A claimant of a balance and the condition of the claim. */
        XlmClaimant: {
            /** @description The address of the claimant. */
            destination: string;
            /** @description The condition of the claim. No condition if absent. */
            predicate?: components["schemas"]["XlmPredicate"];
        };
        /** @description The lumen. */
        XlmCoin: {
            /**
             * @description Always `xlm`.
             * @example xlm
             */
            chain: string;
            /**
             * @description Always `coin`.
             * @example coin
             */
            kind: string;
        };
        /** @description An asset issued by an account. */
        XlmCredit: {
            /**
             * @description Always `xlm`. May be omitted.
             * @example xlm
             */
            chain?: string;
            /**
             * @description The asset code: 1 to 12 letters and digits.
             * @example USDC
             */
            code: string;
            /**
             * @description The address of the issuing account.
             * @example GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN
             */
            issuer: string;
            /**
             * @description Always `xlm-asset`. May be omitted.
             * @example xlm-asset
             */
            kind?: string;
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
        /** @description An operation of a transaction. */
        XlmNativeOperation: components["schemas"]["XlmNativeOperationBody"] & {
            /** @description The source account: G… or M…. The source account of the transaction if absent. */
            source?: string | null;
        };
        /** @description The type and content of an operation. */
        XlmNativeOperationBody: (components["schemas"]["CreateAccount"] & {
            /** @enum {string} */
            type: "createAccount";
        }) | (components["schemas"]["Payment"] & {
            /** @enum {string} */
            type: "payment";
        }) | (components["schemas"]["PathPaymentStrictReceive"] & {
            /** @enum {string} */
            type: "pathPaymentStrictReceive";
        }) | (components["schemas"]["PathPaymentStrictSend"] & {
            /** @enum {string} */
            type: "pathPaymentStrictSend";
        }) | (components["schemas"]["ManageSellOffer"] & {
            /** @enum {string} */
            type: "manageSellOffer";
        }) | (components["schemas"]["ManageBuyOffer"] & {
            /** @enum {string} */
            type: "manageBuyOffer";
        }) | (components["schemas"]["CreatePassiveSellOffer"] & {
            /** @enum {string} */
            type: "createPassiveSellOffer";
        }) | (components["schemas"]["SetOptions"] & {
            /** @enum {string} */
            type: "setOptions";
        }) | (components["schemas"]["ChangeTrust"] & {
            /** @enum {string} */
            type: "changeTrust";
        }) | (components["schemas"]["AllowTrust"] & {
            /** @enum {string} */
            type: "allowTrust";
        }) | (components["schemas"]["AccountMerge"] & {
            /** @enum {string} */
            type: "accountMerge";
        }) | (components["schemas"]["ManageData"] & {
            /** @enum {string} */
            type: "manageData";
        }) | (components["schemas"]["BumpSequence"] & {
            /** @enum {string} */
            type: "bumpSequence";
        }) | (components["schemas"]["CreateClaimableBalance"] & {
            /** @enum {string} */
            type: "createClaimableBalance";
        }) | (components["schemas"]["ClaimClaimableBalance"] & {
            /** @enum {string} */
            type: "claimClaimableBalance";
        }) | (components["schemas"]["BeginSponsoringFutureReserves"] & {
            /** @enum {string} */
            type: "beginSponsoringFutureReserves";
        }) | (components["schemas"]["EndSponsoringFutureReserves"] & {
            /** @enum {string} */
            type: "endSponsoringFutureReserves";
        }) | (components["schemas"]["RevokeAccountSponsorship"] & {
            /** @enum {string} */
            type: "revokeAccountSponsorship";
        }) | (components["schemas"]["RevokeTrustlineSponsorship"] & {
            /** @enum {string} */
            type: "revokeTrustlineSponsorship";
        }) | (components["schemas"]["RevokeOfferSponsorship"] & {
            /** @enum {string} */
            type: "revokeOfferSponsorship";
        }) | (components["schemas"]["RevokeDataSponsorship"] & {
            /** @enum {string} */
            type: "revokeDataSponsorship";
        }) | (components["schemas"]["RevokeClaimableBalanceSponsorship"] & {
            /** @enum {string} */
            type: "revokeClaimableBalanceSponsorship";
        }) | (components["schemas"]["RevokeLiquidityPoolSponsorship"] & {
            /** @enum {string} */
            type: "revokeLiquidityPoolSponsorship";
        }) | (components["schemas"]["RevokeSignerSponsorship"] & {
            /** @enum {string} */
            type: "revokeSignerSponsorship";
        }) | (components["schemas"]["Clawback"] & {
            /** @enum {string} */
            type: "clawback";
        }) | (components["schemas"]["ClawbackClaimableBalance"] & {
            /** @enum {string} */
            type: "clawbackClaimableBalance";
        }) | (components["schemas"]["SetTrustLineFlags"] & {
            /** @enum {string} */
            type: "setTrustLineFlags";
        }) | (components["schemas"]["LiquidityPoolDeposit"] & {
            /** @enum {string} */
            type: "liquidityPoolDeposit";
        }) | (components["schemas"]["LiquidityPoolWithdraw"] & {
            /** @enum {string} */
            type: "liquidityPoolWithdraw";
        });
        /**
         * @description A condition on the time of a claim with exactly one of the fields. Conditions can be nested up to
         *     four levels deep.
         */
        XlmPredicate: {
            /**
             * @description Before this Unix time in seconds.
             * @example 1767225600
             */
            abs_before?: string | null;
            /** @description Two conditions that must both be true. */
            and?: components["schemas"]["XlmPredicate"][] | null;
            /** @description A condition that must be false. */
            not?: components["schemas"]["XlmPredicate"];
            /** @description Two conditions, at least one of which must be true. */
            or?: components["schemas"]["XlmPredicate"][] | null;
            /**
             * @description Before this number of seconds has passed since the creation of the balance.
             * @example 86400
             */
            rel_before?: string | null;
        };
        /** @description A signer with its weight. */
        XlmSigner: {
            /** @description The key of the signer. */
            key: string;
            /**
             * Format: int32
             * @description The weight of the signer. 0 removes the signer.
             */
            weight: number;
        };
        /** @description A sponsored signer. */
        XlmSponsoredSigner: Record<string, never>;
        /** @description A sponsored trustline: for an issued asset or for the shares of a pool. */
        XlmSponsoredTrustline: components["schemas"]["XlmCredit"] | components["schemas"]["XlmLiquidityPoolId"];
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAddress: {
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
                "application/json": components["schemas"]["GetAddressRequest"];
            };
        };
        responses: {
            /** @description The address of the public key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_GetAddressResponse"];
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
        };
    };
    feeStat: {
        parameters: {
            query?: {
                /**
                 * @description The network: `livenet` or `testnet`.
                 * @example livenet
                 */
                network?: string;
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
             * @description Fee statistics. A recommended fee for a transaction is the sum of `feeCharged.max` and
             *     `lastLedgerBaseFee`, multiplied by the number of operations.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_FeeStatResponse"];
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
    attachSignature: {
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
                "application/json": components["schemas"]["AttachSignatureRequest"];
            };
        };
        responses: {
            /** @description The signed transaction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_AttachSignatureResponse"];
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
        };
    };
    getHashAddTrustline: {
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
                "application/json": components["schemas"]["AddTrustlineRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_GetHashResponse"];
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
    getHashClaimableBalance: {
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
                "application/json": components["schemas"]["ClaimableBalanceRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_GetHashResponse"];
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
    getHashFeeBump: {
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
                "application/json": components["schemas"]["FeeBumpRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_GetHashResponse"];
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
        };
    };
    getHashMultiOperations: {
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
                "application/json": components["schemas"]["MultiOperationsRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_GetHashResponse"];
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
    getHashTransfer: {
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
                "application/json": components["schemas"]["TransferRequest"];
            };
        };
        responses: {
            /** @description A transaction to sign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_GetHashResponse"];
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
    parse: {
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
                "application/json": components["schemas"]["ParseRequest"];
            };
        };
        responses: {
            /** @description The content of a transaction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ParseResponse"];
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
        };
    };
    send: {
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
                "application/json": components["schemas"]["SendRequest"];
            };
        };
        responses: {
            /** @description A transaction that the network accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_SendResponse"];
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
            /** @description The network rejects the transaction for the reason in details.reason: bad_sequence, outside_time_bounds, bad_signatures, fee_too_low, insufficient_funds, account_missing, operation_failed or rejected_by_node. details.resultCodes has the result codes of the network: transaction, innerTransaction of a fee bump, and operations */
            422: {
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
            /** @description The network is unreachable. With details.txid, a broadcast was attempted and no node is known to have the transaction */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description The network did not respond in time. With details.txid, the transaction may have been sent; send the same bytes again */
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
    transactionStatus: {
        parameters: {
            query: {
                /**
                 * @description The network: `livenet` or `testnet`.
                 * @example livenet
                 */
                network?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_TransactionStatusResponse"];
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
    accountReserve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            /** @description The reserve of an account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlatEnvelope_AccountReserveResponse"];
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
    baseReserve: {
        parameters: {
            query?: {
                /**
                 * @description The network: `livenet` or `testnet`.
                 * @example livenet
                 */
                network?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlatEnvelope_BaseReserveResponse"];
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
    checkAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            /** @description The existence of an account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlatEnvelope_CheckAccountResponse"];
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
    checkAccountTrustline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckAccountTrustlineRequest"];
            };
        };
        responses: {
            /** @description The existence of a trustline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlatEnvelope_CheckAccountTrustlineResponse"];
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
    validateAddress: {
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
                network?: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Envelope_ValidateAddressResponse"];
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
    health: {
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
                    "application/json": components["schemas"]["Envelope_Health"];
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
    openapi: {
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
