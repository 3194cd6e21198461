/** Balances of many addresses, against the local server and against scripted ones. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import {
  AbortedError,
  ApiError,
  CHAINS,
  type Chain,
  InputError,
  InvalidResponseError,
  isBtcLike,
  isEthLike,
  type PortfolioEntry,
  type PortfolioKey,
  type PortfolioResult,
  WalletCloud,
} from "../src/index.js";
import { HdWallet, createMnemonic } from "../src/hd.js";
import { fund, testWallet } from "./support/local.js";
import { failure, type Received, type Reply, scripted, success } from "./support/scripted.js";

const BATCH = /\/address-info-(btc-like|eth-like|xlm)\/v1\/api\/batch$/;
const EVM_ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** Returns a wallet that counts its requests of address info. */
async function countingWallet(): Promise<{ wallet: WalletCloud; paths: string[] }> {
  const paths: string[] = [];
  const counting: typeof fetch = (input, init) => {
    paths.push(new URL((input as Request).url).pathname);
    return fetch(input, init);
  };
  return { wallet: await testWallet({ fetch: counting }), paths };
}

test("twelve chains take three requests, and equal single requests", async () => {
  const { wallet, paths } = await countingWallet();
  const hd = await HdWallet.fromMnemonic(createMnemonic());
  const addressOf = (chain: Chain) => wallet.addressOf(chain, hd.key(chain, { network: "testnet" }).publicKey);
  const entries = CHAINS.map(({ chain }) => ({ chain, address: addressOf(chain) }));
  await fund("btc", addressOf("btc"), "700000");
  await fund("op", addressOf("op"), "5000000000000000");
  await fund("xlm", addressOf("xlm"), "50000000");
  const results = await wallet.portfolio({ entries });
  assert.equal(paths.length, 3);
  assert.ok(paths.every((path) => BATCH.test(path)), paths.join());
  const amounts = new Map(results.map((result) => [result.chain, result.data?.balances[0]?.balance.amount]));
  assert.deepEqual(["btc", "op", "xlm", "ltc"].map((chain) => amounts.get(chain as Chain)), ["700000", "5000000000000000", "50000000", "0"]);
  for (const [index, { chain, address }] of entries.entries()) {
    const single = await wallet.addressInfo({ chain, address, limit: 0 });
    const { source: _, ...others } = single;
    const { source: __, ...found } = results[index]!.data!;
    assert.deepEqual(found, others, chain);
  }
});

test("addresses and accounts take one request of their family, and equal single requests", async () => {
  const { wallet, paths } = await countingWallet();
  const hd = await HdWallet.fromMnemonic(createMnemonic());
  const account = hd.account("btc", { network: "testnet" });
  await fund("btc", account.address(0).address, "700000");
  await fund("btc", account.address(1).address, "50000");
  const entries: (PortfolioEntry | PortfolioKey)[] = [
    { chain: "btc", xpub: account.descriptor, limit: 1 },
    { chain: "btc", address: account.address(1).address },
    { chain: "doge", xpub: hd.account("doge", { network: "testnet" }).descriptor, gap: 3 },
    { chain: "btc", xpub: account.descriptor, gap: 101 },
    { chain: "btc", xpub: "nobody" },
  ];
  const results = await wallet.portfolio({ entries });
  assert.deepEqual(paths.map((path) => BATCH.test(path)), [true]);
  assert.deepEqual(results.map((result) => result.data?.balances[0]?.balance.amount), ["750000", "50000", "0", undefined, undefined]);
  const single = await wallet.extendedKeyInfo({ chain: "btc", xpub: account.descriptor, limit: 1 });
  assert.deepEqual(results[0], { chain: "btc", xpub: account.descriptor, data: single });
  const errors = results.slice(3).map(({ error }) => (error instanceof ApiError ? [error.code, error.field] : error));
  assert.deepEqual(errors, [
    ["invalid_request", "gap"],
    ["invalid_public_key", "xpub"],
  ]);
});

