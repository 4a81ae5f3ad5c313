import { type DestinationStream, type LogFn, pino } from 'pino'
import { loggedError } from './logged-error.ts'

/** The only function that creates a logger. Errors pass through `loggedError`, which omits the values of rows. */
export const createLog = (level: string, destination: DestinationStream) =>
  pino({ level, serializers: { err: loggedError }, hooks: { logMethod: withMessage } }, destination)

// When the call has no message, pino logs the message of the error, unfiltered.
function withMessage(this: object, given: Parameters<LogFn>, method: LogFn) {
  const [first, message, ...values] = given as unknown as [unknown, string | undefined, ...unknown[]]
  if (first instanceof Error) method.call(this, { err: first }, message ?? 'error', ...values)
  else if (message === undefined && hasError(first)) method.call(this, first, 'error')
  else method.apply(this, given)
}

const hasError = (logged: unknown) => (logged as { err?: unknown } | undefined)?.err instanceof Error
