#!/usr/bin/env bash
# Sends generated valid and invalid requests to a local server and validates the responses with its OpenAPI
# documents.
#
#   tests/tools/schemathesis.sh [TOOLS]     TOOLS is the Python environment; default: target/test-tools
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
tools=${1:-$root/target/test-tools}
log=$root/target/test-logs/schemathesis-server.log
mkdir -p target/test-logs

cargo build --locked --quiet --bin wallet-cloud
export WALLET_CLOUD_LOG=warn
# One caller sends thousands of generated requests.
export WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE=0
# Disable livenet upstreams: generated requests must not reach public servers.
chains=$(sed -n 's/.*"chain": "\([a-z]*\)".*/\1/p' shared/assets/data/catalogue/coins.json)
for chain in $chains; do export "WALLET_CLOUD_UPSTREAM_${chain^^}_LIVENET=none"; done
target/debug/wallet-cloud --ephemeral --listen 127.0.0.1:0 >"$log" 2>&1 &
server=$!
trap 'kill "$server"; wait "$server" || true' EXIT
for _ in $(seq 100); do
  base_url=$(sed -n 's/^ *Base URL *//p' "$log")
  [ -z "$base_url" ] || break
  sleep 0.1
done
merchant_key=$(sed -n 's/^ *Merchant key *//p' "$log")
: "${base_url:?the local server did not start}" "${merchant_key:?}"

token=$("$tools/bin/python" - "$base_url" "$merchant_key" <<'PYTHON'
import json, sys, urllib.request, uuid

base_url, merchant_key = sys.argv[1:]
body = {"tokenId": str(uuid.uuid4()), "permissions": ["read", "register", "assets"], "merchantKey": merchant_key}
url = f"{base_url}/authorization/v1/api/permission/issue-by-key"
request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
with urllib.request.urlopen(request) as response:
    print(json.load(response)["data"]["permissionToken"]["permissionToken"])
PYTHON
)

status=0
cd target/test-logs # it creates a cache in the working directory
for document in "$root"/functions/*/openapi.json; do
  service=$(basename "$(dirname "$document")")
  "$tools/bin/schemathesis" --config-file "$root/tests/tools/schemathesis.toml" run --no-color \
    --header "Authorization: Bearer $token" "$base_url/$service/v1/openapi.json" || status=1
done
exit "$status"
