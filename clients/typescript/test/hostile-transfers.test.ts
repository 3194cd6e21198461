import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  type AddressType,
  type BtcUtxo,
  dataOf,
  type EcdsaSigner,
  type PreparedMessage,
  type SignedPayment,
  VerificationError,
  type VerificationSubject,
  type WalletCloud,
} from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner, taprootSigner } from "../src/signers.js";
import { hostileWallet, type Pay, rejects, type Tampering } from "./support/hostile.js";
import { fund, testWallet } from "./support/local.js";

type Json = Record<string, any>;

const RECIPIENT = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const THIEF = "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7";
const RECIPIENT_EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const THIEF_EVM = "0x00000000000000000000000000000000DeaDBeef";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

let honest: WalletCloud;
let hd: HdWallet;
let used = 100;

before(async () => {
  honest = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
});

const secret = (type: AddressType, index: number) => hd.key("btc", { network: "testnet", type, index }).privateKey;
const evmSigner = (account: number) => ecdsaSigner(hd.key("eth", { account }).privateKey);
/** Returns the number of a key without payments, also if a test runs again. */
const unused = () => (used += 1);
const getHash = (edit: (body: Json) => void): Tampering => ({ call: "transaction/get-hash", request: edit });

test("another recipient, order, change, term or owner is not signed in a payment of several keys", async () => {
  const [first, second] = [ecdsaSigner(secret("p2wpkh", 0)), taprootSigner(secret("p2tr", 0))];
  const change = honest.addressOf("btc", ecdsaSigner(secret("p2wpkh", 1)).publicKey);
  await fund("btc", honest.addressOf("btc", first.publicKey), "500000");
  await fund("btc", honest.addressOf("btc", second.publicKey, "p2tr"), "500000");
  const utxo = [
    ...(await honest.btc.utxo({ chain: "btc", publicKey: first.publicKey })),
    ...(await honest.btc.utxo({ chain: "btc", publicKey: second.publicKey, type: "p2tr" })),
  ];
  assert.equal(utxo.length, 2);
  const outputs = [{ to: RECIPIENT, amount: "300000" }, { to: change, amount: "350000" }];
  const pay: Pay<EcdsaSigner> = (wallet, signer) =>
    wallet.pay.btc({ chain: "btc", utxo, outputs, changeAddress: change, locktime: 1, sequence: 0xfffffffe }, [signer, second]);
  const check = (subject: VerificationSubject, tampering: Tampering, after?: "sign") => rejects(first, pay, subject, tampering, after);

  await check("hash", getHash((body) => void (body["outputs"][0].to = THIEF)));
  await check("hash", getHash((body) => void (body["outputs"][1].amount = "350001")));
  await check("hash", getHash((body) => void body["outputs"].reverse()));
  await check("hash", getHash((body) => void body["outputs"].push({ to: THIEF, amount: "10000" })));
  await check("hash", getHash((body) => void (body["changeAddress"] = THIEF)));
  await check("hash", getHash((body) => void delete body["changeAddress"]));
  await check("hash", getHash((body) => void (body["locktime"] = 2)));
  await check("hash", getHash((body) => void (body["sequence"] = 0xfffffffd)));
  await check("hash", getHash((body) => void (body["utxo"][1].sequence = 5)));
  await check("hash", getHash((body) => void body["outputs"].push({ data: "00" })));
  await check("hash", getHash((body) => void (body["version"] = 1)));
  await check("hash", getHash((body) => void (body["fee"] = String(BigInt(body["fee"]) + 1n))));
  // The taproot hash commits to the values and scripts of all inputs.
  await check("hash", getHash((body) => void (body["utxo"][0].value = "499999")));
  await check("hash", { call: "transaction/get-hash", response: (data) => void (data["hashes"][1].hash = "ab".repeat(32)) });

  const estimate = (edit: (list: BtcUtxo[]) => void): Tampering => ({ call: "prepare-transaction/estimate", response: (data) => edit(data["utxo"]) });
  await check("inputs", estimate((list) => void (list[0]!.txid = "ab".repeat(32))));
  await check("inputs", estimate((list) => void (list[0]!.vout = 77)));
  // A relative lock time would delay the payment.
  await check("inputs", estimate((list) => void (list[0]!.sequence = 1000)));
  await check("inputs", estimate((list) => void (list[0]!.value = "400000")));
  await check("inputs", estimate((list) => {
    for (const entry of list) Object.assign(entry, { publicKey: first.publicKey, type: "p2wpkh" });
  }));
  await check("inputs", estimate((list) => {
    for (const entry of list) Object.assign(entry, { publicKey: ecdsaSigner("22".repeat(32)).publicKey });
  }));
  await check("inputs", estimate((list) => void Object.assign(list[0]!, { publicKey: "02" })));
  await check("parse", { call: "transaction/parse", response: (data) => void (data["outputs"][2].script = `0014${"ab".repeat(20)}`) });
  await check("parse", { call: "transaction/parse", response: (data) => void (data["lockTime"] = 0) });
  await check("signed_transaction", {
    call: "transaction/attach-signature",
    response: (data) => void (data["txdata"] = data["txdata"].replace("751e76e8199196d454941c45d1b3a323f1433bd6", "ab".repeat(20))),
  }, "sign");
});

