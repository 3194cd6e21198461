// Generated from functions/authorization/openapi.json by `npm run generate`.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the public keys that verify permission tokens.
         * @description The endpoint requires no token. Its response is a JSON Web Key Set without an envelope.
         */
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
        /**
         * Deletes the bearer's account.
         * @description Its sessions, security tokens and device tokens end, and its user name becomes free.
         */
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
         * Deletes the bearer's account, for clients that drop the body of a DELETE request.
         * @description The effect is the same as that of `DELETE /api/account`.
         */
        post: operations["deleteAccountByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the state of the second factor.
         * @description An enrolment without its confirmation is not active.
         */
        get: operations["showSecondFactor"];
        put?: never;
        /**
         * Starts the enrolment of a second factor: one-time passwords (RFC 6238).
         * @description It takes effect with `POST /api/account/otp/confirm`. A further start replaces the secret. The password is required, so that
         *     a stolen token locks no user out with a factor of another device.
         */
        post: operations["enrolSecondFactor"];
        /**
         * Removes the second factor with one of its codes.
         * @description All security tokens, device tokens and other sessions of the account end; the bearer's session remains valid. After a lost
         *     response the repeated request gets 404: the account has no second factor any more.
         */
        delete: operations["removeSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/otp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms the enrolment of a second factor and returns the recovery codes.
         * @description From then on a login requires a code. All security tokens, device tokens and other sessions of the account end, since
         *     they were issued for the password alone; the bearer's session remains valid.
         *
         *     After a lost response, `GET /api/account/otp` returns if the factor is active, and
         *     `POST /api/account/otp/recovery-codes` issues new recovery codes.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/otp/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes the second factor, for clients that drop the body of a DELETE request.
         * @description The effect is the same as that of `DELETE /api/account/otp`.
         */
        post: operations["removeSecondFactorByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/otp/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces the recovery codes.
         * @description The earlier recovery codes are no longer valid. The request requires a code of the authenticator app: after a lost response
         *     the next code of the app yields other recovery codes, while a user without the app would have no code at all. Users who lost
         *     the app remove the second factor with a recovery code, and enrol again.
         */
        post: operations["replaceRecoveryCodes"];
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
        /**
         * Issues tokens to a user account.
         * @description The security tokens prove that the client owns the account. A session with the same `tokenId` replaces an earlier one
         *     of the account. An account has at most 100 sessions: a further one ends the one that was not used for the longest time.
         *
         *     If the account has a second factor, the security token of the password alone gets 401 `invalid_credentials` with
         *     `details.factor` `otp`: exchange it for one of both factors at `POST /api/security-factor/otp`.
         */
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
         *     The correct password of an account that the operator has disabled gets 401 `invalid_credentials` with `details.reason`
         *     `account_disabled`.
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
    "/api/security-factor/otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authenticates a user by the second factor, after `POST /api/security-factor/credentials`.
         * @description The security token in the response proves both factors. A user without the authenticator app uses one of the recovery
         *     codes of the enrolment; without them only the operator of the service can remove the factor.
         *
         *     Codes of the current 30 seconds and of the ones before and after are valid. Incorrect codes are limited like incorrect
         *     passwords, with separate counts: after 5 from one network, and after 20 for the name from networks without a complete
         *     login in the last 30 days. Recovery codes do not count for the name. After 10 incorrect codes of any kind the security token
         *     is no longer valid.
         */
        post: operations["proveSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the sessions of the bearer's account.
         * @description Those that have neither expired nor ended, with the names of their devices.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends a session of the bearer's account.
         * @description Its refresh token is no longer valid. Permission tokens issued earlier remain valid until they expire, for at most 10
         *     minutes.
         */
        delete: operations["endSession"];
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
        get: operations["errorsAuthorization"];
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
        /**
         * Returns this document.
         * @description It is the same for all callers, and lists every status and every error code of each operation.
         */
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
        /** @description A session of an account. */
        AccountSession: {
            /**
             * Format: int64
             * @description The time when the session was opened, in Unix seconds.
             * @example 1800000000
             */
            createdAt: number;
            /**
             * @description True for the session of the bearer token.
             * @example true
             */
            current: boolean;
            /**
             * @description The name of the device, if the client stated one.
             * @example Alice's phone
             */
            deviceName?: string | null;
            /**
             * Format: int64
             * @description The time when the session ends unless it is refreshed, in Unix seconds.
             * @example 1802592600
             */
            expiresAt: number;
            /**
             * Format: uuid
             * @description The id of the session: its `tokenId`.
             * @example 7d444840-9dc0-11d1-b245-5ffdce74fad2
             */
            id: string;
            /**
             * Format: int64
             * @description The time of the last refresh, or of the opening, in Unix seconds. A session in use is refreshed every 10 minutes.
             * @example 1800000600
             */
            lastUsedAt: number;
            /**
             * @description The permissions of the session.
             * @example [
             *       "read"
             *     ]
             */
            permissions: string[];
        };
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
        /** @description The first code of an authenticator app. */
        ConfirmSecondFactorRequest: {
            /**
             * @description The 6 digits that the authenticator app displays.
             * @example 755224
             */
            code: string;
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
        /** @description An empty result: the session has ended. */
        EndSessionResponse: Record<string, never>;
        /** @description The envelope of a result, for the OpenAPI document. */
        EndSessionResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["EndSessionResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A secret to enter into an authenticator app. */
        Enrolment: {
            /**
             * Format: int64
             * @description The end of the enrolment in Unix seconds: 10 minutes after its start.
             * @example 1800000600
             */
            expiresAt: number;
            /**
             * @description The secret in base32 (RFC 4648), which users can type: 160 bits.
             * @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
             */
            secret: string;
            /**
             * @description The content of the QR code: an `otpauth` URI with the secret and the parameters of RFC 6238 (SHA-1, 6 digits, 30
             *     seconds).
             * @example otpauth://totp/wallet.example:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=wallet.example&algorithm=SHA1&digits=6&period=30
             */
            uri: string;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        EnrolmentEnvelope: {
            /** @description The result. */
            data: components["schemas"]["Enrolment"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A request to start an enrolment. */
        EnrolSecondFactorRequest: {
            /**
             * @description The password of the account. Any string is accepted and checked.
             * @example correct horse battery staple
             */
            password: string;
        };
        /** @description The errors of a service. */
        ErrorCatalogue: {
            /** @description The error codes that the operations of the service can return. */
            errors: components["schemas"]["CatalogueItem"][];
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
         * @description The user name, the password or a code is incorrect, or a code is required.
         * @example {
         *       "error": {
         *         "code": "invalid_credentials",
         *         "message": "The user name, the password or a code is incorrect, or a code is required.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InvalidCredentialsError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example invalid_credentials
                 * @enum {string}
                 */
                code: "invalid_credentials";
                /** @description Additional data. */
                details?: {
                    /**
                     * @description The factor of a missing or incorrect code; absent for a user name and password.
                     * @example otp
                     * @enum {string}
                     */
                    factor?: "otp";
                    /**
                     * @description The operator has disabled the account; absent if the user name or the password is incorrect.
                     * @example account_disabled
                     * @enum {string}
                     */
                    reason?: "account_disabled";
                };
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The user name, the password or a code is incorrect, or a code is required.
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
         * @description Not a valid merchant key.
         * @example {
         *       "error": {
         *         "code": "invalid_merchant_key",
         *         "message": "Not a valid merchant key.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        InvalidMerchantKeyError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example invalid_merchant_key
                 * @enum {string}
                 */
                code: "invalid_merchant_key";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example Not a valid merchant key.
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
        /** @description A request for tokens with proofs of account ownership. */
        IssueByFactorsRequest: {
            /**
             * @description The name of the device for `GET /api/session`: 1 to 64 characters without line breaks and control characters.
             * @example Alice's phone
             */
            deviceName?: string | null;
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
        /** @description New recovery codes. */
        RecoveryCodes: {
            /**
             * @description Ten codes, each of which replaces a code of the authenticator app once. They are not shown again: let the user print
             *     or store them. Without the app they are the only way to log in.
             * @example [
             *       "MFRGG-ZDFMZ-TWQ2L-KNNWG"
             *     ]
             */
            recoveryCodes: string[];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        RecoveryCodesEnvelope: {
            /** @description The result. */
            data: components["schemas"]["RecoveryCodes"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
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
        /** @description An empty result: the second factor is removed. */
        RemoveSecondFactorResponse: Record<string, never>;
        /** @description The envelope of a result, for the OpenAPI document. */
        RemoveSecondFactorResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["RemoveSecondFactorResponse"];
            /**
             * Format: uuid
             * @description The id of the request, for support.
             * @example 6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a
             */
            requestId: string;
        };
        /** @description A code of an authenticator app. */
        ReplaceRecoveryCodesRequest: {
            /**
             * @description The 6 digits that the authenticator app displays. Each code is valid once.
             * @example 755224
             */
            code: string;
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
        /** @description A code of the second factor. */
        SecondFactorCodeRequest: {
            /**
             * @description The 6 digits that the authenticator app displays, or a recovery code. Each code is valid once.
             * @example 755224
             */
            code: string;
        };
        /** @description A code of the second factor, after the password. */
        SecondFactorRequest: {
            /**
             * @description The 6 digits that the authenticator app displays, or a recovery code. Each code is valid once.
             * @example 755224
             */
            code: string;
            /**
             * @description The security token that the password yielded.
             * @example eyJ0eXAiOiJzZWN1cml0eStqd3QiLCJ…
             */
            securityToken: string;
        };
        /** @description The state of the second factor. */
        SecondFactorResponse: {
            /**
             * @description True if a login requires a code.
             * @example true
             */
            active: boolean;
            /**
             * @description The number of recovery codes that are not used yet: at most 10.
             * @example 9
             */
            recoveryCodes: number;
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        SecondFactorResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["SecondFactorResponse"];
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
        /** @description The sessions of an account. */
        SessionsResponse: {
            /** @description The sessions, those used last first: at most 100. */
            sessions: components["schemas"]["AccountSession"][];
        };
        /** @description The envelope of a result, for the OpenAPI document. */
        SessionsResponseEnvelope: {
            /** @description The result. */
            data: components["schemas"]["SessionsResponse"];
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
         * @description The user name is taken.
         * @example {
         *       "error": {
         *         "code": "username_taken",
         *         "message": "The user name is taken.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        UsernameTakenError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example username_taken
                 * @enum {string}
                 */
                code: "username_taken";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The user name is taken.
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
         * @description The password is too common or is the user name.
         * @example {
         *       "error": {
         *         "code": "weak_password",
         *         "message": "The password is too common or is the user name.",
         *         "retriable": false
         *       },
         *       "requestId": "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a"
         *     }
         */
        WeakPasswordError: {
            /** @description The error. */
            error: {
                /**
                 * @description The stable code.
                 * @example weak_password
                 * @enum {string}
                 */
                code: "weak_password";
                /**
                 * @description The JSON path of the invalid input.
                 * @example utxo[2].value
                 */
                field?: string;
                /**
                 * @description One plain sentence that explains how to proceed.
                 * @example The password is too common or is the user name.
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
                    /** @description The key set may be cached for 5 minutes. */
                    "Cache-Control"?: string;
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jwks"];
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAccountResponseEnvelope"];
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
             * @description The bearer token is invalid, or the password is incorrect.
             *
             *     - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
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
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginTokensEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `weak_password`: The password is too common or is the user name.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["WeakPasswordError"];
                };
            };
            /**
             * @description The bearer token is invalid, or the password is incorrect.
             *
             *     - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
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
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityTokenEnvelope"];
                };
            };
            /**
             * @description - `invalid_request`: The request is malformed, or a limit without a specific code is exceeded.
             *     - `weak_password`: The password is too common or is the user name.
             */
            400: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["WeakPasswordError"];
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
             * @description After a registration with a lost response, log in instead.
             *
             *     `username_taken`: The user name is taken.
             */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsernameTakenError"];
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAccountResponseEnvelope"];
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
             * @description The bearer token is invalid, or the password is incorrect.
             *
             *     - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
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
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
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
    showSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the second factor. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorResponseEnvelope"];
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
    enrolSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrolSecondFactorRequest"];
            };
        };
        responses: {
            /** @description A secret to enter into an authenticator app. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrolmentEnvelope"];
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
             * @description The bearer token is invalid, or the password is incorrect.
             *
             *     - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
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
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
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
             * @description The account has a second factor; remove it first.
             *
             *     `already_exists`: The item exists already.
             */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
            /**
             * @description - `service_unavailable`: The storage or the secret store is unavailable.
             *     - `not_configured`: The operator has not configured what the request needs: an upstream, or a key.
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
                    "application/json": components["schemas"]["ServiceUnavailableError"] | components["schemas"]["NotConfiguredError"];
                };
            };
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeRequest"];
            };
        };
        responses: {
            /** @description An empty result: the second factor is removed. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveSecondFactorResponseEnvelope"];
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
             * @description The bearer token is invalid, or the code is incorrect or was used before.
             *
             *     - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
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
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
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
             * @description The account has no second factor.
             *
             *     `not_found`: The path or the item does not exist.
             */
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
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmSecondFactorRequest"];
            };
        };
        responses: {
            /** @description New recovery codes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesEnvelope"];
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
             * @description The bearer token is invalid, or the code is incorrect.
             *
             *     - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
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
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
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
             * @description No enrolment was started in the last 10 minutes.
             *
             *     `not_found`: The path or the item does not exist.
             */
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
             * @description The second factor is active already, or was changed concurrently.
             *
             *     `already_exists`: The item exists already.
             */
            409: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
    removeSecondFactorByPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeRequest"];
            };
        };
        responses: {
            /** @description An empty result: the second factor is removed. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveSecondFactorResponseEnvelope"];
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
             * @description The bearer token is invalid, or the code is incorrect or was used before.
             *
             *     - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
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
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
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
             * @description The account has no second factor.
             *
             *     `not_found`: The path or the item does not exist.
             */
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
    replaceRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceRecoveryCodesRequest"];
            };
        };
        responses: {
            /** @description New recovery codes. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesEnvelope"];
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
             * @description The bearer token is invalid, or the code is incorrect or was used before.
             *
             *     - `unauthorized`: No bearer token.
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
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
                    "application/json": components["schemas"]["UnauthorizedError"] | components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
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
             * @description The account has no second factor.
             *
             *     `not_found`: The path or the item does not exist.
             */
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
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPairEnvelope"];
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
             * @description A security token is invalid or expired, or a code of the second factor is required; a change of the password or of the second factor invalidates earlier tokens.
             *
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
                };
            };
            /**
             * @description Accounts cannot have the permission in `details.required`.
             *
             *     `insufficient_permission`: The token or the merchant lacks a permission.
             */
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
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPairEnvelope"];
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
             * @description The key is malformed, unknown, expired or disabled.
             *
             *     `invalid_merchant_key`: Not a valid merchant key.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidMerchantKeyError"];
                };
            };
            /**
             * @description The merchant is not entitled to the permission in `details.required`.
             *
             *     `insufficient_permission`: The token or the merchant lacks a permission.
             */
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
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPairEnvelope"];
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
             * @description The refresh token is unknown, spent or expired, or its session has ended.
             *
             *     `invalid_token`: A token that is not valid.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidTokenError"];
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
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeResponseEnvelope"];
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
             * @description The refresh token is unknown; no session was ended.
             *
             *     `invalid_token`: A token that is not valid.
             */
            401: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidTokenError"];
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginTokensEnvelope"];
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
            /** @description `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required. */
            401: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidCredentialsError"];
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
    proveSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorRequest"];
            };
        };
        responses: {
            /** @description A proof of account ownership. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityTokenEnvelope"];
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
             * @description The security token is invalid or expired, or the code is incorrect or was used before.
             *
             *     - `invalid_token`: A token that is not valid.
             *     - `token_expired`: A token that has expired.
             *     - `invalid_credentials`: The user name, the password or a code is incorrect, or a code is required.
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
                    "application/json": components["schemas"]["InvalidTokenError"] | components["schemas"]["TokenExpiredError"] | components["schemas"]["InvalidCredentialsError"];
                };
            };
            /**
             * @description The account has no second factor: its password is sufficient.
             *
             *     `not_found`: The path or the item does not exist.
             */
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
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions of an account. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsResponseEnvelope"];
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
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session: its `tokenId`.
                 * @example 7d444840-9dc0-11d1-b245-5ffdce74fad2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An empty result: the session has ended. */
            200: {
                headers: {
                    "request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndSessionResponseEnvelope"];
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
             * @description The account has no session with the id, or it has ended.
             *
             *     `not_found`: The path or the item does not exist.
             */
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
    errorsAuthorization: {
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
