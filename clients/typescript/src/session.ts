/** The session helper: obtains permission tokens, and refreshes them before they expire. */
import createFetch, { type Client } from "openapi-fetch";
import { ApiError, InvalidResponseError, isWalletError, SessionEndedError } from "./errors.js";
import type { paths as Authorization } from "./generated/authorization.js";
import { clockOffset } from "./server-clock.js";
import { dataOf } from "./services.js";
import { MemorySessionStore, type SessionStore, type StoredSession } from "./session-store.js";
import { createTransport, type TokenSource, type TransportOptions } from "./transport.js";

/** What a session is allowed to do. `secret` covers the account itself: password, deletion. */
export type Permission = "read" | "secret" | "register" | "assets" | "notify" | (string & {});

/** Options of a session. */
export interface SessionOptions extends TransportOptions {
  /** Address of the authorization service, for example `https://wallet.example/authorization/v1`. */
  authorization: string;
  /** UUID of this device, generated once by `randomUuid()`. A second session with the same id ends the first. */
  tokenId: string;
  permissions: Permission[];
  /** Name of the device in the account's list of sessions, for example `Alice's phone`. */
  deviceName?: string | undefined;
  store?: SessionStore | undefined;
  /** Refresh this many seconds before the permission token expires; 60 by default. */
  margin?: number | undefined;
  /** Local Unix time in milliseconds; `Date.now` by default. */
  now?: (() => number) | undefined;
}

/**
 * Time limit of a token request in milliseconds. All attempts of a refresh must reach the server within the 30
 * seconds for which it repeats a lost response.
 */
const REFRESH_TIMEOUT = 7_000;

/** The tokens of a user: issued, stored and refreshed before they expire. Concurrent callers share a refresh. */
export class Session implements TokenSource {
  /** The id of the session. */
  readonly tokenId: string;
  readonly #options: SessionOptions;
  readonly #store: SessionStore;
  readonly #client: Client<Authorization>;
  /** The refresh in flight, which concurrent callers share. */
  #refreshing: Promise<StoredSession> | undefined;

  constructor(options: SessionOptions) {
    this.tokenId = options.tokenId;
    this.#options = options;
    this.#store = options.store ?? new MemorySessionStore();
    const timeout = Math.min(options.timeout ?? REFRESH_TIMEOUT, REFRESH_TIMEOUT);
    const fetch = createTransport({ ...options, timeout });
    this.#client = createFetch<Authorization>({ baseUrl: options.authorization.replace(/\/+$/, ""), fetch });
  }

  /**
   * Signs in with the security tokens of registration or login. If the account has a second factor and none of the tokens
   * proves it, this fails with `invalid_credentials` and `details.factor` `otp`: ask for a code and call again with it.
   * `code` is that of the authenticator app or a recovery code, and is exchanged together with the first token.
   */
  async establish(securityTokens: string[], code?: string): Promise<void> {
    const { tokenId } = this;
    const { permissions, deviceName } = this.#options;
    const proofs = code === undefined ? securityTokens : [await this.#prove(securityTokens[0] ?? "", code)];
    const body = { tokenId, permissions, securityTokens: proofs, ...(deviceName === undefined ? {} : { deviceName }) };
    const call = this.#client.POST("/api/permission/issue-by-factors", { body });
    const issued = await this.#stored(call);
    // An older refresh must not overwrite the new session.
    await this.#refreshing?.catch(() => undefined);
    await this.#exclusive(() => this.#store.save(tokenId, issued));
  }

  async #prove(securityToken: string, code: string): Promise<string> {
    const call = this.#client.POST("/api/security-factor/otp", { body: { securityToken, code } });
    return (await dataOf(call)).securityToken;
  }

