import { connect } from '../src/platform/database/connect.ts'
import type { DatabaseWait } from '../src/platform/database/database.ts'
import type { Timeouts } from '../src/platform/database/postgres/timeouts.ts'

/** On a busy machine, a server that works can take longer for a connection than the 0.7 s of the service. Tests see the same
 *  behaviour, later. */
const patientTimeouts: Timeouts = { connectionMs: 5_000, statementMs: 5_000, idleTransactionMs: 10_000 }

/** Connects as the service does. */
export const connectPatiently = (url: string, onWait?: DatabaseWait) => connect(url, onWait, patientTimeouts)
