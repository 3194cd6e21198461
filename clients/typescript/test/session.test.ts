import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test, type TestContext } from "node:test";
import {
  addressInfo,
  createClient,
  isWalletError,
  KeyValueSessionStore,
  MemorySessionStore,
  randomUuid,
  Session,
  SessionEndedError,
  type SessionOptions,
  type StoredSession,
} from "../src/index.js";
import { baseUrl, newUser, PASSWORD, session } from "./support/local.js";
import { failure, type Received, type Reply, scripted, success } from "./support/scripted.js";

/** Waits are skipped. */
const sleep = async () => undefined;

/** Server time of the scripted tests in seconds. */
const SERVER_NOW = 2_000_000_000;

const pair = (generation: number, lifetime = 600) =>
  success({
    permissionToken: { permissionToken: `permission-${generation}`, expiresAt: SERVER_NOW + lifetime },
    refreshToken: { refreshToken: `refresh-${generation}`, expiresAt: SERVER_NOW + 86_400 },
  });

const dated = (reply: Reply): Reply => ({ ...reply, headers: { date: new Date(SERVER_NOW * 1000).toUTCString() } });

/** A session of a scripted server whose first pair expires in `lifetime` seconds by the server's clock. */
async function scriptedSession(
  context: TestContext,
  lifetime: number,
  reply: (request: Received, refreshes: number) => Reply,
  options: Partial<SessionOptions> = {},
) {
  let refreshes = 0;
  const { url, received } = await scripted(context, (request) => {
    if (!request.path.endsWith("/refresh")) return dated(pair(0, lifetime));
    refreshes += 1;
    return dated(reply(request, refreshes));
  });
  const opened = new Session({ authorization: url, tokenId: randomUuid(), permissions: ["read"], sleep, ...options });
  await opened.establish(["security"]);
  const refreshed = () => received.filter(({ path }) => path.endsWith("/refresh"));
  return { opened, refreshed, received };
}

test("twenty concurrent callers share one refresh", async (context) => {
  const { opened, refreshed } = await scriptedSession(context, 10, (_, count) => ({ ...pair(count), delay: 50 }));
  const tokens = await Promise.all(Array.from({ length: 20 }, () => opened.getPermissionToken()));
  assert.deepEqual(new Set(tokens), new Set(["permission-1"]));
  assert.equal(refreshed().length, 1);
});

test("expiry counts by the server's clock", async (context) => {
  // The local clock is two hours slow or fast; the token is valid for ten more minutes.
  for (const skew of [-7200, 7200]) {
    const now = () => (SERVER_NOW + skew) * 1000;
    const { opened, refreshed } = await scriptedSession(context, 600, (_, count) => pair(count), { now });
    assert.equal(await opened.getPermissionToken(), "permission-0");
    assert.equal(refreshed().length, 0);
  }
});

test("without a Date header the issue time in the token is the server's clock", async (context) => {
  const payload = Buffer.from(JSON.stringify({ iat: SERVER_NOW })).toString("base64url");
  const permissionToken = { permissionToken: `e30.${payload}.e30`, expiresAt: SERVER_NOW + 600 };
  const refreshToken = { refreshToken: "refresh", expiresAt: SERVER_NOW + 86_400 };
  const { url } = await scripted(context, () => success({ permissionToken, refreshToken }));
  const hidden: typeof fetch = async (...parameters) => {
    const response = await fetch(...parameters);
    const headers = new Headers(response.headers);
    headers.delete("date");
    return new Response(response.body, { status: response.status, headers });
  };
  const store = new MemorySessionStore();
  const now = () => (SERVER_NOW - 5000) * 1000;
  const opened = new Session({ authorization: url, tokenId: "a", permissions: ["read"], fetch: hidden, store, now });
  await opened.establish(["security"]);
  assert.equal((await store.load("a"))?.clockOffset, 5000);
});

test("a lost response is repeated with the same refresh token", async (context) => {
  const { opened, refreshed } = await scriptedSession(context, 10, (_, count) => (count < 3 ? { close: true } : pair(1)));
  assert.equal(await opened.getPermissionToken(), "permission-1");
  assert.equal(refreshed().length, 3);
  assert.deepEqual(new Set(refreshed().map(({ body }) => body)), new Set(['{"refreshToken":"refresh-0"}']));
});

