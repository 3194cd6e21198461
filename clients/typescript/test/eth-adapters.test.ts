import assert from "node:assert/strict";
import { before, test } from "node:test";
import { BrowserProvider, Transaction, Wallet } from "ethers";
import { createWalletClient, custom, type Hex, http, parseEther, parseTransaction, recoverTransactionAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { mainnet, sepolia } from "viem/chains";
import { EthProvider, type EthProviderOptions, ProviderError, type ReviewedRequest, toViemAccount, WalletConnectSigner } from "../src/eth.js";
import type { EcdsaSigner, WalletCloud } from "../src/index.js";
import { ecdsaSigner } from "../src/signers.js";
import { hostileWallet, type Tampering } from "./support/hostile.js";
import { fund, mine, testWallet } from "./support/local.js";
import { Random } from "./support/random.js";

const RECIPIENT = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TOKEN = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const SEPOLIA = 11155111;

const key = new Random("adapters").hex(32);
const signer = ecdsaSigner(key);
const oracle = new Wallet(`0x${key}`);
const account = toViemAccount(signer);
const viemOracle = privateKeyToAccount(`0x${key}`);
let wallet: WalletCloud;

before(async () => {
  wallet = await testWallet();
  await fund("eth", oracle.address, "1000000000000000000");
});

const DOMAIN = { name: "Mail", version: "1", chainId: SEPOLIA, verifyingContract: RECIPIENT } as const;
const TYPES = { Mail: [{ name: "to", type: "address" }, { name: "amount", type: "uint256" }, { name: "text", type: "string" }] } as const;
const MAIL = { to: RECIPIENT, amount: 2n ** 200n, text: "Grüße" } as const;
const TYPED_DATA = { domain: DOMAIN, types: TYPES, primaryType: "Mail", message: MAIL } as const;

test("an account of viem has the address, key and signatures of viem and ethers", async () => {
  assert.deepEqual([account.address, account.publicKey], [oracle.address, viemOracle.publicKey]);
  for (const message of ["", "Grüße", "0x00", { raw: "0x00ff" as Hex }, { raw: Uint8Array.of(7, 255) }]) {
    const own = await account.signMessage({ message });
    assert.equal(own, await viemOracle.signMessage({ message }));
    const bytes = typeof message === "string" ? message : typeof message.raw === "string" ? Buffer.from(message.raw.slice(2), "hex") : message.raw;
    assert.equal(own, await oracle.signMessage(bytes));
  }
  assert.equal(await account.signTypedData(TYPED_DATA), await viemOracle.signTypedData(TYPED_DATA));
  assert.equal(await account.signTypedData(TYPED_DATA), await oracle.signTypedData(DOMAIN, { Mail: [...TYPES.Mail] }, MAIL));
  const hash: Hex = `0x${"7f".repeat(32)}`;
  assert.equal(await account.sign({ hash }), await viemOracle.sign({ hash }));
});

test("an account of viem signs the same transactions as viem, also with a wallet client", async () => {
  const common = { chainId: SEPOLIA, nonce: 7, gas: 21_000n, to: RECIPIENT, value: 5n, data: "0xab" } as const;
  const transactions = [
    { ...common, type: "eip1559", maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1n },
    { ...common, type: "legacy", gasPrice: 7n },
    { chainId: 1, nonce: 0, gas: 53_000n, data: "0x6001", maxFeePerGas: 1n },
  ] as const;
  for (const transaction of transactions) {
    const own = await account.signTransaction(transaction);
    assert.equal(own, await viemOracle.signTransaction(transaction as never));
    assert.equal(Transaction.from(own).from, oracle.address);
  }
  const client = createWalletClient({ account, chain: sepolia, transport: http("http://127.0.0.1:9") });
  const listed = { ...transactions[0], type: "eip2930", gasPrice: 7n, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, accessList: [{ address: RECIPIENT as Hex, storageKeys: [] }] } as const;
  const { serializeTransaction } = await import("viem");
  assert.equal(await account.signTransaction(listed, { serializer: serializeTransaction as never }), await viemOracle.signTransaction(listed as never));
  await assert.rejects(account.signTransaction(listed), { field: "transaction" });
  assert.equal(await client.signMessage({ message: "hello" }), await oracle.signMessage("hello"));
  assert.equal(await client.signTypedData(TYPED_DATA), await viemOracle.signTypedData(TYPED_DATA));
  const serialized = await account.signTransaction(transactions[0]);
  assert.equal(await recoverTransactionAddress({ serializedTransaction: serialized as never }), oracle.address);
  assert.equal(parseTransaction(serialized).value, 5n);
  for (const incomplete of [{ ...common, nonce: undefined }, { ...common, chainId: undefined }, common]) {
    await assert.rejects(account.signTransaction(incomplete), { field: "transaction" });
  }
});

test("a signature of another key is an error of the account", async () => {
  const other: EcdsaSigner = { ...signer, sign: (hash) => ecdsaSigner("22".repeat(32)).sign(hash) };
  await assert.rejects(toViemAccount(other).signMessage({ message: "x" }), { field: "signer" });
});

interface Opened {
  provider: EthProvider;
  reviewed: ReviewedRequest[];
}

/** Returns a provider whose user approves, unless `rejected` is the kind of the request. */
function open(options: Partial<EthProviderOptions> & { rejected?: ReviewedRequest["kind"] } = {}): Opened {
  const reviewed: ReviewedRequest[] = [];
  const approve = async (request: ReviewedRequest) => {
    reviewed.push(request);
    return request.kind !== options.rejected;
  };
  return { provider: new EthProvider({ client: wallet.client, signer, approve, ...options }), reviewed };
}

const fails = (promise: Promise<unknown>, code: number, message?: string) =>
  assert.rejects(promise, (error) => error instanceof ProviderError && error.code === code, message ?? String(code));

test("the provider of ethers connects, signs and sends", async () => {
  const { provider, reviewed } = open();
  const browser = new BrowserProvider(provider as never);
  assert.equal((await browser.getNetwork()).chainId, BigInt(SEPOLIA));
  const user = await browser.getSigner();
  assert.equal(user.address, oracle.address);
  assert.equal(await user.signMessage("Grüße"), await oracle.signMessage("Grüße"));
  assert.equal(await user.signTypedData(DOMAIN, { Mail: [...TYPES.Mail] }, MAIL), await oracle.signTypedData(DOMAIN, { Mail: [...TYPES.Mail] }, MAIL));
  const txid = await user.sendUncheckedTransaction({ to: RECIPIENT, value: 1000n, gasLimit: 21_000 });
  await mine("eth");
  const { transactions } = await wallet.addressInfo({ chain: "eth", address: oracle.address });
  assert.ok(transactions.some((row) => row.txid === txid && row.status === "confirmed"), txid);
  assert.deepEqual(reviewed.map(({ kind }) => kind), ["connect", "message", "message", "transaction"]);
  const [, personal, , payment] = reviewed as [unknown, ReviewedRequest & { kind: "message" }, unknown, ReviewedRequest & { kind: "transaction" }];
  assert.deepEqual([personal.review.content, personal.review.kind], ["Grüße", "personal"]);
  assert.deepEqual([payment.review.to, payment.review.amount, payment.review.from], [RECIPIENT, "1000", oracle.address]);
  browser.destroy();
});

test("the custom transport of viem sends with prices of the app, and equal transactions twice", async () => {
  const { provider, reviewed } = open();
  await provider.request({ method: "eth_requestAccounts" });
  const client = createWalletClient({ account: oracle.address as Hex, chain: sepolia, transport: custom(provider) });
  assert.equal(await client.getChainId(), SEPOLIA);
  assert.deepEqual(await client.getAddresses(), [oracle.address]);
  assert.equal(await client.signMessage({ message: { raw: "0x00ff" } }), await oracle.signMessage(Uint8Array.of(0, 255)));
  assert.equal(await client.signTypedData(TYPED_DATA), await viemOracle.signTypedData(TYPED_DATA));
  const terms = { to: RECIPIENT, value: parseEther("0.001"), gas: 21_000n, maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n } as const;
  const first = await client.sendTransaction(terms);
  const second = await client.sendTransaction(terms);
  assert.notEqual(first, second);
  const payment = reviewed.at(-1) as ReviewedRequest & { kind: "transaction" };
  assert.equal(payment.review.fee, String(21_000n * 3_000_000_000n));
  await client.switchChain({ id: 421614 });
  assert.equal(await client.getChainId(), 421614);
  await assert.rejects(client.switchChain({ id: mainnet.id }), { code: 4902 });
});

test("requests without approval, access or support have the codes of EIP-1193", async () => {
  const { provider, reviewed } = open();
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params });
  assert.deepEqual(await request("eth_accounts"), []);
  const message = ["0x6869", oracle.address] as const;
  await fails(request("personal_sign", ...message), 4100);
  await fails(request("eth_sendTransaction", { from: oracle.address, to: RECIPIENT, value: "0x1" }), 4100);
  await fails(request("eth_signTypedData_v4", oracle.address, "{}"), 4100);
  assert.deepEqual(reviewed, []);
  assert.deepEqual(await request("eth_requestAccounts"), [oracle.address]);
  assert.deepEqual(await request("eth_accounts"), [oracle.address]);
  assert.equal(await request("personal_sign", "0x6869", oracle.address.toLowerCase()), await oracle.signMessage("hi"));
  await fails(request("personal_sign", "0x6869", RECIPIENT), 4100);
  for (const method of ["eth_call", "eth_getBalance", "eth_sign", "eth_blockNumber", "wallet_addEthereumChain", "toString"]) await fails(request(method), 4200, method);
  await fails(request("wallet_switchEthereumChain", { chainId: "0x7" }), 4902);
  await fails(request("wallet_switchEthereumChain", { chainId: "7" }), -32602);
  await fails(request("wallet_switchEthereumChain"), -32602);
  await fails(provider.request({ method: "personal_sign" }), -32602);
  await fails(request("personal_sign", "0x6869", "0x12"), -32602);
  await fails(request("eth_signTypedData_v4", oracle.address, "{"), -32602);
  await fails(request("eth_signTypedData_v4", oracle.address, { ...TYPED_DATA, domain: { ...DOMAIN, chainId: 1 } }), -32602);
  const valid = { from: oracle.address, to: RECIPIENT, value: "0x1" };
  const invalid: object[] = [
    { value: "1" }, { value: "0x01" }, { to: "0x12" }, { to: RECIPIENT.replace("5aA", "5aa") }, { data: "0x1" }, { data: "0x12", input: "0x13" }, { chainId: "0x1" },
    { accessList: [{ address: RECIPIENT, storageKeys: [] }] }, { type: "0x3" }, { blobs: [] }, { gasPrice: "0x1", maxFeePerGas: "0x1" }, { maxFeePerGas: "0x1" }, { nonce: -1 },
  ];
  for (const fields of invalid) await fails(request("eth_sendTransaction", { ...valid, ...fields }), -32602, JSON.stringify(fields));
  await fails(request("eth_sendTransaction", { ...valid, from: RECIPIENT }), 4100);
  await fails(request("eth_sendTransaction"), -32602);
  provider.disconnect();
  assert.deepEqual(await request("eth_accounts"), []);
  await fails(request("personal_sign", ...message), 4100);
});

