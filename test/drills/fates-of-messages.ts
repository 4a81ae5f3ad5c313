import { expect } from 'vitest'
import { referenceOf } from '../../src/channels/email/bounces/reference.ts'
import { createSecret } from '../../src/platform/keys/secret.ts'
import { type Rollcall, secretKey } from '../rollcall.ts'
import { isOfState, type Kind, type Moment, pass, verdict } from './expected-after-stop.ts'
import type { Contact } from './stopped-contacts.ts'
import type { ArrivedMessage } from './telephones-and-mailboxes.ts'

/** The observations that the drill compares with the stories: the database, and the messages that arrived. */
export interface Observations {
  rollcall: Rollcall
  arrived: () => ArrivedMessage[]
  /** The messages that had arrived when their process was killed, before it stored this. They arrive once more. */
  inFlight: Set<string>
}

const secret = createSecret(secretKey)
// A database that is too slow for a moment leaves leases, which last two minutes.
const patience = { timeout: 180_000, interval: 100 }

/** Lets the contacts' stories pass the moment, and waits until the service agrees. Returns the differences. Removes the contacts
 *  that they concern: the later differences would follow from them. */
export async function agree(observed: Observations, all: Contact[], moment: Moment): Promise<string[]> {
  for (const { story } of all) if (story.visits.length > 0) pass(story, moment)
  let differences: Difference[] = []
  const count = async () => {
    differences = await differencesOf(observed, all, moment)
    return differences.length
  }
  if (moment.didArrive) await count()
  else
    await expect
      .poll(count, patience)
      .toBe(0)
      .catch(() => {})
  for (const { contact } of differences) all.splice(all.indexOf(contact), 1)
  return differences.map(
    ({ contact, expected, actual }) => `${contact.name}:\n    expected ${expected}\n    actual   ${actual}`,
  )
}

interface Difference {
  contact: Contact
  expected: string
  actual: string
}

/** After a clock was set back, only the states count: messages wait for some minutes. */
async function differencesOf(observed: Observations, all: Contact[], { clock }: Moment): Promise<Difference[]> {
  const shown = (found: object) => JSON.stringify(clock === 'set back' ? { ...found, messages: [] } : found)
  const { database } = observed.rollcall
  const notifications = await database
    .selectFrom('notifications')
    .select(['notification_id', 'external_id', 'state'])
    .orderBy('notification_id')
    .execute()
  const deliveries = await readDeliveries(observed)
  const counts = Map.groupBy(observed.arrived(), ({ id }) => id)
  const byVisit = Map.groupBy(notifications, ({ external_id }) => external_id)
  const byNotification = Map.groupBy(deliveries, ({ notification_id }) => notification_id)
  return all.flatMap((contact) => {
    const rows = byVisit.get(contact.name) ?? []
    const messages = rows.flatMap(({ notification_id, state }) =>
      (byNotification.get(notification_id) ?? []).flatMap((delivery) => {
        const count = counts.get(delivery.shownId)?.length ?? 0
        const fate = fateOf(delivery, state, observed.inFlight.has(delivery.shownId) ? count - 1 : count)
        return fate ? [`${delivery.kind} ${delivery.uid}: ${fate}`] : []
      }),
    )
    const actual = shown({ state: rows.at(-1)?.state, messages: messages.sort() })
    const expected = shown(contact.story.visits.length > 0 ? verdict(contact.story) : { messages: [] })
    return actual === expected ? [] : [{ contact, expected, actual }]
  })
}

type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number]

async function readDeliveries({ rollcall: { database } }: Pick<Observations, 'rollcall'>) {
  const rows = await database
    .selectFrom('deliveries')
    .select(['entity_id', 'delivery_id', 'notification_id', 'kind', 'channel', 'uid', 'state', 'reason'])
    .execute()
  return rows.map((row) => ({ ...row, shownId: row.channel === 'email' ? referenceOf(secret, row) : row.delivery_id }))
}

function fateOf({ kind, state, reason }: Delivery, visitState: string, count: number) {
  if (count > 1) return `arrived ${count} times`
  if (count === 1) return 'arrived'
  if (state === 'sent') return 'sent, and did not arrive'
  if (state === 'failed') return reason === 'quiet hours' ? 'given up without a true reason' : 'given up'
  return state === 'pending' && isOfState(kind as Kind, visitState) ? 'waits' : undefined
}

/** Returns what arrived before the process was killed. */
export async function arrivedBefore(observed: Omit<Observations, 'inFlight'>) {
  const deliveries = await readDeliveries(observed)
  const arrived = new Set(observed.arrived().map(({ id }) => id))
  const ofArrived = deliveries.filter(({ shownId }) => arrived.has(shownId))
  const stored = new Set(ofArrived.flatMap(({ state, kind, uid }) => (state === 'pending' ? [] : [`${kind} ${uid}`])))
  return {
    didArrive: (kind: Kind, address: string) => stored.has(`${kind} ${address}`),
    inFlight: new Set(ofArrived.flatMap(({ state, shownId }) => (state === 'pending' ? [shownId] : []))),
  }
}

export function report(moment: string, all: Contact[], differences: string[]) {
  const verdicts = all.flatMap(({ story }) => (story.visits.length > 0 ? [verdict(story)] : []))
  const fates = verdicts.flatMap(({ messages }) => messages.map((message) => message.split(': ').at(-1)!))
  const lines = differences.map((difference) => `\n  ${difference}`)
  console.log(
    `${moment}: ${all.length} contacts agree (${counted(verdicts.map(({ state }) => state))}; messages: ${counted(fates)}), ${lines.length} differ${lines.join('')}`,
  )
}

const counted = (words: string[]) =>
  [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => `${length} ${word}`).join(', ')
