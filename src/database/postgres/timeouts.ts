/** How long to wait for a connection and for a statement, and how long a transaction may be idle. 0: without limit. */
export interface Timeouts {
  connectionMs: number
  statementMs: number
  idleTransactionMs: number
}

/** For the service: if the server fails, the client gets an error within two seconds. */
export const serviceTimeouts: Timeouts = { connectionMs: 700, statementMs: 1_100, idleTransactionMs: 10_000 }

/** For commands such as a migration, whose statements may run for long. */
export const commandTimeouts: Timeouts = { connectionMs: 10_000, statementMs: 0, idleTransactionMs: 60_000 }

/** Closing does not wait longer for a server that does not answer. */
export const closeWithinMs = 500
