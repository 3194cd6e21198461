// Builds the wallet page into dist, which the local server embeds.

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";

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

export default {
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
    assetsInlineLimit: (path) => (path.endsWith("/icon.svg") ? false : undefined),
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: { entryFileNames: "wallet.js", assetFileNames: (asset) => (asset.names[0].endsWith(".css") ? "wallet.css" : "[name][extname]") },
    },
  },
  plugins: [versionedUrls],
};
