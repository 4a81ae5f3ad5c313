import type { ActionRecord } from '../src/actions/action.ts'
import type { ActionFilters } from '../src/actions/list-by-date.ts'
import type { CheckinRecord } from '../src/checkin/checkin-record.ts'
import { type ClientOptions, get } from './get.ts'

export { ProblemError } from './problem-error.ts'
export type { ActionFilters, ActionRecord, CheckinRecord, ClientOptions }

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
  /** The appointment behind a check-in token. */
  checkin(entityId: string, token: string): Promise<CheckinRecord>
}

const pageSize = 1000

/** A client of one Rollcall service. Its calls throw ProblemError, TypeError when the service is out of reach, and
 *  TimeoutError. */
export function createClient(options: ClientOptions): Client {
  const address = (...segments: string[]) =>
    new URL(`${options.url.replace(/\/$/, '')}/v1/${segments.map(encodeURIComponent).join('/')}`)

  async function* actions(entityId: string, startDate: string, endDate: string, filters: ActionFilters = {}) {
    const path = ['metrics', 'notifications', 'actions', entityId, 'bydate', startDate, endDate]
    let url: URL | undefined = address(...path)
    url.searchParams.set('limit', String(pageSize))
    for (const [name, values] of Object.entries(filters)) {
      for (const value of values) url.searchParams.append(name, value)
    }
    while (url) {
      const response: Response = await get(options, url)
      yield* (await response.json()) as ActionRecord[]
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
    async checkin(entityId, token) {
      const response = await get(options, address('checkin', 'bytoken', entityId, token))
      return (await response.json()) as CheckinRecord
    },
  }
}

function nextOf(response: Response, base: URL): URL | undefined {
  const link = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  if (link === undefined) return undefined
  // Behind a proxy that adds a path, the link's own path is not ours: only its query counts.
  const next = new URL(base)
  next.search = new URL(link, base).search
  return next
}
