# Checks of the OpenAPI documents: linters, examples, generators of clients, and compatibility with the released ones.
# Sourced by tests/run; needs count.sh, $tools and $logs.

documents=$PWD/tests/tools/documents
generated=$PWD/target/test-tools/documents

combined=$PWD/target/documents/openapi.json

# Writes the combined document as the local server serves it.
export_combined() { cargo run --quiet --locked --bin wallet-cloud -- docs "${combined%/*}"; }

all_documents() { { echo "$combined"; find functions local -name openapi.json; } | sort; }

lint_with_redocly() {
  local output status
  # shellcheck disable=SC2046
  output=$("$documents/node_modules/.bin/redocly" lint --config "$documents/redocly.yaml" --format=stylish \
    --max-problems=1000 $(all_documents) 2>&1)
  status=$?
  printf '%s\n' "$output"
  # It succeeds with warnings.
  [ "$status" = 0 ] && ! grep -qE '^ *[0-9]+:[0-9]+ +warning' <<<"$output"
}

lint_with_spectral() {
  # shellcheck disable=SC2046
  "$documents/node_modules/.bin/spectral" lint --ruleset "$documents/spectral.yaml" --fail-severity=warn $(all_documents)
}

validate_examples() { node "$documents/examples.mjs"; }

test_comparison() { node --test "$documents"/*.test.mjs; }

# The API tests record the errors that they receive (tests/support/api/provoked.rs). A part of the tests records too few.
compare_with_recorded_errors() { export_combined && node "$documents/provoked.mjs" "$WALLET_TEST_PROVOKED_ERRORS"; }

compare_with_release() {
  node "$documents/compare.mjs" tests/released/openapi.json.gz "$combined" tests/released/accepted.json
}

# Generates the types of both generators, then compiles the code of a client that uses them.
compile_typescript() {
  local folder=$generated/typescript
  rm -rf "$folder" && mkdir -p "$folder/generated" && cp "$documents"/consumer.ts "$documents"/tsconfig.json "$folder" || return
  "$documents/node_modules/.bin/openapi-typescript" "$combined" -o "$folder/generated/types.ts" &
  local typescript=$!
  "$documents/node_modules/.bin/openapi-ts" --no-log-file -i "$combined" -o "$folder/generated/client" &&
    wait "$typescript" && "$documents/node_modules/.bin/tsc" --project "$folder"
}

# A warning of the generator means that the client lacks a part.
import_python() {
  local folder=$generated/python
  rm -rf "$folder" && mkdir -p "$folder" || return
  PATH=$tools/bin:$PATH openapi-python-client generate --meta none --fail-on-warning --config "$documents/python.yaml" \
    --path "$combined" --output-path "$folder/generated_client" &&
    cp "$documents/consumer.py" "$folder" && "$tools/bin/python" "$folder/consumer.py"
}

# Runs the checks at the same time and counts each.
check_documents() {
  quietly export-combined export_combined || { count_one "documents: combined" 1; return; }
  # Those of missing tools are in the list of the installation.
  local names=()
  command -v node >/dev/null && names+=(compare_with_release test_comparison)
  [ -e "$documents/node_modules/.installed" ] &&
    names+=(validate_examples lint_with_redocly lint_with_spectral compile_typescript)
  [ -x "$tools/bin/openapi-python-client" ] && names+=(import_python)
  local name pids=()
  for name in "${names[@]}"; do
    "$name" >"$logs/$name.log" 2>&1 &
    pids+=($!)
  done
  local index status
  for index in "${!names[@]}"; do
    name=${names[$index]}
    wait "${pids[$index]}"
    status=$?
    [ "$status" = 0 ] || { echo "$name failed; the end of its log:"; tail -n 40 "$logs/$name.log"; }
    count_one "documents: $name" "$status"
  done
}
