import { Problem } from '../errors/errors.ts'

// These properties of PostgreSQL, SQLite and Node errors hold names and codes. `detail`, `where` and `hint` quote rows.
const safeProperties = ['code', 'errcode', 'syscall', 'constraint', 'table', 'column'] as const
const deepestCause = 5

type LoggedProperties = { [name in (typeof safeProperties)[number]]?: unknown } & {
  errstr?: unknown
  severity?: unknown
}

interface LoggedError extends LoggedProperties {
  type: string
  /** Absent when it may quote a value. */
  message?: string
  stack: string
  cause?: LoggedError
}

/** Reduces an error to an allow-list of properties that cannot contain values of a row or of a request. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, stack: '' }
  const given = error as Error & LoggedProperties
  const type = error.constructor.name
  const message = safeMessage(given)
  return {
    type,
    ...(message !== undefined && { message }),
    stack: [message === undefined ? type : `${type}: ${message}`, ...frames(error)].join('\n'),
    ...Object.fromEntries(
      safeProperties.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
    ),
    ...(error.cause !== undefined && depth < deepestCause && { cause: loggedError(error.cause, depth + 1) }),
  }
}

function safeMessage(error: Error & LoggedProperties): string | undefined {
  const { code, syscall, errcode, errstr, severity } = error
  if (error instanceof Problem || typeof syscall === 'string') return error.message
  if (code === 'ERR_SQLITE_ERROR') {
    const names = namingConstraints.has(Number(errcode)) || /^no such (table|column): [\w.]+$/.test(error.message)
    return names ? error.message : String(errstr)
  }
  if (severity !== undefined) return valueless.has(String(code).slice(0, 2)) ? error.message : undefined
  // Rollcall and the drivers throw plain errors. Subclasses such as SyntaxError, and errors with a code, quote input.
  return error.constructor === Error && code === undefined ? error.message : undefined
}

// https://sqlite.org/rescode.html: the messages of CHECK, FOREIGNKEY, NOTNULL, PRIMARYKEY and UNIQUE name columns only.
const namingConstraints = new Set([275, 787, 1299, 1555, 2067])

// https://www.postgresql.org/docs/current/errcodes-appendix.html: the classes of connections, transactions, resources,
// operator intervention, system errors and invalid SQL. Their messages contain no values.
const valueless = new Set(['08', '0A', '25', '28', '3D', '40', '42', '53', '54', '55', '57', '58'])

/** Returns the frames of the stack, without the message at its beginning. */
function frames({ stack = '', message }: Error): string[] {
  const header = stack.indexOf(message)
  const rest = header < 0 ? stack : stack.slice(header + message.length)
  return rest.split('\n').filter((line) => /^ {4}at /.test(line))
}
