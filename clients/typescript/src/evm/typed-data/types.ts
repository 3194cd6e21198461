/** Types of typed data (EIP-712): atoms, arrays and structs, and the encoding of structs. */
import { InputError } from "../../errors.js";

/** A declared field. */
export interface Field {
  name: string;
  type: string;
}

export type Structs = ReadonlyMap<string, readonly Field[]>;

/** A type without fields and elements. `size` is in bits or bytes. */
export type Atom = { kind: "address" | "bool" | "string" | "bytes" } | { kind: "uint" | "int" | "fixed-bytes"; size: number };

/** A type: an atom or a struct, in arrays of these lengths, innermost first; `undefined` for any length. */
export interface FieldType {
  base: Atom | string;
  dimensions: (number | undefined)[];
}

export const DOMAIN = "EIP712Domain";
const MAX_STRUCTS = 64;
const MAX_DIMENSIONS = 8;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/;
/** Names that look like types of Solidity. */
const RESERVED = /^(address|bool|string|bytes|byte|uint|int|fixed|ufixed|function)[0-9x]*$/;

/** Returns the error of an invalid part of typed data. */
export const invalid = (path: string, message: string): InputError => new InputError(path, message);

/** Parses the name of an atom. `uint` and `int` are not names of EIP-712. */
export function parseAtom(name: string): Atom | undefined {
  if (name === "address" || name === "bool" || name === "string" || name === "bytes") return { kind: name };
  const match = /^(uint|int|bytes)([1-9]\d{0,2})$/.exec(name);
  if (match === null) return undefined;
  const size = Number(match[2]);
  if (match[1] === "bytes") return size <= 32 ? { kind: "fixed-bytes", size } : undefined;
  return size <= 256 && size % 8 === 0 ? { kind: match[1] as "uint" | "int", size } : undefined;
}

/** Parses a type. */
export function parseType(type: string, path: string): FieldType {
  const match = /^([^[\]]*)((?:\[\d*\])*)$/.exec(type);
  const lengths = [...(match?.[2] ?? "").matchAll(/\[(\d*)\]/g)].map(([, digits]) => digits!);
  const isValid = match !== null && lengths.length <= MAX_DIMENSIONS && lengths.every((digits) => /^([1-9]\d{0,8})?$/.test(digits));
  if (!isValid) throw invalid(path, "not a type of EIP-712");
  const dimensions = lengths.map((digits) => (digits === "" ? undefined : Number(digits)));
  return { base: parseAtom(match[1]!) ?? match[1]!, dimensions };
}

/** Returns true for a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses the declarations of structs, also that of the domain. */
export function parseStructs(types: unknown): Map<string, Field[]> {
  if (!isObject(types)) throw invalid("types", "not an object");
  const entries = Object.entries(types);
  if (entries.length > MAX_STRUCTS) throw invalid("types", `more than ${MAX_STRUCTS} structs`);
  const structs = new Map(entries.map(([name, fields]) => [name, parseStruct(name, fields)]));
  for (const [name, fields] of structs) {
    for (const [index, { type }] of fields.entries()) {
      const path = `types.${name}[${index}].type`;
      const { base } = parseType(type, path);
      if (typeof base === "string" && (base === DOMAIN || !structs.has(base))) throw invalid(path, "neither a type of EIP-712 nor a declared struct");
    }
  }
  return structs;
}

function parseStruct(name: string, fields: unknown): Field[] {
  const path = "types";
  if (!IDENTIFIER.test(name) || RESERVED.test(name)) throw invalid(path, "the name of a struct is not an identifier, or that of another type");
  if (!Array.isArray(fields)) throw invalid(`${path}.${name}`, "not a list of fields");
  const parsed = fields.map((field: unknown, index) => {
    const at = `${path}.${name}[${index}]`;
    if (!isObject(field) || Object.keys(field).length !== 2) throw invalid(at, "not a field with a name and a type");
    const { name: fieldName, type } = field;
    if (typeof fieldName !== "string" || !IDENTIFIER.test(fieldName)) throw invalid(`${at}.name`, "not an identifier");
    if (typeof type !== "string") throw invalid(`${at}.type`, "not a type");
    return { name: fieldName, type };
  });
  if (new Set(parsed.map((field) => field.name)).size !== parsed.length) throw invalid(`${path}.${name}`, "two fields with the same name");
  return parsed;
}

/** Encodes a declaration: `Mail(Person from,string contents)`. */
export const encodeDeclaration = (name: string, fields: readonly Field[]): string =>
  `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(",")})`;

/** Encodes the type of a struct: its declaration, then those of all structs in it, by name. */
export function encodeType(structs: Structs, name: string): string {
  const referenced = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { type } of structs.get(next) ?? []) {
      const base = type.replace(/\[.*$/, "");
      if (!structs.has(base) || base === name || referenced.has(base)) continue;
      referenced.add(base);
      open.push(base);
    }
  }
  return [name, ...[...referenced].sort()].map((struct) => encodeDeclaration(struct, structs.get(struct) ?? [])).join("");
}
