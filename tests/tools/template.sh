# Checks of the templates. Sourced by tests/run.

# Each is a separate stack, or nested in the first.
templates=(template.yaml infrastructure/monitoring.yaml infrastructure/edge.yaml)

# No request leaves the machine: the checks of resource types require a region, but no credentials.
sam_offline() {
  PATH=$tools/bin:$PATH SAM_CLI_TELEMETRY=0 AWS_DEFAULT_REGION=eu-central-1 "$tools/bin/sam" "$@"
}

lint_templates() {
  sam_offline validate --lint --template template.yaml &&
    "$tools/bin/cfn-lint" --regions eu-central-1 -- "${templates[@]}"
}

# checkov reads the expanded templates; exceptions are in the metadata of the resources, with their reasons.
scan_templates() {
  local expanded=$PWD/target/templates
  rm -rf "$expanded" &&
    "$tools/bin/python" tests/tools/expand_templates.py "$expanded" "${templates[@]}" &&
    # An absolute path would be part of the data, and long paths look like keys to it.
    (cd "$expanded" && "$checkov/bin/checkov" --directory . --framework cloudformation --skip-download --compact --quiet)
}

# Builds one function as a deployment does, but for this machine and with its linker; tests/lambda_bench measures the same
# executable. The result is checked: a bootstrap, and templates that refer to it.
sam_build() {
  local function=BlockchainConnectorBtcLike built=$PWD/target/sam/build
  rm -rf "$built"
  # As a deployment: without the lints of `.ci/run`.
  CARGO_LAMBDA_COMPILER=cargo RUSTC_WORKSPACE_WRAPPER= sam_offline build "$function" \
    --build-dir "$built" --cache-dir "$PWD/target/sam/cache" &&
    [ -x "$built/$function/bootstrap" ] &&
    grep -q "CodeUri: $function" "$built/template.yaml" &&
    grep -q "Fn::ForEach::Functions" "$built/Monitoring/template.yaml" &&
    ! grep -qE '(: |- )[*&][a-z_]+$|<<:' "$built/template.yaml" "$built/Monitoring/template.yaml"
}

check_templates() {
  [ -x "$tools/bin/sam" ] || return 0
  quietly sam lint_templates
  count_one "sam validate --lint, cfn-lint" $?
  if [ -x "$checkov/bin/checkov" ]; then
    quietly checkov scan_templates
    count_one "checkov" $?
  fi
  quietly template "$tools/bin/python" -m pytest -q -p no:cacheprovider tests/infrastructure
  count_pytest template $?
}

# Builds with the lowest priority, since it takes minutes.
sam_build_nicely() {
  renice -n 19 "$BASHPID" >/dev/null && quietly sam-build sam_build
}

begin_sam_build() {
  [ ! -x "$tools/bin/sam" ] || begin sam-build sam_build_nicely
}

# Waits for the build and counts it.
end_sam_build() {
  has_begun sam-build || return 0
  end sam-build
  count_one "sam build" $?
}
