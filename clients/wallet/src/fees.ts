/** Fees and times of a payment for each mode, before the review. For display: the review has the fee that is signed. */
import { addressOf, type BtcLikeChain, type Chain, dataOf, type FeeMode, isBtcLike, isEthLike } from "@wallet-cloud/client";
import { payableOutputs } from "@wallet-cloud/client/hd";
import type { ChainView } from "./chain-list.js";
import { type Holding, loadAccount } from "./holdings.js";
import { account, client, network } from "./state.js";

type Modes<T> = Record<FeeMode, T>;

export interface FeeEstimate {
  /** The fees in base units of the coin. */
  fees: Modes<bigint>;
  /** What a payment of everything sends. */
  amounts?: Modes<bigint>;
}

/** What is paid: to one recipient, or on btc-like chains to several. */
export interface Estimated {
  to: string;
  amount: bigint | "max";
  more: { to: string; amount: bigint }[];
}

/** The blocks within which a payment of each mode is expected (docs/decisions/utxo-payments.md#targets-of-fee-modes). */
const BLOCKS: Record<ChainView["family"], Modes<number>> = {
  "btc-like": { slow: 24, normal: 6, fast: 2 },
  "eth-like": { slow: 15, normal: 3, fast: 1 },
  xlm: { slow: 3, normal: 1, fast: 1 },
};

/** Returns the time after which a block probably contains a payment, in words. */
export function timeOf({ family, blockTime }: ChainView, mode: FeeMode): string {
  const seconds = BLOCKS[family][mode] * blockTime;
  if (seconds < 90) return `about ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}

/** Returns the fees of a payment of a holding. */
export function estimateFees(chain: Chain, holding: Holding, payment: Estimated, signal: AbortSignal): Promise<FeeEstimate> {
  if (isBtcLike(chain)) return estimateBtc(chain, payment, signal);
  return isEthLike(chain) ? estimateEvm(chain, holding, payment, signal) : estimateXlm(holding, signal);
}

const eachMode = (modes: Modes<string>, change = (value: bigint) => value): Modes<bigint> =>
  Object.fromEntries((["slow", "normal", "fast"] as const).map((mode) => [mode, change(BigInt(modes[mode]))])) as Modes<bigint>;

async function estimateBtc(chain: BtcLikeChain, { to, amount, more }: Estimated, signal: AbortSignal): Promise<FeeEstimate> {
  // The state can be absent or stale after a reload, a block or a payment.
  const { account: state } = await loadAccount(chain);
  const outputs = payableOutputs(state.utxo);
  const total = outputs.reduce((sum, { value }) => sum + BigInt(value), 0n);
  const paid = [{ to, amount }, ...more].reduce((sum, item) => sum + (item.amount === "max" ? 0n : item.amount), 0n);
  const [sender] = outputs;
  // A payment without funds has no fees: the service would reject the request.
  if (sender === undefined || total < paid) throw new Error(`The outputs have ${total} of ${paid}.`);
  const utxo = outputs.map(({ txid, vout, value, publicKey, type }) => ({ txid, vout, value: String(value), publicKey, type }));
  const { type } = sender;
  const recipients = more.length === 0 ? { to, amount: amount.toString() } : { outputs: [{ to, amount }, ...more].map((item) => ({ to: item.to, amount: item.amount.toString() })) };
  const body = {
    publicKey: sender.publicKey,
    address: addressOf(chain, network.value, sender.publicKey, type),
    network: network.value,
    ...(type === undefined ? {} : { type }),
    utxo,
    changeAddress: state.change.address,
    ...recipients,
  };
  const { fees, amounts } = await dataOf(client().services.connectorBtcLike.POST("/api/prepare-transaction/estimate/{chain}", { params: { path: { chain: chain as never } }, body: body as never, signal }));
  return { fees: eachMode(fees), ...(amounts ? { amounts: eachMode(amounts) } : {}) };
}

async function estimateEvm(chain: Chain, { asset, spendable }: Holding, { to, amount }: Estimated, signal: AbortSignal): Promise<FeeEstimate> {
  const { connectorEthLike } = client().services;
  const call = { to, amount: amount.toString(), data: "" };
  if (asset.kind === "erc20") {
    const query = { to, amount: (amount === "max" ? spendable : amount).toString() };
    const { data } = await dataOf(connectorEthLike.GET("/api/prepare-transaction/erc20-transfer-data", { params: { query }, signal }));
    Object.assign(call, { to: asset.contract, amount: "0", data });
  }
  const body = { address: account(chain).address, network: network.value, ...call };
  const found = await dataOf(connectorEthLike.POST("/api/prepare-transaction/estimate/{chain}", { params: { path: { chain: chain as never } }, body, signal }));
  // A payment of everything has one price; others reserve the maximum.
  const charged = call.amount === "max" ? found.fees : (found.maximumFees ?? found.fees);
  const fees = eachMode(charged, (fee) => fee + BigInt(found.l1Fee ?? 0));
  return { fees, ...(found.amounts ? { amounts: eachMode(found.amounts) } : {}) };
}

async function estimateXlm({ id, spendable }: Holding, signal: AbortSignal): Promise<FeeEstimate> {
  const body = { address: account("xlm").address, network: network.value };
  const estimate = client().services.connectorXlm.POST("/api/prepare-transaction/estimate/{chain}", { params: { path: { chain: "xlm" } }, body, signal });
  const { fees } = await dataOf(estimate);
  return { fees: eachMode(fees), amounts: eachMode(fees, (fee) => (id === "" ? spendable - fee : spendable)) };
}