test("a refresh that fails later keeps the old refresh token", async (context) => {
  const store = new MemorySessionStore();
  const { opened, refreshed } = await scriptedSession(context, -10, (_, count) => (count <= 4 ? { close: true } : pair(1)), { store });
  await assert.rejects(opened.getPermissionToken(), (error) => isWalletError(error) && error.kind === "network");
  assert.equal((await store.load(opened.tokenId))?.refreshToken, "refresh-0");
  assert.equal(await opened.getPermissionToken(), "permission-1");
  assert.equal(refreshed().length, 5);
});

test("a token that is still valid is used while the server cannot refresh", async (context) => {
  const { opened } = await scriptedSession(context, 30, () => failure(503, "service_unavailable", true), {
    now: () => SERVER_NOW * 1000,
  });
  assert.equal(await opened.getPermissionToken(), "permission-0");
});

test("tokens are stored before they are used", async (context) => {
  const events: string[] = [];
  class SlowStore extends MemorySessionStore {
    override async save(tokenId: string, stored: StoredSession): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await super.save(tokenId, stored);
      events.push(`stored ${stored.permissionToken}`);
    }
  }
  const { opened } = await scriptedSession(context, 10, (_, count) => pair(count), { store: new SlowStore() });
  events.push(`used ${await opened.getPermissionToken()}`);
  assert.deepEqual(events, ["stored permission-0", "stored permission-1", "used permission-1"]);
});

test("a store that fails keeps the old token, whose repetition has the same result", async (context) => {
  let isFull = false;
  class FullStore extends MemorySessionStore {
    override async save(tokenId: string, stored: StoredSession): Promise<void> {
      if (isFull) throw new Error("disk full");
      await super.save(tokenId, stored);
    }
  }
  const { opened, refreshed } = await scriptedSession(context, -10, () => pair(1), { store: new FullStore() });
  isFull = true;
  await assert.rejects(opened.getPermissionToken(), /disk full/);
  isFull = false;
  assert.equal(await opened.getPermissionToken(), "permission-1");
  assert.deepEqual(new Set(refreshed().map(({ body }) => body)), new Set(['{"refreshToken":"refresh-0"}']));
});

test("a rejected refresh ends the session with a typed error", async (context) => {
  const { opened, refreshed } = await scriptedSession(context, 10, () => failure(401, "invalid_token", false));
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => opened.getPermissionToken()));
  for (const result of results) {
    assert.ok(result.status === "rejected" && result.reason instanceof SessionEndedError);
    assert.equal(result.reason.reason, "rejected");
  }
  assert.equal(refreshed().length, 1);
  assert.equal(await opened.isEstablished(), false);
  await assert.rejects(opened.getPermissionToken(), (error) => error instanceof SessionEndedError && error.reason === "missing");
  await opened.establish(["security"]);
  assert.equal(await opened.isEstablished(), true);
});

test("an expired refresh token is not sent", async (context) => {
  let now = SERVER_NOW * 1000;
  const { opened, refreshed } = await scriptedSession(context, 10, (_, count) => pair(count), { now: () => now });
  now += 90_000_000;
  await assert.rejects(opened.getPermissionToken(), (error) => error instanceof SessionEndedError && error.reason === "expired");
  assert.equal(refreshed().length, 0);
});

test("malformed token pairs are rejected and not stored", async (context) => {
  for (const data of [{}, { permissionToken: {}, refreshToken: {} }, { ...(pair(1).body as { data: object }).data, refreshToken: { refreshToken: "x" } }]) {
    const { url } = await scripted(context, () => success(data));
    const opened = new Session({ authorization: url, tokenId: "a", permissions: ["read"], sleep });
    await assert.rejects(opened.establish(["security"]), (error) => isWalletError(error) && error.kind === "invalid_response");
    assert.equal(await opened.isEstablished(), false);
  }
});

