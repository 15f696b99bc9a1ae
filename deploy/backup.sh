#!/bin/sh
# Backs up all data that cannot be recreated into a new folder: the database, then the data folder (media, keys).
# usage: DATABASE_URL=postgres://... DATA_DIR=... deploy/backup.sh <new folder>
# The order matters: files that the dump refers to exist when the files are copied; the clean-up deletes files added later.
set -eu
umask 077
target=${1:?usage: backup.sh <new folder>}
: "${DATABASE_URL:?is required}" "${DATA_DIR:?is required}"
command -v pg_dump > /dev/null || { echo 'backup: pg_dump is missing, as new as the PostgreSQL of DATABASE_URL (Debian: apt-get install postgresql-client)' >&2; exit 1; }
[ ! -e "$target" ] || { echo "backup: $target is there already" >&2; exit 1; }
mkdir -p "$target.part"
pg_dump --format=custom --no-owner --file="$target.part/database.dump" "$DATABASE_URL"
# tar exits with 1 when a file changed or disappeared while it was read, as happens while the server runs. This does not affect
# files that the dump refers to. The embedded PostgreSQL, logs, scripts of previous builds and files of running processes are excluded.
tar -C "$DATA_DIR" --exclude=./postgres --exclude=./logs --exclude=./builds --exclude='*.pid' --exclude=./lock --exclude=./owner -cf "$target.part/data.tar" . || [ $? -eq 1 ]
# The backup gets its final name only when it is complete.
mv "$target.part" "$target"
