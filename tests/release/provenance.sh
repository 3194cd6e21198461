# Sets the address of a repository in a copy of this folder, and reads it as the registries do: from the metadata of Cargo, from the
# archive of npm, and from the wheel. A package of npm without this address cannot be published with a provenance.

tests/release/repository.py check
[ -n "$(tests/release/repository.py)" ] || echo "no repository is set: tests/release/repository.py set, before the first release"
copy=$out/provenance
rm -rf "$copy" && git checkout-index --all --prefix "$copy/"
example=https://repository.example/wallets/wallet-cloud
"$copy/tests/release/repository.py" set "$example"
[ "$("$copy/tests/release/repository.py")" = "$example" ]

# The second writing changes nothing.
(cd "$copy" && sha256sum Cargo.toml */*/Cargo.toml local/Cargo.toml clients/typescript/package.json >"$out/provenance.before")
"$copy/tests/release/repository.py" set "$example"
(cd "$copy" && sha256sum --check --quiet "$out/provenance.before")

# The lock file of the copy is that of this folder: the address is no part of it.
(cd "$copy" && cargo metadata --no-deps --locked --format-version 1) | python3 -c '
import json, sys
packages = json.load(sys.stdin)["packages"]
named = sorted(package["name"] for package in packages if package["repository"] == sys.argv[1])
assert "wallet-client" in named and "wallet-cloud" in named, named
assert all(package["name"] in named for package in packages if package["publish"] is None), named
print("repository in", *named)' "$example"

# npm corrects a field that it does not understand, and warns.
(cd "$copy/clients/typescript" && npm publish --dry-run --ignore-scripts --provenance=false --loglevel warn) 2>&1 | tee "$out/provenance.npm"
! grep --quiet --ignore-case 'auto-corrected' "$out/provenance.npm"

# A wheel without the generated code has the same metadata.
mkdir -p "$copy/wheel/wallet_cloud_client"
touch "$copy/wheel/wallet_cloud_client/__init__.py"
cp tests/release/python/README.md LICENSE "$copy/wheel"
"$copy/tests/release/python/manifest.sh" >"$copy/wheel/pyproject.toml"
python3 -m venv "$copy/tools"
"$copy/tools/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$copy/wheel" "$copy/wheel"
python3 -m zipfile -e "$copy"/wheel/*.whl "$copy/wheel/files"
cat "$copy"/wheel/files/*.dist-info/METADATA | grep -x "Project-URL: Repository, $example"
