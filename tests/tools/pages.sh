#!/usr/bin/env bash
# Tests the pages of the local server in a headless Chromium. Screenshots are stored in target/test-screenshots.
#
#   tests/tools/pages.sh [FILE…]     default: all tests/pages/*.test.mjs
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --locked --quiet --bins
rm -rf target/test-screenshots
cd tests/pages
node --test --test-reporter=spec "$@"
