#!/bin/sh
# Copies the primary if there is no copy yet, then follows it. Starts an interrupted copy again.
set -eu

if [ ! -e "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA" "$PGDATA.new"
  mkdir -p "$(dirname "$PGDATA")"
  PGPASSWORD=$REPLICATION_PASSWORD pg_basebackup --host "$PRIMARY" --username replica --pgdata "$PGDATA.new" \
    --slot replica --checkpoint fast --write-recovery-conf
  mv "$PGDATA.new" "$PGDATA"
fi
# Without the feedback, vacuum on the primary would cancel long reads here.
exec postgres -c hot_standby_feedback=on "$@"
