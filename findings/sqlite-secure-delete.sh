#!/bin/sh
# SQLite 3.49.1 (sql.js 1.17.0): with `pragma secure_delete = on` from the creation of the database on, values of deleted rows stay in
# its file. A split of a page leaves copies of the rows that it moves in the unused part of the page, and the deletion of a row
# overwrites only the row itself. `pragma incremental_vacuum` removes whole free pages, and changes nothing. VACUUM removes the copies.
# Seen on 2026-11-29: "secure_delete: yes", "rows with the value: 0", "in the file: yes", "after incremental_vacuum: yes",
# "after vacuum: no".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund sql.js@1.17.0 > /dev/null

cat > try.cjs <<'END'
const initSqlJs = require('sql.js')

initSqlJs().then(({ Database }) => {
  const database = new Database()
  const value = (text) => database.exec(text)[0]?.values[0][0]
  database.run('pragma auto_vacuum = incremental; pragma secure_delete = on')
  database.run('create table notes (id text primary key, text text) without rowid')
  const insert = database.prepare('insert into notes values (?, ?)')
  // Keys in the order of chance, and rows of many sizes.
  for (let index = 0; index < 20_000; index++) {
    const word = index % 50 === 0 ? 'SECRET' : 'other'
    insert.run([String((index * 7_919) % 20_011).padStart(5, '0'), word + 'x'.repeat((index * 37) % 900)])
  }
  insert.free()
  database.run("delete from notes where text like 'SECRET%'")
  const hasSecret = () => (Buffer.from(database.export()).includes('SECRET') ? 'yes' : 'no')
  // An export closes the database and opens it again: the pragma is asked before.
  console.log(`secure_delete: ${value('pragma secure_delete') === 1 ? 'yes' : 'no'}`)
  console.log(`rows with the value: ${value("select count(*) from notes where text like '%SECRET%'")}`)
  console.log(`in the file: ${hasSecret()}`)
  database.run('pragma incremental_vacuum')
  console.log(`after incremental_vacuum: ${hasSecret()}`)
  database.run('vacuum')
  console.log(`after vacuum: ${hasSecret()}`)
})
END
seen=$(node try.cjs)
echo "$seen"
expected='secure_delete: yes
rows with the value: 0
in the file: yes
after incremental_vacuum: yes
after vacuum: no'
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
