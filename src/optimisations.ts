/** Switches of the optimisations, for tests and the benchmark. Change one before the service opens its database. */
export const optimisations = {
  /** SQLite joins the records of a list in SQL. `database/sqlite/joined-records.ts` */
  joinInSql: true,
  /** This process joins the records of a list, instead of PostgreSQL. `database/postgres/joined-records.ts` */
  joinInProcess: true,
  /** Rows of a list bypass `pg`, which would convert them to strings. `database/postgres/raw-rows.ts` */
  rawRows: true,
  /** Reads share connections in pipeline mode. `database/postgres/pipelining.ts` */
  pipelining: true,
  /** Responses of one event loop tick leave together. `http/batch-responses.ts` */
  batchResponses: true,
  /** Frees the bytes of a list without waiting for the garbage collector. `free-bytes.ts` */
  freeBytes: true,
}
