#!/bin/sh
# Copies everything that cannot be made again into a new folder: the database, then the data folder (media, keys).
# usage: DATABASE_URL=postgres://... DATA_DIR=... deploy/backup.sh <new folder>
# In this order: what the database names is there when the files are copied; a file that came later is swept as unnamed.
set -eu
umask 077
target=${1:?usage: backup.sh <new folder>}
: "${DATABASE_URL:?is required}" "${DATA_DIR:?is required}"
command -v pg_dump > /dev/null || { echo 'backup: pg_dump is missing, as new as the PostgreSQL of DATABASE_URL (Debian: apt-get install postgresql-client)' >&2; exit 1; }
[ ! -e "$target" ] || { echo "backup: $target is there already" >&2; exit 1; }
mkdir -p "$target.part"
pg_dump --format=custom --no-owner --file="$target.part/database.dump" "$DATABASE_URL"
# tar ends with 1 where a file changed or went while it was read, as they do in a running product: what the dump names does neither.
# The embedded PostgreSQL, logs and what names a running process are no part of it.
tar -C "$DATA_DIR" --exclude=./postgres --exclude=./logs --exclude='*.pid' --exclude=./lock --exclude=./owner -cf "$target.part/data.tar" . || [ $? -eq 1 ]
# Under its name only when it is whole.
mv "$target.part" "$target"
