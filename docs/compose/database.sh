#!/bin/sh
# Runs once, when the database is created. It creates an account for Rollcall that owns only its database.
set -eu

psql -v ON_ERROR_STOP=1 -v rollcall="$ROLLCALL_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role rollcall login password :'rollcall';
create database rollcall owner rollcall encoding 'UTF8' template template0;
SQL