test("without offered outputs, an input of another owner is not signed", async () => {
  const signer = ecdsaSigner(secret("p2wpkh", 2));
  await fund("btc", honest.addressOf("btc", signer.publicKey), "500000");
  const pay: Pay<EcdsaSigner> = (wallet, own) => wallet.pay.btc({ chain: "btc", to: RECIPIENT, amount: "1000" }, own);
  const owned = (fields: object): Tampering => ({ call: "prepare-transaction/estimate", response: (data) => void Object.assign(data["utxo"][0], fields) });
  await rejects(signer, pay, "inputs", owned({ publicKey: ecdsaSigner("22".repeat(32)).publicKey }));
  await rejects(signer, pay, "inputs", owned({ type: "p2pkh" }));
});

/** Returns the honest plan of a bump, which stays valid for these tests when the sandbox mines a block. */
async function planOf(chain: "btc" | "eth", body: object): Promise<Json> {
  const { connectorBtcLike, connectorEthLike } = honest.client.services;
  const init = { params: { path: { chain } }, body: { network: "testnet", ...body } } as never;
  const path = "/api/prepare-transaction/bump/{chain}";
  return chain === "btc" ? dataOf(connectorBtcLike.POST(path, init)) : dataOf(connectorEthLike.POST(path, init));
}

const planned = (plan: Json, edit: (plan: Json) => void = () => undefined): Tampering => ({
  call: "prepare-transaction/bump",
  reply: () => {
    const changed = structuredClone(plan);
    edit(changed);
    return changed;
  },
});