test("a private key is not sent and fails no other entry", async (context) => {
  const keys = [{ chain: "btc", xpub: `zprv${"a".repeat(107)}` }, { chain: "ltc", xpub: "zpub" }] as const;
  const reply = () => success({ results: [], keys: [{ chain: "ltc", data: { balances: [] } }] });
  const { results, received } = await scriptedPortfolio(context, keys as unknown as PortfolioEntry[], reply);
  assert.ok(results[0]!.error instanceof InputError);
  assert.deepEqual(results[1], { chain: "ltc", xpub: "zpub", data: { balances: [] } });
  assert.deepEqual(received.map(({ body }) => JSON.parse(body)), [{ network: "testnet", keys: [keys[1]] }]);
});

test("requests have at most 10 extended keys", async (context) => {
  const keys = Array.from({ length: 21 }, (_, index) => ({ chain: "btc", xpub: `key-${index}`, limit: 50 }));
  const reply = ({ body }: Received) =>
    success({ results: [], keys: (JSON.parse(body) as { keys: unknown[] }).keys.map(() => ({ chain: "btc", data: { balances: [] } })) });
  const { results, received } = await scriptedPortfolio(context, keys as unknown as PortfolioEntry[], reply);
  assert.deepEqual(results.map((result) => (result as unknown as { xpub: string }).xpub), keys.map(({ xpub }) => xpub));
  assert.deepEqual(received.map(({ body }) => (JSON.parse(body) as { keys: unknown[] }).keys.length), [10, 10, 1]);
  const missing = await scriptedPortfolio(context, keys.slice(0, 1) as unknown as PortfolioEntry[], () => success({ results: [] }));
  assert.ok(missing.results[0]!.error instanceof InvalidResponseError);
});

test("an invalid entry has its error, with the path of its field", async () => {
  const wallet = await testWallet();
  const entries: PortfolioEntry[] = [
    { chain: "eth", address: EVM_ADDRESS },
    { chain: "eth", address: "0x00" },
    { chain: "xlm", address: "G" },
    { chain: "eth", address: EVM_ADDRESS, tokens: ["x"] },
    { chain: "eth", address: EVM_ADDRESS, limit: 201 },
  ];
  const results = await wallet.portfolio({ entries });
  assert.equal(results[0]!.error, undefined);
  const errors = results.slice(1).map(({ error }) => {
    assert.ok(error instanceof ApiError);
    return [error.code, error.field, error.retriable];
  });
  assert.deepEqual(errors, [
    ["invalid_address", "address", false],
    ["invalid_address", "address", false],
    ["invalid_address", "tokens[0]", false],
    ["invalid_request", "limit", false],
  ]);
});

test("requested tokens and their metadata come from their contracts", async () => {
  const wallet = await testWallet();
  const [listed] = (await wallet.assets("erc20", { chain: "eth" }));
  const { contract } = listed!;
  const metadata = await wallet.token({ chain: "eth", contract });
  assert.deepEqual([metadata.contract, metadata.decimals, metadata.listed], [contract, listed!.decimals, true]);
  const [result] = await wallet.portfolio({ entries: [{ chain: "eth", address: EVM_ADDRESS, tokens: [contract] }] });
  const single = await wallet.addressInfo({ chain: "eth", address: EVM_ADDRESS, limit: 0, tokens: [contract] });
  for (const data of [result!.data as typeof single, single]) {
    assert.ok(data.balances.some(({ asset }) => asset.kind === "erc20" && asset.contract === contract));
  }
  await assert.rejects(
    wallet.token({ chain: "eth", contract: EVM_ADDRESS }),
    (error) => error instanceof ApiError && error.is("not_found"),
  );
});

type Body = { network: string; requests: PortfolioEntry[] };
const bodyOf = ({ body }: Received) => JSON.parse(body) as Body;
const empty = ({ chain, address }: PortfolioEntry) => ({ chain, address, data: { balances: [] } });

