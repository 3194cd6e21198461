/** Scripts of outputs that carry data. */
import { concatBytes, littleEndian } from "../bytes.js";
import { InputError } from "../errors.js";

const OP_RETURN = 0x6a;
const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA4 = 0x4e;
const OP_16 = 0x60;

/** Returns the script with these bytes in one push. */
export function dataScript(data: Uint8Array, field: string): Uint8Array {
  const { length } = data;
  if (length === 0) throw new InputError(field, "no bytes");
  // Lengths up to 75 are opcodes; longer ones follow an opcode in one, two or four bytes.
  const bytes = length < OP_PUSHDATA1 ? 0 : length <= 0xff ? 1 : length <= 0xffff ? 2 : 4;
  const opcode = bytes === 0 ? [] : [OP_PUSHDATA1 + Math.log2(bytes)];
  return concatBytes(new Uint8Array([OP_RETURN, ...opcode]), littleEndian(length, bytes || 1), data);
}

/** Returns true for `OP_RETURN` with pushes only. */
export function isDataScript(script: Uint8Array): boolean {
  if (script[0] !== OP_RETURN) return false;
  let position = 1;
  while (position < script.length) {
    const opcode = script[position]!;
    if (opcode > OP_16) return false;
    position += 1;
    if (opcode > OP_PUSHDATA4) continue;
    const bytes = opcode < OP_PUSHDATA1 ? 0 : 1 << (opcode - OP_PUSHDATA1);
    if (position + bytes > script.length) return false;
    const stated = script.subarray(position, position + bytes).reduceRight((value, byte) => value * 256 + byte, 0);
    position += bytes + (bytes === 0 ? opcode : stated);
  }
  return position === script.length;
}