test("another plan of a replacement is not signed on btc", async () => {
  const signer = ecdsaSigner(secret("p2wpkh", unused()));
  const other = ecdsaSigner(secret("p2wpkh", unused()));
  const own = honest.addressOf("btc", signer.publicKey);
  for (const amount of ["300000", "300000"]) await fund("btc", own, amount);
  await fund("btc", honest.addressOf("btc", other.publicKey), "300000");
  const utxo = await honest.btc.utxo({ chain: "btc", publicKey: other.publicKey });
  const outputs = [{ to: RECIPIENT, amount: "200000" }, { to: THIEF, amount: "250000" }];
  const pending = await honest.pay.btc({ chain: "btc", outputs, fee: "slow" }, signer);
  const plan = await planOf("btc", { txid: pending.txid, publicKey: signer.publicKey });
  const pay: Pay<EcdsaSigner> = async (wallet, own) => {
    const prepared = await wallet.prepare.btcBump({ chain: "btc", publicKey: own.publicKey, pending, utxo, maxFee: "50000" });
    await prepared.sign([own, other]);
  };
  const check = (subject: VerificationSubject, edit: (plan: Json) => void, ...more: Tampering[]) => rejects(signer, pay, subject, [planned(plan, edit), ...more]);

  await check("recipient", (data) => void (data["outputs"][0].to = honest.addressOf("btc", other.publicKey)));
  await check("recipient", (data) => void (data["outputs"][0].to = "nonsense"));
  await check("recipient", (data) => void data["outputs"].pop());
  await check("recipient", (data) => void data["outputs"].push({ to: THIEF, amount: "1000" }));
  await check("recipient", (data) => void data["outputs"].reverse());
  await check("recipient", (data) => void delete data["outputs"]);
  await check("amount", (data) => void (data["outputs"][1].amount = "250001"));
  await check("inputs", (data) => void delete data["utxo"]);
  await check("inputs", (data) => void data["utxo"].pop());
  await check("inputs", (data) => void data["utxo"].reverse());
  await check("inputs", (data) => void (data["utxo"][0].vout += 1));
  await check("inputs", (data) => void (data["utxo"][0].publicKey = other.publicKey));
  await check("inputs", (data) => void data["utxo"].push(data["utxo"][0]));
  await check("inputs", (data) => void data["utxo"].push({ txid: "ab".repeat(32), vout: 0, value: "100000" }));
  await check("inputs", (data) => void data["utxo"].push({ ...utxo[0], value: "299999" }));
  // An output that was offered, but of the sender's key.
  await check("inputs", (data) => void data["utxo"].push({ txid: utxo[0]!.txid, vout: utxo[0]!.vout, value: utxo[0]!.value }));
  await check("inputs", (data) => {
    for (const entry of data["utxo"]) entry.value = "1000";
  });
  await check("fee", (data) => void (data["fees"].normal = "100000"));
  await check("hash", () => undefined, getHash((body) => void (body["changeAddress"] = THIEF)));
  await check("hash", () => undefined, getHash((body) => void (body["outputs"][0].to = THIEF)));
  await check("hash", () => undefined, getHash((body) => void (body["locktime"] = 5)));
});

test("another plan of a child is not signed on btc", async () => {
  const [signer, payer] = [ecdsaSigner(secret("p2wpkh", unused())), ecdsaSigner(secret("p2wpkh", unused()))];
  const own = honest.addressOf("btc", signer.publicKey);
  await fund("btc", honest.addressOf("btc", payer.publicKey), "900000");
  const { txid: parent } = await honest.pay.btc({ chain: "btc", to: own, amount: "400000", fee: "slow" }, payer);
  const plan = await planOf("btc", { txid: parent, publicKey: signer.publicKey });
  const pay: Pay<EcdsaSigner> = async (wallet, child) => wallet.pay.btcChild({ chain: "btc", parent }, child);
  const check = (subject: VerificationSubject, edit: (child: Json) => void, ...more: Tampering[]) =>
    rejects(signer, pay, subject, [planned(plan, (data) => edit(data["childPaysForParent"])), ...more]);
  await check("inputs", (child) => void (child["utxo"][0].txid = "ab".repeat(32)));
  await check("inputs", (child) => void (child["utxo"][0].publicKey = payer.publicKey));
  await check("inputs", (child) => void (child["utxo"] = []));
  await check("inputs", (child) => void child["utxo"].push(child["utxo"][0]));
  await check("fee", (child) => void (child["fees"].normal = "390000"));
  await check("hash", () => undefined, getHash((body) => void (body["to"] = THIEF)));
  await check("hash", () => undefined, getHash((body) => void (body["amount"] = "1000")));
});

