import {
  type Acknowledgement,
  type Client,
  type NotificationStatus,
  ProblemError,
  type UnhandledReply,
} from '../../../client/client.ts'
import { firstOf } from '../../lists/first-of.ts'
import { daysOf, filtersOf, readFilterOf, type Worklist } from './worklists.ts'

/** The largest page that the service returns. */
const maxPage = 1_000

/** An entry of a worklist: a visit; or a text, or an event that a system could not apply, with the visit that it is about, if
 *  that is clear. */
export interface Entry {
  id: string
  visit: NotificationStatus | undefined
  reply?: UnhandledReply
  failure?: Acknowledgement
}

/** The start of the visit, the receipt of the text, or the time of the event. */
export const instantOf = ({ reply, failure, visit }: Entry): string =>
  reply?.received_at ?? failure?.event.date ?? visit!.starts_at!

/** Reads the first `count` entries of a list. */
export async function readEntries(
  client: Client,
  entityId: string,
  list: Worklist,
  today: string,
  count: number,
): Promise<Entry[]> {
  if (list.name === 'not-applied') return readFailures(client, entityId, list, count)
  const { from, to } = daysOf(list, today)
  if (list.name !== 'texts') {
    const visits = await firstOf(client.visits(entityId, from, to, filtersOf(list), Math.min(count, maxPage)), count)
    return visits.map((visit) => ({ id: visit.id, visit }))
  }
  const replies = await firstOf(client.replies(entityId, from, to, readFilterOf(list)), count)
  return Promise.all(
    replies.map(async (reply) => ({ id: reply.id, reply, visit: await visitOf(client, entityId, reply) })),
  )
}

async function readFailures(client: Client, entityId: string, { part }: Worklist, count: number): Promise<Entry[]> {
  const filters = { outcome: 'failed', resent: part === 'resent' ? 'true' : 'false' } as const
  const failures = await firstOf(client.acknowledgements(entityId, filters, Math.min(count, maxPage)), count)
  return Promise.all(
    failures.map(async (failure) => ({
      ...{ id: `${failure.sequence} ${failure.source.id}`, failure },
      visit: await visitOf(client, entityId, failure.event),
    })),
  )
}

async function visitOf(client: Client, entityId: string, { notification_id: id }: { notification_id?: string }) {
  if (id === undefined) return undefined
  return client.notification(entityId, id).catch((error) => {
    if (error instanceof ProblemError && error.status === 404) return undefined
    throw error
  })
}
