/** Selects a `ColumnRow` for each column of the current schema, ordered by table and position. */
export const columns = `
  select object.relname as "table", attname as "column",
    coalesce(array_position(key.conkey, attnum), 0) as key_position, referenced.relname as "references"
  from pg_class as object
  join pg_namespace on pg_namespace.oid = object.relnamespace and nspname = current_schema()
  join pg_attribute on attrelid = object.oid and attnum > 0 and not attisdropped
  left join pg_constraint as key on key.conrelid = object.oid and key.contype = 'p'
  left join pg_constraint as reference
    on reference.conrelid = object.oid and reference.contype = 'f' and attnum = any (reference.conkey)
  left join pg_class as referenced on referenced.oid = reference.confrelid
  where object.relkind in ('r', 'p')
  order by object.relname, attnum`
