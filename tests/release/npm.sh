# Packs the TypeScript client, lets the linters of packages check the archive, and installs it in apps that TypeScript compiles
# by each module resolution and Node runs. Ends with the dry run of the publication.

client=clients/typescript
npm ci --prefix "$client" --ignore-scripts --no-audit --no-fund --loglevel error
npm ci --prefix tests/release --ignore-scripts --no-audit --no-fund --loglevel error
mkdir -p "$out/npm"
(cd "$client" && npm pack --loglevel error --pack-destination "$out/npm")
archive=$out/npm/wallet-cloud-client-$version.tgz

tests/release/node_modules/.bin/publint --strict "$archive"
tests/release/node_modules/.bin/attw "$archive" --no-color --no-emoji --format ascii

app() { # app NAME TYPE MODULE RESOLUTION
  local folder=$out/npm/$1
  rm -rf "$folder" && mkdir -p "$folder"
  cp tests/release/typescript/consumer.ts "$folder/main.ts"
  printf '{ "private": true, "type": "%s" }\n' "$2" >"$folder/package.json"
  npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel error "$archive"
  # The types of the package are checked as well: no `skipLibCheck`.
  "$client/node_modules/.bin/tsc" --outDir "$folder/out" --strict --target es2022 --lib es2022,dom,dom.iterable \
    --module "$3" --moduleResolution "$4" "$folder/main.ts"
  node "$folder/out/main.js"
  echo "$1: compiled and run"
}
app esm module node16 node16
app commonjs commonjs node16 node16
app bundler module esnext bundler
app node10 commonjs commonjs node10

# The provenance needs the identity of a CI provider, which a rehearsal does not have.
npm publish "$archive" --dry-run --provenance=false --loglevel warn
