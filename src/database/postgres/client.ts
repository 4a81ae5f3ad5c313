import type { Socket } from 'node:net'
import pg from 'pg'
import { Problem } from '../../errors.ts'
import type { Timeouts } from './timeouts.ts'

// The server gives up a statement before we do, so that it does not work for nobody.
const serverFirstMs = 100

/** https://www.postgresql.org/docs/current/catalog-pg-type.html */
const oid = { int8: 20, int2: 21, int4: 23 }

/** What comes back: whole numbers as numbers, which up to 2^53 are exact; text as it is. */
const parsers: Record<number, (text: string) => unknown> = {
  [oid.int8]: Number,
  [oid.int4]: Number,
  [oid.int2]: Number,
}

export const clientSettings = (url: string, { connectionMs, statementMs, idleTransactionMs }: Timeouts) => ({
  connectionString: url,
  application_name: 'rollcall',
  keepAlive: true,
  pipeline: true,
  connectionTimeoutMillis: connectionMs,
  ...(statementMs > 0 && { query_timeout: statementMs, statement_timeout: statementMs - serverFirstMs }),
  idle_in_transaction_session_timeout: idleTransactionMs,
  // Compiling plans takes longer than running any of ours, and so does planning anew for each value, which for a month
  // comes to reading without order and sorting: 1.4 ms rather than 0.7.
  options: '-c jit=off -c plan_cache_mode=force_generic_plan',
  types: { getTypeParser: (type: number) => parsers[type] ?? String } as pg.CustomTypesConfig,
})

/** A statement as it goes over the wire; one with a name is planned once for each connection. */
export interface Statement {
  sql: string
  parameters: readonly unknown[]
  name?: string
  /** Of one row, by its key. */
  isLookUp?: boolean
}

/** Sends a statement to the server, together with all that this turn of the event loop sends on the same connection.
 *  @throws Problem database-unavailable */
export async function run<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: Statement,
): Promise<pg.QueryResult<Row>> {
  batchStatements(client)
  try {
    return await client.query<Row>(configOf(statement))
  } catch (error) {
    throw asProblem(error)
  }
}

export const configOf = ({ sql, parameters, name }: Statement) => ({
  text: sql,
  values: parameters.map(storable),
  ...(name && { name }),
})

// A NUL is in no text that is stored (the edge refuses it), and PostgreSQL takes none: nothing is found by it.
const storable = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

/** What `pg` does not give, but keeps in the same place in all of its releases. */
export const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

export function batchStatements(client: pg.ClientBase) {
  const stream = streamOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: no connection, not let in, no such database, out of resources, an
// operator or a time limit stepped in, a system error; a standby, a lock or a deadlock, of which the transaction was undone.
const unavailableClasses = ['08', '28', '3D', '53', '57', '58']
const unavailableCodes = ['25006', '25P03', '25P04', '40001', '40P01', '55P03']
const cachedPlan = '0A000'
const lostPlan = '26000'

/** The error as the caller may be told: that the database is away is no fault of the request. */
export function asProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  // Whatever the server did not say itself became of the connection.
  const isServers = error instanceof pg.DatabaseError
  const code = isServers ? (error.code ?? '') : '08'
  return unavailableClasses.includes(code.slice(0, 2)) ||
    unavailableCodes.includes(code) ||
    [cachedPlan, lostPlan].includes(code)
    ? new Problem('database-unavailable', {}, {}, error)
    : error
}

/** Whether a connection is of no more use after this error: it is lost, or its plans are of tables as they were before a
 *  migration. */
export function isBroken(error: unknown): boolean {
  const cause = error instanceof Problem ? error.cause : error
  if (!(cause instanceof pg.DatabaseError)) return true
  // By code: what the server calls fatal, it says in its own language.
  const { code = '' } = cause
  return /^(08|28|3D|53|57P|58)/.test(code) || code === cachedPlan || code === lostPlan
}
