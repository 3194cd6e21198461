#!/usr/bin/env bash
# Tests the pages of the local server in a headless Chromium. With
# WALLET_TEST_SCREENSHOTS=1, screenshots are stored in target/test-screenshots.
#
#   tests/tools/pages.sh [FILE…]     default: all tests/pages/*.test.mjs
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --locked --quiet --bin wallet-cloud
rm -rf target/test-screenshots
cd tests/pages
# Each file has its server and its browser, so that two files run at the same time.
node --test --test-concurrency=2 --test-reporter=spec "$@"
