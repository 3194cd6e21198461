/** Payments from all addresses of an account on a btc-like chain, and higher fees for pending ones. */
import { type BtcLikeChain, type BtcPayment, type FeeMode, InputError, prepareBtc, prepareBtcBump, prepareBtcChild, type PreparedBtc } from "@wallet-cloud/client";
import { type AccountState, type AccountUtxo, payableOutputs } from "@wallet-cloud/client/hd";
import { btcAccount, pathOf, signersAt } from "./btc-accounts.js";
import type { BtcOrigin, Sent } from "./device.js";
import { loadAccount } from "./holdings.js";
import type { Consent } from "./parts/forms.js";
import { client } from "./state.js";
import type { Ready } from "./unsettled.js";

/** Maximum number of outputs of a request. */
const MAX_OUTPUTS = 500;

type Recipients = Pick<BtcPayment, "to" | "amount" | "outputs">;

/** Returns true if one payment cannot choose from all outputs of an account. */
export const hasTooManyOutputs = (account: AccountState | undefined): boolean =>
  account !== undefined && payableOutputs(account.utxo).length < account.utxo.length;

/** Prepares a payment from all addresses, with the change to an unused one. */
export async function preparePayment(chain: BtcLikeChain, recipients: Recipients, fee: FeeMode, consent: Consent): Promise<Ready> {
  // The outputs may have changed since the form was opened.
  const { account } = await loadAccount(chain);
  const offered = payableOutputs(account.utxo);
  const [sender = btcAccount(chain).address(0)] = offered;
  const changeAddress = account.change.address;
  const utxo = offered.length === 0 ? {} : { utxo: offered };
  return ready({ chain, offered, changeAddress }, () =>
    prepareBtc(client(), { chain, publicKey: sender.publicKey, changeAddress, fee, ...utxo, ...recipients, ...consent }),
  );
}

/** Prepares a replacement of a pending payment. Confirmed outputs are added if its change does not cover the fee. */
export async function prepareReplacement(chain: BtcLikeChain, pending: Sent & { origin: BtcOrigin }, fee: FeeMode, { maxFee }: Consent): Promise<Ready> {
  const { account } = await loadAccount(chain);
  const { inputs, changeAddress } = pending.origin;
  const isSpent = ({ txid, vout }: AccountUtxo) => inputs.some((input) => input.txid === txid && input.vout === vout);
  const more = payableOutputs(account.utxo.filter((output) => output.confirmations > 0 && !isSpent(output)));
  const offered = [...inputs, ...more].slice(0, MAX_OUTPUTS);
  const [sender] = inputs as [BtcOrigin["inputs"][number]];
  return ready({ chain, offered, changeAddress }, () =>
    prepareBtcBump(client(), { chain, publicKey: sender.publicKey, pending, changeAddress, utxo: offered, fee, maxFee }),
  );
}

/** Prepares a payment to this wallet that spends an output of a pending transaction, with a fee for both. */
export async function prepareChild(chain: BtcLikeChain, parent: string, fee: FeeMode, { maxFee }: Consent): Promise<Ready> {
  const { account } = await loadAccount(chain);
  const own = account.utxo.filter(({ txid, confirmations }) => txid === parent && confirmations === 0);
  // The server plans the outputs of one key: those of the largest output.
  const [sender] = payableOutputs(own);
  if (sender === undefined) throw new InputError("parent", "no pending transaction to this wallet");
  const to = account.change.address;
  const child = await ready({ chain, offered: own, changeAddress: to }, () =>
    prepareBtcChild(client(), { chain, publicKey: sender.publicKey, parent, to, fee, maxFee }),
  );
  // Its only output is the change, so that a further child raises its fee, and not a replacement.
  return { ...child, origin: undefined };
}

interface Source {
  chain: BtcLikeChain;
  offered: readonly BtcOrigin["inputs"][number][];
  changeAddress: string;
}

/**
 * Prepares a payment with the signers of the keys of its inputs. Inputs that were not offered are those of an earlier attempt at the
 * payment.
 */
async function ready({ chain, offered, changeAddress }: Source, prepare: () => Promise<PreparedBtc>): Promise<Ready> {
  const prepared = await prepare();
  const inputs = prepared.inputs.map((input) => {
    const known = offered.find(({ txid, vout }) => txid === input.txid && vout === input.vout);
    return { ...input, path: known?.path ?? pathOf(chain, input.publicKey) };
  });
  const sign = () => prepared.sign(signersAt(inputs.map(({ path }) => path)));
  return { prepared, sign, origin: { inputs, changeAddress } };
}