test("nothing is signed without the approval of the user", async () => {
  for (const rejected of ["connect", "message", "transaction", "switch-chain"] as const) {
    let signatures = 0;
    const counting: EcdsaSigner = { ...signer, sign: (hash) => ((signatures += 1), signer.sign(hash)) };
    const { provider, reviewed } = open({ rejected, signer: counting });
    const connected = provider.request({ method: "eth_requestAccounts" });
    await (rejected === "connect" ? fails(connected, 4001) : connected);
    const requests = {
      connect: { method: "eth_requestAccounts" },
      message: { method: "personal_sign", params: ["0x6869", oracle.address] },
      transaction: { method: "eth_sendTransaction", params: [{ from: oracle.address, to: RECIPIENT, value: "0x1" }] },
      "switch-chain": { method: "wallet_switchEthereumChain", params: [{ chainId: "0x66eee" }] },
    };
    await fails(provider.request(requests[rejected]), 4001, rejected);
    assert.equal(signatures, 0);
    assert.equal(reviewed.at(-1)?.kind, rejected);
    assert.equal(await provider.request({ method: "eth_chainId" }), "0xaa36a7");
  }
});

test("events inform an app about accounts and chains", async () => {
  const { provider } = open({ chains: ["eth", "arb"] });
  const events: unknown[] = [];
  const listener = (...values: unknown[]) => void events.push(values);
  provider.on("chainChanged", listener).on("accountsChanged", listener);
  await provider.request({ method: "eth_requestAccounts" });
  await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x66eee" }] });
  await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x66eee" }] });
  provider.disconnect();
  assert.deepEqual(events, [[[oracle.address]], ["0x66eee"], [[]]]);
  provider.removeListener("accountsChanged", listener);
  await provider.request({ method: "eth_requestAccounts" });
  assert.equal(events.length, 3);
  await fails(provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x38" }] }), 4902);
});

test("a hostile server cannot change a request of an app", async () => {
  const tamperings: Tampering[] = [
    { call: "transaction/get-hash", request: (body) => void (body["amount"] = "7") },
    { call: "transaction/parse", response: (data) => void (data["to"] = TOKEN) },
    { call: "message/get-hash", response: (data) => void (data["hash"] = `0x${"ab".repeat(32)}`) },
  ];
  const { wallet: hostile } = await hostileWallet(...tamperings);
  const { provider, reviewed } = open({ client: hostile.client });
  await provider.request({ method: "eth_requestAccounts" });
  await fails(provider.request({ method: "eth_sendTransaction", params: [{ to: RECIPIENT, value: "0x5" }] }), -32603);
  await fails(provider.request({ method: "personal_sign", params: ["0x6869", oracle.address] }), -32603);
  assert.deepEqual(reviewed.map(({ kind }) => kind), ["connect"]);
});

test("a signer for WalletConnect responds to the requests of a session", async () => {
  const { provider, reviewed } = open({ chains: ["eth", "arb"] });
  const session = new WalletConnectSigner(provider);
  assert.deepEqual(session.namespaces(), {
    eip155: {
      chains: ["eip155:11155111", "eip155:421614"],
      methods: ["eth_accounts", "eth_chainId", "eth_sendTransaction", "personal_sign", "eth_signTypedData_v4"],
      events: ["chainChanged", "accountsChanged"],
      accounts: [`eip155:11155111:${oracle.address}`, `eip155:421614:${oracle.address}`],
    },
  });
  const respond = (method: string, params: unknown[], chainId = "eip155:11155111") =>
    session.respond({ id: 7, topic: "t", params: { request: { method, params }, chainId } });
  const result = await oracle.signMessage("hi");
  assert.deepEqual(await respond("personal_sign", ["0x6869", oracle.address]), { topic: "t", response: { id: 7, jsonrpc: "2.0", result } });
  const arbitrum = await respond("eth_signTypedData_v4", [oracle.address, { ...TYPED_DATA, domain: { ...DOMAIN, chainId: 421614 } }], "eip155:421614");
  assert.ok("result" in arbitrum.response);
  assert.deepEqual(reviewed.map((request) => request.kind === "message" && request.review.chain), ["eth", "arb"]);
  const codeOf = async (response: ReturnType<typeof respond>) => ((await response).response as { error: { code: number } }).error.code;
  assert.equal(await codeOf(respond("eth_call", [])), 4200);
  assert.equal(await codeOf(respond("wallet_switchEthereumChain", [{ chainId: "0x66eee" }])), 4200);
  assert.equal(await codeOf(respond("personal_sign", ["0x6869", oracle.address], "eip155:1")), -32602);
  assert.equal(await codeOf(respond("personal_sign", ["0x6869", RECIPIENT])), 4100);
});
