#!/bin/sh
# Builds the site into the Python package, with the machine's Node or, where there is none, the one from PyPI.
# (npm ci refuses a lock without the bundler for every other kind of machine; install keeps to the lock all the same.)
set -eu
cd "$(dirname "$0")"
venv=../.venv/bin
fits() { command -v npm >/dev/null && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; }
if ! fits; then
  echo "== installing Node from PyPI"
  $venv/python -m pip install --quiet --disable-pip-version-check --require-hashes -r ../requirements/web.txt
  PATH="$(cd $venv && pwd):$PATH"
  fits || { echo "Building the web site needs Node 20.19 or newer, and none could be installed." >&2; exit 1; }
fi
if [ ! -f node_modules/.made ] || [ package-lock.json -nt node_modules/.made ]; then
  npm install --no-save --no-audit --no-fund --loglevel=error
  touch node_modules/.made
fi
npx --no-install vite build --logLevel error
