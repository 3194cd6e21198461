/** Recursive length prefix, the encoding of EVM transactions. */
import { bigEndian, concatBytes, Reader, toBigInt } from "../bytes.js";

export type RlpItem = Uint8Array | RlpItem[];

/** Encodes an integer without leading zeros; zero is empty. */
export function rlpInteger(value: bigint | number): Uint8Array {
  const digits = BigInt(value).toString(16);
  return value === 0n || value === 0 ? new Uint8Array() : bigEndian(BigInt(value), Math.ceil(digits.length / 2));
}

export function encodeRlp(item: RlpItem): Uint8Array {
  if (!(item instanceof Uint8Array)) return withPrefix(0xc0, concatBytes(...item.map(encodeRlp)));
  return item.length === 1 && item[0]! < 0x80 ? item : withPrefix(0x80, item);
}

function withPrefix(base: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length < 56) return concatBytes(new Uint8Array([base + bytes.length]), bytes);
  const length = rlpInteger(bytes.length);
  return concatBytes(new Uint8Array([base + 55 + length.length]), length, bytes);
}

/** Decodes one item. Throws `RangeError` for anything but the shortest encoding. */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  const reader = new Reader(bytes);
  const item = readItem(reader, 0);
  reader.end();
  return item;
}

function readItem(reader: Reader, depth: number): RlpItem {
  if (depth > 8) throw new RangeError("nested too deep");
  const first = reader.take(1)[0]!;
  if (first < 0x80) return new Uint8Array([first]);
  if (first < 0xc0) {
    const bytes = reader.take(readLength(reader, first - 0x80));
    if (bytes.length === 1 && bytes[0]! < 0x80) throw new RangeError("longer than necessary");
    return bytes;
  }
  const list = new Reader(reader.take(readLength(reader, first - 0xc0)));
  const items: RlpItem[] = [];
  while (list.peek() !== undefined) items.push(readItem(list, depth + 1));
  return items;
}

function readLength(reader: Reader, short: number): number {
  if (short < 56) return short;
  const bytes = reader.take(short - 55);
  const length = Number(toBigInt(bytes));
  if (bytes[0] === 0 || length < 56) throw new RangeError("longer than necessary");
  return length;
}
