// What the SDK of Stellar makes of operations that stand in the JSON of the connector, and what it reads in envelopes.
import { load } from "./load.mjs";
import { words } from "./stellar_words.mjs";

const {
  Account, Asset, Claimant, Keypair, LiquidityPoolAsset, LiquidityPoolId, Memo, Networks, Operation, StrKey,
  TransactionBuilder,
} = await load("@stellar/stellar-sdk");

const PASSPHRASES = { livenet: Networks.PUBLIC, testnet: Networks.TESTNET };

/** Stroops as the SDK takes amounts: whole units with seven decimals. */
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

/** How each kind of field stands at the SDK; the others stand there as they stand here. */
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
};

function operation({ type, ...fields }) {
  const converted = Object.entries(fields).map(([name, value]) => [name, FIELDS[name] ? FIELDS[name](value) : value]);
  return Operation[type](Object.fromEntries(converted));
}

const MEMOS = { text: Memo.text, id: Memo.id, hash: Memo.hash, return: Memo.return };

/** The transaction as the SDK builds it. */
function build({ network, sequence, rate, memo, memoType, validUntil, operations }, keys) {
  const builder = new TransactionBuilder(new Account(keys.publicKey(), sequence), {
    // The SDK takes the fee of one operation.
    fee: String(rate),
    networkPassphrase: PASSPHRASES[network],
    timebounds: { minTime: 0, maxTime: validUntil },
  });
  for (const it of operations) builder.addOperation(operation(it));
  if (memo) builder.addMemo(MEMOS[memoType](memo));
  return builder.build();
}

const keypair = (seed) => Keypair.fromRawEd25519Seed(Buffer.from(seed, "hex"));

/** The hash of an envelope and its signature in two halves. */
function signing(transaction, keys) {
  const signature = keys.sign(transaction.hash()).toString("hex");
  return { hash: transaction.hash().toString("hex"), r: signature.slice(0, 64), s: signature.slice(64) };
}

function judge({ unsigned, ...asked }) {
  const keys = keypair(asked.seed);
  const theirs = build(asked, keys);
  const ours = TransactionBuilder.fromXDR(unsigned, PASSPHRASES[asked.network]);
  return { built: theirs.toXDR(), ...signing(ours, keys), ...words(ours, theirs, asked.operations) };
}

/** Each case as the SDK builds it, what it reads in our envelope of it, and its signature. */
export const stellarJudge = ({ cases }) => cases.map(judge);

/** Which signatures of envelopes are good ones of this account. */
export function stellarVerify({ envelopes }) {
  return envelopes.map(({ txdata, network, address }) => {
    const transaction = TransactionBuilder.fromXDR(txdata, PASSPHRASES[network]);
    const keys = Keypair.fromPublicKey(address);
    return transaction.signatures.map(
      (it) => it.hint().equals(keys.signatureHint()) && keys.verify(transaction.hash(), it.signature()),
    );
  });
}

/** Fee bumps around signed transactions, each at this rate for each operation and for itself. */
export function stellarBump({ cases }) {
  return cases.map(({ seed, network, txdata, rate }) => {
    const keys = keypair(seed);
    const inner = TransactionBuilder.fromXDR(txdata, PASSPHRASES[network]);
    const bump = TransactionBuilder.buildFeeBumpTransaction(keys, String(rate), inner, PASSPHRASES[network]);
    return { unsigned: bump.toXDR(), ...signing(bump, keys) };
  });
}

/** The order in which two assets stand in a pool: -1, 0 or 1. */
export const stellarOrder = ({ pairs }) => pairs.map(([a, b]) => Asset.compare(asset(a), asset(b)));

/** What a hash is called as each of the things that it can be. */
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

/** Prices as the SDK turns them into fractions; `null` where it finds none. */
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