for (const mode of ["speed-up", "cancel"] as const) {
  test(`another plan of a replacement is not signed on eth (${mode})`, async () => {
    const signer = evmSigner(unused());
    await fund("eth", honest.addressOf("eth", signer.publicKey), "1000000000000000000");
    const pending: SignedPayment = await honest.pay.evm({ chain: "eth", to: RECIPIENT_EVM, amount: "5000", data: "0xabcd", fee: "slow" }, signer);
    const plan = await planOf("eth", { txid: pending.txid, mode });
    const pay: Pay<EcdsaSigner> = (wallet, own) => wallet.pay.evmBump({ chain: "eth", pending, mode }, own);
    const check = (subject: VerificationSubject, edit: (plan: Json) => void, ...more: Tampering[]) => rejects(signer, pay, subject, [planned(plan, edit), ...more]);
    await check("sender", (data) => void (data["from"] = THIEF_EVM));
    await check("nonce", (data) => void (data["nonce"] += 1));
    await check("recipient", (data) => void (data["to"] = THIEF_EVM));
    await check("recipient", (data) => void (data["to"] = null));
    await check("amount", (data) => void (data["amount"] = "5001"));
    await check("data", (data) => void (data["data"] = "0xabcdef"));
    await check("fee", (data) => void (data["maxFeePerGas"] = "1"));
    await check("fee", (data) => void (data["maxPriorityFeePerGas"] = "1"));
    await check("fee", (data) => void delete data["maxFeePerGas"]);
    await check("fee", (data) => void (data["maxFeePerGas"] = "9000000000000000"));
    await check("fee", (data) => void (data["gasLimit"] = mode === "cancel" ? "900000000000" : "500000"));
    await check("hash", () => undefined, getHash((body) => void (body["to"] = THIEF_EVM)));
    await check("hash", () => undefined, getHash((body) => void (body["nonce"] += 1)));
    await check("parse", () => undefined, { call: "transaction/parse", response: (data) => void (data["amount"] = "1") });
  });
}

for (const kind of ["approval", "revocation", "collection", "erc721"] as const) {
  test(`another allowance is not signed on eth (${kind})`, async () => {
    const signer = evmSigner(13);
    await fund("eth", honest.addressOf("eth", signer.publicKey), "1000000000000000000");
    const token = kind === "collection" || kind === "erc721" ? "0x1111111111111111111111111111111111111111" : USDC;
    const spender = kind === "erc721" ? `0x${"0".repeat(40)}` : RECIPIENT_EVM;
    const pay: Pay<EcdsaSigner> = (wallet, own) => {
      if (kind === "erc721") return wallet.pay.revocation({ chain: "eth", token, kind, tokenId: 8n }, own);
      const common = { chain: "eth", token, spender } as const;
      if (kind === "approval") return wallet.pay.approval({ ...common, amount: "2500000" }, own);
      return wallet.pay.revocation({ ...common, kind: kind === "collection" ? "collection" : "erc20" }, own);
    };
    const check = (subject: VerificationSubject, tampering: Tampering) => rejects(signer, pay, subject, tampering);
    await check("hash", getHash((body) => void (body["data"] = body["data"].replace(/.$/, "1"))));
    await check("hash", getHash((body) => void (body["data"] = body["data"].toLowerCase().replace(spender.slice(2).toLowerCase(), THIEF_EVM.slice(2).toLowerCase()))));
    await check("hash", getHash((body) => void (body["to"] = THIEF_EVM)));
    const parse = (edit: (call: Json, data: Json) => void): Promise<void> =>
      check("parse", { call: "transaction/parse", response: (data) => edit(data["calls"]?.[0], data) });
    await parse((call) => void (call["to"] = THIEF_EVM));
    await parse((call) => void (call["contract"] = THIEF_EVM));
    await parse((call) => void (call["method"] = "transfer"));
    await parse((call) => void (kind === "collection" ? (call["approved"] = true) : (call["amount"] = "7")));
    await parse((call, data) => void data["calls"].push(call));
    await parse((_, data) => void delete data["calls"]);
  });
}

