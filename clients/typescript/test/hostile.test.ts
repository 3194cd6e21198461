import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Keypair, MuxedAccount, Account, Networks, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { Transaction, Wallet } from "ethers";
import { type EcdsaSigner, type Ed25519Signer, VerificationError, type VerificationSubject, type WalletCloud } from "../src/index.js";
import { hash160, ownScript, scriptOf } from "../src/btc/address.js";
import { btcLikeParams } from "../src/btc/params.js";
import { sighash, type SighashScheme } from "../src/btc/sighash.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner, ed25519Signer } from "../src/signers.js";
import { hostileWallet, type Pay, rejects, replaced, type Tampering } from "./support/hostile.js";
import { fund, setAside, testWallet } from "./support/local.js";

const THIEF_BTC = "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7";
const THIEF_EVM = "0x00000000000000000000000000000000DeaDBeef";
const TOKEN = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

let honest: WalletCloud;
let hd: HdWallet;
let thief: string;

before(async () => {
  honest = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
  thief = honest.addressOf("xlm", ed25519Signer(hd.key("xlm", { account: 9 }).privateKey).publicKey);
  await fund("xlm", thief, "100000000");
  for (const type of ["p2wpkh", "p2pkh"] as const) {
    for (const amount of ["1000000", "2000000"]) await fund("btc", honest.addressOf("btc", btcSigner(type).publicKey, type), amount);
  }
  await fund("bch", honest.addressOf("bch", bchSigner().publicKey), "1000000");
  const evm = honest.addressOf("eth", evmSigner().publicKey);
  await fund("eth", evm, "1000000000000000000");
  await fund("eth", evm, "100000000", TOKEN);
  for (const account of [0, 1]) await fund("xlm", honest.addressOf("xlm", xlmSigner(account).publicKey), "1000000000");
});

const btcSigner = (type: "p2wpkh" | "p2pkh") => ecdsaSigner(hd.key("btc", { network: "testnet", type }).privateKey);
const bchSigner = () => ecdsaSigner(hd.key("bch", { network: "testnet" }).privateKey);
const evmSigner = () => ecdsaSigner(hd.key("eth").privateKey);
const xlmSigner = (account = 0) => ed25519Signer(hd.key("xlm", { account }).privateKey);

const RECIPIENT_BTC = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

for (const type of ["p2wpkh", "p2pkh"] as const) {
  const pay: Pay<EcdsaSigner> = (wallet, signer) =>
    wallet.pay.btc({ chain: "btc", type, to: RECIPIENT_BTC, amount: "250000" }, signer);
  const check = (subject: VerificationSubject, tampering: Tampering | Tampering[], after?: "sign") => rejects(btcSigner(type), pay, subject, tampering, after);

  test(`another recipient, amount or fee is not signed on btc (${type})`, async () => {
    await check("hash", { call: "transaction/get-hash", request: (body) => void (body["to"] = THIEF_BTC) });
    await check("hash", { call: "transaction/get-hash", request: (body) => void (body["amount"] = "250001") });
    await check("hash", { call: "transaction/get-hash", request: (body) => void (body["fee"] = String(BigInt(body["fee"]) + 1n)) });
    await check("hash", { call: "transaction/get-hash", response: (data) => void (data["hashes"][0].hash = "ab".repeat(32)) });
  });

  test(`a change of inputs after the estimate is not signed on btc (${type})`, async () => {
    await check("hash", {
      call: "transaction/get-hash",
      request: (body) => void (body["utxo"] = body["utxo"].map((utxo: object) => ({ ...utxo, vout: 7 }))),
    });
    await check("inputs", { call: "prepare-transaction/estimate", response: (data) => void data["utxo"].push(data["utxo"][0]) });
    await check("inputs", { call: "prepare-transaction/estimate", response: (data) => void (data["utxo"] = []) });
    await check("inputs", { call: "prepare-transaction/estimate", response: (data) => void (data["utxo"][0].txid = "../x") });
    await check("hash", { call: "transaction/get-hash", response: (data) => void (data["hashes"] = []) });
    await check("hash", { call: "transaction/get-hash", response: (data) => void (data["hashes"][0].inputIndex = 1) });
  });

  test(`parse that shows another payment stops it on btc (${type})`, async () => {
    const parse = (edit: (data: Record<string, any>) => void) => check("parse", { call: "transaction/parse", response: edit });
    await parse((data) => void (data["outputs"][0].script = `0014${"ab".repeat(20)}`));
    await parse((data) => void (data["outputs"][0].to = THIEF_BTC));
    await parse((data) => void (data["outputs"][1].to = THIEF_BTC));
    await parse((data) => void (data["outputs"][0].amount = "1"));
    await parse((data) => void (data["outputs"] = data["outputs"].slice(0, 1)));
    await parse((data) => void (data["inputs"] = []));
    await parse((data) => void (data["lockTime"] = 1));
    await parse((data) => void delete data["outputs"]);
  });

  test(`an extreme fee is not signed on btc (${type})`, async () => {
    await check("fee", { call: "prepare-transaction/estimate", response: (data) => void (data["fees"].normal = "700000") });
  });

  test(`another signed transaction is not sent on btc (${type})`, async () => {
    const attach = (edit: (txdata: string) => string): Tampering => ({
      call: "transaction/attach-signature",
      response: (data) => void (data["txdata"] = edit(data["txdata"])),
    });
    const script = "0014751e76e8199196d454941c45d1b3a323f1433bd6";
    await check("signed_transaction", attach((txdata) => txdata.replace(script, `0014${"ab".repeat(20)}`)), "sign");
    await check("signed_transaction", attach((txdata) => txdata.slice(0, -2)), "sign");
    await check("signed_transaction", attach(() => "00"), "sign");
  });
}

