import { ProblemError } from '../../../client/client.ts'
import { connect } from '../../shared/access/connect.ts'
import type { Session } from '../../shared/access/session.ts'
import type { UnsentArrival } from '../device-database.ts'
import { type Verdict, verdictOf } from '../verdict/verdict.ts'

const timeouts = { retries: 2, maxWaitMs: 2_000, timeoutMs: 8_000 }

/** Marks the arrival. All requests with its key mark it once. A late attempt has an instant in RFC 3339.
 *  @throws ProblemError invalid-token */
export async function markArrival(
  token: string,
  { key, entityId, id, code, reason }: UnsentArrival,
  at?: string,
): Promise<Verdict> {
  const client = connect(token, timeouts)
  const attempt = { key, ...(at !== undefined && { at }), ...(reason !== undefined && { reason }) }
  try {
    const visit = code === undefined ? { id } : { token: code }
    const { date } = await client.arrive(entityId, visit, attempt)
    return { outcome: 'arrived', at: date }
  } catch (error) {
    // The first attempt, without an instant, did reach the service.
    if (error instanceof ProblemError && error.code === 'idempotency-key-reused') return { outcome: 'arrived' }
    return verdictOf(error)
  }
}

/** Reverses an arrival that was marked by mistake. Returns undefined when it is reversed, or the verdict of the failure.
 *  @throws ProblemError invalid-token */
export async function undoArrival(
  { token, entity }: Session,
  id: string,
  reason: string,
): Promise<Verdict | undefined> {
  try {
    await connect(token, timeouts).annul(entity.id, { id }, reason)
  } catch (error) {
    return verdictOf(error)
  }
}
