# What the tests need beside Rust, from the package registries alone. Sourced by tests/run.
#
# Each step leaves a stamp, so that a second run installs nothing; a step that cannot be done here
# writes a `NOT RUN` line and the rest goes on without it.

tools=$PWD/target/test-tools
node_folder=$PWD/tests/oracles

# One line for the summary: what did not run, and why.
not_run() { printf 'NOT RUN: %s: %s\n' "$1" "$2" | tee -a "$logs/not-run.log"; }

# Whether STAMP is newer than all that it was made from.
is_fresh() { # is_fresh STAMP SOURCE…
  local stamp=$1
  shift
  [ -e "$stamp" ] || return 1
  local source
  for source in "$@"; do [ "$stamp" -nt "$source" ] || return 1; done
}

install_python_tools() {
  local wanted=(tests/tools/requirements.txt tests/tools/constraints.txt)
  is_fresh "$tools/installed" "${wanted[@]}" && return
  command -v python3 >/dev/null || { not_run "moto, sam, cargo-lambda, schemathesis, ElectrumX" "no python3"; return; }
  python3 -m venv "$tools" >"$logs/pip.log" 2>&1 &&
    "$tools/bin/pip" install -q --disable-pip-version-check -r "${wanted[0]}" -c "${wanted[1]}" >>"$logs/pip.log" 2>&1 ||
    { not_run "moto, sam, cargo-lambda, schemathesis, ElectrumX" "pip: $(tail -n 1 "$logs/pip.log")"; return; }
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

# The package's wrapper in /usr/bin writes into the home folder; the daemon itself does not.
litecoind=/usr/lib/litecoin/litecoind

install_litecoind() {
  [ -x "$litecoind" ] && return
  command -v apt-get >/dev/null || { not_run "litecoind" "no Debian packages here"; return; }
  [ "$(id -u)" = 0 ] || { not_run "litecoind" "not root: apt-get install litecoind"; return; }
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends litecoind; } \
    >"$logs/apt.log" 2>&1 || not_run "litecoind" "apt-get: $(tail -n 1 "$logs/apt.log")"
}

install_all() {
  install_litecoind &
  install_node_packages &
  install_python_tools &
  wait
}

# Tells the tests where everything is; a variable that is not set means: not here.
export_tools() {
  [ ! -x "$litecoind" ] || export WALLET_TEST_LITECOIND=$litecoind
  [ ! -e "$node_folder/node_modules/.installed" ] || export WALLET_TEST_NODE_MODULES=$node_folder/node_modules
  [ ! -x "$tools/bin/electrumx_server" ] || export WALLET_TEST_ELECTRUMX=$tools/bin
  [ ! -x "$tools/bin/cargo-lambda" ] || export WALLET_TEST_CARGO_LAMBDA=$tools/bin/cargo-lambda
}

sam_validate() {
  # A region is wanted for the check of resource types; no credentials and no network are.
  SAM_CLI_TELEMETRY=0 AWS_DEFAULT_REGION=eu-central-1 "$tools/bin/sam" validate --lint --template template.yaml
}
