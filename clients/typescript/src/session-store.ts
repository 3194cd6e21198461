/** Storage of the tokens of a session. */

/** The stored form of a session. Times are Unix times in seconds by the server's clock. */
export interface StoredSession {
  permissionToken: string;
  permissionExpiresAt: number;
  refreshToken: string;
  refreshExpiresAt: number;
  /** Server time minus local time in seconds when the tokens were issued. */
  clockOffset: number;
}

/**
 * Storage that the app provides, for example the keychain of a phone. `save` must resolve only when the tokens are
 * durable: a refresh token is valid for one use, so losing its successor ends the session.
 */
export interface SessionStore {
  load(tokenId: string): Promise<StoredSession | undefined>;
  save(tokenId: string, session: StoredSession): Promise<void>;
  clear(tokenId: string): Promise<void>;
  /**
   * Runs `work` while no other holder of the same store runs one for this token id, for example another tab. Absent if only
   * one `Session` uses the store. The session repeats no refresh that another holder completed first.
   */
  exclusive?<T>(tokenId: string, work: () => Promise<T>): Promise<T>;
}

/** Keeps sessions in memory: they end with the process. */
export class MemorySessionStore implements SessionStore {
  readonly #sessions = new Map<string, StoredSession>();

  /** Returns the stored tokens. */
  async load(tokenId: string): Promise<StoredSession | undefined> {
    return this.#sessions.get(tokenId);
  }

  /** Stores the tokens. */
  async save(tokenId: string, session: StoredSession): Promise<void> {
    this.#sessions.set(tokenId, session);
  }

  /** Deletes the tokens. */
  async clear(tokenId: string): Promise<void> {
    this.#sessions.delete(tokenId);
  }
}

/** The methods of `localStorage` and of compatible storages that this package uses. */
export interface KeyValueStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): void | Promise<void>;
  removeItem(key: string): void | Promise<void>;
}

/**
 * Keeps sessions in `localStorage`, `sessionStorage`, or `AsyncStorage` of React Native. Tabs that share a session refresh it one
 * at a time where the browser has the Web Locks API.
 */
export class KeyValueSessionStore implements SessionStore {
  readonly #storage: KeyValueStorage;
  readonly #prefix: string;

  constructor(storage: KeyValueStorage, prefix = "wallet-cloud-session:") {
    this.#storage = storage;
    this.#prefix = prefix;
  }

  /** Returns the stored tokens. */
  async load(tokenId: string): Promise<StoredSession | undefined> {
    const text = await this.#storage.getItem(this.#prefix + tokenId);
    if (text === null) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      return isStoredSession(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /** Stores the tokens. */
  async save(tokenId: string, session: StoredSession): Promise<void> {
    await this.#storage.setItem(this.#prefix + tokenId, JSON.stringify(session));
  }

  /** Deletes the tokens. */
  async clear(tokenId: string): Promise<void> {
    await this.#storage.removeItem(this.#prefix + tokenId);
  }

  async exclusive<T>(tokenId: string, work: () => Promise<T>): Promise<T> {
    // React Native has no `navigator.locks`, nor has a page without HTTPS.
    const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
    return locks === undefined ? work() : locks.request(this.#prefix + tokenId, work);
  }
}

function isStoredSession(value: unknown): value is StoredSession {
  const session = value as Partial<StoredSession> | null;
  return (
    typeof session === "object" &&
    session !== null &&
    typeof session.permissionToken === "string" &&
    typeof session.refreshToken === "string" &&
    [session.permissionExpiresAt, session.refreshExpiresAt, session.clockOffset].every(Number.isFinite)
  );
}
