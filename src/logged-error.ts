import { Problem } from './errors.ts'

// The properties of PostgreSQL, SQLite and Node that hold names and codes. `detail`, `where`, `hint` and others quote rows.
const safeProperties = ['code', 'errcode', 'syscall', 'constraint', 'table', 'column'] as const
const deepestCause = 5

type LoggedProperties = { [name in (typeof safeProperties)[number]]?: unknown } & {
  errstr?: unknown
  severity?: unknown
}

interface LoggedError extends LoggedProperties {
  type: string
  /** Absent where it may quote a value. */
  message?: string
  stack: string
  cause?: LoggedError
}

/** An error as it is logged: an allow-list of what cannot hold the values of a row or of a request. */
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
  // Our own, and those of drivers. Subclasses and errors with a code, such as SyntaxError, often quote their input.
  return error.constructor === Error && code === undefined ? error.message : undefined
}

// https://sqlite.org/rescode.html: CHECK, FOREIGNKEY, NOTNULL, PRIMARYKEY and UNIQUE, whose messages name columns.
const namingConstraints = new Set([275, 787, 1299, 1555, 2067])

// https://www.postgresql.org/docs/current/errcodes-appendix.html: connections, transactions, resources, intervention,
// system errors, and SQL that is wrong in itself.
const valueless = new Set(['08', '0A', '25', '28', '3D', '40', '42', '53', '54', '55', '57', '58'])

/** The frames of a stack, without the message that it begins with. */
function frames({ stack = '', message }: Error): string[] {
  const header = stack.indexOf(message)
  const rest = header < 0 ? stack : stack.slice(header + message.length)
  return rest.split('\n').filter((line) => /^ {4}at /.test(line))
}
