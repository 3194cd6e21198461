/** Typed data (EIP-712): parsing and hash. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { concatBytes, toBigInt } from "../../bytes.js";
import { checksumAddress } from "../address.js";
import { DOMAIN, encodeDeclaration, encodeType, type Field, invalid, isObject, parseAtom, parseStructs, type Structs } from "./types.js";
import { hashStruct, hashType, readAtom, readFields, readStruct, type Value } from "./values.js";

/** Typed data as apps send them with `eth_signTypedData_v4`. */
export interface TypedData {
  types: Record<string, readonly { name: string; type: string }[]>;
  primaryType: string;
  domain: Record<string, unknown>;
  message: Record<string, unknown>;
}

/** Typed data whose values were read by their types. */
export interface ReadTypedData {
  /** The JSON value that was read. */
  json: TypedData;
  primaryType: string;
  /** The encoding of the type of the message. */
  encodedType: string;
  message: Value & { kind: "struct" };
  domain: { name?: string; version?: string; chainId?: bigint; verifyingContract?: string };
  /** The hash to sign. */
  hash: Uint8Array;
}

/** The fields that EIP-712 defines for a domain, in their order. */
const DOMAIN_FIELDS: readonly Field[] = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
];

/** Reads typed data. Every value must have exactly the declared fields, in the range of its type. */
export function readTypedData(data: TypedData): ReadTypedData {
  const json = snapshot(data);
  const structs = parseStructs(json.types);
  const declared = structs.get(DOMAIN);
  structs.delete(DOMAIN);
  if (typeof json.primaryType !== "string" || !structs.has(json.primaryType)) throw invalid("primaryType", "not a struct of types");
  const domainFields = fieldsOfDomain(json.domain, declared);
  const domain = readFields(domainFields, json.domain, "domain", (field, value, path) => readAtom(parseAtom(field.type)!, value, path));
  const message = readStruct(structs, json.primaryType, json.message, "message");
  const encodedType = encodeType(structs, json.primaryType);
  const separator = hashStruct(hashType(encodeDeclaration(DOMAIN, domainFields)), domain.values(), structs);
  const hash = keccak_256(concatBytes(new Uint8Array([0x19, 0x01]), separator, hashMessage(message, encodedType, structs)));
  return { json, primaryType: json.primaryType, encodedType, message, domain: describeDomain(domain), hash };
}

const hashMessage = (message: Value & { kind: "struct" }, encodedType: string, structs: Structs) =>
  hashStruct(hashType(encodedType), message.fields.values(), structs);

/** Returns a copy as JSON, so that the hash and the request have the same values. Integers of type bigint become strings. */
function snapshot(data: TypedData): TypedData {
  const copy: unknown = JSON.parse(JSON.stringify(data, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value)) ?? "null");
  const parts = ["types", "primaryType", "domain", "message"];
  if (!isObject(copy)) throw invalid("typedData", "not an object");
  if (Object.keys(copy).some((part) => !parts.includes(part))) throw invalid("typedData", `parts other than ${parts.join()}`);
  return copy as unknown as TypedData;
}

/** Returns the fields of the domain: the declared ones, or those that it has. */
function fieldsOfDomain(domain: unknown, declared: readonly Field[] | undefined): readonly Field[] {
  if (!isObject(domain)) throw invalid("domain", "not an object");
  const fields = declared ?? DOMAIN_FIELDS.filter(({ name }) => Object.hasOwn(domain, name));
  const isDefined = ({ name, type }: Field) => DOMAIN_FIELDS.some((field) => field.name === name && field.type === type);
  if (fields.length === 0 || !fields.every(isDefined)) throw invalid("domain", "not some of the fields that EIP-712 defines");
  return fields;
}

function describeDomain(fields: Map<string, Value>): ReadTypedData["domain"] {
  const bytes = (name: string) => {
    const value = fields.get(name);
    return value?.kind === "word" || value?.kind === "bytes" ? value.bytes : undefined;
  };
  const text = (name: "name" | "version") => {
    const found = bytes(name);
    return found === undefined ? {} : { [name]: new TextDecoder().decode(found) };
  };
  const [chainId, contract] = [bytes("chainId"), bytes("verifyingContract")];
  return {
    ...text("name"),
    ...text("version"),
    ...(chainId === undefined ? {} : { chainId: toBigInt(chainId) }),
    ...(contract === undefined ? {} : { verifyingContract: checksumAddress(contract.slice(12)) }),
  };
}
