#!/usr/bin/env bash
# Prints pyproject.toml of the Python client with the version of the workspace, and with the repository if one is set.
set -euo pipefail
cd "$(dirname "$0")/../../.."
version=$(tests/release/version.py)
repository=$(tests/release/repository.py)
sed "s/VERSION/$version/" tests/release/python/pyproject.toml
[ -z "$repository" ] || printf '\n[project.urls]\nRepository = "%s"\n' "$repository"
