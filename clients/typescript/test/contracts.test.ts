import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Address, Asset, Memo, Networks, Operation, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { ApiError, assetContract, type ContractValue, type Ed25519Signer, InputError, VerificationError, type VerificationSubject, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { balanceOf, type Trader, trader, trust, wire } from "./support/exchange.js";
import { hostileWallet, type Pay, rejects, type Tampering } from "./support/hostile.js";
import { testWallet } from "./support/local.js";

const LUMEN = assetContract("native", "testnet");

let wallet: WalletCloud;
let own: Trader;
let shop: Trader;
let thief: Trader;

before(async () => {
  wallet = await testWallet();
  const hd = await HdWallet.fromMnemonic(createMnemonic());
  [own, shop, thief] = [await trader(wallet, hd, 0), await trader(wallet, hd, 1), await trader(wallet, hd, 2)];
});

const address = (value: string): ContractValue => ({ type: "address", value });
const transferArguments = (amount: string): ContractValue[] => [address(own.address), address(shop.address), { type: "i128", value: amount }];

test("a token is transferred, and the contract of an asset is shown as the asset", async () => {
  const before = await balanceOf(wallet, shop.address);
  const prepared = await wallet.prepare.tokenTransfer({ publicKey: own.signer.publicKey, contract: LUMEN, to: shop.address, amount: 30_000_000n });
  const { review, comparison } = prepared;
  assert.deepEqual([review.to, review.asset, review.amount, review.call?.function], [shop.address, wire(undefined), "30000000", "transfer"]);
  assert.deepEqual(review.call?.authorizations, [{ contract: LUMEN, function: "transfer", arguments: transferArguments("30000000"), invocations: [] }]);
  assert.ok(BigInt(review.resourceFee!) < BigInt(review.fee));
  const parts = comparison.map(({ part, own: value, server }) => [part, value, server]);
  const text = `address ${own.address}, address ${shop.address}, i128 30000000`;
  assert.deepEqual(parts.slice(0, 5), [
    ["operation", "invoke_host_function", "invoke_host_function"],
    ["contract", LUMEN, LUMEN],
    ["function", "transfer", "transfer"],
    ["arguments", text, text],
    ["authorizations", `${LUMEN}.transfer(${text})`, `${LUMEN}.transfer(${text})`],
  ]);
  const signed = await prepared.sign(own.signer);
  await signed.send();
  assert.equal((await signed.settled()).status, "confirmed");
  assert.equal((await balanceOf(wallet, shop.address)) - before, 30_000_000n);
});

test("the token of an issued asset is transferred by a call", async () => {
  const usd = { code: "USD", issuer: thief.address };
  await trust(wallet, own, [usd]);
  await trust(wallet, shop, [usd]);
  const contract = assetContract(`USD:${thief.address}`, "testnet");
  assert.equal(contract, new Asset("USD", thief.address).contractId(Networks.TESTNET));
  await wallet.pay.tokenTransfer({ contract, to: own.address, amount: "500" }, thief.signer);
  const { review } = await wallet.prepare.tokenTransfer({ publicKey: own.signer.publicKey, contract, to: shop.address, amount: "7" });
  assert.deepEqual(review.asset, wire(usd));
  const call = { contract, function: "transfer", arguments: transferArguments("120") };
  const sent = await wallet.pay.contractCall({ ...call, fee: { total: "90000" } }, own.signer);
  assert.equal((await sent.settled()).status, "confirmed");
  assert.deepEqual([await balanceOf(wallet, own.address, usd), await balanceOf(wallet, shop.address, usd)], [380n, 120n]);
  const read = await wallet.prepare.contractCall({ publicKey: own.signer.publicKey, contract, function: "balance", arguments: [address(own.address)] });
  assert.deepEqual([read.review.to, read.review.amount, read.review.call?.authorizations], [contract, "0", []]);
});

test("a call that fails, and invalid terms, are errors before a signature", async () => {
  const common = { publicKey: own.signer.publicKey, contract: LUMEN };
  const failed = wallet.prepare.tokenTransfer({ ...common, to: shop.address, amount: 10n ** 18n });
  await assert.rejects(failed, (error) => error instanceof ApiError && error.is("contract_call_failed"));
  const invalid = async (field: string, call: Promise<unknown>) => assert.rejects(call, (error) => error instanceof InputError && error.field === field, field);
  await invalid("to", wallet.prepare.tokenTransfer({ ...common, to: "x", amount: "5" }));
  await invalid("amount", wallet.prepare.tokenTransfer({ ...common, to: shop.address, amount: 2n ** 127n }));
  await invalid("contract", wallet.prepare.tokenTransfer({ ...common, contract: own.address, to: shop.address, amount: "5" }));
  await invalid("function", wallet.prepare.contractCall({ ...common, function: "a b", arguments: [] }));
  await invalid("arguments[0].value", wallet.prepare.contractCall({ ...common, function: "f", arguments: [{ type: "u32", value: "x" }] }));
});

type Call = xdr.InvokeHostFunctionOp;

/** Changes the transaction of the server, with a matching hash. */
const rebuilt = (edit: (transaction: xdr.Transaction, call: Call) => void, more?: (data: Record<string, any>) => void): Tampering => ({
  call: "transaction/get-hash",
  response: (data) => {
    const envelope = xdr.TransactionEnvelope.fromXDR(data["unsignedMessage"], "base64");
    const transaction = envelope.v1().tx();
    edit(transaction, transaction.operations()[0]!.body().invokeHostFunctionOp());
    data["unsignedMessage"] = envelope.toXDR("base64");
    data["hash"] = TransactionBuilder.fromXDR(data["unsignedMessage"], Networks.TESTNET).hash().toString("hex");
    more?.(data);
  },
});

const authorized = (call: Call) => call.auth()[0]!.rootInvocation();
const contractOf = (call: Call) => call.hostFunction().invokeContract();
/** Changes the call and the authorization alike. */
const everywhere = (edit: (call: xdr.InvokeContractArgs) => void): Tampering =>
  rebuilt((_, call) => {
    edit(contractOf(call));
    if (call.auth().length > 0) edit(authorized(call).function().contractFn());
  });

for (const kind of ["token transfer", "contract call"] as const) {
  test(`another transaction is not signed (${kind})`, async () => {
    const pay: Pay<Ed25519Signer> = (hostile, signer) =>
      kind === "token transfer"
        ? hostile.pay.tokenTransfer({ contract: LUMEN, to: shop.address, amount: "5000", sequence: SEQUENCE }, signer)
        : hostile.pay.contractCall({ contract: LUMEN, function: "transfer", arguments: transferArguments("5000"), sequence: SEQUENCE }, signer);
    const SEQUENCE = BigInt((await wallet.xlm.account({ address: own.address })).sequence) + 1n;
    const check = (subject: VerificationSubject, tampering: Tampering, after?: "sign") => rejects(own.signer, pay, subject, tampering, after);
    const other = () => new Address(thief.address).toScAddress();

    await check("recipient", everywhere((call) => call.contractAddress(new Address(assetContract(`USD:${thief.address}`, "testnet")).toScAddress())));
    await check("data", everywhere((call) => call.functionName("approve")));
    await check("data", everywhere((call) => call.args([call.args()[0]!, xdr.ScVal.scvAddress(other()), call.args()[2]!])));
    await check("data", everywhere((call) => call.args([xdr.ScVal.scvAddress(other()), ...call.args().slice(1)])));
    await check("data", everywhere((call) => call.args([...call.args().slice(0, 2), xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: xdr.Int64.fromString("1"), lo: xdr.Uint64.fromString("5000") }))])));
    await check("data", everywhere((call) => call.args([...call.args().slice(0, 2), xdr.ScVal.scvU32(5000)])));
    await check("data", everywhere((call) => call.args([...call.args(), xdr.ScVal.scvVoid()])));

    // Authorizations: of another call, by another signature, of more than the call.
    await check("operations", rebuilt((_, call) => authorized(call).function().contractFn().functionName("burn")));
    await check("operations", rebuilt((_, call) => authorized(call).function().contractFn().args([call.hostFunction().invokeContract().args()[0]!])));
    await check("operations", rebuilt((_, call) => {
      const further = xdr.SorobanAuthorizationEntry.fromXDR(call.auth()[0]!.toXDR());
      further.rootInvocation().function().contractFn().functionName("approve");
      call.auth([call.auth()[0]!, further]);
    }));
    await check("encoding", rebuilt((_, call) => {
      const credentials = new xdr.SorobanAddressCredentials({ address: new Address(own.address).toScAddress(), nonce: xdr.Int64.fromString("7"), signatureExpirationLedger: 9, signature: xdr.ScVal.scvVoid() });
      call.auth()[0]!.credentials(xdr.SorobanCredentials.sorobanCredentialsAddress(credentials));
    }));
    if (kind === "token transfer") {
      await check("operations", rebuilt((_, call) => call.auth([call.auth()[0]!, call.auth()[0]!])));
      await check("operations", rebuilt((_, call) => authorized(call).subInvocations([xdr.SorobanAuthorizedInvocation.fromXDR(authorized(call).toXDR())])));
      await check("amount", { call: "transaction/get-hash", response: (data) => void (data["amount"].amount = "5001") });
    }
    await check("encoding", rebuilt((_, call) => call.hostFunction(xdr.HostFunction.hostFunctionTypeUploadContractWasm(Buffer.from([1])))));

    // The other parts of the transaction.
    const payment = Operation.payment({ destination: thief.address, asset: Asset.native(), amount: "1" });
    await check("encoding", rebuilt((transaction) => transaction.operations([...transaction.operations(), payment])));
    await check("operations", rebuilt((transaction) => transaction.operations()[0]!.sourceAccount(xdr.MuxedAccount.keyTypeEd25519(Buffer.from(thief.signer.publicKey, "hex")))));
    await check("sender", rebuilt((transaction) => transaction.sourceAccount(xdr.MuxedAccount.keyTypeEd25519(Buffer.from(thief.signer.publicKey, "hex")))));
    await check("memo", rebuilt((transaction) => transaction.memo(Memo.text("x").toXDRObject())));
    await check("sequence", rebuilt((transaction) => transaction.seqNum(xdr.Int64.fromString(String(SEQUENCE + 1n)) as never)));
    await check("validity", rebuilt((transaction) => transaction.cond(xdr.Preconditions.precondNone())));
    await check("fee", rebuilt((transaction) => transaction.fee(transaction.fee() + 1)));
    await check("fee", rebuilt((transaction) => transaction.ext().sorobanData().resourceFee(xdr.Int64.fromString("60000"))));
    await check("fee", rebuilt((transaction) => transaction.fee(9_000_000), (data) => void (data["fee"] = "9000000")));
    await check("fee", { call: "transaction/get-hash", response: (data) => void (data["resourceFee"] = "1") });
    await check("encoding", rebuilt((transaction) => transaction.ext(new xdr.TransactionExt(0))));
    await check("hash", { call: "transaction/get-hash", response: (data) => {
      data["hash"] = TransactionBuilder.fromXDR(data["unsignedMessage"], Networks.PUBLIC).hash().toString("hex");
    } });

    // Requests that work for another call, and a false reading.
    if (kind === "token transfer") await check("data", { call: "transaction/get-hash", request: (body) => void (body["to"] = thief.address) });
    else await check("data", { call: "transaction/get-hash", request: (body) => void (body["arguments"][1].value = thief.address) });
    const parse = (edit: (call: Record<string, any>) => void) => check("parse", { call: "transaction/parse", response: (data) => edit(data["operations"][0].call) });
    await parse((call) => void (call["contract"] = assetContract(`USD:${thief.address}`, "testnet")));
    await parse((call) => void (call["function"] = "approve"));
    await parse((call) => void (call["arguments"][2].value = "5"));
    await parse((call) => void delete call["arguments"]);
    await parse((call) => void (call["authorizations"] = []));
    await parse((call) => void (call["authorizations"][0].address = thief.address));
    await parse((call) => void (call["authorizations"][0].invocation.arguments[1].value = thief.address));
    await check("signed_transaction", { call: "transaction/attach-signature", response: (data) => void (data["txdata"] = "AAAA") }, "sign");
  });
}

