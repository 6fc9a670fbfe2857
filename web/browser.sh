#!/bin/sh
# Sees to it that the tests have a browser: Debian's Chromium.
set -eu
if command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then
  exit 0
fi
echo "== installing Chromium"
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if ! { $as_root apt-get update -qq && $as_root apt-get install -y -qq chromium; } >/dev/null; then
  echo "The tests need Chromium, and it could not be installed: install the package chromium and try again." >&2
  exit 1
fi
