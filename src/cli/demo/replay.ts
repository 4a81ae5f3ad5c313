import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { createAudit, type ServiceAudit } from '../../access/audit/audit.ts'
import { buildApp } from '../../app.ts'
import { nonceOf } from '../../contacts/answers/form.ts'
import { dueReminders, remindDue } from '../../contacts/reminders/remind.ts'
import { incoming } from '../../contacts/replies/incoming.ts'
import { answerLink } from '../../messages/delivery/answer-link.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { type Clock, hours, type Instant, systemClock } from '../../platform/time/instant.ts'
import type { NotificationLine } from '../../systems/import/history-line.ts'
import { type ExampleDays, shownClinic } from './example-days.ts'

const wishes = ['Às segundas de manhã, se possível.', 'Depois das 17h, por favor.', 'Na próxima semana.', '']
const replies = ['Vou chegar 10 minutos atrasada, pode ser?', 'Posso levar a minha mãe?', 'Qual é a morada, por favor?']

// As often as the demo looks for due reminders. Each look takes some milliseconds.
const remindEvery = hours(2)

/** The failures that the servers of a channel report, and whether later messages would fail, too. */
const failures = [
  { channel: 'mobile', reason: 'The number is not in service.', isUndeliverable: true },
  { channel: 'mobile', reason: 'The handset was off for two days.', isUndeliverable: false },
  { channel: 'email', reason: '550 5.1.1 No such mailbox', isUndeliverable: true },
] as const

export interface ReplayContext {
  database: Database
  config: Config
  secret: Secret
  /** An access token of the demo. */
  token: string
}

/** The service of the replay, and its clock. */
interface Stage extends ReplayContext {
  app: Awaited<ReturnType<typeof buildApp>>
  audit: ServiceAudit
  clock: Clock
  log: Logger
  setTime(time: Instant): void
}

/** Sends the notices and actions to the API in order, with the clock at the time of each, and records their messages as
 *  sent. Then records some messages that failed, and some texts of contacts. */
export async function replay(context: ReplayContext, days: ExampleDays, now: Instant) {
  const stage = await setStage(context)
  for (const { at, play } of eventsOf(days)) {
    await remindUntil(stage, at - remindEvery, now)
    stage.setTime(at)
    await play(stage)
    await recordAsSent(context.database)
  }
  await remindUntil(stage, now, now)
  stage.setTime(now)
  await recordFailures(stage, now)
  const texted = days.notices.flatMap(({ address: { channel, uid } }) => (channel === 'mobile' ? [uid] : []))
  for (const [index, text] of replies.entries())
    await incoming(stage, 'mobile').reply({ uid: texted.at(-1 - index * 3)!, text })
  await stage.app.close()
  await stage.audit.close()
}

async function setStage(context: ReplayContext): Promise<Stage> {
  let time: Instant = 0
  const clock = { ...systemClock, now: () => time }
  const log = pino({ level: 'silent' })
  const config = { ...context.config, rateLimit: 0 }
  const metrics = createMetrics()
  const audit = createAudit({ ...context, clock, log, metrics })
  const app = await buildApp({ ...context, config, clock, log, metrics, audit })
  const setTime = (to: Instant) => {
    time = to
  }
  return { ...context, app, audit, clock, log, setTime }
}

/** Returns the notices of each task and the actions, in order. */
function eventsOf({ notices, actions }: ExampleDays) {
  const events = [
    ...[...Map.groupBy(notices, ({ line, at }) => `${line.task_id} ${at}`).values()].map((task) => ({
      at: task[0]!.at,
      play: (stage: Stage) => submit(stage, task),
    })),
    ...actions.map(({ at, externalId, action }, index) => ({
      at,
      play: (stage: Stage) => act(stage, externalId, action, index),
    })),
  ]
  return events.toSorted((one, other) => one.at - other.at)
}

