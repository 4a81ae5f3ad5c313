import {
  type Acknowledgement,
  type Client,
  type NotificationStatus,
  ProblemError,
  type UnhandledReply,
} from '../../../client/client.ts'
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

/** Lists the entries of a list. Each request reads at most `limit` of them. */
export async function* listEntries(
  client: Client,
  entityId: string,
  list: Worklist,
  today: string,
  limit = maxPage,
): AsyncGenerator<Entry> {
  const { from, to } = daysOf(list, today)
  if (list.name === 'not-applied') {
    const filters = { outcome: 'failed', resent: list.part === 'resent' ? 'true' : 'false' } as const
    yield* inBatches(client.acknowledgements(entityId, filters, limit), limit, async (failure) => ({
      id: `${failure.sequence} ${failure.source.id}`,
      failure,
      visit: await visitOf(client, entityId, failure.event),
    }))
  } else if (list.name === 'texts') {
    yield* inBatches(client.replies(entityId, from, to, readFilterOf(list)), limit, async (reply) => ({
      id: reply.id,
      reply,
      visit: await visitOf(client, entityId, reply),
    }))
  } else {
    for await (const visit of client.visits(entityId, from, to, filtersOf(list), limit)) yield { id: visit.id, visit }
  }
}

/** Reads the visits of `size` rows at once. */
async function* inBatches<Row>(rows: AsyncGenerator<Row>, size: number, entryOf: (row: Row) => Promise<Entry>) {
  let batch: Row[] = []
  for await (const row of rows) {
    if (batch.push(row) < size) continue
    yield* await Promise.all(batch.map(entryOf))
    batch = []
  }
  yield* await Promise.all(batch.map(entryOf))
}

async function visitOf(client: Client, entityId: string, { notification_id: id }: { notification_id?: string }) {
  if (id === undefined) return undefined
  return client.notification(entityId, id).catch((error) => {
    if (error instanceof ProblemError && error.status === 404) return undefined
    throw error
  })
}
