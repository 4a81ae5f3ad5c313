import { sql } from 'kysely'
import { pino } from 'pino'
import { nonceOf } from '../../answers/form.ts'
import { buildApp } from '../../app.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/database.ts'
import { answerLink } from '../../delivery/answer-link.ts'
import { createMetrics } from '../../http/metrics.ts'
import type { NotificationLine } from '../../import/history-line.ts'
import { hours, type Instant, systemClock } from '../../instant.ts'
import { dueReminders, remindDue } from '../../reminders/remind.ts'
import { takeReply } from '../../replies/take-reply.ts'
import type { Secret } from '../../secret.ts'
import { type ExampleDays, shownClinic } from './example-days.ts'

const wishes = ['Às segundas de manhã, se possível.', 'Depois das 17h, por favor.', 'Na próxima semana.', '']
const replies = ['Vou chegar 10 minutos atrasada, pode ser?', 'Posso levar a minha mãe?', 'Qual é a morada, por favor?']

// As often as the demo looks for due reminders. Each look takes some milliseconds.
const remindEvery = hours(2)

/** The failures that the servers of each channel report. */
const failures = [
  { channel: 'mobile', reasons: ['The number is not in service.', 'The handset was off for two days.'] },
  { channel: 'email', reasons: ['550 5.1.1 No such mailbox'] },
] as const

export interface ReplayContext {
  database: Database
  config: Config
  secret: Secret
  /** An access token of the demo. */
  token: string
}

/** Sends the notices and actions to the API in order, with the clock at the time of each, and records their messages as
 *  sent. Then records some messages that failed, and some texts of contacts. */
export async function replay(context: ReplayContext, { notices, actions }: ExampleDays, now: Instant) {
  const { database, config, secret, token } = context
  let time: Instant = 0
  const clock = { ...systemClock, now: () => time }
  const log = pino({ level: 'silent' })
  const app = await buildApp({ ...context, config: { ...config, rateLimit: 0 }, clock, log, metrics: createMetrics() })
  const events = [
    ...[...Map.groupBy(notices, ({ line, at }) => `${line.task_id} ${at}`).values()].map((task) => ({
      at: task[0]!.at,
      play: () => submit(task),
    })),
    ...actions.map(({ at, externalId, action }, index) => ({ at, play: () => act(externalId, action, index) })),
  ]
  for (const { at, play } of events.toSorted((one, other) => one.at - other.at)) {
    await remindUntil(at - remindEvery)
    time = at
    await play()
    await recordAsSent(database)
  }
  await remindUntil(now)
  time = now
  await recordFailures(database, now)
  const texted = notices.flatMap(({ address: { channel, uid } }) => (channel === 'mobile' ? [uid] : []))
  for (const [index, text] of replies.entries()) {
    await takeReply(
      { database, config, secret, clock, log },
      { channel: 'mobile', uid: texted.at(-1 - index * 3)!, text },
    )
  }
  await app.close()

  /** Sends the reminders that fall due by then, and notes the contacts who did not come. */
  async function remindUntil(until: Instant) {
    for (let due = await nextDue(database); due !== null && due <= until; due = await nextDue(database)) {
      time = Math.min(due + remindEvery, now)
      await remindDue(database, { secret, config }, dueReminders(database), clock)
      await recordAsSent(database)
    }
  }

  async function submit(task: ExampleDays['notices']) {
    const notifications = task.map(({ line, address }) => ({
      external_id: line.external_id,
      contact: line.contact,
      addresses: [address],
      params: submittedParams(line),
    }))
    await post(`/v1/notifications/${shownClinic}`, {
      category: 'medical',
      target: 'appointment',
      // A visit that began before its notice is a fault.
      on_fault: 'skip',
      notifications,
    })
  }

  async function act(externalId: string, action: ExampleDays['actions'][number]['action'], index: number) {
    const delivery = await latestDelivery(database, externalId)
    if (!delivery) return
    if (action === 'arrive') return post(`/v1/notifications/${shownClinic}/${delivery.notification_id}/arrival`)
    // The contact answers on the page of the notice.
    const link = answerLink(secret, shownClinic, delivery.delivery_id)
    const wish = action === 'reschedule' ? wishes[index % wishes.length]! : ''
    await app.inject({
      ...{ method: 'POST', url: `/a/${link}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      payload: new URLSearchParams({ answer: action, wish, nonce: nonceOf(secret, link) }).toString(),
    })
  }

  async function post(url: string, payload?: object) {
    const headers = { authorization: `Bearer ${token}` }
    await app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })
  }
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
async function recordFailures(database: Database, now: Instant) {
  for (const { channel, reasons } of failures) {
    const unanswered = await withDeliveries(database)
      .select(['delivery_id', 'notifications.notification_id'])
      .where('notifications.state', '=', 'open')
      .where('kind', '=', 'notice')
      .where('starts_at', '>', now)
      .where('channel', '=', channel)
      .orderBy('starts_at')
      .limit(sql.lit(reasons.length))
      .execute()
    for (const [index, { delivery_id, notification_id }] of unanswered.entries()) {
      const failed = { state: 'failed' as const, sent_at: null, reason: reasons[index]! }
      await database.write(async (trx) => {
        await trx.updateTable('deliveries').set(failed).where('delivery_id', '=', delivery_id).execute()
        // No reminder goes to an address that fails.
        await trx
          .deleteFrom('deliveries')
          .where('notification_id', '=', notification_id)
          .where('kind', '=', 'reminder')
          .execute()
      })
    }
  }
}
