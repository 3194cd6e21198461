/** Permits: typed data that let a spender withdraw tokens without a transaction of their owner. */
import { toBigInt } from "../bytes.js";
import type { Warning } from "../payment.js";
import { checksumAddress } from "./address.js";
import { isUnlimited } from "./calls.js";
import type { ReadTypedData } from "./typed-data/typed-data.js";
import type { Value } from "./typed-data/values.js";

/** A permitted withdrawal of one token. Amounts are integers in base units, times in Unix seconds. */
export interface Permission {
  token: string;
  amount: string;
  /** Time at which an allowance within Permit2 ends. */
  expiration?: string | undefined;
}

/** What the signature of a permit allows. */
export interface Permit {
  /** `eip-2612` and `dai` for an allowance of one token, `permit2-…` for allowances and transfers by Permit2, `eip-3009` for a transfer by the token. */
  standard: "eip-2612" | "dai" | "permit2-allowance" | "permit2-transfer" | "eip-3009";
  /** Contract that verifies the signature: the token, or Permit2. Everyone can deploy a contract like Permit2. */
  contract: string;
  /** Account or contract that may withdraw the tokens; with `eip-3009` their recipient. */
  spender: string;
  permissions: readonly Permission[];
  /** Time until which the signature is valid; absent without a limit. */
  deadline?: string | undefined;
  isUnlimited: boolean;
}

type Struct = Value & { kind: "struct" };
type Read = (message: Struct, contract: string) => Omit<Permit, "contract" | "isUnlimited">;

/** A struct that is a permit: the exact encoding of its type, or its beginning and end around further fields. */
interface Form {
  type: string;
  /** Name and fields before the witness, after which further fields follow; the type is then the struct inside. */
  before?: string;
  read: Read;
}

// The structs of Permit2 (Uniswap/permit2, MIT, `PermitHash.sol`).
const TOKEN_PERMISSIONS = "TokenPermissions(address token,uint256 amount)";
const PERMIT_DETAILS = "PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)";

const wordOf = (struct: Struct, name: string): Uint8Array => {
  const value = struct.fields.get(name);
  return value?.kind === "word" ? value.bytes : new Uint8Array(32);
};
const addressOf = (struct: Struct, name: string) => checksumAddress(wordOf(struct, name).slice(12));
const numberOf = (struct: Struct, name: string) => toBigInt(wordOf(struct, name)).toString();

const readEip2612: Read = (message, contract) => ({
  standard: "eip-2612",
  spender: addressOf(message, "spender"),
  permissions: [{ token: contract, amount: numberOf(message, "value") }],
  deadline: numberOf(message, "deadline"),
});

/** The form of DAI has no amount, and the deadline 0 means no limit. */
const readDai: Read = (message, contract) => {
  const [isAllowed, expiry] = [numberOf(message, "allowed") !== "0", numberOf(message, "expiry")];
  return {
    standard: "dai",
    spender: addressOf(message, "spender"),
    permissions: [{ token: contract, amount: isAllowed ? (2n ** 256n - 1n).toString() : "0" }],
    ...(expiry === "0" ? {} : { deadline: expiry }),
  };
};

const readEip3009: Read = (message, contract) => ({
  standard: "eip-3009",
  spender: addressOf(message, "to"),
  permissions: [{ token: contract, amount: numberOf(message, "value") }],
  deadline: numberOf(message, "validBefore"),
});

const readAllowance: Read = (message) => ({
  standard: "permit2-allowance",
  spender: addressOf(message, "spender"),
  permissions: permissionsOf(message.fields.get("details"), true),
  deadline: numberOf(message, "sigDeadline"),
});

const readTransfer: Read = (message) => ({
  standard: "permit2-transfer",
  spender: addressOf(message, "spender"),
  permissions: permissionsOf(message.fields.get("permitted"), false),
  deadline: numberOf(message, "deadline"),
});

function permissionsOf(value: Value | undefined, expires: boolean): Permission[] {
  const items = value?.kind === "array" ? value.items : value === undefined ? [] : [value];
  return items
    .filter((item) => item.kind === "struct")
    .map((item) => ({
      token: addressOf(item, "token"),
      amount: numberOf(item, "amount"),
      ...(expires ? { expiration: numberOf(item, "expiration") } : {}),
    }));
}