test("another tab's refresh is used instead of a spent token", async () => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const { securityToken } = await newUser();
  const tokenId = randomUuid();
  const [first, second] = [0, 1].map(() => session({ tokenId, store: new KeyValueSessionStore(storage) }));
  await first!.establish([securityToken]);
  await first!.refresh();
  const token = await first!.getPermissionToken();
  assert.equal(await second!.getPermissionToken(), token);
  await second!.refresh();
  assert.notEqual(await first!.getPermissionToken(), token);
  storage.setItem(`wallet-cloud-session:${tokenId}`, "{broken");
  await assert.rejects(first!.getPermissionToken(), SessionEndedError);
});

test("two tabs that refresh at the same time keep the session (local server)", async () => {
  const { securityToken } = await newUser();
  const stores = [new MemorySessionStore(), new MemorySessionStore()];
  const tokenId = randomUuid();
  const tabs = stores.map((store) => session({ tokenId, store }));
  await tabs[0]!.establish([securityToken]);
  await stores[1]!.save(tokenId, (await stores[0]!.load(tokenId))!);
  await Promise.all(tabs.map((tab) => tab.refresh()));
  const [first, second] = await Promise.all(stores.map((store) => store.load(tokenId)));
  assert.equal(first?.refreshToken, second?.refreshToken);
  await tabs[1]!.refresh();
});

test("holders of an exclusive store refresh once for all of them, and one at a time", async (context) => {
  let queue: Promise<unknown> = Promise.resolve();
  class ExclusiveStore extends MemorySessionStore {
    exclusive<T>(_: string, work: () => Promise<T>): Promise<T> {
      const result = queue.then(work);
      queue = result.catch(() => undefined);
      return result;
    }
  }
  const store = new ExclusiveStore();
  const slow = (_: Received, count: number) => ({ ...pair(count), delay: 50 });
  const { opened, refreshed, received } = await scriptedSession(context, 10, slow, { store });
  const authorization = `http://${received[0]!.headers["host"]}`;
  const other = new Session({ authorization, tokenId: opened.tokenId, permissions: ["read"], sleep, store });
  assert.deepEqual(await Promise.all([opened, other].map((tab) => tab.getPermissionToken())), ["permission-1", "permission-1"]);
  assert.equal(refreshed().length, 1);
  // A new sign-in waits for the refresh of the other holder, which would overwrite it.
  const refresh = other.refresh();
  await opened.establish(["security"]);
  await refresh;
  assert.equal((await store.load(opened.tokenId))?.permissionToken, "permission-0");
});

test("the local server repeats the pair after a lost response", async () => {
  const { securityToken } = await newUser();
  let lost = 0;
  const lossy: typeof fetch = async (request, init) => {
    const response = await fetch(request, init);
    if (lost < 2 && (request as Request).url.endsWith("/refresh")) {
      lost += 1;
      throw new TypeError("connection closed");
    }
    return response;
  };
  const store = new MemorySessionStore();
  const opened = session({ fetch: lossy, store, sleep });
  await opened.establish([securityToken]);
  await opened.refresh();
  assert.equal(lost, 2);
  await opened.refresh();
});

test("each device has its own session, and sign-out ends only one (local server)", async () => {
  const { username, wallet, securityToken } = await newUser();
  const [phone, laptop] = [session(), session()];
  await phone.establish([securityToken]);
  const { securityToken: again, deviceToken } = await wallet.accounts.login({ username, password: PASSWORD });
  assert.notEqual(deviceToken, "");
  await laptop.establish([again]);
  await phone.end();
  await assert.rejects(phone.getPermissionToken(), SessionEndedError);
  await laptop.refresh();
  // A second session with the same token id ends the first.
  const replaced = session({ tokenId: laptop.tokenId });
  await replaced.establish([again]);
  await assert.rejects(laptop.refresh(), (error) => error instanceof SessionEndedError && error.reason === "rejected");
  await replaced.refresh();
});

