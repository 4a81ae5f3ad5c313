import { sql } from 'kysely'
import { pino } from 'pino'
import { nonceOf } from '../../answers/form.ts'
import { buildApp } from '../../app.ts'
import { mobile } from '../../channels/mobile/mobile.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/database.ts'
import { answerLink } from '../../delivery/answer-link.ts'
import { createMetrics } from '../../http/metrics.ts'
import type { NotificationLine } from '../../import/history-line.ts'
import { type Instant, systemClock } from '../../instant.ts'
import { takeReply } from '../../replies/take-reply.ts'
import type { Secret } from '../../secret.ts'
import { type ExampleDays, shownClinic } from './example-days.ts'
import { recordAsSent, recordFailures, withDeliveries } from './recorded-deliveries.ts'

const wishes = ['Às segundas de manhã, se possível.', 'Depois das 17h, por favor.', 'Na próxima semana.', '']
const replies = ['Vou chegar 10 minutos atrasada, pode ser?', 'Posso levar a minha mãe?', 'Qual é a morada, por favor?']

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
  for (const { at, play } of events.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))) {
    time = Number(at.epochNanoseconds / 1_000n)
    await play()
    await recordAsSent(database)
  }
  time = now
  await recordFailures(database, now)
  const numbers = await telephoneNumbers(database)
  for (const [index, text] of replies.entries()) {
    await takeReply({ database, config, secret, clock, log }, { channel: mobile.name, uid: numbers[index * 3]!, text })
  }
  await app.close()

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

/** Leaves out the params that the service derives. */
function submittedParams({ params }: NotificationLine) {
  const {
    year: _year,
    month: _month,
    day: _day,
    hour: _hour,
    minute: _minute,
    event_date: _date,
    ...submitted
  } = params
  return submitted
}

const latestDelivery = (database: Database, externalId: string) =>
  withDeliveries(database)
    .select(['delivery_id', 'notifications.notification_id'])
    .where('external_id', '=', externalId)
    .orderBy('notifications.notification_id', 'desc')
    .orderBy('delivery_id')
    .executeTakeFirst()

/** Returns the telephone numbers of the latest notices, latest first. */
async function telephoneNumbers(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('deliveries')
    .select('uid')
    .where('channel', '=', mobile.name)
    .where('state', '=', 'sent')
    .orderBy('delivery_id', 'desc')
    .limit(sql.lit(3 * replies.length))
    .execute()
  return rows.map(({ uid }) => uid)
}