for (const kind of ["erc721", "erc1155"] as const) {
  test(`another token, amount, recipient or contract is not signed on eth (${kind})`, async () => {
    const signer = evmSigner(kind === "erc721" ? 15 : 16);
    await fund("eth", honest.addressOf("eth", signer.publicKey), "1000000000000000000");
    const contract = "0x2222222222222222222222222222222222222222";
    const terms = { chain: "eth", kind, contract, id: 7n, to: RECIPIENT_EVM, ...(kind === "erc1155" ? { amount: 3n } : {}) } as const;
    const pay: Pay<EcdsaSigner> = (wallet, own) => wallet.pay.nft(terms, own);
    const check = (subject: VerificationSubject, tampering: Tampering) => rejects(signer, pay, subject, tampering);
    const inData = (from: string, to: string) => getHash((body) => void (body["data"] = body["data"].toLowerCase().replace(from.toLowerCase(), to.toLowerCase())));
    await check("hash", inData(RECIPIENT_EVM.slice(2), THIEF_EVM.slice(2)));
    await check("hash", inData(`${"0".repeat(63)}7`, `${"0".repeat(63)}8`));
    await check("hash", getHash((body) => void (body["data"] = `0xa22cb465${"0".repeat(24)}${THIEF_EVM.slice(2)}${"0".repeat(63)}1`)));
    await check("hash", getHash((body) => void (body["to"] = THIEF_EVM)));
    await check("hash", getHash((body) => void (body["amount"] = "1")));
    const parse = (edit: (call: Json, data: Json) => void): Promise<void> =>
      check("parse", { call: "transaction/parse", response: (data) => edit(data["calls"]?.[0], data) });
    await parse((call) => void (call["to"] = THIEF_EVM));
    await parse((call) => void (call["contract"] = THIEF_EVM));
    await parse((call) => void (call["method"] = "setApprovalForAll"));
    await parse((call) => void (call["tokens"][0].id = "8"));
    await parse((call) => void (call["tokens"][0].amount = "2"));
    await parse((call) => void call["tokens"].push({ id: "9", amount: "1" }));
    await parse((call) => void delete call["tokens"]);
    await parse((call, data) => void data["calls"].push(call));
    await parse((_, data) => void delete data["calls"]);
    await parse((_, data) => void (data["amount"] = "1"));
  });
}

const PERMIT = {
  types: {
    Permit: ["address owner", "address spender", "uint256 value", "uint256 nonce", "uint256 deadline"].map((field) => {
      const [type, name] = field.split(" ") as [string, string];
      return { name, type };
    }),
  },
  primaryType: "Permit",
  domain: { name: "USD Coin", version: "2", chainId: 11155111, verifyingContract: USDC },
  message: { owner: THIEF_EVM, spender: RECIPIENT_EVM, value: "2500000", nonce: 0, deadline: "1798761600" },
};

/** Checks that a message is not signed, or for `sign` that its signature is not returned. */
async function rejectsMessage(prepare: (wallet: WalletCloud) => Promise<PreparedMessage>, subject: VerificationSubject, tampering: Tampering): Promise<void> {
  const { wallet } = await hostileWallet(tampering);
  const signer = evmSigner(14);
  const sign = async () => (await prepare(wallet)).sign(signer);
  await assert.rejects(sign(), (error) => error instanceof VerificationError && error.subject === subject, subject);
}

test("another hash or signature of a text is rejected", async () => {
  const { publicKey } = evmSigner(14);
  for (const message of ["Sign in to example.com", Uint8Array.of(1, 2)]) {
    const check = (subject: VerificationSubject, tampering: Tampering) => rejectsMessage((wallet) => wallet.prepare.message({ chain: "eth", publicKey, message }), subject, tampering);
    await check("hash", { call: "message/get-hash", request: (body) => void (body["message"] = "0x03") });
    await check("hash", { call: "message/get-hash", response: (data) => void (data["hash"] = `0x${"ab".repeat(32)}`) });
    await check("summary", { call: "message/get-hash", response: (data) => void (data["summary"] = { standard: "eip-2612" }) });
    await check("signature", { call: "message/attach-signature", response: (data) => void (data["signature"] = data["signature"].replace(/..$/, "1d")) });
    await check("signature", { call: "message/attach-signature", response: (data) => void delete data["signature"] });
  }
});

