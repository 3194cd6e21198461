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

python_tools="moto, sam, the AWS command line, cargo-lambda, schemathesis, openapi-python-client, ElectrumX, standardwebhooks, http_ece, py-vapid"

install_python_tools() {
  local files=(tests/tools/requirements.txt tests/tools/constraints.txt)
  is_fresh "$tools/installed" "${files[@]}" && return
  command -v python3 >/dev/null || { not_run "$python_tools" "no python3"; return; }
  python3 -m venv "$tools" >"$logs/pip.log" 2>&1 &&
    "$tools/bin/pip" install -q --disable-pip-version-check -r "${files[0]}" -c "${files[1]}" >>"$logs/pip.log" 2>&1 ||
    { not_run "$python_tools" "pip: $(tail -n 1 "$logs/pip.log")"; return; }
  # The compiler with which cargo-lambda builds for another platform takes 420 MB. The tests build for this machine.
  "$tools/bin/pip" uninstall -q --yes ziglang >>"$logs/pip.log" 2>&1
  touch "$tools/installed"
}

checkov=$PWD/target/checkov

install_checkov() {
  local versions=tests/tools/checkov.txt
  is_fresh "$checkov/installed" "$versions" && return
  command -v python3 >/dev/null || { not_run "checkov" "no python3"; return; }
  python3 -m venv "$checkov" >"$logs/pip-checkov.log" 2>&1 &&
    "$checkov/bin/pip" install -q --disable-pip-version-check --no-deps -r "$versions" >>"$logs/pip-checkov.log" 2>&1 ||
    { not_run "checkov" "pip: $(tail -n 1 "$logs/pip-checkov.log")"; return; }
  touch "$checkov/installed"
}

install_node_packages() {
  [ -x "$node_folder/install" ] || return
  local stamp=$node_folder/node_modules/.installed
  is_fresh "$stamp" "$node_folder"/{,node/}package.json "$node_folder"/{,node/}package-lock.json && return
  command -v npm >/dev/null || { not_run "npm oracles, bcoin, bcash, anvil, hardhat" "no npm"; return; }
  "$node_folder/install" >"$logs/npm.log" 2>&1 ||
    { not_run "npm oracles, bcoin, bcash, anvil, hardhat" "npm: see target/test-logs/npm.log"; return; }
  touch "$stamp"
}

# Installs the packages of a folder from its lock file.
install_npm_folder() { # install_npm_folder FOLDER TOOLS
  local folder=$1 stamp=$1/node_modules/.installed log
  log=npm-$(basename "$folder").log
  is_fresh "$stamp" "$folder/package.json" "$folder/package-lock.json" && return
  command -v npm >/dev/null || { not_run "$2" "no npm"; return; }
  npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund >"$logs/$log" 2>&1 ||
    { not_run "$2" "npm: see target/test-logs/$log"; return; }
  touch "$stamp"
}

# The package's wrapper in /usr/bin writes to the home folder; the daemon does not.
litecoind=/usr/lib/litecoin/litecoind

# bitcoind of Debian's unstable distribution, which alone has it, beside the system and with its own libraries.
bitcoind=$PWD/target/bitcoind/bitcoind

install_bitcoind() {
  [ ! -x "$bitcoind" ] || return 0
  local what="bitcoind (the Debian package bitcoin-knots)"
  command -v apt-get >/dev/null || { not_run "$what" "not a Debian system"; return; }
  tests/tools/bitcoind.sh "${bitcoind%/*}" >"$logs/bitcoind.log" 2>&1 || not_run "$what" "$(tail -n 1 "$logs/bitcoind.log")"
}

chromium=/usr/bin/chromium

valgrind=/usr/bin/valgrind

# Installs packages, and prints the reason of a failure.
install_debian() { # install_debian PACKAGE…
  command -v apt-get >/dev/null || { echo "not a Debian system"; return 1; }
  [ "$(id -u)" = 0 ] || { echo "not root: apt-get install $*"; return 1; }
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } \
    >"$logs/apt.log" 2>&1 || { echo "apt-get: $(tail -n 1 "$logs/apt.log")"; return 1; }
}

# Installs the Debian packages of the test tools: litecoind, a browser with a font for the pages, and Valgrind, which counts
# the instructions of a start.
install_debian_packages() {
  local packages=() reason
  [ -x "$litecoind" ] || packages+=(litecoind)
  [ -x "$chromium" ] || packages+=(chromium fonts-dejavu-core)
  [ -x "$valgrind" ] || packages+=(valgrind)
  [ "${#packages[@]}" = 0 ] || reason=$(install_debian "${packages[@]}") || not_run "${packages[*]}" "$reason"
  # The tests of pages run without it, in twice the time.
  [ -x "$chromium-headless-shell" ] || install_debian chromium-headless-shell >/dev/null || true
}

install_all() {
  install_debian_packages &
  install_bitcoind &
  install_npm_folder "$PWD/tests/pages" "tests of the pages" &
  install_npm_folder "$PWD/clients/typescript" "tests of the TypeScript client" &
  install_npm_folder "$PWD/clients/wallet" "build of the wallet page" &
  install_node_packages &
  install_npm_folder "$documents_folder" "linters of the documents, generators of clients" &
  install_python_tools &
  install_checkov &
  wait
}

# Exports the paths of the installed tools; an unset variable means: not installed.
export_tools() {
  [ ! -x "$bitcoind" ] || export WALLET_TEST_BITCOIND=$bitcoind
  [ ! -x "$litecoind" ] || export WALLET_TEST_LITECOIND=$litecoind
  [ ! -x "$chromium" ] || export WALLET_TEST_CHROMIUM=$chromium
  [ ! -e "$node_folder/node_modules/.installed" ] || export WALLET_TEST_NODE_MODULES=$node_folder/node_modules
  [ ! -x "$tools/bin/electrumx_server" ] || export WALLET_TEST_ELECTRUMX=$tools/bin
  [ ! -x "$tools/bin/cargo-lambda" ] || export WALLET_TEST_CARGO_LAMBDA=$tools/bin/cargo-lambda
}
