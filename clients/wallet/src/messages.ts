/** Plain sentences for every error of the client and of the services. */
import { ApiError, type ApiErrorCode, FeeLimitError, formatAmount, isWalletError, type VerificationError, type VerificationSubject } from "@wallet-cloud/client";
import { counted } from "./chain-view.js";
import { WrongPassphraseError } from "./vault.js";

export const INVALID_ADDRESS = "This is not a valid address on this chain and network.";

const TEXTS: Record<ApiErrorCode, string> & Record<string, string> = {
  invalid_request: "The server does not accept this input.",
  invalid_address: INVALID_ADDRESS,
  invalid_name: "This is not a valid name on this chain.",
  name_not_found: "This name has no address on this chain and network.",
  invalid_public_key: "The server does not accept the public key of this wallet.",
  invalid_amount: "This amount is not valid.",
  invalid_signature: "The signature does not belong to this payment. Nothing was sent.",
  invalid_transaction: "The transaction is not valid. Nothing was sent.",
  network_not_supported: "This chain has no such network.",
  insufficient_funds: "Not enough funds for the amount and the fee.",
  amount_below_dust: "This amount is too small to be sent on this chain.",
  fee_too_low: "The fee is below the minimum of the network. Choose a faster fee.",
  fee_too_high: "The fee is unusually high, so it was rejected.",
  fee_mismatch: "The fee changed while the payment was prepared. Review the payment again.",
  execution_reverted: "The contract rejects this payment.",
  contract_call_failed: "The contract does not accept this call.",
  recipient_refused: "The server does not pay this address: it is on a list of its operator.",
  destination_unusable: "The recipient cannot receive this payment.",
  weak_password: "Choose a longer or less common password.",
  unauthorized: "Sign in to continue.",
  invalid_token: "Sign in to continue.",
  token_expired: "The session has expired. Sign in again.",
  invalid_credentials: "The user name or the password is wrong.",
  invalid_merchant_key: "The server's merchant key is not valid. Contact its operator.",
  insufficient_permission: "This session is not allowed to do that.",
  not_found: "The server does not know this item.",
  chain_not_supported: "The server does not support this chain here.",
  account_not_found: "This account does not exist on the network yet. It has to receive funds first.",
  transaction_not_found: "The network does not know this transaction.",
  method_not_allowed: "The server does not support this request.",
  username_taken: "This user name is taken. If it is yours, restore the wallet instead.",
  already_exists: "This item exists already.",
  limit_reached: "The maximum number of items is reached. Delete some first.",
  revision_conflict: "This item was changed at the same time. Try again.",
  pending_transactions: "An earlier payment is not confirmed yet. Try again when it is.",
  payload_too_large: "The request is too large for the server.",
  unsupported_media_type: "The server does not support this request.",
  transaction_rejected: "The server reports that the network rejected the transaction. If you try again, it cannot be paid twice.",
  too_many_requests: "Too many attempts or requests.",
  internal_error: "The server failed unexpectedly. Try again later.",
  service_unavailable: "The server is not available right now. Try again.",
  upstream_error: "The chain's node returned an error. Try again.",
  not_configured: "The server has no connection to this chain on this network.",
  upstream_unavailable: "The chain's node is not reachable right now. Try again.",
  upstream_timeout: "The chain's node took too long. Try again.",
};

/** Reasons of `destination_unusable` on Stellar. */
const UNUSABLE: Record<string, string> = {
  account_missing: "The recipient's account does not exist yet. Send at least 1 XLM to create it.",
  trustline_missing: "The recipient cannot receive this asset: the account has not added it.",
  not_authorized: "The issuer has not authorized the recipient to hold this asset.",
  limit_exceeded: "The recipient's limit for this asset would be exceeded.",
};

/** Differences from the request of the wallet. The other subjects are words for what is prepared. */
const DIFFERENCES: Partial<Record<VerificationSubject, string>> = {
  change: "prepared other change",
  inputs: "prepared other inputs",
  addresses: "returned addresses of another wallet",
  nonce: "prepared another number of the transaction",
  sequence: "prepared another number of the transaction",
  data: "prepared another call of a contract",
  validity: "prepared another time limit",
  operations: "prepared other operations",
  path: "prepared another path of the swap",
  signers: "prepared other signers",
  hash: "prepared another transaction",
  parse: "describes another transaction",
  encoding: "prepared a transaction that this wallet cannot read",
  summary: "shows another permit",
};

/** Differences that appear when the server has the signature, with what follows. */
const AFTER_SIGNING: Partial<Record<VerificationSubject, string>> = {
  signature: "",
  signed_transaction: " If you try again, it cannot be paid twice.",
  txid: " If you try again, it cannot be paid twice.",
};

