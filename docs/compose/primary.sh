#!/bin/sh
# Runs once, when the primary's database is created. It creates an account for Rollcall that owns only its database, an account
# for the replica, and a slot, so that the primary keeps the WAL that the replica has not read yet.
set -eu

psql -v ON_ERROR_STOP=1 -v rollcall="$ROLLCALL_PASSWORD" -v replication="$REPLICATION_PASSWORD" \
  --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role rollcall login password :'rollcall';
create database rollcall owner rollcall encoding 'UTF8' template template0;
create role replica login replication password :'replication';
select pg_create_physical_replication_slot('replica', true);
SQL

echo 'host replication replica all scram-sha-256' >> "$PGDATA/pg_hba.conf"
