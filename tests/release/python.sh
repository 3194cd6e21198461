# Generates the Python client from the OpenAPI documents, builds the wheel, installs the wheel in an empty environment, and runs
# the example of its README against the local server.

folder=$out/python
rm -rf "$folder" && mkdir -p "$folder/package"
python3 -m venv "$folder/tools"
generator=$(grep -o '^openapi-python-client==[0-9.]*' tests/tools/requirements.txt)
"$folder/tools/bin/pip" install --quiet --disable-pip-version-check -c tests/tools/constraints.txt "$generator"

server=${WALLET_TEST_SERVER-target/debug/wallet-cloud}
[ -n "${WALLET_TEST_SERVER-}" ] || cargo build --quiet --locked --bin wallet-cloud
"$server" docs "$folder/documents" >/dev/null
# A warning of the generator means that the client lacks a part.
PATH=$folder/tools/bin:$PATH openapi-python-client generate --meta none --fail-on-warning \
  --config tests/tools/documents/python.yaml --path "$folder/documents/openapi.json" \
  --output-path "$folder/package/wallet_cloud_client"
cp tests/release/python/README.md LICENSE "$folder/package"
tests/release/python/manifest.sh >"$folder/package/pyproject.toml"
"$folder/tools/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" "$folder/package"

python3 -m venv "$folder/app"
"$folder/app/bin/pip" install --quiet --disable-pip-version-check "$folder"/wallet_cloud_client-"$version"-*.whl
sed -n '/^```python$/,/^```$/{/^```/d;p}' tests/release/python/README.md >"$folder/example.py"
"$server" serve --listen 127.0.0.1:0 --data "$folder/data" >"$folder/server.log" 2>&1 &
pid=$!
trap 'kill $pid' EXIT
until grep -q 'curl' "$folder/server.log"; do
  kill -0 "$pid"
  sleep 0.2
done
BASE_URL=$(grep -oE 'http://127[^ ]*' "$folder/server.log" | head -n 1) \
  MERCHANT_KEY=$(grep -oE 'wck_[^ ]+' "$folder/server.log" | head -n 1) \
  "$folder/app/bin/python" "$folder/example.py" | tee "$folder/example.txt"
# The address of the key 1 on the testnet (BIP 173), without coins in a new sandbox.
grep -qx 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx 0' "$folder/example.txt"
