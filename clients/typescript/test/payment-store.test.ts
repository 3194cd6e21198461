/** Storage of unsettled payments: no change of one holder undoes that of another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, fixedToken, KeyValuePaymentStore, MemoryPaymentStore, type PaymentStore, type UnsettledPayment } from "../src/index.js";
import { exclusively } from "../src/payment-store.js";
import { holdPayment, markSent } from "../src/unsettled.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A storage whose methods take time, as `AsyncStorage` has them. */
function slowStorage(): ConstructorParameters<typeof KeyValuePaymentStore>[0] {
  const texts = new Map<string, string>();
  return {
    getItem: async (key) => (await turn(), texts.get(key) ?? null),
    setItem: async (key, text) => (await turn(), void texts.set(key, text)),
    removeItem: async (key) => void texts.delete(key),
  };
}

const clientOf = (payments: PaymentStore) => createClient({ baseUrl: "http://127.0.0.1:9", session: fixedToken("token"), payments });
const attempt = (id: string): UnsettledPayment => ({ id, chain: "eth", network: "testnet", intent: "a", spends: { from: "0x", nonce: Number(id) } });

/** Stores 20 attempts by two holders at the same time. */
async function storedBy(holders: readonly [PaymentStore, PaymentStore]): Promise<number> {
  const clients = holders.map(clientOf);
  await Promise.all(Array.from({ length: 20 }, (_, index) => holdPayment(clients[index % 2]!, attempt(String(index)))));
  return (await holders[0].load()).length;
}

test("two holders of a storage in one process keep all attempts", async () => {
  const storage = slowStorage();
  assert.equal(await storedBy([new KeyValuePaymentStore(storage), new KeyValuePaymentStore(storage)]), 20);
  const memory = new MemoryPaymentStore();
  assert.equal(await storedBy([memory, memory]), 20);
});

test("tabs use the Web Locks API", async (context) => {
  const names: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const request = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    names.push(name);
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { locks: { request } }, configurable: true });
  context.after(() => (before === undefined ? Reflect.deleteProperty(globalThis, "navigator") : Object.defineProperty(globalThis, "navigator", before)));
  const storage = slowStorage();
  assert.equal(await storedBy([new KeyValuePaymentStore(storage, "key"), new KeyValuePaymentStore(storage, "key")]), 20);
  assert.deepEqual([...new Set(names)], ["key:list"]);
});

test("a failed work does not block the next one", async () => {
  const store = new MemoryPaymentStore();
  const failed = exclusively(store, "name", () => Promise.reject(new Error("failed")));
  const next = exclusively(store, "name", async () => "done");
  await assert.rejects(failed);
  assert.equal(await next, "done");
});

test("beyond the maximum the oldest payment that was sent is dropped", async () => {
  const store = new MemoryPaymentStore();
  const client = clientOf(store);
  await store.save(Array.from({ length: 1000 }, (_, index) => attempt(String(index))));
  await markSent(client, attempt("7"), true);
  await markSent(client, attempt("8"), true);
  await holdPayment(client, attempt("1000"));
  const ids = (await store.load()).map(({ id }) => id);
  assert.deepEqual([ids.length, ids.includes("7"), ids.includes("8"), ids.at(-1)], [1000, false, true, "1000"]);
  // Attempts with an unknown outcome are never dropped.
  await markSent(client, attempt("8"), false);
  await holdPayment(client, attempt("1001"));
  assert.equal((await store.load()).length, 1001);
});
