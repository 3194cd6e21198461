// Generated from functions/authorization/openapi.json by `npm run generate`.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Returns the public keys that verify permission tokens. Requires no token and has no envelope. */
        get: operations["jwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes the bearer's account. Its sessions, security tokens and device tokens end, and its user name becomes free. */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes the password of the bearer's account.
         * @description All security tokens, device tokens and all other sessions of the account end; the bearer's session remains valid.
         */
        put: operations["changePassword"];
        /**
         * Registers an account. For merchant back ends with the permission `register`.
         * @description The registrations of a merchant and those from one network are limited. `RateLimit` and `RateLimit-Policy` contain
         *     the state of the limits.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes the bearer's account like `DELETE /api/account`, for clients that drop the body of a DELETE
         *     request.
         */
        post: operations["deleteAccountByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permission/issue-by-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issues tokens to a user account. */
        post: operations["issueByFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permission/issue-by-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues tokens to a merchant back end.
         * @description Several sessions can have the same `tokenId`, since the instances of a back end share it.
         */
        post: operations["issueByKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permission/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renews the tokens of a session with the same permissions and spends the refresh token.
         * @description A lost response does no harm: for 30 seconds, the token just spent yields the same successor again. After that
         *     time, or with an older token at any time, the session ends.
         */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permission/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the session of a refresh token. Succeeds if the session has already ended.
         * @description Permission tokens issued earlier remain valid until they expire, for at most 10 minutes.
         */
        post: operations["revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/security-factor/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authenticates a user by user name and password.
         * @description After 5 consecutive incorrect passwords for a user name, existing or not, from one network (an IPv4 address or an
         *     IPv6 /64), each further attempt from it requires a wait of 1 second, doubling up to 15 minutes. An attempt during the
         *     wait is rejected unchecked and does not count.
         *
         *     The same applies to a name after 20 incorrect passwords from all networks without a login in the last 30 days, and
         *     the 100th closes the name for such networks for a day. A device token avoids both waits. A network with more than 200
         *     incorrect passwords in 10 minutes, for any names, has to wait too.
         *
         *     `RateLimit` and `RateLimit-Policy` contain the state of the limits.
         */
        post: operations["proveCredentials"];
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
        get: operations["healthAuthorization"];
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
        get: operations["openapiAuthorization"];
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
        /** @description A request to change the password. */
        ChangePasswordRequest: {
            /**
             * @description The new password: 8 to 128 characters of any kind, neither a common password nor the user name.
             * @example tr0mbone & velvet
             */
            newPassword: string;
            /**
             * @description The current password. Any string is accepted and checked.
             * @example correct horse battery staple
             */
            password: string;
        };
        /** @description A login request with user name and password. */
        CredentialsRequest: {
            /**
             * @description The device token of an earlier login on this device. One that is invalid or of another account has no effect.
             * @example eyJ0eXAiOiJkZXZpY2Urand0IiwiYWxnIjoiSFMyNTYiLCJraWQiOi…
             */
            deviceToken?: string | null;
            /**
             * @description The password. Any string is accepted and checked.
             * @example correct horse battery staple
             */
            password: string;
            /**
             * @description The user name in any case: 3 to 64 characters.
             * @example alice
             */
            username: string;
        };
        /** @description A request to delete the bearer's account. */
        DeleteAccountRequest: {
            /**
             * @description The password of the account. Any string is accepted and checked.
             * @example correct horse battery staple
             */
            password: string;
        };
        /** @description An empty result: the account is deleted. */
        DeleteAccountResponse: Record<string, never>;
        /** @description The envelope of a result, for the OpenAPI document. */
        DeleteAccountResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["DeleteAccountResponse"];
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
        /** @description A request for tokens with proofs of account ownership. */
        IssueByFactorsRequest: {
            /**
             * @description Any string of at most 1024 bytes of UTF-8, and 2048 bytes in JSON, included as a claim in the permission tokens.
             * @example phone
             */
            payload?: string | null;
            /**
             * @description The requested permissions: `read`, `secret` or both.
             * @example [
             *       "read",
             *       "secret"
             *     ]
             */
            permissions: string[];
            /**
             * @description A single security token, as an alternative to `securityTokens`.
             * @example eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJ…
             */
            securityToken?: string | null;
            /**
             * @description 1 to 10 security tokens of one account.
             * @example [
             *       "eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJ…"
             *     ]
             */
            securityTokens?: string[] | null;
            /**
             * Format: uuid
             * @description A client-chosen UUID of the session, claim `sid`. A new session of the account with the same id replaces the
             *     earlier one.
             * @example 7d444840-9dc0-11d1-b245-5ffdce74fad2
             */
            tokenId: string;
        };
        /** @description A request for tokens with a merchant key. */
        IssueByKeyRequest: {
            /**
             * @description The merchant key as issued by the provider: `wck_<merchantId>_<43 characters>`.
             * @example wck_demo_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
             */
            merchantKey: string;
            /**
             * @description Any string of at most 1024 bytes of UTF-8, and 2048 bytes in JSON, included as a claim in the permission tokens.
             * @example back end 3
             */
            payload?: string | null;
            /**
             * @description The requested permissions: 1 to 4 different ones of `read`, `register`, `secret` and `assets`,
             *     all of which the merchant must be entitled to.
             * @example [
             *       "read",
             *       "register"
             *     ]
             */
            permissions: string[];
            /**
             * Format: uuid
             * @description A client-chosen UUID of the session, claim `sid`. A back end uses a constant one.
             * @example 7d444840-9dc0-11d1-b245-5ffdce74fad2
             */
            tokenId: string;
        };
        /** @description A public Ed25519 key (RFC 8037). */
        Jwk: {
            /**
             * @description Always `EdDSA`.
             * @example EdDSA
             */
            alg: string;
            /**
             * @description Always `Ed25519`.
             * @example Ed25519
             */
            crv: string;
            /**
             * @description The key id, as in the header of the tokens.
             * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
             */
            kid: string;
            /**
             * @description Always `OKP`.
             * @example OKP
             */
            kty: string;
            /**
             * @description Always `sig`.
             * @example sig
             */
            use: string;
            /**
             * @description The public key: 32 bytes in base64url.
             * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
             */
            x: string;
        };
        /** @description A set of public keys (RFC 7517). */
        Jwks: {
            /** @description The keys that sign now, signed recently or will sign soon. */
            keys: components["schemas"]["Jwk"][];
        };
        /** @description The tokens of a client that presented a correct password. */
        LoginTokens: {
            /**
             * @description An opaque string for `deviceToken` of later logins on the same device, which then succeed while other clients
             *     guess passwords of this account. Valid for 90 days, until the password changes. Store it securely; it replaces
             *     an earlier one.
             * @example eyJ0eXAiOiJkZXZpY2Urand0IiwiYWxnIjoiSFMyNTYiLCJraWQiOi…
             */
            deviceToken: string;
            /**
             * @description A JWT signed with Ed25519, `typ` `security+jwt`, for `POST /api/permission/issue-by-factors`.
             *     Valid for 5 minutes and any number of uses, until the password changes.
             * @example eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJhbGciOiJFZERTQSIsImtpZCI6…
             */
            securityToken: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        LoginTokensEnvelope: {
            /** @description The result. */
            data: components["schemas"]["LoginTokens"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A permission token with its expiry. */
        PermissionTokenPart: {
            /**
             * Format: int64
             * @description The expiry in Unix seconds.
             * @example 1800000600
             */
            expiresAt: number;
            /**
             * @description A JWT signed with Ed25519, `typ` `at+jwt`. Valid for 10 minutes.
             * @example eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSIsImtpZCI6…
             */
            permissionToken: string;
        };
        /** @description A request for new tokens of a session. */
        RefreshRequest: {
            /**
             * @description The refresh token of the session, unchanged.
             * @example wcr1.Zm9vYmFy.B1y2…
             */
            refreshToken: string;
        };
        /** @description A refresh token with its expiry. */
        RefreshTokenPart: {
            /**
             * Format: int64
             * @description The expiry in Unix seconds, unless the token is used earlier.
             * @example 1802592000
             */
            expiresAt: number;
            /**
             * @description An opaque string that must be stored securely. Valid for one use within 30 days, and for at most 90 days
             *     after the session was opened.
             * @example wcr1.Zm9vYmFy.B1y2…
             */
            refreshToken: string;
        };
        /** @description A request to register an account. */
        RegisterRequest: {
            /**
             * @description The password: 8 to 128 characters of any kind, neither a common password nor the user name.
             * @example correct horse battery staple
             */
            password: string;
            /**
             * @description The user name: 3 to 64 characters, which are letters and digits of any script and ASCII signs
             *     without spaces (RFC 8265, UsernameCaseMapped). `Alice` and `alice` are the same name.
             * @example alice
             */
            username: string;
        };
        /** @description A request to end a session. */
        RevokeRequest: {
            /**
             * @description A refresh token of the session, spent or not.
             * @example wcr1.Zm9vYmFy.B1y2…
             */
            refreshToken: string;
        };
        /** @description An empty result: the session has ended. */
        RevokeResponse: Record<string, never>;
        /** @description The envelope of a result, for the OpenAPI document. */
        RevokeResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["RevokeResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A proof of account ownership. */
        SecurityToken: {
            /**
             * @description A JWT signed with Ed25519, `typ` `security+jwt`, for `POST /api/permission/issue-by-factors`.
             *     Valid for 5 minutes and any number of uses, until the password changes.
             * @example eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJhbGciOiJFZERTQSIsImtpZCI6…
             */
            securityToken: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        SecurityTokenEnvelope: {
            /** @description The result. */
            data: components["schemas"]["SecurityToken"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description The tokens of a session, returned by every issue and every refresh. */
        TokenPair: {
            /** @description The token for `Authorization: Bearer`. */
            permissionToken: components["schemas"]["PermissionTokenPart"];
            /** @description The token for a single `POST /api/permission/refresh`. */
            refreshToken: components["schemas"]["RefreshTokenPart"];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        TokenPairEnvelope: {
            /** @description The result. */
            data: components["schemas"]["TokenPair"];
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
    jwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key set, which may be cached for 5 minutes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jwks"];
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
            /** @description `service_unavailable`: the secret store is unavailable */
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
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteAccountRequest"];
            };
        };
        responses: {
            /** @description An empty result: the account is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAccountResponseEnvelope"];
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
            /** @description An invalid bearer token, or `invalid_credentials`: the password is incorrect */
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
            /** @description `too_many_requests`: retry after the time in `Retry-After` */
            429: {
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
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description The tokens of a client that presented a correct password. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginTokensEnvelope"];
                };
            };
            /** @description `invalid_request`, or `weak_password` if the new password violates the rules */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description An invalid bearer token, or `invalid_credentials`: the password is incorrect */
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
            /** @description `too_many_requests`: retry after the time in `Retry-After` */
            429: {
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
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description A proof of account ownership. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityTokenEnvelope"];
                };
            };
            /** @description `invalid_request`, or `weak_password` if the password violates the rules */
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
            /** @description `username_taken`: after a registration with a lost response, log in instead */
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
            /** @description `too_many_requests`: retry after the time in `Retry-After` */
            429: {
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
    deleteAccountByPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteAccountRequest"];
            };
        };
        responses: {
            /** @description An empty result: the account is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAccountResponseEnvelope"];
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
            /** @description An invalid bearer token, or `invalid_credentials`: the password is incorrect */
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
            /** @description `too_many_requests`: retry after the time in `Retry-After` */
            429: {
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
    issueByFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueByFactorsRequest"];
            };
        };
        responses: {
            /** @description The tokens of a session, returned by every issue and every refresh. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPairEnvelope"];
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
            /** @description `invalid_token` or `token_expired`: a security token is invalid or expired; a password change invalidates earlier ones */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_permission`: accounts cannot have the permission in `details.required` */
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
    issueByKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueByKeyRequest"];
            };
        };
        responses: {
            /** @description The tokens of a session, returned by every issue and every refresh. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPairEnvelope"];
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
            /** @description `invalid_merchant_key`: the key is malformed, unknown, expired or disabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description `insufficient_permission`: the merchant is not entitled to `details.required` */
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
    refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description The tokens of a session, returned by every issue and every refresh. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPairEnvelope"];
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
            /** @description `invalid_token`: the refresh token is unknown, spent or expired, or its session has ended */
            401: {
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
    revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeRequest"];
            };
        };
        responses: {
            /** @description An empty result: the session has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeResponseEnvelope"];
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
            /** @description `invalid_token`: the refresh token is unknown; no session was ended */
            401: {
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
    proveCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialsRequest"];
            };
        };
        responses: {
            /** @description The tokens of a client that presented a correct password. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginTokensEnvelope"];
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
            /** @description `invalid_credentials`: unknown user name or incorrect password */
            401: {
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
            /** @description `too_many_requests`: retry after the time in `Retry-After` */
            429: {
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
    healthAuthorization: {
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
    openapiAuthorization: {
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
