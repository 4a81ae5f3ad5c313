import { type SqlBool, sql } from 'kysely'
import { type ChannelName, findChannel } from '../../channels/registry.ts'
import type { SenderFault } from '../../channels/sender-fault.ts'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Instant, minutes } from '../../platform/time/instant.ts'
import { wasSent } from './state.ts'

const warnsFrom = 15
// Messages that failed for other reasons are between them.
const maxRead = 200
// A relay accepts a mail, and bounces it when the receiving server has refused it.
const bouncesWithinMicros = minutes(10)

export interface RefusalRun {
  why: SenderFault
  count: number
}

/** Returns why servers refuse the messages of a channel, if they have refused 15 or more in a row for one fault of the sender. An
 *  accepted message ends the run. If the latest refusal is a bounce, an accepted message counts after ten minutes. */
export async function refusedInARow(
  database: Database,
  channel: ChannelName,
  now: Instant,
): Promise<RefusalRun | undefined> {
  const { senderFault } = findChannel(channel)
  if (!senderFault) return undefined
  const outcomes = (await latestAttempts(database, channel)).map((row) => ({
    ...row,
    fault: wasSent(row.state) ? undefined : senderFault(row.reason ?? ''),
  }))
  const latest = outcomes.find(({ fault }) => fault)
  if (!latest?.fault) return undefined
  const why = latest.fault
  const hasBounced = latest.sent_at !== null
  const decided = outcomes.filter(({ state, attempted_at }) => {
    const mayBounce = hasBounced && attempted_at! > now - bouncesWithinMicros
    return wasSent(state) ? !mayBounce : true
  })
  const end = decided.findIndex(({ state, fault }) => wasSent(state) || (fault !== undefined && fault !== why))
  const run = decided.slice(0, end === -1 ? undefined : end)
  const count = run.filter(({ fault }) => fault === why).length
  return count < warnsFrom ? undefined : { why, count }
}

/** Returns the latest attempts, the newest first. */
const latestAttempts = (database: Database, channel: ChannelName) =>
  acrossEntities(
    database,
    database
      .selectFrom('deliveries')
      .select(['state', 'reason', 'sent_at', 'attempted_at'])
      // As in the index of attempts.
      .where(sql<SqlBool>`channel = ${sql.lit(channel)} and attempted_at is not null`)
      .where('test', '=', 0),
    { orderBy: ['attempted_at'], direction: 'desc', limit: maxRead },
  )
