#!/bin/sh
# Restarts the server processes of this machine (systemd), each after the previous one is ready again:
#   deploy/replace.sh 4600 4601
set -eu
for port; do
  systemctl restart "gemcall@$port"
  tries=0
  until curl --silent --fail --max-time 2 --output /dev/null "http://127.0.0.1:$port/readyz"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 120 ]; then
      echo "gemcall@$port does not become ready; the others run on as they were" >&2
      exit 1
    fi
    sleep 0.5
  done
  echo "gemcall@$port is replaced"
done