test("a changed password and a deleted account end the sessions (local server)", async () => {
  const { username, securityToken } = await newUser();
  const opened = session({ permissions: ["read", "secret"] });
  await opened.establish([securityToken]);
  const { WalletCloud } = await import("../src/index.js");
  const wallet = new WalletCloud({ baseUrl: baseUrl(), session: opened, network: "testnet" });
  const changed = await wallet.accounts.changePassword(PASSWORD, "another long password");
  await opened.establish([changed.securityToken]);
  await assert.rejects(wallet.accounts.login({ username, password: PASSWORD }), (error) => isWalletError(error) && error.code === "invalid_credentials");
  await wallet.accounts.delete("another long password");
  await assert.rejects(opened.refresh(), SessionEndedError);
});

test("a request with a rejected token is repeated once after a refresh", async (context) => {
  const { url, received } = await scripted(context, ({ path, headers }) => {
    if (path.includes("/authorization/")) return dated(path.endsWith("/refresh") ? pair(1) : pair(0));
    if (headers.authorization === "Bearer permission-1") return success({ balances: [], transactions: [] });
    return failure(401, "token_expired", false);
  });
  const authorization = `${url}/authorization/v1`;
  const opened = new Session({ authorization, tokenId: randomUuid(), permissions: ["read"], now: () => SERVER_NOW * 1000 });
  await opened.establish(["security"]);
  const client = createClient({ baseUrl: url, session: opened });
  const query = { chain: "btc", address: "bc1" } as const;
  const pages = await Promise.all(Array.from({ length: 5 }, () => addressInfo(client, query)));
  assert.equal(pages.length, 5);
  assert.equal(received.filter(({ path }) => path.endsWith("/refresh")).length, 1);
});

test("a session with a second factor, a recovery code and the list of sessions (local server)", async () => {
  const { username, securityToken } = await newUser();
  const phone = session({ permissions: ["read", "secret"], deviceName: "Phone" });
  await phone.establish([securityToken]);
  const { WalletCloud } = await import("../src/index.js");
  const wallet = new WalletCloud({ baseUrl: baseUrl(), session: phone, network: "testnet" });
  const { secret, uri } = await wallet.accounts.enrolSecondFactor(PASSWORD);
  assert.ok(uri.startsWith("otpauth://totp/") && uri.includes(secret));
  const recoveryCodes = await wallet.accounts.confirmSecondFactor(totp(secret, -1));
  assert.equal(recoveryCodes.length, 10);
  assert.deepEqual(await wallet.accounts.secondFactor(), { active: true, recoveryCodes: 10 });

  const tablet = session({ deviceName: "Tablet" });
  const login = await wallet.accounts.login({ username, password: PASSWORD });
  await assert.rejects(
    tablet.establish([login.securityToken]),
    (error) => isWalletError(error) && error.code === "invalid_credentials" && "factor" in error.details && error.details.factor === "otp",
  );
  await tablet.establish([login.securityToken], totp(secret, 0));
  const laptop = session();
  await laptop.establish([await wallet.accounts.proveSecondFactor(login.securityToken, recoveryCodes[0]!)]);
  assert.equal((await wallet.accounts.secondFactor()).recoveryCodes, 9);

  const listed = await wallet.accounts.sessions();
  assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set([phone.tokenId, tablet.tokenId, laptop.tokenId]));
  assert.equal(listed.find(({ id }) => id === tablet.tokenId)?.deviceName, "Tablet");
  assert.equal(listed.find(({ current }) => current)?.id, phone.tokenId);
  await wallet.accounts.endSession(tablet.tokenId);
  await assert.rejects(tablet.refresh(), SessionEndedError);

  const renewed = await wallet.accounts.replaceRecoveryCodes(totp(secret, 1));
  await wallet.accounts.removeSecondFactor(renewed[0]!);
  assert.deepEqual(await wallet.accounts.secondFactor(), { active: false, recoveryCodes: 0 });
  await assert.rejects(laptop.refresh(), SessionEndedError);
});

/** One-time password (RFC 6238) of the current step, or of another one. Each step is accepted once, and none before it. */
function totp(secret: string, offset: number): string {
  const digits = [...secret].map((digit) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit).toString(2).padStart(5, "0"));
  const key = Buffer.from(digits.join("").match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + offset));
  const tag = createHmac("sha1", key).update(step).digest();
  const number = tag.readUInt32BE(tag[19]! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
