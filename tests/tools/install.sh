# Installs the test tools apart from Rust, from package registries. Sourced by tests/run.
#
# Each step writes a stamp, so that a second run installs nothing. A step that is not possible prints a `NOT
# RUN` line, and the others continue.

tools=$PWD/target/test-tools
node_folder=$PWD/tests/oracles
documents_folder=$PWD/tests/tools/documents

# Prints one line for the summary: the skipped tests and the reason.
not_run() { printf 'NOT RUN: %s: %s\n' "$1" "$2" | tee -a "$logs/not-run.log"; }

# Succeeds if STAMP is newer than all its sources.
is_fresh() { # is_fresh STAMP SOURCE…
  local stamp=$1
  shift
  [ -e "$stamp" ] || return 1
  local source
  for source in "$@"; do [ "$stamp" -nt "$source" ] || return 1; done
}

python_tools="moto, sam, cargo-lambda, schemathesis, openapi-python-client, ElectrumX"

install_python_tools() {
  local files=(tests/tools/requirements.txt tests/tools/constraints.txt)
  is_fresh "$tools/installed" "${files[@]}" && return
  command -v python3 >/dev/null || { not_run "$python_tools" "no python3"; return; }
  python3 -m venv "$tools" >"$logs/pip.log" 2>&1 &&
    "$tools/bin/pip" install -q --disable-pip-version-check -r "${files[0]}" -c "${files[1]}" >>"$logs/pip.log" 2>&1 ||
    { not_run "$python_tools" "pip: $(tail -n 1 "$logs/pip.log")"; return; }
  touch "$tools/installed"
}

install_node_packages() {
  [ -x "$node_folder/install" ] || return
  local stamp=$node_folder/node_modules/.installed
  is_fresh "$stamp" "$node_folder/package.json" "$node_folder/package-lock.json" && return
  command -v npm >/dev/null || { not_run "npm oracles, bcoin, bcash, anvil, hardhat" "no npm"; return; }
  "$node_folder/install" >"$logs/npm.log" 2>&1 ||
    { not_run "npm oracles, bcoin, bcash, anvil, hardhat" "npm: see target/test-logs/npm.log"; return; }
  touch "$stamp"
}

install_document_tools() {
  local stamp=$documents_folder/node_modules/.installed
  is_fresh "$stamp" "$documents_folder/package.json" "$documents_folder/package-lock.json" && return
  command -v npm >/dev/null || { not_run "redocly, spectral, generators of TypeScript" "no npm"; return; }
  (cd "$documents_folder" && npm ci --ignore-scripts --no-audit --no-fund) >"$logs/npm-documents.log" 2>&1 ||
    { not_run "redocly, spectral, generators of TypeScript" "npm: see target/test-logs/npm-documents.log"; return; }
  touch "$stamp"
}

# The package's wrapper in /usr/bin writes to the home folder; the daemon does not.
litecoind=/usr/lib/litecoin/litecoind

install_litecoind() {
  [ -x "$litecoind" ] && return
  command -v apt-get >/dev/null || { not_run "litecoind" "not a Debian system"; return; }
  [ "$(id -u)" = 0 ] || { not_run "litecoind" "not root: apt-get install litecoind"; return; }
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends litecoind; } \
    >"$logs/apt.log" 2>&1 || not_run "litecoind" "apt-get: $(tail -n 1 "$logs/apt.log")"
}

install_all() {
  install_litecoind &
  install_node_packages &
  install_document_tools &
  install_python_tools &
  wait
}

# Exports the paths of the installed tools; an unset variable means: not installed.
export_tools() {
  [ ! -x "$litecoind" ] || export WALLET_TEST_LITECOIND=$litecoind
  [ ! -e "$node_folder/node_modules/.installed" ] || export WALLET_TEST_NODE_MODULES=$node_folder/node_modules
  [ ! -x "$tools/bin/electrumx_server" ] || export WALLET_TEST_ELECTRUMX=$tools/bin
  [ ! -x "$tools/bin/cargo-lambda" ] || export WALLET_TEST_CARGO_LAMBDA=$tools/bin/cargo-lambda
}

sam_validate() {
  # The check of resource types requires a region, but no credentials and no network.
  SAM_CLI_TELEMETRY=0 AWS_DEFAULT_REGION=eu-central-1 "$tools/bin/sam" validate --lint --template template.yaml
}
