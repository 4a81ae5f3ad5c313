/** How long, in milliseconds, to wait for a connection, for a statement, and for a transaction that its process has left. */
export interface Patience {
  connection: number
  statement: number
  idleTransaction: number
}

/** Of one who serves: whatever becomes of the server, its caller is told within two seconds. */
export const briefly: Patience = { connection: 700, statement: 1_100, idleTransaction: 10_000 }

/** Of a command, such as a migration: it takes the time that it needs. */
export const patiently: Patience = { connection: 10_000, statement: 0, idleTransaction: 60_000 }
