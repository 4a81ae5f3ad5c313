import { expect } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { formatInstant, hours, systemClock } from '../../src/platform/time/instant.ts'

export const clinic = 'a'
const states = { confirm: 'confirmed', cancel: 'cancelled' } as const

export const keyOf = (number: number) => `A-${number}`

/** The start and the doctor of each visit, by version. A version changes the start, the doctor or nothing. */
export function contentOf(number: number, version: number) {
  const moves = Math.floor((version + number) / 7)
  const at = Math.floor(systemClock.now() / hours(24)) * hours(24) + hours(24 * 20) + hours(moves)
  return { when: formatInstant(at), doctor: `Doctor ${Math.floor((version + number) / 3)}` }
}

/** A request, and its order among the starts and ends of all requests. */
interface Step {
  began: number
  ended: number
}

/** The requests that the service acknowledged. */
export interface Acknowledged {
  /** The latest version of each visit. */
  versions: Map<number, number>
  /** The submissions that created a notification, by its id. */
  created: Map<string, Step>
  /** The withdrawals, by the id of the notification. */
  withdrawn: Map<string, Step>
  /** The withdrawals that came after the move of the visit, by the id of the notification. */
  tooLate: Set<string>
  /** The answers on the pages behind the texts, by the id of the delivery. */
  answers: Map<string, (Step & { action: keyof typeof states })[]>
}

export interface ReceivedText {
  /** The id of the delivery. */
  id: string
  to: string
  text: string
}

/** Expects the content of the latest submission of each visit, and its withdrawal or answer. Returns the number of answers
 *  that hold. */
export async function expectAcknowledged(database: Database, acknowledged: Acknowledged): Promise<number> {
  const { versions, created, withdrawn, tooLate } = acknowledged
  const rows = await database
    .selectFrom('notifications')
    .selectAll()
    .where('entity_id', '=', clinic)
    .orderBy('version')
    .execute()
  const answers = await answersByNotification(database, acknowledged)
  const shown = rows
    .filter(({ state }) => state !== 'superseded' && state !== 'withdrawn')
    .map(({ notification_id, external_id, params, version, state }) => {
      const { when, doctor } = JSON.parse(params)
      return { id: notification_id, external_id, version: Number(version), state, when, doctor }
    })
  const latest = new Map(rows.map(({ external_id, notification_id }) => [external_id, notification_id]))
  const expected = [...versions].flatMap(([number, version]) => {
    const { when, doctor } = contentOf(number, version)
    const external_id = keyOf(number)
    const id = latest.get(external_id)!
    const answer = answers.get(id)?.at(-1)
    const state = answer ? states[answer.action] : 'open'
    return withdrawn.has(id)
      ? []
      : [{ id, external_id, version, state, when: `${Temporal.Instant.from(when)}`, doctor }]
  })
  const byKey = (one: { external_id: string }, other: { external_id: string }) =>
    one.external_id < other.external_id ? -1 : 1
  expect(shown.toSorted(byKey)).toEqual(expected.toSorted(byKey))
  expect(idsIn(rows, 'withdrawn')).toEqual([...withdrawn.keys()].toSorted())
  expect(idsIn(rows, 'superseded')).toEqual(expect.arrayContaining([...tooLate]))

  const actions = await database
    .selectFrom('actions')
    .selectAll()
    .where('entity_id', '=', clinic)
    .orderBy('sequence')
    .execute()
  const actionsOf = Map.groupBy(actions, ({ notification_id }) => notification_id)
  const byId = new Map(rows.map((row) => [row.notification_id, row]))
  for (const [id, given] of answers) {
    const recorded = (actionsOf.get(id) ?? []).map(({ action }) => action)
    expect(recorded).toEqual(given.slice(0, recorded.length).map(({ action }) => action))
    const { superseded_by } = byId.get(id)!
    const end = withdrawn.get(id) ?? (superseded_by === null ? undefined : created.get(superseded_by)!)
    // The service may have withdrawn or moved the visit before it took the answer, if the clinic's request came first.
    for (const lost of given.slice(recorded.length)) expect(lost.ended).toBeGreaterThan(end?.began ?? Infinity)
  }
  expect([...actionsOf.keys()].filter((id) => !answers.has(id))).toEqual([])
  const held = expected.filter(({ state }) => state !== 'open').length
  expect(Math.min(held, withdrawn.size)).toBeGreaterThan(0)
  return held
}

const idsIn = (rows: { notification_id: string; state: string }[], wanted: string) =>
  rows
    .filter(({ state }) => state === wanted)
    .map(({ notification_id }) => notification_id)
    .toSorted()

/** Returns the acknowledged answers of each notification, in order. Repeated answers count once. */
async function answersByNotification(database: Database, { answers }: Acknowledged) {
  const deliveries = await database.selectFrom('deliveries').select(['delivery_id', 'notification_id']).execute()
  return new Map(
    deliveries.flatMap(({ delivery_id, notification_id }) => {
      const given = answers.get(delivery_id)
      return given ? [[notification_id, given.filter(({ action }, at) => action !== given[at - 1]?.action)]] : []
    }),
  )
}

/** Expects that no two deliveries of a visit said the same until its withdrawal, and that the contact was told of the
 *  withdrawal. Returns the number of texts that repeat a delivery. */
export async function expectToldOnce(database: Database, received: ReceivedText[]): Promise<number> {
  const supersedes = new Map(
    (await database.selectFrom('notifications').select(['notification_id', 'supersedes']).execute()).map(
      ({ notification_id, supersedes }) => [notification_id, supersedes],
    ),
  )
  const firstOf = (id: string): string => {
    const earlier = supersedes.get(id)
    return earlier ? firstOf(earlier) : id
  }
  const deliveries = new Map(
    (await database.selectFrom('deliveries').select(['delivery_id', 'notification_id', 'kind']).execute()).map(
      (row) => [row.delivery_id, { kind: row.kind, visit: firstOf(row.notification_id) }],
    ),
  )
  const texts = [...new Map(received.map((one) => [one.id, one])).values()].map(({ id, to, text }) => ({
    ...deliveries.get(id)!,
    words: `${to} ${text.replace(/https:\S+/, '')}`,
  }))
  const said = Map.groupBy(texts, ({ visit, words }) => `${visit} ${words}`)
  expect([...said].filter(([, same]) => same.length > 1).map(([words]) => words)).toEqual([])

  const toldOfEnd = new Set(texts.filter(({ kind }) => kind === 'withdrawn').map(({ visit }) => visit))
  const told = new Set(texts.map(({ visit }) => visit))
  const notifications = await database
    .selectFrom('notifications')
    .select(['notification_id', 'external_id', 'state'])
    .execute()
  // News of a withdrawal that has not left when the clinic submits the visit again would contradict the new notice.
  const outdated = await database
    .selectFrom('deliveries')
    .select('notification_id')
    .where('kind', '=', 'withdrawn')
    .where('state', '=', 'stopped')
    .where('reason', '=', 'superseded')
    .execute()
  const again = new Set(outdated.map(({ notification_id }) => notification_id))
  const isAgain = ({ notification_id, external_id }: (typeof notifications)[number]) =>
    again.has(notification_id) &&
    notifications.some((one) => one.external_id === external_id && one.notification_id > notification_id)
  const visits = notifications
    .filter((one) => one.state === 'withdrawn' && !isAgain(one))
    .map(({ notification_id }) => firstOf(notification_id))
  expect(visits.filter((visit) => told.has(visit) && !toldOfEnd.has(visit))).toEqual([])
  return received.length - texts.length
}
