#!/bin/sh
# Runs a command of the web part, such as `web/run.sh vite build`, after installing the packages it needs.
# If the machine has no Node, it is installed from PyPI. `npm ci` would refuse a lock without the bundler's
# packages for other platforms; `npm install` also keeps to the lock.
set -eu
cd "$(dirname "$0")"
node_is_recent() {
  command -v npm >/dev/null && node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}
if ! node_is_recent; then
  PATH="$PWD/../.venv/bin:$PATH"
  node_is_recent || { echo "== installing Node from PyPI"
    python -m pip install --quiet --disable-pip-version-check --require-hashes -r ../requirements/web.txt; }
  node_is_recent || { echo "The web part needs Node 20.19 or newer, and none could be installed." >&2; exit 1; }
fi
if [ ! -f node_modules/.installed ] || [ package-lock.json -nt node_modules/.installed ]; then
  npm install --no-save --no-audit --no-fund --silent --no-update-notifier
  touch node_modules/.installed
fi
PATH="$PWD/node_modules/.bin:$PATH"
exec "$@"
