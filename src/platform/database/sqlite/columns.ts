/** Selects a `ColumnRow` for each column, ordered by table and position. */
export const columns = `
  select object.name as "table", field.name as "column", field.pk as key_position, reference."table" as "references"
  from sqlite_schema as object
  join pragma_table_info(object.name) as field
  left join pragma_foreign_key_list(object.name) as reference on reference."from" = field.name
  where object.type = 'table' and object.name not glob 'sqlite_*'
  order by object.name, field.cid`
