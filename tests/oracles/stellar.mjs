// The Stellar SDK as reference: builds operations from the connector's JSON and decodes the connector's
// envelopes.
import { load } from "./load.mjs";
import { decode } from "./stellar_decode.mjs";

const {
  Account, Asset, Claimant, Keypair, LiquidityPoolAsset, LiquidityPoolId, Memo, Networks, Operation, StrKey,
  TransactionBuilder, Address, scValToNative,
} = await load("@stellar/stellar-sdk");

const PASSPHRASES = { livenet: Networks.PUBLIC, testnet: Networks.TESTNET };

/** Converts stroops to the SDK's amounts: whole units with seven decimals. */
const units = (stroops) => stroops.padStart(8, "0").replace(/(.{7})$/, ".$1");

const asset = ({ kind, code, issuer }) => (kind === "coin" ? Asset.native() : new Asset(code, issuer));

function price(text) {
  const [n, d] = text.split("/");
  return d === undefined ? text : { n: Number(n), d: Number(d) };
}

function line({ assetA, assetB, fee, liquidityPoolId, ...credit }) {
  if (liquidityPoolId) return new LiquidityPoolId(liquidityPoolId);
  return assetA ? new LiquidityPoolAsset(asset(assetA), asset(assetB), fee) : asset(credit);
}

function predicate(condition) {
  if (condition === undefined) return Claimant.predicateUnconditional();
  if (condition.and) return Claimant.predicateAnd(...condition.and.map(predicate));
  if (condition.or) return Claimant.predicateOr(...condition.or.map(predicate));
  if (condition.not) return Claimant.predicateNot(predicate(condition.not));
  if (condition.abs_before) return Claimant.predicateBeforeAbsoluteTime(condition.abs_before);
  return Claimant.predicateBeforeRelativeTime(condition.rel_before);
}

const claimant = (it) => new Claimant(it.destination, predicate(it.predicate));

/** Conversions of fields to the SDK's form; other fields are the same. */
const FIELDS = {
  amount: units,
  asset: line,
  buyAmount: units,
  buying: asset,
  claimants: (all) => all.map(claimant),
  destAmount: units,
  destAsset: asset,
  destMin: units,
  limit: units,
  maxAmountA: units,
  maxAmountB: units,
  maxPrice: price,
  minAmountA: units,
  minAmountB: units,
  minPrice: price,
  path: (all) => all.map(asset),
  price,
  selling: asset,
  sendAmount: units,
  sendAsset: asset,
  sendMax: units,
  // The value of a data entry.
  value: (value) => (value?.base64 === undefined ? value : Buffer.from(value.base64, "base64")),
};

function operation({ type, ...fields }) {
  const converted = Object.entries(fields).map(([name, value]) => [name, FIELDS[name] ? FIELDS[name](value) : value]);
  return Operation[type](Object.fromEntries(converted));
}

const MEMOS = { text: Memo.text, id: Memo.id, hash: Memo.hash, return: Memo.return };

/** Builds a transaction with the SDK. */
function build({ network, sequence, rate, memo, memoType, validUntil, operations }, keys) {
  const builder = new TransactionBuilder(new Account(keys.publicKey(), sequence), {
    // The SDK expects the fee of one operation.
    fee: String(rate),
    networkPassphrase: PASSPHRASES[network],
    timebounds: { minTime: 0, maxTime: validUntil },
  });
  for (const it of operations) builder.addOperation(operation(it));
  if (memo) builder.addMemo(MEMOS[memoType](memo));
  return builder.build();
}

const keypair = (seed) => Keypair.fromRawEd25519Seed(Buffer.from(seed, "hex"));

/** Returns the hash of an envelope and its signature in two halves. */
function signing(transaction, keys) {
  const signature = keys.sign(transaction.hash()).toString("hex");
  return { hash: transaction.hash().toString("hex"), r: signature.slice(0, 64), s: signature.slice(64) };
}

/** Returns the ids of the balances that a transaction creates. */
const created = (transaction) =>
  transaction.operations.flatMap(({ type }, index) => (type === "createClaimableBalance" ? [transaction.getClaimableBalanceId(index)] : []));

function compare({ unsigned, ...request }) {
  const keys = keypair(request.seed);
  const theirs = build(request, keys);
  const ours = TransactionBuilder.fromXDR(unsigned, PASSPHRASES[request.network]);
  return { built: theirs.toXDR(), balances: created(ours), ...signing(ours, keys), ...decode(ours, theirs, request.operations) };
}

