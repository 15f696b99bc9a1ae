#!/bin/sh
# Restarts the server processes of this machine (systemd), each after the previous one is ready again:
#   deploy/replace.sh 4600 4601
# A process that migrates the database reports it every 5 s, and is waited for as long as it does.
set -eu
recent() { journalctl --quiet --output=cat --unit "gemcall@$1" --since "$2"; }
for port; do
  begun=$(date '+%Y-%m-%d %H:%M:%S')
  systemctl restart "gemcall@$port"
  tries=0
  until curl --silent --fail --max-time 2 --output /dev/null "http://127.0.0.1:$port/readyz"; do
    tries=$((tries + 1))
    if [ "$((tries % 3))" -eq 0 ]; then
      refused=$(recent "$port" "$begun" | grep '^cannot start: ' || true)
      # systemd starts it again each second, so one line may be of a database that was just starting.
      if [ "$(printf '%s\n' "$refused" | grep -c .)" -ge 3 ]; then
        echo "gemcall@$port $(printf '%s\n' "$refused" | tail -n 1); the others run on as they were" >&2
        exit 1
      fi
      migrating=$(recent "$port" '-10s' | grep '"migrating the database' | tail -n 1 || true)
      if [ -n "$migrating" ]; then
        echo "gemcall@$port $migrating"
        tries=0
      fi
    fi
    # Five minutes, as a start on a busy machine takes minutes.
    if [ "$tries" -ge 150 ]; then
      echo "gemcall@$port does not become ready; the others run on as they were" >&2
      exit 1
    fi
    sleep 2
  done
  echo "gemcall@$port is replaced"
done
