# Adds an EVM chain to the table in a copy of the sources, and makes a payment on it with every endpoint of the connector.

copy=$out/one-more-chain
rm -rf "$copy"
mkdir -p "$copy"
git ls-files -z | xargs -0 cp --parents --target-directory "$copy"
python3 - "$copy" "$version" <<'EOF'
import pathlib, re, sys

copy, version = pathlib.Path(sys.argv[1]), sys.argv[2]


def change(path, pattern, replacement):
    text = (copy / path).read_text()
    changed = re.sub(pattern, replacement, text, flags=re.DOTALL)
    assert changed != text, path
    (copy / path).write_text(changed)


# Zora, another rollup of the same type, with the name and the ids of `ethereum-lists/chains`.
change(
    "shared/eth-like/src/chain/params/table.rs",
    r'    Row \{\n        name: "op"(.*?)\[10, 11_155_420\](.*?\n    \},\n)',
    r'\g<0>    Row {\n        name: "zora"\g<1>[7_777_777, 999_999_999]\g<2>',
)
# The tests compare responses with the document, in which a test writes the chains.
change("functions/blockchain-connector-eth-like/openapi.json", r'"op",(\s)', r'"op",\g<1>"zora",\g<1>')
# With another version, the copy is another package, and the builds of the original remain valid.
change("Cargo.toml", f'version = "{re.escape(version)}"', 'version = "0.0.0-copy"')
EOF
(cd "$copy" && CARGO_TARGET_DIR=$OLDPWD/target cargo test --workspace --offline --quiet --test api_eth_like -- --nocapture \
  blockchain_connector_eth_like::every_chain) >"$copy.log"
for line in "zora livenet 7777777" "zora testnet 999999999" "eth livenet 1"; do
  grep -qx "$line" "$copy.log" || { echo "$line is not in $copy.log"; exit 1; }
done