test("another hash or summary of a permit is rejected", async () => {
  const { publicKey } = evmSigner(14);
  const check = (subject: VerificationSubject, tampering: Tampering) =>
    rejectsMessage((wallet) => wallet.prepare.typedData({ chain: "eth", publicKey, typedData: PERMIT }), subject, tampering);
  const summary = (edit: (summary: Json, data: Json) => void) => check("summary", { call: "message/get-hash", response: (data) => edit(data["summary"], data) });
  await check("hash", { call: "message/get-hash", request: (body) => void (body["message"].message.spender = THIEF_EVM) });
  await check("hash", { call: "message/get-hash", request: (body) => void (body["message"].message.value = "9") });
  await check("hash", { call: "message/get-hash", request: (body) => void (body["message"].domain.version = "1") });
  await summary((permit) => void (permit["spender"] = THIEF_EVM));
  await summary((permit) => void (permit["amount"] = "1"));
  await summary((permit) => void (permit["token"] = THIEF_EVM));
  await summary((permit) => void (permit["contract"] = THIEF_EVM));
  await summary((permit) => void (permit["deadline"] = "1"));
  await summary((permit) => void delete permit["deadline"]);
  await summary((permit) => void (permit["expiration"] = "1"));
  await summary((permit) => void (permit["standard"] = "dai"));
  await summary((permit) => void (permit["permissions"] = []));
  await summary((_, data) => void delete data["summary"]);
});

test("the warning about an unlimited permit does not depend on the server", async () => {
  const { wallet } = await hostileWallet({ call: "message/get-hash", response: (data) => void delete data["warnings"] });
  const typedData = { ...PERMIT, message: { ...PERMIT.message, value: (2n ** 256n - 1n).toString() } };
  const { review } = await wallet.prepare.typedData({ chain: "eth", publicKey: evmSigner(14).publicKey, typedData, allowUnlimited: true });
  assert.deepEqual(review.warnings.map(({ code }) => code), ["unlimited_approval"]);
});

test("the warning about an unknown authorisation does not depend on the server", async () => {
  const { wallet } = await hostileWallet({
    call: "message/get-hash",
    response: (data) => {
      assert.equal(data["warnings"][0].code, "unknown_authorisation");
      delete data["warnings"];
    },
  });
  const fields = [{ name: "spender", type: "address" }, { name: "wad", type: "uint256" }];
  const typedData = { ...PERMIT, types: { ...PERMIT.types, Permit: fields }, message: { spender: THIEF_EVM, wad: "7" } };
  const { review } = await wallet.prepare.typedData({ chain: "eth", publicKey: evmSigner(14).publicKey, typedData });
  assert.deepEqual([review.permit, review.warnings.map(({ code }) => code)], [undefined, ["unknown_authorisation"]]);
});

test("the warning about an unlimited approval in calldata does not depend on the server", async () => {
  const omitted = (call: string): Tampering => ({
    call,
    response: (data) => {
      delete data["warnings"];
      delete data["calls"];
    },
  });
  const { wallet } = await hostileWallet(...["prepare-transaction/estimate", "transaction/get-hash", "transaction/parse"].map(omitted));
  const signer = evmSigner(15);
  await fund("eth", honest.addressOf("eth", signer.publicKey), "1000000000000000000");
  const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, "0");
  const all = 2n ** 256n - 1n;
  const approve = `095ea7b3${word(THIEF_EVM)}${word(all)}`;
  const multicall = (data: string) => `ac9650d8${word(32n)}${word(1n)}${word(32n)}${word(BigInt(data.length / 2))}${data.padEnd(Math.ceil(data.length / 64) * 64, "0")}`;
  const warned = [
    `39509351${word(THIEF_EVM)}${word(all)}`,
    `a22cb465${word(THIEF_EVM)}${word(1n)}`,
    `87517c45${word(USDC)}${word(THIEF_EVM)}${word(2n ** 160n - 1n)}${word(1n)}`,
    `${approve}00`,
    multicall(`a22cb465${word(THIEF_EVM)}${word(1n)}`),
  ];
  const others = [`a22cb465${word(THIEF_EVM)}${word(0n)}`, `095ea7b3${word(THIEF_EVM)}${word(7n)}`];
  // An account without code accepts any calldata.
  const terms = { chain: "eth", publicKey: signer.publicKey, to: THIEF_EVM, amount: "0" } as const;
  for (const [data, expected] of [...warned.map((data) => [data, true] as const), ...others.map((data) => [data, false] as const)]) {
    const { review } = await wallet.prepare.evm({ ...terms, data: `0x${data}` });
    assert.equal(review.warnings.some(({ code }) => code === "unlimited_approval"), expected, data);
  }
});
