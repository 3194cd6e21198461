# Compares the API of the Rust client with the last release, or before the first one with the last commit. The version has to
# be higher as far as the changes demand it. cargo-semver-checks reads rustdoc's JSON, which it obtains from the stable toolchain.

checks=$out/tools/bin/cargo-semver-checks
[ -x "$checks" ] || cargo install --locked --quiet --root "$out/tools" cargo-semver-checks@0.51.0
baseline=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || git rev-parse HEAD)
echo "baseline: $baseline"
"$checks" semver-checks --package wallet-client --all-features --baseline-rev "$baseline"