function verificationMessage(error: VerificationError, coin: { decimals: number; ticker: string } | undefined, end: string): string {
  const { subject } = error;
  const after = AFTER_SIGNING[subject];
  if (after !== undefined) return `The server has the signature, and returned other data.${after}`;
  const reason = error instanceof FeeLimitError ? feeReason(error, coin) : `The server ${DIFFERENCES[subject] ?? `prepared another ${subject}`}.`;
  return `${reason}${end}`;
}

function feeReason({ charged, value, limit }: FeeLimitError, coin: { decimals: number; ticker: string } | undefined): string {
  const amount = (units: string) => (coin === undefined ? units : `${formatAmount(units, coin.decimals)} ${coin.ticker}`);
  return `The ${charged} of ${amount(value)} is above the limit of ${amount(limit)}.`;
}

/** Returns a sentence for any error. `coin` formats amounts in the details, `end` follows a difference in what the server prepared. */
export function messageOf(error: unknown, coin?: { decimals: number; ticker: string }, end = " The wallet signed nothing."): string {
  if (error instanceof ApiError) return apiMessage(error, coin);
  if (error instanceof WrongPassphraseError) return "This is not the passphrase of this wallet.";
  if (!isWalletError(error)) return error instanceof Error ? error.message : "Something unexpected happened.";
  switch (error.kind) {
    case "api":
      return apiMessage(error, coin);
    case "network":
      return "The server is not reachable. Check your connection and try again.";
    case "timeout":
      return "The server did not respond in time. Try again.";
    case "aborted":
      return "Cancelled.";
    case "invalid_response":
    case "webhook":
      return "The server's response cannot be read. Try again later.";
    case "session_ended":
      return "The session has ended. Sign in again.";
    case "input":
      if (/^outputs\[\d+\]\.to$/.test(error.field)) return `Recipient ${Number(error.field.match(/\d+/)![0]) + 1}: ${TEXTS.invalid_address}`;
      return INPUTS[error.field] ?? inputMessage(error.field, error.message);
    case "verification":
      return verificationMessage(error, coin, end);
    case "broadcast_unknown":
      return "It is not known if the payment arrived. Send the same transaction again: it cannot be paid twice.";
    case "already_paid":
      if (error.status === "pending") return "An earlier attempt at this payment was sent and waits for a confirmation.";
      if (error.status === "unknown") return "An earlier attempt at this payment was sent. If you pay again, both may be paid.";
      return "An earlier attempt at this payment is confirmed. Review it again only to pay a second time.";
  }
}

/** Returns a sentence for an input that `INPUTS` does not have: an argument of a call, or a part of a message in JSON. */
function inputMessage(field: string, message: string): string {
  const [, index] = /^arguments\[(\d+)\]/.exec(field) ?? [];
  const place = index !== undefined ? `Argument ${Number(index) + 1}` : field.includes(".") ? `The value of “${field}” is not accepted` : "This is not accepted";
  return `${place}: ${message}`.replace(/[^….]$/, "$&.");
}

const INPUTS: Record<string, string> = {
  to: TEXTS.invalid_address,
  amount: "Enter a number such as 0.5.",
  memo: "This memo is not valid for its type.",
  spender: "The spender is not a valid address of another account on this chain.",
  token: "This is not a valid contract address on this chain.",
  tokenId: "The id of the token is a whole number.",
  allowUnlimited: "This wallet does not sign unlimited approvals. Enter an exact amount.",
  asset: "This asset is not valid: check its code and issuer.",
  "asset.code": "A code has 1 to 12 letters and digits.",
  "asset.issuer": "This is not an account on Stellar: G and 55 more characters.",
  claimableBalanceId: "This is not the id of a claimable balance: 72 hex digits, or B and 57 more characters.",
  parent: "This payment is confirmed already, or another one has replaced it.",
  contract: "This is not the address of a contract on this chain.",
  function: "The name of a function has 1 to 32 characters: letters, digits and _.",
};

/** What a rejected field of a request means to the user. */
const FIELD_TEXTS: Record<string, string> = {
  memo: "The recipient requires a memo.",
  xpub: "This is not an extended public key of this chain and network.",
};