/** Returns the hashes of a get-hash request as a server could compute them, with the change to this owner. */
function hashesOf(chain: "btc" | "bch", request: Record<string, any>, owner: string, scheme: SighashScheme): object[] {
  const { utxo, amount, fee, publicKey, to } = request;
  const params = btcLikeParams(chain, "testnet");
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
  const total = utxo.reduce((sum: bigint, { value }: { value: string }) => sum + BigInt(value), 0n);
  const transaction = {
    version: 2,
    lockTime: 0,
    inputs: utxo.map((input: object) => ({ ...input, scriptSig: new Uint8Array(), sequence: params.sequence, witness: [] })),
    outputs: [
      { value: BigInt(amount), script: scriptOf(params, to) },
      { value: total - BigInt(amount) - BigInt(fee), script: ownScript(chain === "btc" ? "p2wpkh" : "p2pkh", bytes(owner)) },
    ],
  };
  return utxo.map(({ value }: { value: string }, inputIndex: number) => {
    const hash = sighash(transaction, inputIndex, hash160(bytes(publicKey)), BigInt(value), scheme);
    return { inputIndex, hash: Buffer.from(hash).toString("hex") };
  });
}

test("change to another owner is not signed on btc", async () => {
  const other = ecdsaSigner("77".repeat(32)).publicKey;
  const pay: Pay<EcdsaSigner> = (wallet, signer) => wallet.pay.btc({ chain: "btc", to: RECIPIENT_BTC, amount: "250000" }, signer);
  const swap: Tampering = {
    call: "transaction/get-hash",
    response: (data, request) => {
      // With the sender's own key these are the server's hashes, so that only the owner of the change differs.
      assert.deepEqual(hashesOf("btc", request, request["publicKey"], "bip143"), data["hashes"]);
      data["hashes"] = hashesOf("btc", request, other, "bip143");
    },
  };
  await rejects(btcSigner("p2wpkh"), pay, "hash", swap);
});

test("a hash without the fork id is not signed on bch", async () => {
  const pay: Pay<EcdsaSigner> = (wallet, signer) => {
    const to = honest.addressOf("bch", signer.publicKey);
    return wallet.pay.btc({ chain: "bch", to, amount: "250000" }, signer);
  };
  const withoutForkId: Tampering = {
    call: "transaction/get-hash",
    response: (data, request) => void (data["hashes"] = hashesOf("bch", request, request["publicKey"], "bip143")),
  };
  await rejects(bchSigner(), pay, "hash", withoutForkId);
});

