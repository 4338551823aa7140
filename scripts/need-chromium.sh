#!/bin/sh
# Prints where Chromium is, and installs Debian's first when it is missing. Where that cannot be done it prints nothing on
# stdout, says so on stderr, and the tests that need a browser are skipped.
set -u

found() {
  command -v chromium || command -v chromium-browser || command -v google-chrome
}

found && exit 0
if ! command -v apt-get >/dev/null 2>&1; then
  echo "Skipped: there is no Chromium here, and no apt-get to install it with." >&2
  exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "Skipped: there is no Chromium here, and only root can install it (apt-get install chromium)." >&2
  exit 0
fi
# Two files of tests may want it at once, and apt-get does not wait for its own lists.
if command -v flock >/dev/null 2>&1; then
  exec 9>"${TMPDIR:-/tmp}/parley-need-chromium.lock"
  flock 9
  found && exit 0
fi
echo "Installing Chromium for the tests of the page." >&2
if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 chromium; } >&2; then
  echo "Skipped: Chromium could not be installed." >&2
  exit 0
fi
found || echo "Skipped: Chromium was installed and is still not to be found." >&2
