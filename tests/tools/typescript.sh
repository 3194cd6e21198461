#!/usr/bin/env bash
# Tests the TypeScript client against one local server, and prints TAP.
#
#   tests/tools/typescript.sh [NAME…]     names of test files without `.test.ts`; default: all
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --locked --quiet --bin wallet-cloud
exec node clients/typescript/test/run.mjs "$@"