test("another id of a sent payment is reported", async () => {
  const signer = btcSigner("p2wpkh");
  const { wallet } = await hostileWallet({ call: "transaction/send", response: (data) => void (data["txid"] = "ab".repeat(32)) });
  const sent = wallet.pay.btc({ chain: "btc", to: RECIPIENT_BTC, amount: "10000" }, signer);
  await assert.rejects(sent, (error) => error instanceof VerificationError && error.subject === "txid");
});

const RECIPIENT_EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

for (const token of [undefined, TOKEN]) {
  const kind = token === undefined ? "coin" : "token";
  const pay: Pay<EcdsaSigner> = (wallet, signer) => wallet.pay.evm({ chain: "eth", to: RECIPIENT_EVM, amount: "25000000", token }, signer);
  const check = (subject: VerificationSubject, tampering: Tampering, after?: "sign") => rejects(evmSigner(), pay, subject, tampering, after);
  const getHash = (edit: (body: Record<string, any>) => void): Tampering => ({ call: "transaction/get-hash", request: edit });

  test(`another recipient, amount, calldata or nonce is not signed on eth (${kind})`, async () => {
    await check("hash", getHash((body) => void (body["to"] = THIEF_EVM)));
    await check("hash", getHash((body) => void (body["amount"] = "1")));
    await check("hash", getHash((body) => {
      Object.assign(body, { data: "0x095ea7b3", gasLimit: "80000", fee: (80_000n * BigInt(body["maxFeePerGas"])).toString() });
    }));
    await check("hash", getHash((body) => void (body["nonce"] += 1)));
    await check("hash", getHash((body) => void (body["network"] = "livenet")));
    await check("hash", getHash((body) => {
      body["maxPriorityFeePerGas"] = "1";
    }));
    await check("hash", { call: "transaction/get-hash", response: (data) => void (data["hash"] = `0x${"ab".repeat(32)}`) });
  });

  test(`parse that shows another payment stops it on eth (${kind})`, async () => {
    const parse = (edit: (data: Record<string, any>) => void) => check("parse", { call: "transaction/parse", response: edit });
    await parse((data) => void (data["to"] = THIEF_EVM));
    await parse((data) => void (data["amount"] = "7"));
    await parse((data) => void (data["data"] = "0x00"));
    await parse((data) => void (data["nonce"] = 77));
    await parse((data) => void (data["gasLimit"] = "1"));
    await parse((data) => void (data["fee"] = "1"));
    if (token === undefined) return;
    await parse((data) => void (data["token"].to = THIEF_EVM));
    await parse((data) => void (data["token"].amount = "1"));
    await parse((data) => void (data["token"].method = "approve"));
    await parse((data) => void delete data["token"]);
  });

  test(`extreme prices and gas limits are not signed on eth (${kind})`, async () => {
    const estimate = (edit: (data: Record<string, any>) => void) => check("fee", { call: "prepare-transaction/estimate", response: edit });
    await estimate((data) => void (data["maxFees"].normal = "9000000000000"));
    await estimate((data) => void (data["gasLimit"] = "900000000000"));
  });

  test(`another signed transaction is not sent on eth (${kind})`, async () => {
    const attach = (edit: (transaction: Transaction) => void): Tampering => ({
      call: "transaction/attach-signature",
      response: (data) => {
        const transaction = Transaction.from(data["txdata"]);
        edit(transaction);
        const wallet = new Wallet(`0x${"11".repeat(32)}`);
        transaction.signature = wallet.signingKey.sign(transaction.unsignedHash);
        data["txdata"] = transaction.serialized;
      },
    });
    await check("signed_transaction", attach((transaction) => void (transaction.to = THIEF_EVM)), "sign");
    await check("signed_transaction", attach((transaction) => void (transaction.value = 5n)), "sign");
    await check("signed_transaction", attach((transaction) => void (transaction.chainId = 1n)), "sign");
    await check("signed_transaction", { call: "transaction/attach-signature", response: (data) => void (data["txdata"] = "0x02c0") }, "sign");
  });
}

