import type { ActionRecord } from '../src/actions/action.ts'
import type { ActionFilters } from '../src/actions/list-by-date.ts'
import type { ActionSummary } from '../src/actions/summary.ts'
import type { CheckinRecord } from '../src/checkin/checkin-record.ts'
import type { Task } from '../src/notifications/create.ts'
import type { Submission } from '../src/notifications/submission.ts'
import type { KeptReply } from '../src/replies/kept.ts'
import { type ClientOptions, request } from './request.ts'

export { ProblemError } from './problem-error.ts'
export type { ActionFilters, ActionRecord, ActionSummary, CheckinRecord, ClientOptions, KeptReply, Submission, Task }

export interface Client {
  /** Every action of the entity from the start of `startDate` to the end of `endDate` (`YYYY-MM-DD`, in the entity's
   *  time zone), in order. Read page by page: a page that fails is asked for again, none is lost or told twice. */
  actions(entityId: string, startDate: string, endDate: string, filters?: ActionFilters): AsyncGenerator<ActionRecord>
  /** The same, a day at a time; days without actions too. */
  days(
    entityId: string,
    startDate: string,
    endDate: string,
    filters?: ActionFilters,
  ): AsyncGenerator<{ day: string; actions: ActionRecord[] }>
  /** How many actions there were, by day and channel, by hour, and by days before the visit; with the sequence from which
   *  `feed` goes on behind what was counted. */
  summary(entityId: string, startDate: string, endDate: string): Promise<ActionSummary & { sequence: number }>
  /** The appointment behind a check-in token. */
  checkin(entityId: string, token: string): Promise<CheckinRecord>
  /** Marks that the contact behind a check-in token is there. Gives the record of the action. */
  arrive(entityId: string, token: string): Promise<ActionRecord>
  /** Hands over notifications, to be sent. */
  notify(entityId: string, submission: Submission): Promise<Task>
  /** What contacts texted back that is no answer, from the start of `startDate` to the end of `endDate`. */
  replies(entityId: string, startDate: string, endDate: string): AsyncGenerator<KeptReply>
  /** Each action that was recorded after a sequence, once, in commit order: a batch at a time, with the sequence behind
   *  it. Ends with the latest one, or goes on for ever when `follow` is set. */
  feed(entityId: string, since: number, follow?: boolean): AsyncGenerator<{ actions: ActionRecord[]; sequence: number }>
}

const pageSize = 1000
// Seconds; below what an attempt may take.
const longPoll = 20

/** A client of one Rollcall service. Its calls throw ProblemError, TypeError when the service is out of reach, and
 *  TimeoutError. */
export function createClient(options: ClientOptions): Client {
  const address = (...segments: string[]) =>
    new URL(`${options.url.replace(/\/$/, '')}/v1/${segments.map(encodeURIComponent).join('/')}`)

  /** The latest sequence of each entity that was told: what is read later is not older, whichever replica answers. */
  const known = new Map<string, number>()

  async function ask(entityId: string, url: URL, change?: { body?: unknown }): Promise<Response> {
    const before = known.get(entityId)
    const response = await request(options, url, change, before)
    const told = response.headers.get('rollcall-sequence')
    if (told !== null) known.set(entityId, Math.max(before ?? 0, Number(told)))
    return response
  }

  async function* actions(entityId: string, startDate: string, endDate: string, filters: ActionFilters = {}) {
    const path = ['metrics', 'notifications', 'actions', entityId, 'bydate', startDate, endDate]
    const url = address(...path)
    url.searchParams.set('limit', String(pageSize))
    for (const [name, values] of Object.entries(filters)) {
      for (const value of values) url.searchParams.append(name, value)
    }
    yield* pages<ActionRecord>(entityId, url)
  }

  async function* pages<Item>(entityId: string, first: URL): AsyncGenerator<Item> {
    for (let url: URL | undefined = first; url; ) {
      const response: Response = await ask(entityId, url)
      yield* (await response.json()) as Item[]
      url = nextOf(response, url)
    }
  }

  return {
    actions,
    async *days(entityId, startDate, endDate, filters) {
      const last = Temporal.PlainDate.from(endDate)
      let day = Temporal.PlainDate.from(startDate)
      if (Temporal.PlainDate.compare(day, last) > 0) throw new RangeError('endDate lies before startDate')
      for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
        yield { day: `${day}`, actions: await Array.fromAsync(actions(entityId, `${day}`, `${day}`, filters)) }
      }
    },
    async summary(entityId, startDate, endDate) {
      const path = ['metrics', 'notifications', 'actions', entityId, 'summary', startDate, endDate]
      const response = await ask(entityId, address(...path))
      const summary = (await response.json()) as ActionSummary
      return { ...summary, sequence: sequenceOf(response) }
    },
    async checkin(entityId, token) {
      const response = await ask(entityId, address('checkin', 'bytoken', entityId, token))
      return (await response.json()) as CheckinRecord
    },
    async arrive(entityId, token) {
      const response = await ask(entityId, address('checkin', 'bytoken', entityId, token, 'arrival'), {})
      return (await response.json()) as ActionRecord
    },
    async notify(entityId, submission) {
      const response = await ask(entityId, address('notifications', entityId), { body: submission })
      return (await response.json()) as Task
    },
    replies: (entityId, startDate, endDate) =>
      pages<KeptReply>(entityId, address('replies', entityId, 'bydate', startDate, endDate)),
    async *feed(entityId, since, follow = false) {
      for (let sequence = since; ; ) {
        const url = address('metrics', 'notifications', 'actions', entityId, 'since', String(sequence))
        if (follow) url.searchParams.set('wait', String(longPoll))
        const response = await ask(entityId, url)
        const actions = (await response.json()) as ActionRecord[]
        sequence = sequenceOf(response)
        if (actions.length > 0) yield { actions, sequence }
        else if (!follow) return
      }
    },
  }
}

const sequenceOf = ({ headers }: Response) => Number(headers.get('rollcall-sequence'))

function nextOf(response: Response, base: URL): URL | undefined {
  const link = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  if (link === undefined) return undefined
  // Behind a proxy that adds a path, the link's own path is not ours: only its query counts.
  const next = new URL(base)
  next.search = new URL(link, base).search
  return next
}
