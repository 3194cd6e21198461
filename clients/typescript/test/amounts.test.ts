import assert from "node:assert/strict";
import { test } from "node:test";
import { formatUnits, parseUnits } from "ethers";
import { formatAmount, InputError, parseAmount } from "../src/index.js";
import { Random } from "./support/random.js";

test("amounts are converted without rounding", () => {
  assert.equal(formatAmount("123450000", 8), "1.2345");
  assert.equal(formatAmount("-5", 7), "-0.0000005");
  assert.equal(formatAmount(0n, 18), "0");
  assert.equal(formatAmount("42", 0), "42");
  assert.equal(parseAmount("1.2345", 8), 123_450_000n);
  assert.equal(parseAmount("1.50000000000", 8), 150_000_000n);
  assert.equal(parseAmount("007", 2), 700n);
});

test("amounts are those of ethers", () => {
  const random = new Random("amounts");
  for (let round = 0; round < 300; round += 1) {
    const [amount, decimals] = [random.bigint(1 + random.below(255)), random.below(30)];
    assert.equal(formatAmount(amount, decimals), formatUnits(amount, decimals).replace(/\.0$/, ""));
    assert.equal(parseAmount(formatAmount(amount, decimals), decimals), amount);
    assert.equal(parseAmount(formatUnits(amount, decimals), decimals), parseUnits(formatUnits(amount, decimals), decimals));
  }
});

test("amounts that are not exact are rejected", () => {
  for (const text of ["", ".", "1.", ".5", "-1", "+1", "1e8", "1,5", "0x10", "1.123456789", "NaN", "１"]) {
    assert.throws(() => parseAmount(text, 8), InputError, text);
  }
  for (const text of ["", "1.5", "abc", "--1"]) assert.throws(() => formatAmount(text, 8), InputError, text);
  for (const decimals of [-1, 1.5, 81, Number.NaN]) assert.throws(() => parseAmount("1", decimals), InputError);
});
