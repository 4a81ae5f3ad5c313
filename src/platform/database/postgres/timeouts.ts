/** The timeouts of a connection attempt, of a statement, and of an idle transaction. 0 disables a timeout. */
export interface Timeouts {
  connectionMs: number
  statementMs: number
  idleTransactionMs: number
}

/** For the service: if the server fails, the client gets an error within two seconds. */
export const serviceTimeouts: Timeouts = { connectionMs: 700, statementMs: 1_100, idleTransactionMs: 10_000 }

/** For commands such as a migration, whose statements may run for long. */
export const commandTimeouts: Timeouts = { connectionMs: 10_000, statementMs: 0, idleTransactionMs: 60_000 }

/** The maximum wait for the server when a connection closes. */
export const closeTimeoutMs = 500
