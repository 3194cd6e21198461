// What the SDK of Stellar reads in a transaction, in the words of the connector.

/** Stroops, from the whole units with seven decimals that the SDK gives. */
const stroops = (units) => units.replace(".", "").replace(/^0+(?=\d)/, "");

/** Whole units without the zeros that say nothing. */
const short = (units) => units.replace(/\.?0+$/, "");

const hex = (bytes) => bytes?.toString("hex");

const asset = (it) =>
  it.isNative()
    ? { kind: "coin", chain: "xlm" }
    : { kind: "xlm-asset", chain: "xlm", code: it.getCode(), issuer: it.getIssuer() };

function line(it) {
  if (it.liquidityPoolId) return { liquidityPoolId: it.liquidityPoolId };
  return it.assetA ? { assetA: asset(it.assetA), assetB: asset(it.assetB), fee: it.fee } : asset(it);
}

function predicate(it) {
  switch (it.switch().name) {
    case "claimPredicateUnconditional":
      return undefined;
    case "claimPredicateAnd":
      return { and: it.value().map(predicate) };
    case "claimPredicateOr":
      return { or: it.value().map(predicate) };
    case "claimPredicateNot":
      return { not: predicate(it.value()) };
    case "claimPredicateBeforeAbsoluteTime":
      return { abs_before: it.value().toString() };
    default:
      return { rel_before: it.value().toString() };
  }
}

const claimant = (it) => ({ destination: it.destination, predicate: predicate(it.predicate) });

/** The SDK gives hashes as bytes in one place and as text in another. */
function signer({ preAuthTx, sha256Hash, ...others }) {
  const text = (hash) => (Buffer.isBuffer(hash) ? hex(hash) : hash);
  return { ...others, preAuthTx: text(preAuthTx), sha256Hash: text(sha256Hash) };
}

/** How each kind of field stands at the connector; the others stand there as the SDK gives them. */
const FIELDS = {
  amount: stroops,
  asset: line,
  buyAmount: stroops,
  buying: asset,
  claimants: (all) => all.map(claimant),
  destAmount: stroops,
  destAsset: asset,
  destMin: stroops,
  limit: stroops,
  line,
  maxAmountA: stroops,
  maxAmountB: stroops,
  minAmountA: stroops,
  minAmountB: stroops,
  path: (all) => all.map(asset),
  selling: asset,
  sendAmount: stroops,
  sendAsset: asset,
  sendMax: stroops,
  signer: (it) => it && signer(it),
  startingBalance: short,
  value: (bytes) => bytes?.toString("utf8") ?? null,
};

const PRICES = ["price", "minPrice", "maxPrice"];

/** The fraction itself, which the SDK only gives as a decimal number. */
function fraction(raw, name) {
  const { n, d } = raw.body().value()[name]()._attributes;
  return `${n}/${d}`;
}

/** An operation; a price in the text that was asked with where the SDK makes the same fraction of that. */
function operation(read, ours, theirs, asked) {
  const fields = Object.entries(read).map(([name, value]) => {
    if (PRICES.includes(name)) {
      const own = fraction(ours, name);
      return [name, own === fraction(theirs, name) ? asked[name] : own];
    }
    return [name === "line" ? "asset" : name, FIELDS[name] ? FIELDS[name](value) : value];
  });
  return Object.fromEntries(fields);
}

/** All that the SDK reads in our transaction, which it built itself for the operations that were asked for. */
export function words(ours, theirs, asked) {
  const raw = (transaction) => transaction.tx.operations();
  const { type, value } = ours.memo;
  return {
    source: ours.source,
    sequence: ours.sequence,
    fee: ours.fee,
    memo: type === "none" ? "" : type === "hash" || type === "return" ? hex(value) : value.toString(),
    memoType: type,
    timeBounds: ours.timeBounds,
    operations: ours.operations.map((it, place) => operation(it, raw(ours)[place], raw(theirs)[place], asked[place])),
  };
}