const EIP3009_FIELDS = "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce";
const TRANSFER_FIELDS = "address spender,uint256 nonce,uint256 deadline";
const FORMS: readonly Form[] = [
  { type: "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)", read: readEip2612 },
  { type: "Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)", read: readDai },
  { type: `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${PERMIT_DETAILS}`, read: readAllowance },
  { type: `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${PERMIT_DETAILS}`, read: readAllowance },
  { type: `PermitTransferFrom(TokenPermissions permitted,${TRANSFER_FIELDS})${TOKEN_PERMISSIONS}`, read: readTransfer },
  { type: `PermitBatchTransferFrom(TokenPermissions[] permitted,${TRANSFER_FIELDS})${TOKEN_PERMISSIONS}`, read: readTransfer },
  { type: TOKEN_PERMISSIONS, before: `PermitWitnessTransferFrom(TokenPermissions permitted,${TRANSFER_FIELDS},`, read: readTransfer },
  { type: TOKEN_PERMISSIONS, before: `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${TRANSFER_FIELDS},`, read: readTransfer },
  { type: `TransferWithAuthorization(${EIP3009_FIELDS})`, read: readEip3009 },
  { type: `ReceiveWithAuthorization(${EIP3009_FIELDS})`, read: readEip3009 },
];

const matches = ({ type, before }: Form, encoded: string): boolean =>
  before === undefined ? encoded === type : encoded.startsWith(before) && encoded.slice(encoded.indexOf(")") + 1).includes(type);

/** Returns the permit that the signature of these data grants, or `undefined` for other data. */
export function permitOf({ encodedType, message, domain }: ReadTypedData): Permit | undefined {
  const { verifyingContract: contract } = domain;
  const form = FORMS.find((item) => matches(item, encodedType));
  if (form === undefined || contract === undefined) return undefined;
  const permit = form.read(message, contract);
  return { ...permit, contract, isUnlimited: permit.permissions.some(({ amount }) => isUnlimited(BigInt(amount))) };
}

/** Parts of names: who may withdraw tokens, structs that are authorisations, and what may be withdrawn. */
const SPENDERS = /spender|operator/i;
const STRUCTS = /permit|authori|approv|allowance/i;
const AMOUNTS = /amount|value|allow|approved|tokenid|wad|shares|quantity|^ids?$/i;
/** Who may act for the signer, and what a delegate may do. */
const DELEGATE = /delegate/i;
const POWERS = /authority|caveat/i;
/** Who sells, and what. */
const SELLERS = /offerer|maker|selltoken/i;
const ASSETS = /token|asset/i;
/** The calldata of a call, and its sender or contract. */
const CALLDATA = /^bytes (data|functionsignature)$/i;
const PARTIES = /^(to|from)$/i;

/**
 * Returns true if the data are no known permit, but the names in the primary type and its structs are those of an
 * authorisation, an order or a call.
 */
export function isUnknownAuthorisation(data: ReadTypedData): boolean {
  const parts = data.encodedType.split(/[(),]/);
  const fields = parts.filter((part) => part.includes(" "));
  const structs = parts.filter((part) => !part.includes(" "));
  const names = fields.map((field) => field.slice(field.lastIndexOf(" ") + 1));
  const match = (list: string[], pattern: RegExp) => list.some((name) => pattern.test(name));
  const [hasAmount, isAuthorisation] = [match(names, AMOUNTS), match(structs, STRUCTS)];
  return (
    permitOf(data) === undefined &&
    (match(names, SPENDERS) ||
      (isAuthorisation && hasAmount) ||
      (match(names, DELEGATE) && (hasAmount || isAuthorisation || match(names, POWERS))) ||
      (match(names, SELLERS) && match(names, ASSETS) && hasAmount) ||
      (match(fields, CALLDATA) && match(names, PARTIES)))
  );
}

/** The warning of the services about such data, which the client adds if a server omits it. */
export const UNKNOWN_AUTHORISATION: Warning = {
  code: "unknown_authorisation",
  message: "The message looks like an authorisation to withdraw tokens, in a form that is not known.",
};
