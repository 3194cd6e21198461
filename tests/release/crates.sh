# Packs the Rust client with the packages that it needs, and compiles each package as downloaded: from its archive, with the
# archives of the others instead of this folder.

packages=$(cargo metadata --no-deps --format-version 1 | python3 -c '
import json, sys
print(*[package["name"] for package in json.load(sys.stdin)["packages"] if package["publish"] is None])')
echo "packages: $packages"
# shellcheck disable=SC2046
cargo publish --dry-run --allow-dirty --locked $(printf ' --package %s' $packages)

# The workspace selects all features of the client; an app selects fewer, and has fewer features of the dependencies.
for features in "" "payments webhooks" signers; do
  echo "features of the Rust client: ${features:-none}"
  cargo clippy --quiet --locked -p wallet-client --no-default-features --features "$features" -- -D warnings
done