function apiMessage(error: ApiError, coin: { decimals: number; ticker: string } | undefined): string {
  const text = (error.field === undefined ? undefined : FIELD_TEXTS[error.field]) ?? TEXTS[error.code] ?? error.message;
  const amount = (value: string | undefined) =>
    value !== undefined && coin !== undefined && /^\d+$/.test(value) ? `${formatAmount(value, coin.decimals)} ${coin.ticker}` : undefined;
  if (error.is("insufficient_funds")) {
    const [available, required] = [amount(error.details.available), amount(error.details.required)];
    if (available !== undefined && required !== undefined) return `${text} Available: ${available}, required: ${required}.`;
    return available === undefined ? text : `${text} Available: ${available}.`;
  }
  if (error.is("amount_below_dust") || error.is("invalid_amount") || error.is("fee_too_low")) {
    const minimum = amount(error.details.minimum);
    return minimum === undefined ? text : `${text} The minimum is ${minimum}.`;
  }
  const { list } = (error.details ?? {}) as { list?: unknown };
  if ((error.code as string) === "recipient_refused" && typeof list === "string") return `The server does not pay this address: it is on the list “${list}” of its operator.`;
  if (error.is("destination_unusable")) return UNUSABLE[error.details.reason ?? ""] ?? text;
  if (error.is("too_many_requests")) return `${text} Try again in ${waiting(error.retryAfter ?? error.details.retryAfter ?? 60)}.`;
  if (error.is("invalid_request")) return error.field !== undefined && error.field in FIELD_TEXTS ? text : `${text} ${error.message}`;
  return text;
}

const waiting = (seconds: number): string =>
  seconds < 90 ? counted(Math.max(1, Math.ceil(seconds)), "second") : counted(Math.ceil(seconds / 60), "minute");

/** The fields to which errors belong that name none. */
const FIELDS: Partial<Record<ApiErrorCode | "recipient_refused", string>> = {
  insufficient_funds: "amount",
  amount_below_dust: "amount",
  invalid_amount: "amount",
  invalid_address: "to",
  destination_unusable: "to",
  recipient_refused: "to",
  weak_password: "password",
  username_taken: "username",
};

/** Returns the field of a form, one of `names`, to which an error belongs, or nothing if the error concerns the whole form. */
export function fieldOf<Name extends string>(error: unknown, names: readonly Name[]): Name | undefined {
  const named = (field: string | undefined) => names.find((name) => name === field) ?? names.find((name) => field?.startsWith(`${name}[`));
  if (error instanceof ApiError) return named(FIELDS[error.code as ApiErrorCode]) ?? named(error.field);
  return isWalletError(error) && error.kind === "input" ? named(error.field) : undefined;
}

/** Texts of the fields of a form, and a text that concerns the whole form. */
export interface FormErrors<Name extends string> {
  at: Partial<Record<Name, string>>;
  whole?: string;
}

/** Returns the text of an error at the field of a form to which the error belongs. */
export function errorsOf<Name extends string>(error: unknown, names: readonly Name[], text = messageOf): FormErrors<Name> {
  if (error === undefined) return { at: {} };
  const field = fieldOf(error, names);
  return field === undefined ? { at: {}, whole: text(error) } : { at: { [field]: text(error) } as Partial<Record<Name, string>> };
}

/** Notices of `source.partial`: parts of a response that no upstream could report. */
const PARTIAL: Record<string, string> = {
  history: "The history is not available right now. The balance is correct.",
  trustlines: "Assets may be missing: the server only finds listed assets and those that were added on this device.",
  tokens: "The balances of some contract tokens could not be read.",
  offers: "Open offers cannot be listed by the server.",
  rows: "Some transactions could not be read and are missing.",
  "internal-transfers": "Transfers made by contracts may be missing.",
  "claimable-balances": "Claimable balances may be missing: the server cannot list all. Each is claimable by its id, under “Claim”.",
  claims: "Details of some claims are missing.",
  fills: "Filled offers may be missing.",
  "l1-fees": "Fees are shown without the part that is paid to Ethereum.",
  pending: "Pending transactions may be missing.",
  approvals: "The server cannot list all approvals.",
  nfts: "The server cannot list all NFTs.",
  names: "Some names are not available.",
  addresses: "The key has more addresses than are shown.",
  utxo: "The key has more unspent outputs than are listed.",
};
export const partialText = (part: string): string => PARTIAL[part] ?? `Incomplete: ${part}.`;

/** The notice of a history that has rows, though no upstream has an index. */
export const RECENT_ONLY = "Only recent transfers are listed, and some may be missing: the server has no complete history. The balance is correct.";

/** Names of `flags`: reasons to look twice at a transaction. */
const FLAGS: Record<string, string> = {
  "unlisted-token": "Unlisted token: it may imitate another one",
  "look-alike-address": "The address resembles another one in this list",
  dust: "Tiny amount: possibly spam",
};
export const flagText = (flag: string): string => FLAGS[flag] ?? flag;
