/** The fields of a review that follow from the operations of a transaction. */
import { bytesToHex } from "../bytes.js";
import type { OfferReview, Review, SignerReview } from "../payment.js";
import { namedAsset, paymentAsset } from "./assets.js";
import { valueAt } from "./price.js";
import { parseMuxed } from "./strkey.js";
import { invocationText } from "./call-xdr.js";
import type { SignerSettings, XlmOperation, XlmTransaction } from "./xdr.js";

export type Subject = Pick<Review, "to" | "asset" | "amount" | "swap" | "offer" | "signers" | "call" | "createsAccount">;

type Operation<T extends XlmOperation["type"]> = Extract<XlmOperation, { type: T }>;

/** Returns the subject of one operation, or of several that change signers; `undefined` for others. */
export function subjectOf(operations: readonly XlmOperation[], from: string): Subject | undefined {
  const changes = operations.filter((operation) => operation.type === "setOptions");
  const [operation] = operations;
  if (operation === undefined || operations.some(({ source }) => source !== undefined)) return undefined;
  if (changes.length === operations.length) return { to: null, asset: paymentAsset(undefined), amount: "0", signers: signersOf(changes), createsAccount: false };
  // The signature authorizes the calls of all entries, even if the contract does not need them.
  if (operation.type === "invokeHostFunction" && operation.authorizations.some((root) => invocationText(root) !== invocationText(operation))) return undefined;
  return operations.length === 1 ? { ...singleSubject(operation, from), createsAccount: operation.type === "createAccount" } : undefined;
}

function singleSubject(operation: XlmOperation, from: string): Omit<Subject, "createsAccount"> {
  const coin = paymentAsset(undefined);
  switch (operation.type) {
    case "createAccount":
      return { to: operation.destination, asset: coin, amount: operation.amount.toString() };
    case "payment":
      return { to: operation.destination, asset: namedAsset(operation.asset), amount: operation.amount.toString() };
    case "pathPaymentStrictSend":
    case "pathPaymentStrictReceive":
      return swapOf(operation);
    case "changeTrust": {
      const asset = namedAsset(operation.asset);
      return { to: "issuer" in asset ? asset.issuer : from, asset, amount: operation.limit.toString() };
    }
    case "manageSellOffer":
    case "manageBuyOffer":
    case "createPassiveSellOffer":
      return offerOf(operation);
    case "claimClaimableBalance":
      return { to: from, asset: coin, amount: "0" };
    case "setOptions":
      return { to: null, asset: coin, amount: "0", signers: signersOf([operation]) };
    case "invokeHostFunction":
      return callOf(operation, from);
  }
}

function swapOf(operation: Operation<"pathPaymentStrictSend" | "pathPaymentStrictReceive">) {
  const isSent = operation.type === "pathPaymentStrictSend";
  const [sent, received] = isSent ? [operation.sendAmount, operation.destMin] : [operation.sendMax, operation.destAmount];
  const swap = { exact: isSent ? "sent" : "received", asset: namedAsset(operation.destAsset), amount: received.toString(), path: operation.path.map(namedAsset) } as const;
  return { to: operation.destination, asset: namedAsset(operation.sendAsset), amount: sent.toString(), swap };
}

/** Returns a call as the transfer of a token of the sender if it has this form. */
function callOf(operation: Operation<"invokeHostFunction">, from: string) {
  const { contract, function: name, arguments: values, authorizations } = operation;
  const call = { contract, function: name, arguments: values, authorizations };
  const [sender, to, amount] = values;
  const isTransfer = name === "transfer" && values.length === 3 && sender?.type === "address" && to?.type === "address" && amount?.type === "i128";
  if (!isTransfer || sender.value !== from || BigInt(amount.value) <= 0n) return { to: contract, asset: paymentAsset(undefined), amount: "0", call };
  return { to: to.value, asset: { kind: "xlm-token", chain: "xlm", contract } as const, amount: amount.value, call };
}

/** Returns the part of the fee that pays for the resources of a contract call. */
export const resourcesOf = ({ resourceFee }: XlmTransaction): Pick<Review, "resourceFee"> => (resourceFee === undefined ? {} : { resourceFee: resourceFee.toString() });

const KINDS = { manageSellOffer: "sell", manageBuyOffer: "buy", createPassiveSellOffer: "passive" } as const;

function offerOf(operation: Operation<keyof typeof KINDS>) {
  const { type, amount, price } = operation;
  const offerId = "offerId" in operation && operation.offerId !== 0n ? { offerId: operation.offerId.toString() } : {};
  const [selling, buying] = [namedAsset(operation.selling), namedAsset(operation.buying)];
  const offer: OfferReview = { kind: KINDS[type], selling, buying, amount: amount.toString(), price, ...offerId };
  const sold = type === "manageBuyOffer" ? valueAt(amount, price) : amount;
  return { to: null, asset: selling, amount: sold.toString(), offer };
}

/** Returns the settings after all operations. */
function signersOf(operations: readonly Operation<"setOptions">[]): SignerReview {
  const settings: SignerSettings = Object.assign({}, ...operations);
  const { masterWeight, lowThreshold, medThreshold: mediumThreshold, highThreshold } = settings;
  const numbers = Object.entries({ masterWeight, lowThreshold, mediumThreshold, highThreshold }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(numbers), signers: operations.flatMap(({ signer }) => (signer === undefined ? [] : [signer])) };
}

/** Returns the lumens that others receive. */
export function paidToOthers({ to, asset, amount, swap }: Subject, from: string): bigint {
  const key = (address: string) => bytesToHex(parseMuxed(address, "to").key);
  const isAccount = to !== null && !to.startsWith("C");
  const isToItself = swap === undefined && isAccount && key(to) === key(from);
  return asset.kind === "coin" && !isToItself ? BigInt(amount) : 0n;
}