/** Returns for each case the SDK's transaction, its decoding of the connector's envelope, and its signature. */
export const stellarBuild = ({ cases }) => cases.map(compare);

/** Builds a transaction for each case; `null` if the SDK rejects an operation. */
export function stellarEnvelopes({ cases }) {
  return cases.map((request) => {
    try {
      const transaction = build(request, keypair(request.seed));
      return { unsignedMessage: transaction.toXDR(), hash: transaction.hash().toString("hex") };
    } catch {
      return null;
    }
  });
}

/** Returns for each signature of the envelopes if it is a valid one of this account. */
export function stellarVerify({ envelopes }) {
  return envelopes.map(({ txdata, network, address }) => {
    const transaction = TransactionBuilder.fromXDR(txdata, PASSPHRASES[network]);
    const keys = Keypair.fromPublicKey(address);
    return transaction.signatures.map(
      (it) => it.hint().equals(keys.signatureHint()) && keys.verify(transaction.hash(), it.signature()),
    );
  });
}

/** Builds fee bumps of signed transactions, each with this rate per operation, including the bump itself. */
export function stellarBump({ cases }) {
  return cases.map(({ seed, network, txdata, rate }) => {
    const keys = keypair(seed);
    const inner = TransactionBuilder.fromXDR(txdata, PASSPHRASES[network]);
    const bump = TransactionBuilder.buildFeeBumpTransaction(keys, String(rate), inner, PASSPHRASES[network]);
    return { unsigned: bump.toXDR(), ...signing(bump, keys) };
  });
}

/** Returns the order of two assets in a pool: -1, 0 or 1. */
export const stellarOrder = ({ pairs }) => pairs.map(([a, b]) => Asset.compare(asset(a), asset(b)));

/** Returns the strkey of a hash for each type. */
export function stellarStrkeys({ hashes }) {
  return hashes.map((hash) => {
    const bytes = Buffer.from(hash, "hex");
    return {
      sha256Hash: StrKey.encodeSha256Hash(bytes),
      preAuthTx: StrKey.encodePreAuthTx(bytes),
      liquidityPoolId: StrKey.encodeLiquidityPool(bytes),
      balanceId: StrKey.encodeClaimableBalance(Buffer.concat([Buffer.from([0]), bytes])),
    };
  });
}

/** Converts prices to fractions with the SDK; `null` if it fails. */
export function stellarPrices({ prices }) {
  const offer = { selling: Asset.native(), buying: new Asset("X", Keypair.random().publicKey()), amount: "1" };
  return prices.map((text) => {
    try {
      const { n, d } = Operation.manageSellOffer({ ...offer, price: text }).body().value().price()._attributes;
      return `${n}/${d}`;
    } catch {
      return null;
    }
  });
}

/** Converts a native value to JSON: numbers to decimal strings, and bytes to hex. */
function toJson(value) {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint" || typeof value === "number") return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, toJson(entry)]));
  }
  return value;
}

const contractCall = (call) => ({
  contract: Address.fromScAddress(call.contractAddress()).toString(),
  function: call.functionName().toString(),
  arguments: call.args().map((argument) => toJson(scValToNative(argument))),
});

/** Returns an authorized call with those below it. */
const invocation = (it) => ({
  ...contractCall(it.function().contractFn()),
  invocations: it.subInvocations().map(invocation),
});

function authorization(entry) {
  const credentials = entry.credentials();
  const own = credentials.switch().name === "sorobanCredentialsAddress" ? credentials.address() : undefined;
  return {
    address: own ? Address.fromScAddress(own.address()).toString() : null,
    nonce: own ? own.nonce().toString() : null,
    expirationLedger: own ? own.signatureExpirationLedger() : null,
    invocation: invocation(entry.rootInvocation()),
  };
}

/** Decodes the contract call of each envelope with the SDK. */
export function stellarContractCalls({ envelopes }) {
  return envelopes.map((envelope) => {
    const [operation] = TransactionBuilder.fromXDR(envelope, Networks.TESTNET).operations;
    return {
      ...contractCall(operation.func.invokeContract()),
      authorizations: operation.auth.map(authorization),
    };
  });
}