  /** Returns a valid permission token. Concurrent callers share one refresh. */
  async getPermissionToken(): Promise<string> {
    const stored = await this.#store.load(this.tokenId);
    if (stored === undefined) throw new SessionEndedError("missing");
    const left = stored.permissionExpiresAt - this.#serverTime(stored);
    if (left > (this.#options.margin ?? 60)) return stored.permissionToken;
    try {
      return (await this.#refreshOnce()).permissionToken;
    } catch (error) {
      // A temporary failure does not matter as long as the old token is valid.
      const isUsable = stored.permissionExpiresAt > this.#serverTime(stored);
      if (isUsable && isWalletError(error) && error.retriable) return stored.permissionToken;
      throw error;
    }
  }

  /** Renews both tokens. Call it periodically to keep an idle session: it expires with its refresh token. */
  async refresh(): Promise<void> {
    await this.#refreshOnce();
  }

  /** Renews the tokens unless another caller already replaced the rejected one. */
  async renew(rejected: string): Promise<void> {
    const stored = await this.#store.load(this.tokenId);
    if (stored === undefined || stored.permissionToken === rejected) await this.#refreshOnce();
  }

  /** Returns true if tokens are stored that have not expired. The server may have ended the session. */
  async isEstablished(): Promise<boolean> {
    const stored = await this.#store.load(this.tokenId);
    return stored !== undefined && stored.refreshExpiresAt > this.#serverTime(stored);
  }

  /** Signs out: revokes the refresh token and deletes the stored tokens, even if the server is not reachable. */
  async end(): Promise<void> {
    await this.#refreshing?.catch(() => undefined);
    const stored = await this.#exclusive(async () => {
      const stored = await this.#store.load(this.tokenId);
      await this.#store.clear(this.tokenId);
      return stored;
    });
    if (stored === undefined) return;
    await this.#client.POST("/api/permission/revoke", { body: { refreshToken: stored.refreshToken } });
  }

  #refreshOnce(): Promise<StoredSession> {
    this.#refreshing ??= this.#refreshExclusively().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Refreshes unless another holder of the store did so while this one waited for its turn. */
  async #refreshExclusively(): Promise<StoredSession> {
    const seen = await this.#store.load(this.tokenId);
    return this.#exclusive(async () => {
      const old = await this.#store.load(this.tokenId);
      if (old === undefined) throw new SessionEndedError("missing");
      const isRenewed = seen !== undefined && seen.refreshToken !== old.refreshToken;
      return isRenewed ? old : this.#exchange(old);
    });
  }

  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#store.exclusive === undefined ? work() : this.#store.exclusive(this.tokenId, work);
  }

  /**
   * Exchanges the stored refresh token. The transport repeats the same token after a lost response, for which the
   * server returns the same pair within 30 seconds. The pair is stored before it is used.
   */
  async #exchange(old: StoredSession): Promise<StoredSession> {
    if (old.refreshExpiresAt <= this.#serverTime(old)) throw await this.#ended("expired", old);
    try {
      const call = this.#client.POST("/api/permission/refresh", { body: { refreshToken: old.refreshToken } });
      const issued = await this.#stored(call);
      await this.#store.save(this.tokenId, issued);
      return issued;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      throw await this.#ended("rejected", old);
    }
  }

  /** Deletes the tokens of an ended session, unless the store has newer ones: from another tab, or a new sign-in. */
  async #ended(reason: "expired" | "rejected", old: StoredSession): Promise<SessionEndedError> {
    const current = await this.#store.load(this.tokenId);
    if (current?.refreshToken === old.refreshToken) await this.#store.clear(this.tokenId);
    return new SessionEndedError(reason);
  }

  async #stored(call: Promise<{ data?: { data: TokenPair }; response: Response }>): Promise<StoredSession> {
    const { permissionToken: permission, refreshToken: refresh } = await dataOf(call);
    const { response } = await call;
    if (!isText(permission?.permissionToken) || !isText(refresh?.refreshToken)) {
      throw new InvalidResponseError("the response has no token pair", response.status);
    }
    if (!Number.isFinite(permission.expiresAt) || !Number.isFinite(refresh.expiresAt)) {
      throw new InvalidResponseError("the token pair has no expiry", response.status);
    }
    return {
      permissionToken: permission.permissionToken,
      permissionExpiresAt: permission.expiresAt,
      refreshToken: refresh.refreshToken,
      refreshExpiresAt: refresh.expiresAt,
      clockOffset: clockOffset(response.headers.get("date"), permission.permissionToken, this.#now()),
    };
  }

  #now(): number {
    return (this.#options.now ?? Date.now)() / 1000;
  }

  #serverTime(stored: StoredSession): number {
    return this.#now() + stored.clockOffset;
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

interface TokenPair {
  permissionToken: { permissionToken: string; expiresAt: number };
  refreshToken: { refreshToken: string; expiresAt: number };
}
