#!/bin/sh
# Installs Debian's Chromium for the tests, if no browser is installed.
set -eu
if command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then
  exit 0
fi
echo "== installing Chromium"
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if ! { $as_root apt-get update -qq && $as_root apt-get install -y -qq chromium; } >/dev/null; then
  echo "The tests need Chromium, but it could not be installed. Install the package chromium and try again." >&2
  exit 1
fi
