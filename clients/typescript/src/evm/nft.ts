/** Transfers of non-fungible tokens: of a single one (ERC-721), and of an amount of one id (ERC-1155). */
import { inputAmount } from "../bytes.js";
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import { openAttempt } from "../attempts.js";
import { type Intended, intentOf } from "../unsettled.js";
import { evmAddress, parseEvmAddress } from "./address.js";
import { erc1155TransferCall, erc721TransferCall } from "./calls.js";
import { complete, hexOf, lower, type PreparedEvm } from "./complete.js";
import { type CallTerms, prepareCall } from "./payment.js";

/** A transfer of a non-fungible token of the sender. */
export interface NftTransfer extends CallTerms {
  /** Name of the payment in the app, as of a payment. */
  paymentId?: string | undefined;
  /** Standard of the contract: `erc721` for a single token, `erc1155` for an amount. */
  kind: "erc721" | "erc1155";
  /** Contract of the collection. */
  contract: string;
  /** Id of the token within the collection. */
  id: string | bigint;
  /** Amount (ERC-1155); 1 by default. */
  amount?: string | bigint | undefined;
  /** Recipient. A contract receives the token only if it accepts such tokens. */
  to: string;
}

/**
 * Prepares and verifies the transfer of a non-fungible token by `safeTransferFrom`. The calldata are those that the client encodes; the
 * server reports only the nonce and the fee.
 */
export async function prepareNftTransfer(client: Client, transfer: NftTransfer): Promise<PreparedEvm> {
  const { chain, kind, contract, to } = transfer;
  const network = transfer.network ?? client.network;
  const [collection, recipient] = [parseEvmAddress(contract, "contract"), parseEvmAddress(to, "to")];
  const [id, amount] = [uint256(transfer.id, "id", true), uint256(transfer.amount ?? 1n, "amount", false)];
  if (kind === "erc721" && amount !== 1n) throw new InputError("amount", "a token of ERC-721 exists once");
  const sender = parseEvmAddress(evmAddress(transfer.publicKey), "publicKey");
  const data = kind === "erc721" ? erc721TransferCall(sender, recipient, id) : erc1155TransferCall(sender, recipient, id, amount);
  const intent = nftIntent(transfer);
  // Of two transactions with one nonce, the network accepts one.
  const open = await openAttempt(client, { chain, network, intent }, transfer.signal);
  const terms = { ...transfer, nonce: open?.nonce ?? transfer.nonce };
  const prepared = await prepareCall(client, terms, network, { to: hexOf(collection), data: hexOf(data), amount: "0" });
  return complete(client, {
    terms: transfer,
    network,
    transaction: prepared.transaction,
    facts: { to, asset: { kind, chain, contract, id: id.toString() }, amount: amount.toString(), ...prepared.l1Fee },
    intent,
    isOwnPrice: typeof transfer.fee === "object",
    showsData: false,
    warnings: prepared.warnings,
  });
}

function uint256(value: string | bigint, field: string, isZeroAllowed: boolean): bigint {
  const number = inputAmount(value, field, isZeroAllowed);
  if (number >= 2n ** 256n) throw new InputError(field, "above 256 bits");
  return number;
}

const nftIntent = ({ paymentId, publicKey, kind, contract, id, amount, to, nonce }: NftTransfer): string =>
  intentOf(paymentId, evmAddress(publicKey), kind, lower(contract), String(id), String(amount ?? 1n), lower(to), nonce ?? "");

/** Identifies a transfer. */
export const intendedNft = (client: Client, transfer: NftTransfer): Intended => ({
  chain: transfer.chain,
  network: transfer.network ?? client.network,
  intent: nftIntent(transfer),
});
