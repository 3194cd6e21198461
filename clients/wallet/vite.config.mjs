// Builds the wallet page into dist, which the local server embeds.

import { createHash } from "node:crypto";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const client = (name) => fileURLToPath(new URL(`../typescript/src/${name}.ts`, import.meta.url));

// Puts a hash of all files into their URLs. The file names stay the same, so that the server can embed them by name.
const versionedUrls = {
  name: "versioned-urls",
  enforce: "post",
  generateBundle(_, bundle) {
    const hash = createHash("sha256");
    const files = Object.values(bundle).filter((file) => !file.fileName.endsWith(".html"));
    for (const file of files.sort((a, b) => (a.fileName < b.fileName ? -1 : 1))) hash.update(file.code ?? file.source);
    const page = bundle["index.html"];
    page.source = page.source.replaceAll('"/wallet/', `"/wallet/${hash.digest("hex").slice(0, 16)}/`);
  },
};

// Stores the word list of recovery phrases, which is sorted, as the number of letters in common with the word before, and the rest of
// each word: a third less for a browser to load.
const shortWordList = {
  name: "short-word-list",
  async transform(_, id) {
    if (!id.endsWith("@scure/bip39/wordlists/english.js")) return undefined;
    const { wordlist } = await import(pathToFileURL(id));
    const common = (word, before = "") => [...word].findIndex((letter, index) => letter !== before[index]);
    const text = wordlist.map((word, index) => `${common(word, wordlist[index - 1])}${word.slice(common(word, wordlist[index - 1]))}`).join("");
    const read = (stored) => {
      let word = "";
      return stored.match(/\d\D+/g).map((part) => (word = word.slice(0, +part[0]) + part.slice(1)));
    };
    if (read(text).join() !== wordlist.join()) throw new Error("the stored word list differs");
    return `export const wordlist = (${read})("${text}");`;
  },
};

// Builds the service worker, which is one script: a worker must not load the code of the page.
const serviceWorker = {
  name: "service-worker",
  // After the styles, since the worker has the names of all files.
  enforce: "post",
  async generateBundle(_, bundle) {
    const names = Object.values(bundle).map(({ fileName }) => fileName);
    const define = { PAGE_FILES: JSON.stringify(names.filter((name) => name !== "index.html").sort()) };
    const output = { format: "iife", entryFileNames: "sw.js" };
    const input = fileURLToPath(new URL("src/sw.ts", import.meta.url));
    const [built] = [await build({ ...shared, define, configFile: false, logLevel: "warn", build: { ...shared.build, write: false, rolldownOptions: { ...rolldownOptions, input, output } } })].flat();
    this.emitFile({ type: "asset", fileName: "sw.js", source: built.output[0].code });
  },
};

// No code of the page has effects when a property is read.
const rolldownOptions = { treeshake: { propertyReadSideEffects: false } };

const shared = {
  base: "/wallet/",
  publicDir: false,
  resolve: {
    alias: [
      { find: "@wallet-cloud/client/hd", replacement: client("hd") },
      { find: "@wallet-cloud/client/signers", replacement: client("signers") },
      { find: "@wallet-cloud/client", replacement: client("index") },
    ],
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: (path) => (/\/icons\/|\.webmanifest$/.test(path) ? false : undefined),
    chunkSizeWarningLimit: 1000,
  },
};

// The server serves files by their names, which do not depend on their contents. A chunk that several screens share has the name of
// its main part.
const SHARED = { "client.js": client("client"), "review.js": fileURLToPath(new URL("src/parts/SignAndSend.tsx", import.meta.url)) };
const nameOf = ({ moduleIds }) => Object.keys(SHARED).find((name) => moduleIds.includes(SHARED[name])) ?? "[name].js";

const output = { entryFileNames: "wallet.js", chunkFileNames: nameOf, assetFileNames: (asset) => (asset.names[0].endsWith(".css") ? "wallet.css" : "[name][extname]") };

export default {
  ...shared,
  build: { ...shared.build, rolldownOptions: { ...rolldownOptions, output } },
  plugins: [shortWordList, serviceWorker, versionedUrls],
};
