#!/bin/sh
# Renews the locks after a change of pyproject.toml; needs uv on the PATH.
set -eu
cd "$(dirname "$0")/.."
for extra in build dev bench web; do
  uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet \
    --extra "$extra" --output-file "requirements/$extra.txt" pyproject.toml
done
