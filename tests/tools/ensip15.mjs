// Writes the tables of ENSIP-15 in the compact form that `shared/eth-like/src/ens/normalisation` reads. Run it after a new
// version of the standard:
//
//   node tests/tools/ensip15.mjs SPEC > shared/eth-like/src/ens/normalisation/tables.bin
//
// SPEC is `derive/output/spec.json` of https://github.com/adraffy/ens-normalize.js. All numbers are unsigned LEB128.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { nfd } = createRequire(new URL("../oracles/", import.meta.url))("@adraffy/ens-normalize");
const spec = JSON.parse(readFileSync(process.argv[2], "utf8"));
const bytes = [];

function number(value) {
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  bytes.push(value);
}

function list(values, write = number) {
  number(values.length);
  values.forEach(write);
}

// A set of code points: the number of ranges; for each the gap to the one before, and its length less one.
function set(codePoints) {
  const ranges = [];
  for (const point of [...new Set(codePoints)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === point) last[1] = point;
    else ranges.push([point, point]);
  }
  let end = 0;
  list(ranges, ([first, last]) => {
    number(first - end);
    number(last - first);
    end = last;
  });
}

const members = spec.groups.map(({ primary, secondary }) => [...primary, ...secondary]);
const valid = new Set(members.flat());
set(spec.ignored);
set(spec.cm);
set(spec.nsm);
// Parts of composed characters, which a name may also contain decomposed.
set([...valid].flatMap((point) => nfd([point])).filter((point) => !valid.has(point)));
set(spec.fenced.map(([point]) => point));
list(spec.mapped, ([point, to]) => {
  number(point);
  list(to);
});
list(spec.groups, ({ cm }, index) => {
  number(cm ? 1 : 0);
  set(members[index]);
});
list(spec.wholes.filter(({ confused }) => confused.length > 0), ({ valid: known, confused }) => {
  set(known);
  set(confused);
});
// Each emoji shares a number of code points with the one before.
let before = [];
const order = (a, b) => {
  const index = a.findIndex((point, at) => point !== b[at]);
  return index < 0 ? a.length - b.length : a[index] - (b[index] ?? -1);
};
list(spec.emoji.toSorted(order), (emoji) => {
  const differs = emoji.findIndex((point, at) => point !== before[at]);
  number(differs);
  list(emoji.slice(differs));
  before = emoji;
});
process.stdout.write(Buffer.from(bytes));
