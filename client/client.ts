import type { AccessTokenStatus } from '../src/access/routes.ts'
import type { ActionRecord } from '../src/actions/action.ts'
import type { ActionFilters } from '../src/actions/filters.ts'
import type { ActionSummary } from '../src/actions/summary.ts'
import type { ArrivalStatus } from '../src/checkin/arrival-status.ts'
import type { CheckinRecord } from '../src/checkin/checkin-record.ts'
import type { ToldAnswer } from '../src/desk/bodies.ts'
import type { Entity } from '../src/entities/entity.ts'
import type { Task } from '../src/lifecycle/submit.ts'
import type { Submission } from '../src/notifications/submission.ts'
import type { KeptReply } from '../src/replies/kept.ts'
import type { NotificationFilters } from '../src/tasks/find.ts'
import type { ListedTask } from '../src/tasks/list-tasks.ts'
import type { OptedIn, OptOut, OptOutChange } from '../src/tasks/opt-outs.ts'
import type { NotificationStatus } from '../src/tasks/status.ts'
import type { KeysQuery } from '../src/visits/find-by-key.ts'
import type { VisitFilters } from '../src/visits/visit-filters.ts'
import { type ClientOptions, type RequestOptions, request } from './request.ts'

export { ProblemError } from './problem-error.ts'
export type {
  AccessTokenStatus,
  ActionFilters,
  ActionRecord,
  ActionSummary,
  ArrivalStatus,
  CheckinRecord,
  ClientOptions,
  Entity,
  KeptReply,
  ListedTask,
  NotificationFilters,
  NotificationStatus,
  OptOut,
  Submission,
  Task,
  ToldAnswer,
  VisitFilters,
}

export interface Client {
  /** Returns the permissions of the access token. */
  accessToken(): Promise<AccessTokenStatus>
  /** Lists the entities that the access token can access, by id. */
  entities(): AsyncGenerator<Entity>
  entity(entityId: string): Promise<Entity>
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
  /** Returns the appointment of a check-in token. */
  checkin(entityId: string, token: string): Promise<CheckinRecord>
  /** Returns whether the arrival can be marked. */
  arrival(entityId: string, token: string): Promise<ArrivalStatus>
  /** Marks the arrival and returns the record of the action. */
  arrive(entityId: string, token: string): Promise<ActionRecord>
  /** Reverses the arrival and returns the record of the action. */
  annul(entityId: string, token: string, reason: string): Promise<ActionRecord>
  /** Like `arrival`, `arrive` and `annul`, for a contact without a QR code: by the id of the notification. */
  arrivalById(entityId: string, id: string): Promise<ArrivalStatus>
  arriveById(entityId: string, id: string): Promise<ActionRecord>
  annulById(entityId: string, id: string, reason: string): Promise<ActionRecord>
  /** Records an answer that the contact gave by telephone or at the desk. */
  answer(entityId: string, id: string, told: ToldAnswer): Promise<NotificationStatus>
  /** Submits notifications. */
  notify(entityId: string, submission: Submission): Promise<Task>
  /** Returns the status of a notification and of its deliveries. */
  notification(entityId: string, id: string): Promise<NotificationStatus>
  /** Lists the visits that start on the days from `startDate` to `endDate`, ordered by start. */
  visits(
    entityId: string,
    startDate: string,
    endDate: string,
    filters?: VisitFilters,
  ): AsyncGenerator<NotificationStatus>
  /** Lists the notifications of these keys of the client's own, the latest first. */
  notificationsByKey(
    entityId: string,
    externalIds: string[],
    filters?: Pick<KeysQuery, 'category' | 'target'>,
  ): AsyncGenerator<NotificationStatus>
  /** Lists the tasks submitted from the start of `startDate` to the end of `endDate`, newest first, with their
   *  counts. */
  tasks(entityId: string, startDate: string, endDate: string): AsyncGenerator<ListedTask>
  /** Lists the notifications of a task with their status. The filters match the states of deliveries. */
  taskNotifications(entityId: string, taskId: string, filters?: NotificationFilters): AsyncGenerator<NotificationStatus>
  /** Lists the addresses that receive no messages from the entity, by channel and uid. */
  optOuts(entityId: string): AsyncGenerator<OptOut>
  /** Stops messages from the entity to the address, or lifts its opt-out. Returns the opt-out, or its absence. */
  setOptOut(entityId: string, change: OptOutChange): Promise<OptOut | OptedIn>
  /** Lists contacts' messages that are not answers, from the start of `startDate` to the end of `endDate`. */
  replies(entityId: string, startDate: string, endDate: string): AsyncGenerator<KeptReply>
  /** Yields each action after a sequence exactly once, in commit order, in batches with the next sequence. Ends after
   *  the latest action; with `follow`, waits for new ones indefinitely. */
  feed(
    entityId: string,
    since: number,
    follow?: boolean,
    filters?: Pick<ActionFilters, 'action'>,
  ): AsyncGenerator<{ actions: ActionRecord[]; sequence: number }>
}