for (const asset of [undefined, "own"]) {
  const kind = asset ?? "lumens";
  const issuer = () => honest.addressOf("xlm", xlmSigner().publicKey);
  const recipient = () => honest.addressOf("xlm", xlmSigner(1).publicKey);
  const pay: Pay<Ed25519Signer> = (wallet, signer) => {
    const credit = asset === undefined ? {} : { asset: { code: "POINTS", issuer: issuer() } };
    return wallet.pay.xlm({ to: recipient(), amount: "5000000", memo: "77", ...credit }, signer);
  };
  const check = (subject: VerificationSubject, tampering: Tampering | Tampering[], after?: "sign") => rejects(xlmSigner(), pay, subject, tampering, after);
  const getHash = (edit: (body: Record<string, any>) => void): Tampering => ({ call: "transaction/get-hash", request: edit });

  test(`another payment is not signed on xlm (${kind})`, async () => {
    if (asset !== undefined) {
      for (const account of [1, 9]) {
        const holder = ed25519Signer(hd.key("xlm", { account }).privateKey);
        for (const code of ["POINTS", "OTHER"]) await honest.pay.trustline({ asset: { code, issuer: issuer() } }, holder);
      }
    }
    await check("recipient", getHash((body) => void (body["to"] = thief)));
    await check("amount", getHash((body) => void (body["amount"] = "5000001")));
    await check("fee", getHash((body) => void (body["fee"] = "5000")));
    await check("memo", getHash((body) => void (body["memo"] = "78")));
    await check("memo", getHash((body) => void delete body["memo"]));
    await check("memo", getHash((body) => void (body["memoType"] = "id")));
    await check("validity", getHash((body) => void (body["timeout"] = 86_400)));
    await check("hash", {
      call: "transaction/get-hash",
      response: (data) => {
        const livenet = TransactionBuilder.fromXDR(data["unsignedMessage"], Networks.PUBLIC);
        data["hash"] = livenet.hash().toString("hex");
      },
    });
    await check("hash", { call: "transaction/get-hash", response: (data) => void (data["hash"] = "ab".repeat(32)) });
    if (asset === undefined) return;
    await check("operations", getHash((body) => void (body["asset"].code = "OTHER")));
    await check("operations", getHash((body) => void delete body["asset"]));
  });

  test(`a transaction with more than the payment is not signed on xlm (${kind})`, async () => {
    const to = recipient();
    const { Asset } = await import("@stellar/stellar-sdk");
    const paid = asset === undefined ? Asset.native() : new Asset("POINTS", issuer());
    const payment = (fields: object = {}) => Operation.payment({ destination: to, amount: "0.5", asset: paid, ...fields });
    const theft = Operation.payment({ destination: thief, amount: "50", asset: Asset.native() });
    await check("operations", replaced(() => ({ operations: [payment(), theft] })));
    await check("operations", replaced(() => ({ operations: [payment({ source: thief })] })));
    await check("encoding", replaced(() => ({ operations: [Operation.accountMerge({ destination: thief }) as never] })));
    await check("operations", replaced(() => ({ operations: [Operation.setOptions({ masterWeight: 0 }) as never] })));
    await check("encoding", replaced(() => ({ operations: [Operation.setOptions({ homeDomain: "example.com" }) as never] })));
    await check("sender", replaced((sequence) => ({ source: new Account(thief, sequence), operations: [payment()] })));
    await check("validity", replaced(() => ({ operations: [payment()], timebounds: { timebounds: { minTime: 0, maxTime: 0 } } })));
    const later = Math.floor(Date.now() / 1000) + 400;
    const future = { timebounds: { minTime: later, maxTime: later + 200 } };
    await check("validity", replaced(() => ({ operations: [payment()], timebounds: future })));
    const muxed = new MuxedAccount(new Account(to, "0"), "5").accountId();
    await check("recipient", replaced(() => ({ operations: [payment({ destination: muxed })] })));
    const trust = Operation.changeTrust({ asset: new Asset("SCAM", thief), limit: "1" });
    await check("operations", replaced(() => ({ operations: [trust as never] })));
    const signedBefore: Tampering = {
      call: "transaction/get-hash",
      response: (data) => {
        const transaction = TransactionBuilder.fromXDR(data["unsignedMessage"], Networks.TESTNET);
        transaction.sign(Keypair.random());
        data["unsignedMessage"] = transaction.toXDR();
      },
    };
    await check("signed_transaction", signedBefore);
    await check("encoding", { call: "transaction/get-hash", response: (data) => void (data["unsignedMessage"] = "AAAA") });
    await check("encoding", { call: "transaction/get-hash", response: (data) => void delete data["unsignedMessage"] });
  });

  test(`parse that shows another payment stops it on xlm (${kind})`, async () => {
    const parse = (edit: (data: Record<string, any>) => void) => check("parse", { call: "transaction/parse", response: edit });
    await parse((data) => void (data["operations"][0].destination = thief));
    await parse((data) => void (data["operations"][0].amount = "1"));
    await parse((data) => void (data["operations"][0].type = "accountMerge"));
    await parse((data) => void (data["operations"][0].source = thief));
    await parse((data) => void (data["memo"] = "78"));
    await parse((data) => void (data["memoType"] = "id"));
    await parse((data) => void data["operations"].push(data["operations"][0]));
    await parse((data) => void delete data["operations"]);
    await parse((data) => void (data["from"] = thief));
    await parse((data) => void (data["fee"] = "1"));
    await parse((data) => void (data["sequence"] = "1"));
    await parse((data) => void (data["txid"] = "ab".repeat(32)));
    if (asset === undefined) return;
    await parse((data) => void (data["operations"][0].asset.issuer = thief));
    await parse((data) => void delete data["operations"][0].asset);
  });

  test(`an extreme fee is not signed on xlm (${kind})`, async () => {
    await check("fee", { call: "prepare-transaction/estimate/xlm", response: (data) => void (data["fees"].normal = "900000000") });
  });

  test(`another signed transaction is not sent on xlm (${kind})`, async () => {
    const attach = (edit: (data: Record<string, any>) => void): Tampering => ({ call: "transaction/attach-signature", response: edit });
    const other = () => {
      const options = { fee: "100", networkPassphrase: Networks.TESTNET };
      const operation = Operation.accountMerge({ destination: thief });
      return new TransactionBuilder(new Account(issuer(), "1"), options).setTimeout(30).addOperation(operation).build();
    };
    await check("signed_transaction", attach((data) => void (data["txdata"] = other().toXDR())), "sign");
    const payment = (txdata: string) => {
      const bytes = Buffer.from(txdata, "base64");
      // A bit of the sequence number.
      bytes[51]! ^= 1;
      return bytes.toString("base64");
    };
    await check("signed_transaction", attach((data) => void (data["txdata"] = payment(data["txdata"]))), "sign");
  });
}

test("another asset, limit or claimable balance is not signed on xlm", async () => {
  const issuer = honest.addressOf("xlm", xlmSigner().publicKey);
  const holder = xlmSigner(2);
  const address = honest.addressOf("xlm", holder.publicKey);
  await fund("xlm", address, "100000000");
  const trust: Pay<Ed25519Signer> = (wallet, signer) => wallet.pay.trustline({ asset: { code: "POINTS", issuer }, limit: "500" }, signer);
  const swap = (edit: (body: Record<string, any>) => void): Tampering => ({ call: "transaction/get-hash", request: edit });
  await rejects(holder, trust, "operations", swap((body) => void (body["asset"].code = "OTHER")));
  await rejects(holder, trust, "amount", swap((body) => void (body["amount"] = "501")));

  for (const amount of ["10000000", "20000000"]) await setAside(honest, xlmSigner(), address, amount);
  const { claimableBalances } = await honest.addressInfo({ chain: "xlm", address });
  const [first, second] = claimableBalances.map(({ id }) => id);
  const claim: Pay<Ed25519Signer> = (wallet, signer) => wallet.pay.claim({ claimableBalanceId: first! }, signer);
  await rejects(holder, claim, "operations", swap((body) => void (body["claimableBalanceId"] = second)));
});
