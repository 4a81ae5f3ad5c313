import type { ActionRecord } from '../src/log/actions/action.ts'
import type { ActionFilters } from '../src/log/actions/filters.ts'
import type { ActionSummary } from '../src/log/actions/summary.ts'
import { type Connection, filtered, pageSize, sequenceOf } from './connection.ts'

export interface ActionMethods {
  /** Lists all actions from the start of `startDate` to the end of `endDate` (`YYYY-MM-DD`, in the entity's time zone),
   *  in order. Reads page by page and retries a failed page, without gaps or duplicates. */
  actions(entityId: string, startDate: string, endDate: string, filters?: ActionFilters): AsyncGenerator<ActionRecord>
  /** Lists the same actions by day. Includes days without actions. */
  days(
    entityId: string,
    startDate: string,
    endDate: string,
    filters?: ActionFilters,
  ): AsyncGenerator<{ day: string; actions: ActionRecord[] }>
  /** Returns the same actions as one array, with the sequence after which `feed` continues. */
  snapshot(
    entityId: string,
    startDate: string,
    endDate: string,
    filters?: ActionFilters,
  ): Promise<{ actions: ActionRecord[]; sequence: number }>
  /** Returns the same actions as CSV. */
  csv(entityId: string, startDate: string, endDate: string, filters?: ActionFilters): Promise<Blob>
  /** Counts actions by day and channel, by hour, and by days before the visit. Also returns the sequence after which
   *  `feed` continues. */
  summary(entityId: string, startDate: string, endDate: string): Promise<ActionSummary & { sequence: number }>
  /** Yields each action after a sequence exactly once, in commit order, in batches with the next sequence. Ends after
   *  the latest action; with `follow`, waits for new ones indefinitely. Throws ProblemError `feed-reset` when the service
   *  has lost actions up to `since`: discard them, and begin again with 0 or with `snapshot`. */
  feed(
    entityId: string,
    since: number,
    follow?: boolean,
    filters?: Pick<ActionFilters, 'action'>,
  ): AsyncGenerator<{ actions: ActionRecord[]; sequence: number }>
}

// Less than the timeout of an attempt.
const longPollSeconds = 20

export function actionMethods({ ask, pages, address }: Connection): ActionMethods {
  const listAddress = (entityId: string, startDate: string, endDate: string, filters: ActionFilters = {}) =>
    filtered(address('metrics', 'notifications', 'actions', entityId, 'bydate', startDate, endDate), filters)

  async function* actionPages(entityId: string, startDate: string, endDate: string, filters?: ActionFilters) {
    const url = listAddress(entityId, startDate, endDate, filters)
    url.searchParams.set('limit', String(pageSize))
    yield* pages<ActionRecord>(entityId, url)
  }

  async function* actions(...list: Parameters<typeof actionPages>) {
    for await (const page of actionPages(...list)) yield* page.items
  }

  return {
    actions,
    async snapshot(...list) {
      const all = await Array.fromAsync(actionPages(...list))
      return { actions: all.flatMap(({ items }) => items), sequence: all[0]!.sequence }
    },
    async csv(entityId, ...list) {
      return (await ask(entityId, listAddress(entityId, ...list), { accept: 'text/csv' })).blob()
    },
    async *days(entityId, startDate, endDate, filters) {
      const last = Temporal.PlainDate.from(endDate)
      let day = Temporal.PlainDate.from(startDate)
      if (Temporal.PlainDate.compare(day, last) > 0) throw new RangeError('endDate lies before startDate')
      for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
        yield { day: `${day}`, actions: await Array.fromAsync(actions(entityId, `${day}`, `${day}`, filters)) }
      }
    },
    async summary(entityId, startDate, endDate) {
      const url = address('metrics', 'notifications', 'actions', entityId, 'summary', startDate, endDate)
      const response = await ask(entityId, url)
      return { ...((await response.json()) as ActionSummary), sequence: sequenceOf(response) }
    },
    async *feed(entityId, since, follow = false, { action = [] } = {}) {
      for (let sequence = since; ; ) {
        const url = address('metrics', 'notifications', 'actions', entityId, 'since', String(sequence))
        for (const name of action) url.searchParams.append('action', name)
        if (follow) url.searchParams.set('wait', String(longPollSeconds))
        const response = await ask(entityId, url)
        const actions = (await response.json()) as ActionRecord[]
        const before = sequence
        sequence = sequenceOf(response)
        if (actions.length > 0) yield { actions, sequence }
        else if (!follow && sequence === before) return
      }
    },
  }
}