/** Returns the portfolio of a scripted server. */
async function scriptedPortfolio(
  context: TestContext,
  entries: PortfolioEntry[],
  reply: (request: Received) => Reply,
): Promise<{ results: PortfolioResult[]; received: Received[] }> {
  const { url, received } = await scripted(context, reply);
  const session = { getPermissionToken: async () => "token" };
  const wallet = new WalletCloud({ baseUrl: url, session, network: "testnet", retry: { attempts: 1 }, sleep: async () => undefined });
  return { results: await wallet.portfolio({ entries }), received };
}

test("requests have at most 50 entries and 1000 transactions", async (context) => {
  const entries: PortfolioEntry[] = Array.from({ length: 120 }, (_, index) => {
    const chain = index % 2 === 0 ? "eth" : "btc";
    return { chain, address: `address-${index}`, ...(chain === "btc" ? { limit: 100 } : {}) };
  });
  const reply = (request: Received) => success({ results: bodyOf(request).requests.map(empty) });
  const { results, received } = await scriptedPortfolio(context, entries, reply);
  assert.deepEqual(results.map(({ chain, address }) => [chain, address]), entries.map(({ chain, address }) => [chain, address]));
  const sizes = (accepts: (chain: Chain) => boolean) =>
    received.map((request) => bodyOf(request).requests).filter(([first]) => accepts(first!.chain)).map(({ length }) => length).sort();
  assert.deepEqual(sizes(isEthLike), [10, 50]);
  assert.deepEqual(sizes(isBtcLike), [10, 10, 10, 10, 10, 10]);
  assert.ok(received.every((request) => bodyOf(request).network === "testnet"));
});

test("a failed request is the error of its entries only", async (context) => {
  const entries: PortfolioEntry[] = [
    { chain: "btc", address: "a" },
    { chain: "eth", address: "b" },
    { chain: "ltc", address: "c" },
  ];
  const { results } = await scriptedPortfolio(context, entries, (request) =>
    request.path.includes("btc-like") ? failure(503, "service_unavailable", true) : success({ results: bodyOf(request).requests.map(empty) }),
  );
  const outcome = results.map(({ error }) => (error instanceof ApiError ? [error.code, error.status] : error));
  assert.deepEqual(outcome, [["service_unavailable", 503], undefined, ["service_unavailable", 503]]);
});

test("errors of entries keep their delay", async (context) => {
  const error = { code: "upstream_unavailable", message: "A message.", retriable: true, details: { retryAfter: 7 } };
  const { results } = await scriptedPortfolio(context, [{ chain: "xlm", address: "a" }], () =>
    success({ results: [{ chain: "xlm", address: "a", error }] }),
  );
  const found = results[0]!.error;
  assert.ok(found instanceof ApiError);
  assert.deepEqual([found.retriable, found.retryAfter, found.status], [true, 7, 200]);
});

test("results that are not those of the entries are rejected", async (context) => {
  const entry: PortfolioEntry = { chain: "eth", address: "a" };
  for (const results of [
    undefined,
    {},
    [],
    [null],
    [empty(entry), empty(entry)],
    [{ chain: "eth", address: "a" }],
    [{ chain: "eth", address: "b", data: {} }],
    [{ chain: "etc", address: "a", data: {} }],
    [{ chain: "eth", address: "a", error: { message: "no code" } }],
  ]) {
    const found = await scriptedPortfolio(context, [entry], () => success({ results }));
    assert.ok(found.results[0]!.error instanceof InvalidResponseError, JSON.stringify(results));
  }
});

test("without entries there are no requests, and a caller's signal rejects", async (context) => {
  const { results, received } = await scriptedPortfolio(context, [], () => success({}));
  assert.deepEqual([results, received], [[], []]);
  const wallet = await testWallet();
  const portfolio = wallet.portfolio({ entries: [{ chain: "eth", address: EVM_ADDRESS }], signal: AbortSignal.abort() });
  await assert.rejects(portfolio, AbortedError);
});
