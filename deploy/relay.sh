#!/bin/sh
# Starts the TURN relay, and refuses coturn older than 4.9: relay.sh -c turnserver.conf --static-auth-secret=… --realm=…
# Older versions relay to IPv4-mapped addresses that the settings deny, such as ::ffff:127.0.0.1 (CVE-2026-27624). Debian 12 and 13
# package 4.6: use the image of deploy/compose.yml there, or build a newer version.
set -eu
needed=4.9.0
version=$(turnserver --version 2>/dev/null | sed -n 's/^[^0-9]*\([0-9][0-9.]*\).*$/\1/p' | head -n 1)
oldest=$(printf '%s\n' "$needed" "${version:-0}" | sort -V | head -n 1)
if [ "$oldest" != "$needed" ]; then
  echo "relay: needs coturn $needed or newer, found ${version:-none}: not started" >&2
  exit 1
fi
exec turnserver "$@"