const pageSize = 1000
// Less than the timeout of an attempt.
const longPollSeconds = 20

/** Creates a client of one Rollcall service. Its calls throw ProblemError, TypeError if the service is unreachable, and
 *  TimeoutError. */
export function createClient(options: ClientOptions): Client {
  const address = (...segments: string[]) =>
    new URL(`${options.url.replace(/\/$/, '')}/v1/${segments.map(encodeURIComponent).join('/')}`)

  /** The latest known sequence of each entity. The client sends it, so that every replica provides read-your-writes. */
  const known = new Map<string, number>()

  async function ask(entityId: string, url: URL, requested: RequestOptions = {}): Promise<Response> {
    const knownSequence = known.get(entityId)
    const latest = knownSequence !== undefined && { knownSequence }
    const response = await request(options, url, { ...requested, ...latest })
    const sequence = response.headers.get('rollcall-sequence')
    if (sequence !== null) known.set(entityId, Math.max(knownSequence ?? 0, Number(sequence)))
    return response
  }

  const askJson = async <Answer>(...asking: Parameters<typeof ask>) => (await (await ask(...asking)).json()) as Answer

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

  async function* pages<Item>(entityId: string, first: URL) {
    for (let url: URL | undefined = first; url; ) {
      const response: Response = await ask(entityId, url)
      const sequence = sequenceOf(response)
      yield { items: (await response.json()) as Item[], sequence }
      url = nextOf(response, url)
    }
  }

  async function* each<Item>(entityId: string, first: URL): AsyncGenerator<Item> {
    for await (const page of pages<Item>(entityId, first)) yield* page.items
  }

  return {
    accessToken: () => askJson('', address('access-token')),
    entities: () => each<Entity>('', address('entities')),
    entity: (entityId) => askJson(entityId, address('entities', entityId)),
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
    checkin: (entityId, token) => askJson(entityId, address('checkin', 'bytoken', entityId, token)),
    arrival: (entityId, token) => askJson(entityId, address('checkin', 'bytoken', entityId, token, 'arrival')),
    arrive: (entityId, token) =>
      askJson(entityId, address('checkin', 'bytoken', entityId, token, 'arrival'), { change: {} }),
    annul: (entityId, token, reason) =>
      askJson(entityId, address('checkin', 'bytoken', entityId, token, 'arrival', 'annulment'), {
        change: { body: { reason } },
      }),
    arrivalById: (entityId, id) => askJson(entityId, address('notifications', entityId, id, 'arrival')),
    arriveById: (entityId, id) => askJson(entityId, address('notifications', entityId, id, 'arrival'), { change: {} }),
    annulById: (entityId, id, reason) =>
      askJson(entityId, address('notifications', entityId, id, 'arrival', 'annulment'), {
        change: { body: { reason } },
      }),
    answer: (entityId, id, told) =>
      askJson(entityId, address('notifications', entityId, id, 'answer'), { change: { body: told } }),
    notify: (entityId, submission) =>
      askJson(entityId, address('notifications', entityId), { change: { body: submission } }),
    notification: (entityId, id) => askJson(entityId, address('notifications', entityId, id)),
    visits: (entityId, startDate, endDate, filters = {}) => {
      const url = filtered(address('notifications', entityId, 'byvisit', startDate, endDate), filters)
      url.searchParams.set('limit', String(pageSize))
      return each<NotificationStatus>(entityId, url)
    },
    notificationsByKey: (entityId, external_id, filters = {}) =>
      each<NotificationStatus>(entityId, filtered(address('notifications', entityId), { external_id, ...filters })),
    tasks: (entityId, startDate, endDate) =>
      each<ListedTask>(entityId, address('tasks', entityId, 'bydate', startDate, endDate)),
    taskNotifications: (entityId, taskId, filters = {}) =>
      each<NotificationStatus>(entityId, filtered(address('tasks', entityId, taskId, 'notifications'), filters)),
    optOuts: (entityId) => each<OptOut>(entityId, address('opt-outs', entityId)),
    setOptOut: (entityId, change) =>
      askJson(entityId, address('opt-outs', entityId), { change: { method: 'PUT', body: change } }),
    replies: (entityId, startDate, endDate) =>
      each<KeptReply>(entityId, address('replies', entityId, 'bydate', startDate, endDate)),
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

function filtered(url: URL, filters: Record<string, string | string[]>): URL {
  for (const [name, values] of Object.entries(filters)) {
    for (const value of [values].flat()) url.searchParams.append(name, value)
  }
  return url
}

const sequenceOf = ({ headers }: Response) => Number(headers.get('rollcall-sequence'))

function nextOf(response: Response, base: URL): URL | undefined {
  const link = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  if (link === undefined) return undefined
  // Use only the link's query: behind a proxy that adds a path, the link's path differs from ours.
  const next = new URL(base)
  next.search = new URL(link, base).search
  return next
}
