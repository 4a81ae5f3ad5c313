import type { Engine } from './engines/engine.ts'

// A typical schema for the same data, in the best form for the peers: no joins, and dates as text that sorts
// chronologically.
const tables = `
  create table actions (
    id text primary key, entity_id text not null, date text not null, action text not null, task_id text not null,
    notification_id text not null, external_id text not null, category text not null, target text not null,
    channel text not null, uid text not null, contact_external_id text not null, contact_name text not null,
    params text not null
  );
  insert into actions
    select action_id, entity_id, record->>'date', action, record->>'task_id', notification_id, record->>'external_id',
      record->>'category', record->>'target', channel, record->>'uid', record->'contact'->>'external_id',
      record->'contact'->>'name', record->>'params'
    from source.actions order by entity_id, at, sequence;
  create index actions_by_date on actions (entity_id, date);

  create table checkin_tokens (
    token_hash text primary key, entity_id text not null, id text not null, external_id text not null,
    category text not null, target text not null, contact text not null, params text not null, files text not null,
    inferred_data text not null
  );
  insert into checkin_tokens
    select token_hash, entity_id, record->>'id', record->>'external_id', record->>'category', record->>'target',
      record->>'contact', record->>'params', record->>'files', record->>'inferred_data'
    from source.checkin_tokens;

  create table access_tokens (token_hash text primary key, name text not null);
  insert into access_tokens select token_hash, name from source.access_tokens;
`

/** Creates the peers' database from Rollcall's, with the same data. Returns its address. */
export async function makePlainDatabase(engine: Engine, rollcall: string): Promise<string> {
  const plain = await engine.derive('plain', rollcall, tables)
  await engine.settle(plain)
  return plain
}
