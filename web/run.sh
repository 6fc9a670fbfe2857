#!/bin/sh
# Runs a tool of the web part, such as `web/run.sh vite build`; installs what it needs first.
# Where the machine has no Node, the one from PyPI is taken. npm ci would refuse a lock that lacks the
# bundler's parts for other kinds of machines; npm install keeps to the lock as well.
set -eu
cd "$(dirname "$0")"
fits() {
  command -v npm >/dev/null && node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}
if ! fits; then
  PATH="$PWD/../.venv/bin:$PATH"
  fits || { echo "== installing Node from PyPI"
    python -m pip install --quiet --disable-pip-version-check --require-hashes -r ../requirements/web.txt; }
  fits || { echo "The web part needs Node 20.19 or newer, and none could be installed." >&2; exit 1; }
fi
if [ ! -f node_modules/.made ] || [ package-lock.json -nt node_modules/.made ]; then
  npm install --no-save --no-audit --no-fund --silent --no-update-notifier
  touch node_modules/.made
fi
PATH="$PWD/node_modules/.bin:$PATH"
exec "$@"
