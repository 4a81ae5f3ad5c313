import { DatabaseSync } from 'node:sqlite'

// What a team would make for the same data, in the form kindest to the peers: no joins, and dates as text in the one
// form in which bytes sort as instants do.
const tables = `
  pragma plain.journal_mode = wal;
  create table plain.actions (
    id text primary key, entity_id text not null, date text not null, action text not null, task_id text not null,
    notification_id text not null, external_id text not null, category text not null, target text not null,
    channel text not null, uid text not null, contact_external_id text not null, contact_name text not null,
    params text not null
  );
  insert into plain.actions
    select action_id, entity_id, record->>'date', action, record->>'task_id', notification_id, record->>'external_id',
      record->>'category', record->>'target', channel, record->>'uid', record->>'$.contact.external_id',
      record->>'$.contact.name', record->>'params'
    from main.actions order by entity_id, at, sequence;
  create index plain.actions_by_date on actions (entity_id, date);

  create table plain.checkin_tokens (
    token_hash text primary key, entity_id text not null, id text not null, external_id text not null,
    category text not null, target text not null, contact text not null, params text not null, files text not null,
    inferred_data text not null
  );
  insert into plain.checkin_tokens
    select token_hash, entity_id, record->>'id', record->>'external_id', record->>'category', record->>'target',
      record->>'contact', record->>'params', record->>'files', record->>'inferred_data'
    from main.checkin_tokens;

  create table plain.access_tokens (token_hash text primary key, name text not null);
  insert into plain.access_tokens select token_hash, name from main.access_tokens;
`

/** Makes the peers' database out of Rollcall's, so that both hold the same. */
export function makePlainDatabase(path: string, rollcallPath: string) {
  const database = new DatabaseSync(rollcallPath)
  database.prepare('attach ? as plain').run(path)
  database.exec(tables)
  database.close()
}
