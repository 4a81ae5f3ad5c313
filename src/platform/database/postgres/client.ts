import pg from 'pg'
import { Problem } from '../../errors/errors.ts'
import { batchStatements } from './pipelining.ts'
import type { Timeouts } from './timeouts.ts'

// The server cancels a statement earlier than the client does, so that an abandoned statement does not keep running.
const serverTimeoutMarginMs = 100

/** https://www.postgresql.org/docs/current/catalog-pg-type.html */
const oid = { int8: 20, int2: 21, int4: 23 }

/** Integers become numbers, which are exact up to 2^53. All other types stay text. */
const parsers: Record<number, (text: string) => unknown> = {
  [oid.int8]: Number,
  [oid.int4]: Number,
  [oid.int2]: Number,
}

// JIT compilation takes longer than any statement of the service. A custom plan for a month reads unordered rows and sorts
// them: 1.4 ms instead of 0.7. A plan that a connection made while a table was empty would read the whole table, until
// the next autovacuum: after 10,000 answers, this took half of the server's time.
const sessionSettings = { jit: 'off', plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }

export const clientSettings = (url: string, { connectionMs, statementMs, idleTransactionMs }: Timeouts) => ({
  connectionString: url,
  application_name: 'rollcall',
  keepAlive: true,
  pipeline: true,
  connectionTimeoutMillis: connectionMs,
  ...(statementMs > 0 && { query_timeout: statementMs, statement_timeout: statementMs - serverTimeoutMarginMs }),
  idle_in_transaction_session_timeout: idleTransactionMs,
  options: Object.entries(sessionSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
  types: { getTypeParser: (type: number) => parsers[type] ?? String } as pg.CustomTypesConfig,
})

/** Runs on each new connection. */
export async function adaptToServer(client: pg.ClientBase, timeouts: Timeouts) {
  await adaptToPooler(client, timeouts)
  await adaptToCluster(client, timeouts)
}

/** A pooler drops the start-up parameters that it ignores. It also gives the client another process id than the server's. */
async function adaptToPooler(client: pg.ClientBase, timeouts: Timeouts) {
  const { processID } = client as unknown as { processID: number }
  const { statement_timeout = 0, idle_in_transaction_session_timeout } = clientSettings('', timeouts)
  const settings = { ...sessionSettings, statement_timeout, idle_in_transaction_session_timeout }
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  await client.query(`select ${calls} from pg_backend_pid() as own where own <> ${processID}`)
}

const onCluster = new WeakSet<pg.ClientBase>()

/** Citus cannot plan every statement without its values, and otherwise waits 30 s for a lost node. `auto` keeps generic
 *  plans where Citus has them. */
async function adaptToCluster(client: pg.ClientBase, { connectionMs }: Timeouts) {
  const { rowCount } = await client.query(`
    select set_config('plan_cache_mode', 'auto', false), set_config('citus.node_connection_timeout', '${connectionMs}', false)
    from pg_extension where extname = 'citus'`)
  if (rowCount) onCluster.add(client)
}

/** A statement and its values. Each connection plans a named statement once. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
  name?: string
  /** Reads one row by its key. */
  isLookUp?: boolean
}

/** Runs a statement. All statements of one event loop tick on one connection leave in one packet.
 *  @throws Problem database-unavailable */
export async function run<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: Statement,
): Promise<pg.QueryResult<Row>> {
  batchStatements(client)
  try {
    return await client.query<Row>(configOf(statement))
  } catch (error) {
    throw asProblem(asLostAfterTimeout(client, error))
  }
}

/** After the timeout of a statement, Citus asks its node to cancel it, and waits for a node that hangs. So the connection is lost. */
export const asLostAfterTimeout = (client: pg.ClientBase, error: unknown) =>
  onCluster.has(client) && error instanceof pg.DatabaseError && error.code === queryCanceled
    ? new Error(error.message, { cause: error })
    : error

export const configOf = ({ sql, parameters, name }: Statement) => ({
  text: sql,
  values: parameters.map(storable),
  ...(name && { name }),
})

// PostgreSQL rejects NUL in text, and no stored text contains it: a lookup with the replacement finds nothing.
const storable = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

// https://www.postgresql.org/docs/current/errcodes-appendix.html. Classes: connection, authorization, unknown database,
// resources, operator intervention, system, internal. Codes: read-only, timeouts, serialization failure, deadlock, lock not
// available. Citus reports some losses of a node, and of its own postmaster, as internal errors. The faults of a statement
// have other classes.
const unavailableClasses = ['08', '28', '3D', '53', '57', '58', 'XX']
const unavailableCodes = ['25006', '25P03', '25P04', '40001', '40P01', '55P03']
const unknownStatementName = '26000'
const queryCanceled = '57014'

/** Turns an error that the request did not cause into Problem database-unavailable. */
export function asProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  // Any error that the server did not send means a lost connection.
  const isFromServer = error instanceof pg.DatabaseError
  const code = isFromServer ? (error.code ?? '') : '08'
  return unavailableClasses.includes(code.slice(0, 2)) || unavailableCodes.includes(code) || isInvalidPlan(error)
    ? new Problem('database-unavailable', {}, {}, error)
    : error
}

/** Whether a migration has invalidated the connection's plan. Other errors with the code 0A000 are permanent. */
const isInvalidPlan = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (error.code === unknownStatementName || error.routine === 'RevalidateCachedQuery')

/** Whether an earlier statement of the transaction failed. */
export const isAborted = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25P02'

/** Whether the error is of a node behind the server: the connection to the server itself remains usable. Citus adds the
 *  context to the errors that it passes on. */
const isOfNode = ({ code, where }: pg.DatabaseError) =>
  code === '08006' || where?.includes('while executing command on') === true

/** Whether the error makes its connection useless: it is lost, or a migration has invalidated its plans. */
export function isBroken(error: unknown): boolean {
  const cause = error instanceof Problem ? error.cause : error
  if (!(cause instanceof pg.DatabaseError)) return true
  if (isOfNode(cause)) return false
  // By code, because the server translates the severity FATAL.
  const { code = '' } = cause
  return /^(08|28|3D|53|57P|58)/.test(code) || isInvalidPlan(cause)
}
