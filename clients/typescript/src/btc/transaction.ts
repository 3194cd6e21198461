/** Transactions of the btc-like chains: encoding, decoding, ids. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, littleEndian, Reader } from "../bytes.js";

export interface Input {
  /** Transaction id in display order. */
  txid: string;
  vout: number;
  /** Empty in an unsigned transaction. */
  scriptSig: Uint8Array;
  sequence: number;
  witness: Uint8Array[];
}

export interface Output {
  value: bigint;
  script: Uint8Array;
}

export interface Transaction {
  version: number;
  inputs: Input[];
  outputs: Output[];
  lockTime: number;
}

export const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
const reversedHex = (bytes: Uint8Array) => bytesToHex(bytes.slice().reverse());
const fromDisplay = (txid: string) => Uint8Array.from(txid.match(/../g) ?? [], (digits) => parseInt(digits, 16)).reverse();

/** Encodes a length (CompactSize). */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return new Uint8Array([value]);
  if (value <= 0xffff) return concatBytes(new Uint8Array([0xfd]), littleEndian(value, 2));
  return concatBytes(new Uint8Array([0xfe]), littleEndian(value, 4));
}

export const withLength = (bytes: Uint8Array): Uint8Array => concatBytes(compactSize(bytes.length), bytes);

export const encodeOutpoint = (input: Input): Uint8Array => concatBytes(fromDisplay(input.txid), littleEndian(input.vout, 4));
export const encodeOutput = ({ value, script }: Output): Uint8Array => concatBytes(littleEndian(value, 8), withLength(script));

/** Encodes a transaction without witnesses: the bytes of its id. */
export function encodeStripped(transaction: Transaction): Uint8Array {
  const inputs = transaction.inputs.map((input) =>
    concatBytes(encodeOutpoint(input), withLength(input.scriptSig), littleEndian(input.sequence, 4)),
  );
  return concatBytes(
    littleEndian(transaction.version, 4),
    compactSize(inputs.length),
    ...inputs,
    compactSize(transaction.outputs.length),
    ...transaction.outputs.map(encodeOutput),
    littleEndian(transaction.lockTime, 4),
  );
}

/** Encodes a transaction with the witnesses of its inputs, if it has any (BIP 144). */
export function encodeSigned(transaction: Transaction): Uint8Array {
  const stripped = encodeStripped(transaction);
  if (transaction.inputs.every(({ witness }) => witness.length === 0)) return stripped;
  const witnesses = transaction.inputs.flatMap(({ witness }) => [compactSize(witness.length), ...witness.map(withLength)]);
  const [version, content, lockTime] = [stripped.slice(0, 4), stripped.slice(4, -4), stripped.slice(-4)];
  return concatBytes(version, new Uint8Array([0, 1]), content, ...witnesses, lockTime);
}

/** Returns the transaction id in display order. */
export const txidOf = (transaction: Transaction): string => reversedHex(hash256(encodeStripped(transaction)));

/** Returns the transaction without signatures. */
export function unsigned(transaction: Transaction): Transaction {
  const inputs = transaction.inputs.map((input) => ({ ...input, scriptSig: new Uint8Array(), witness: [] }));
  return { ...transaction, inputs };
}

/** Decodes a transaction with or without witnesses (BIP 144). Throws `RangeError` on every other form. */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  const reader = new Reader(bytes);
  const version = readInteger(reader, 4);
  const hasWitness = reader.peek() === 0;
  if (hasWitness && readInteger(reader, 2) !== 0x0100) throw new RangeError("unknown transaction form");
  const inputs = readList(reader, readInput);
  const outputs = readList(reader, readOutput);
  if (hasWitness) for (const input of inputs) input.witness = readList(reader, readBytes);
  const lockTime = readInteger(reader, 4);
  reader.end();
  return { version, inputs, outputs, lockTime };
}

function readInteger(reader: Reader, length: number): number {
  return reader.take(length).reduceRight((value, byte) => value * 256 + byte, 0);
}

function readSize(reader: Reader): number {
  const first = readInteger(reader, 1);
  if (first < 0xfd) return first;
  if (first === 0xff) throw new RangeError("length above 32 bits");
  return readInteger(reader, first === 0xfd ? 2 : 4);
}

function readList<T>(reader: Reader, read: (reader: Reader) => T): T[] {
  const items: T[] = [];
  for (let left = readSize(reader); left > 0; left -= 1) items.push(read(reader));
  return items;
}

const readBytes = (reader: Reader) => reader.take(readSize(reader));

function readInput(reader: Reader): Input {
  const txid = reversedHex(reader.take(32));
  const vout = readInteger(reader, 4);
  const scriptSig = readBytes(reader);
  return { txid, vout, scriptSig, sequence: readInteger(reader, 4), witness: [] };
}

function readOutput(reader: Reader): Output {
  const value = BigInt(`0x${reversedHex(reader.take(8))}`);
  return { value, script: readBytes(reader) };
}
