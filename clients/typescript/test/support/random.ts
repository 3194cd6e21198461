/** Random test input. The seed is printed, so that a failure can be repeated with WALLET_TEST_SEED. */
import { createHash } from "node:crypto";

export class Random {
  readonly name: string;
  #counter = 0;
  readonly seed: string;

  constructor(name: string) {
    this.seed = process.env["WALLET_TEST_SEED"] ?? `${Date.now()}`;
    this.name = name;
    console.log(`# ${name}: WALLET_TEST_SEED=${this.seed}`);
  }

  bytes(length: number): Uint8Array {
    const chunks: Buffer[] = [];
    for (let size = 0; size < length; size += 32) {
      this.#counter += 1;
      chunks.push(createHash("sha256").update(`${this.seed}/${this.name}/${this.#counter}`).digest());
    }
    return Uint8Array.from(Buffer.concat(chunks).subarray(0, length));
  }

  hex(length: number): string {
    return Buffer.from(this.bytes(length)).toString("hex");
  }

  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number {
    return Number(this.bigint(48) % BigInt(below));
  }

  /** Returns an integer of at most this many bits. */
  bigint(bits: number): bigint {
    return BigInt(`0x${this.hex(Math.ceil(bits / 8))}`) & ((1n << BigInt(bits)) - 1n);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** Returns a list with 0 to `maximum` items. */
  listUpTo<T>(maximum: number, create: () => T): T[] {
    return Array.from({ length: this.below(maximum + 1) }, create);
  }

  /** Returns a list with 1 to `maximum` items. */
  list<T>(maximum: number, create: () => T): T[] {
    return Array.from({ length: 1 + this.below(maximum) }, create);
  }
}
