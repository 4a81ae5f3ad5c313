import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { answerLink } from '../../src/messages/delivery/answer-link.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Secret } from '../../src/platform/keys/secret.ts'
import { formatInstant, hours, systemClock } from '../../src/platform/time/instant.ts'
import { item, submission } from '../submission.ts'
import { onlyUnavailable } from './answering-clinics.ts'
import type { Insist } from './persistent-client.ts'

const visitsPerWriter = 4
const start = systemClock.now() + hours(24 * 20)

/** A visit. Only its writer submits it; all writers answer it, withdraw it, or mark its contact as arrived. */
interface Visit {
  number: number
  submissions: number
  movedTimes: number
  contactNumber: number
  /** The id of its latest notification, as far as its writer knows. */
  id: string | undefined
}

export interface WriterContext {
  clinic: string
  database: Database
  secret: Secret
  token: string
  insist: Insist
  /** The notifications whose withdrawal the service acknowledged. */
  withdrawn: Set<string>
}

/** A visit that the service created, updated or moved, with the id of its notification. */
export interface AcknowledgedVisit {
  id: string
  outcome: string
}

const keyOf = (number: number) => `A-${number}`
const phoneOf = (number: number) => `+3519120${String(number).padStart(5, '0')}`
/** The doctor stands for the number of the submission. */
export const doctorOf = (submissions: number) => `Doctor ${submissions}`

const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!

/** Runs writers until `isOver`, and returns the outcomes of all submissions. Each request is repeated until it has a response. */
export async function write(
  context: WriterContext,
  writers: number,
  isOver: () => boolean,
): Promise<AcknowledgedVisit[]> {
  const visits = Array.from({ length: writers * visitsPerWriter }, (_, number) => ({
    number,
    submissions: 0,
    movedTimes: 0,
    contactNumber: 0,
    id: undefined,
  }))
  const acknowledged: AcknowledgedVisit[] = []
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const own = visits.slice(writer * visitsPerWriter, (writer + 1) * visitsPerWriter)
      while (!isOver()) {
        await delay(Math.random() * 300)
        if (Math.random() < 0.4) acknowledged.push(await submit(context, pick(own)))
        else await change(context, pick(visits))
      }
    }),
  )
  return acknowledged
}

/** Submits a visit for the first time, or again with a change: only in details, with another start, or for another contact. */
async function submit({ clinic, token, insist }: WriterContext, visit: Visit): Promise<AcknowledgedVisit> {
  visit.submissions++
  const kind = pick(['details', 'details', 'start', 'contact'] as const)
  if (kind === 'start') visit.movedTimes++
  if (kind === 'contact') visit.contactNumber++
  const { number, contactNumber, movedTimes, submissions } = visit
  const contact = { ...item().contact, external_id: `P-${number}-${contactNumber}` }
  const params = { when: formatInstant(start + hours(movedTimes % 24)), doctor: doctorOf(submissions) }
  const addresses = [{ channel: 'mobile' as const, uid: phoneOf(number) }]
  const body = submission(item({ external_id: keyOf(number), contact, addresses, params }))
  const { text } = await insist(`/v1/notifications/${clinic}`, once(token, 'POST', body), [202])
  const [{ id, outcome }] = JSON.parse(text).notifications
  visit.id = id
  return { id, outcome }
}

/** Requests a change that the state of the visit may not allow. */
async function change(context: WriterContext, { id, number }: Visit) {
  if (id === undefined) return
  const { clinic, token, insist } = context
  const path = `/v1/notifications/${clinic}/${id}`
  const reason = 'the clock is wrong'
  const requests = {
    answer: () => insist(`${path}/answer`, once(token, 'POST', staffAnswer()), [200, 409]),
    answerOnPage: () => answerOnPage(context, id),
    arrive: () => insist(`${path}/arrival`, once(token, 'POST', { force: true, reason }), [201, 409]),
    annul: () => insist(`${path}/arrival/annulment`, once(token, 'POST', { reason }), [201, 409]),
    withdraw: async () => {
      const init = { method: 'POST', headers: authorization(token) }
      const { status } = await insist(`${path}/cancellation`, init, [200, 409])
      if (status === 200) context.withdrawn.add(id)
    },
    optOut: () => {
      const body = { channel: 'mobile', uid: phoneOf(number), opted_out: true }
      return insist(`/v1/opt-outs/${clinic}`, once(token, 'PUT', body), [200])
    },
  }
  const kinds = Object.keys(requests) as (keyof typeof requests)[]
  await requests[pick([...kinds, 'answer', 'answer', 'answerOnPage'] as const)]()
}

const staffAnswer = () =>
  pick([
    { action: 'confirm' },
    { action: 'cancel' },
    { action: 'reschedule' },
    { action: 'reschedule', wish: pick(['in the morning', 'in the afternoon']) },
  ])

/** Opens the page behind the text to the contact, and gives an answer if the page offers one. */
async function answerOnPage({ clinic, database, secret, insist }: WriterContext, id: string) {
  const delivery = await database
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('entity_id', '=', clinic)
    .where('notification_id', '=', id)
    .limit(1)
    .executeTakeFirst()
    .catch(onlyUnavailable)
  if (!delivery) return
  const page = `/a/${answerLink(secret, clinic, delivery.delivery_id)}`
  const nonce = /name="nonce" value="([^"]+)"/.exec((await insist(page, {}, [200, 410])).text)?.[1]
  if (nonce === undefined) return
  const answer = pick(['confirm', 'cancel', 'reschedule'])
  await insist(page, { method: 'POST', body: new URLSearchParams({ answer, nonce }) }, [303, 410])
}

export const authorization = (token: string) => ({ authorization: `Bearer ${token}` })

/** Builds a request that the service performs once, even if it is repeated. */
const once = (token: string, method: string, body: object): RequestInit => ({
  method,
  headers: { ...authorization(token), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify(body),
})