test("further calls that a call authorizes are shown", async () => {
  const nested = rebuilt((_, call) => authorized(call).subInvocations([xdr.SorobanAuthorizedInvocation.fromXDR(authorized(call).toXDR())]));
  const { wallet: hostile } = await hostileWallet(nested);
  const call = { publicKey: own.signer.publicKey, contract: LUMEN, function: "transfer", arguments: transferArguments("5000") };
  const { review, comparison } = await hostile.prepare.contractCall(call);
  assert.equal(review.call?.authorizations[0]?.invocations[0]?.function, "transfer");
  assert.match(comparison.find(({ part }) => part === "authorizations")!.own, /\) \{ C\w+\.transfer\(/);
});

test("a false asset of a contract is not shown", async () => {
  const usd = assetContract(`USD:${thief.address}`, "testnet");
  const { wallet: hostile } = await hostileWallet({ call: "transaction/get-hash", response: (data) => void (data["asset"] = wire({ code: "EUR", issuer: thief.address })) });
  const transfer = { publicKey: thief.signer.publicKey, contract: usd, to: own.address, amount: "5" };
  await assert.rejects(hostile.prepare.tokenTransfer(transfer), (error) => error instanceof VerificationError && error.subject === "data");
  const { wallet: unnamed } = await hostileWallet({ call: "transaction/get-hash", response: (data) => void delete data["asset"] });
  assert.deepEqual((await unnamed.prepare.tokenTransfer(transfer)).review.asset, { kind: "xlm-token", chain: "xlm", contract: usd });
});
