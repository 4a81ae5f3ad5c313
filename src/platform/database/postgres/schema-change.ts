import { setTimeout as delay } from 'node:timers/promises'
import {
  AddColumnNode,
  type AlterTableNode,
  type CompiledQuery,
  CreateIndexNode,
  CreateTableNode,
  DropIndexNode,
  type RootOperationNode,
} from 'kysely'
import pg from 'pg'
import { Problem } from '../../errors/errors.ts'
import type { Statement } from './client.ts'

type SchemaChange = AlterTableNode | CreateIndexNode | CreateTableNode | DropIndexNode
type Run = (statement: Statement) => Promise<pg.QueryResult>

// Requests queue behind a change that waits for its lock, and their own timeout is 1.1 s.
const lockTimeoutMs = 300
const pauseMs = 2_000
const maxAttempts = 50

// The first makes Citus send the second to its nodes; a server without Citus ignores it. Citus would send all statements
// of a message to the nodes, so each has a message of its own.
const limitedWait = ["set local citus.propagate_set_commands = 'local'", `set local lock_timeout = ${lockTimeoutMs}`]

// https://www.postgresql.org/docs/current/errcodes-appendix.html: lock not available, deadlock.
const lockFailures = ['55P03', '40P01']

const changes: RootOperationNode['kind'][] = ['AlterTableNode', 'CreateIndexNode', 'CreateTableNode', 'DropIndexNode']

export const isSchemaChange = (node: RootOperationNode): node is SchemaChange => changes.includes(node.kind)

/** Changes the schema while requests run. Skips a change that an interrupted migration has already made.
 *  @throws Error when other transactions keep the tables locked for two minutes */
export async function changeSchema(run: Run, node: SchemaChange, { sql }: CompiledQuery) {
  for (let attempt = 1; !(await isMade(run, node)); attempt++) {
    try {
      if (CreateIndexNode.is(node)) await createIndex(run, node.name.name, sql)
      else await changeTables(run, sql)
      return
    } catch (error) {
      if (!isLockFailure(error)) throw error
      if (attempt === maxAttempts) throw new Error(await lockMessage(run), { cause: error })
      await delay(pauseMs)
    }
  }
}

async function changeTables(run: Run, sql: string) {
  try {
    for (const statement of ['begin', ...limitedWait, sql, 'commit']) await run({ sql: statement, parameters: [] })
  } catch (error) {
    await run({ sql: 'rollback', parameters: [] }).catch(() => {})
    throw error
  }
}

/** Creates an index while others write. No request queues behind its locks, so it waits for them without a limit. */
async function createIndex(run: Run, name: string, sql: string) {
  // An interrupted run leaves an invalid index: no query uses it, and all writers maintain it.
  await run({ sql: `drop index concurrently if exists "${name}"`, parameters: [] })
  await run({ sql: sql.replace(/^create (unique )?index /, '$&concurrently '), parameters: [] })
}

/** Whether the index, the table or the column is as this change leaves it. Other alterations than added columns run again. */
async function isMade(run: Run, node: SchemaChange): Promise<boolean> {
  const finds = async (sql: string, ...parameters: unknown[]) => (await run({ sql, parameters })).rows.length > 0
  if (CreateIndexNode.is(node)) {
    return finds('select from pg_index where indexrelid = to_regclass($1) and indisvalid', node.name.name)
  }
  if (DropIndexNode.is(node)) return finds('select where to_regclass($1) is null', node.name.identifier.name)
  const columns = CreateTableNode.is(node)
    ? node.columns
    : (node.columnAlterations ?? []).filter(AddColumnNode.is).map(({ column }) => column)
  if (columns.length === 0) return false
  return finds(
    `select from pg_attribute where attrelid = to_regclass($1) and attname::text = any ($2::text[])
     having count(*) = cardinality($2::text[])`,
    node.table.table.identifier.name,
    columns.map(({ column }) => column.column.name),
  )
}

const isLockFailure = (error: unknown) =>
  error instanceof Problem && error.cause instanceof pg.DatabaseError && lockFailures.includes(error.cause.code ?? '')

async function lockMessage(run: Run): Promise<string> {
  const { rows } = await run({ sql: oldestHolder, parameters: [] })
  const [oldest] = rows
  const holder = oldest ? `The transaction of process ${oldest.pid} (${oldest.name}) keeps` : 'Other transactions keep'
  return `${holder} a table locked. Wait until it finishes, or end it. Then run "rollcall migrate" again, which continues.`
}

// A role without privileges sees the locks of all others, but not since when.
const oldestHolder = `
  select pid, coalesce(nullif(application_name, ''), backend_type, 'of another role') as name
  from pg_locks join pg_class on pg_class.oid = relation and relnamespace = current_schema()::regnamespace
  left join pg_stat_activity using (pid)
  where granted and pid <> pg_backend_pid() order by xact_start nulls first limit 1`
