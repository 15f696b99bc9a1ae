#!/bin/sh
# Restores a backup into an empty database and an empty or missing data folder. The server must be stopped.
# usage: DATABASE_URL=postgres://... DATA_DIR=... deploy/restore.sh <folder of a backup>
set -eu
umask 077
source=${1:?usage: restore.sh <folder of a backup>}
: "${DATABASE_URL:?is required}" "${DATA_DIR:?is required}"
for tool in pg_restore psql; do
  command -v "$tool" > /dev/null || { echo "restore: $tool is missing (Debian: apt-get install postgresql-client)" >&2; exit 1; }
done
[ -f "$source/database.dump" ] && [ -f "$source/data.tar" ] || { echo "restore: $source is no whole backup" >&2; exit 1; }
[ -z "$(ls -A "$DATA_DIR" 2> /dev/null || true)" ] || { echo "restore: $DATA_DIR is not empty" >&2; exit 1; }
tables=$(psql "$DATABASE_URL" -Atc "select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')")
[ "$tables" = 0 ] || { echo 'restore: the database is not empty' >&2; exit 1; }
# One transaction: the database is restored completely or not at all.
pg_restore --no-owner --single-transaction --exit-on-error --dbname="$DATABASE_URL" "$source/database.dump"
# No id is given out a second time, and payments after the backup are looked for. Fails only if the clock of the database is wrong.
psql "$DATABASE_URL" --quiet --no-psqlrc --output=/dev/null -v ON_ERROR_STOP=1 -f "$(dirname "$0")/restored.sql"
mkdir -p "$DATA_DIR"
tar -C "$DATA_DIR" -xf "$source/data.tar"
echo 'restored. Start the server, then run (docs/operating.md, 7):'
echo '  npm run operator -- reconcile <days since the backup> --reason restore --yes   and: differences'
echo '  npm run operator -- media'