/** Sends the reminders that fall due by then, and notes the contacts who did not come. */
async function remindUntil({ database, secret, config, audit, clock, setTime }: Stage, until: Instant, now: Instant) {
  for (let due = await nextDue(database); due !== null && due <= until; due = await nextDue(database)) {
    setTime(Math.min(due + remindEvery, now))
    await remindDue(database, { secret, config, audit }, dueReminders(database), { ...clock, graceEndsAt: 0 })
    await recordAsSent(database)
  }
}

async function submit(stage: Stage, task: ExampleDays['notices']) {
  const notifications = task.map(({ line, address }) => ({
    external_id: line.external_id,
    contact: line.contact,
    addresses: [address],
    params: submittedParams(line),
  }))
  await post(stage, `/v1/notifications/${shownClinic}`, {
    category: 'medical',
    target: 'appointment',
    // A visit that began before its notice is a fault.
    on_fault: 'skip',
    notifications,
  })
}

type ActionName = ExampleDays['actions'][number]['action']

async function act(stage: Stage, externalId: string, action: ActionName, index: number) {
  const { app, database, secret } = stage
  const delivery = await latestDelivery(database, externalId)
  if (!delivery) return
  if (action === 'arrive') return post(stage, `/v1/notifications/${shownClinic}/${delivery.notification_id}/arrival`)
  // The contact answers on the page of the notice.
  const link = answerLink(secret, shownClinic, delivery.delivery_id)
  const wish = action === 'reschedule' ? wishes[index % wishes.length]! : ''
  await app.inject({
    method: 'POST',
    url: `/a/${link}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ answer: action, wish, nonce: nonceOf(secret, link) }).toString(),
  })
}

async function post({ app, token }: Stage, url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` }
  await app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
}

const derived = ['year', 'month', 'day', 'hour', 'minute', 'event_date']

/** Leaves out the params that the service derives. */
const submittedParams = ({ params }: NotificationLine) =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !derived.includes(name)))

const latestDelivery = (database: Database, externalId: string) =>
  withDeliveries(database)
    .select(['delivery_id', 'notifications.notification_id'])
    .where('external_id', '=', externalId)
    .orderBy('notifications.notification_id', 'desc')
    .orderBy('delivery_id')
    .executeTakeFirst()

const withDeliveries = (database: Database) =>
  database
    .selectFrom('notifications')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.entity_id', '=', 'notifications.entity_id')
        .onRef('deliveries.notification_id', '=', 'notifications.notification_id'),
    )
    .where('notifications.entity_id', '=', shownClinic)

/** Records the pending messages as sent: the demo sends none of them, and contacts answer messages that they got. */
const recordAsSent = (database: Database) =>
  database.write((trx) =>
    trx
      .updateTable('deliveries')
      .set({ state: 'sent', attempts: 1, sent_at: sql`next_attempt_at` })
      .where('state', '=', 'pending')
      .execute(),
  )

async function nextDue(database: Database): Promise<Instant | null> {
  const first = database.selectFrom('notifications').select((eb) => eb.fn.min('next_due_at').as('at'))
  return (await first.executeTakeFirstOrThrow()).at
}

/** Records some notices of the next days as failed, each for a reason of its channel. */
async function recordFailures(stage: Stage, now: Instant) {
  const { database } = stage
  for (const { channel, ...bounce } of failures) {
    const notice = await withDeliveries(database)
      .select(['delivery_id', 'notifications.notification_id', 'uid'])
      .where('notifications.state', '=', 'open')
      .where('deliveries.state', '=', 'sent')
      .where('kind', '=', 'notice')
      .where('starts_at', '>', now)
      .where('channel', '=', channel)
      .orderBy('starts_at')
      .executeTakeFirst()
    if (!notice) continue
    const { delivery_id, notification_id, uid } = notice
    await incoming(stage, channel).bounced({ entity_id: shownClinic, delivery_id }, { uid, ...bounce })
    // No reminder goes to an address that fails.
    await database.write((trx) =>
      trx
        .deleteFrom('deliveries')
        .where('notification_id', '=', notification_id)
        .where('kind', '=', 'reminder')
        .execute(),
    )
  }
}
