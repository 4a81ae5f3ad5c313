import { describe, expect } from 'vitest'
import { contact, notificationRow, setTime } from '../../../test/contact.ts'
import { expectLogged } from '../../../test/drills/expected-events.ts'
import { entity, history } from '../../../test/history.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, moved, notify, submission } from '../../../test/submission.ts'
import { recordBounce } from '../../messages/receipts/bounces.ts'
import { recordReceipt } from '../../messages/receipts/receipts.ts'
import type { Event } from './event.ts'

const since = (sequence: number, query = '') => `/v1/events/clinica-lisboa/since/${sequence}${query}`
const events = async ({ get }: Pick<Rollcall, 'get'>, from = 0): Promise<Event[]> => (await get(since(from))).json()
const notifications = '/v1/notifications/clinica-lisboa'

/** The kinds of the events, and their changes. */
const brief = (list: Event[]) => list.map((event) => ('change' in event ? `${event.kind} ${event.change}` : event.kind))

const deliveries = ({ database }: Rollcall) =>
  database.selectFrom('deliveries').selectAll().orderBy('delivery_id').execute()

describe('the log', () => {
  eachEngine('has an answer with its record, its wish, and the contact or the token that gave it', async (rollcall) => {
    const maria = await contact(rollcall)
    await maria.answer('reschedule', 'depois das 17h')
    await rollcall.post(`${notifications}/${maria.id}/answer`, { action: 'confirm' })
    const [created, wished, confirmed] = await events(rollcall)
    const records = (await rollcall.get('/v1/metrics/notifications/actions/clinica-lisboa/since/0')).json()
    expect(created).toEqual({
      sequence: 1,
      kind: 'notification',
      date: '2026-03-30T08:00:00.000000+00:00',
      change: 'created',
      notification_id: maria.id,
      external_id: 'A-1001',
      category: 'medical',
      target: 'appointment',
      starts_at: '2026-03-30T08:30:00.000000+00:00',
    })
    expect(wished).toEqual({
      sequence: 2,
      kind: 'action',
      date: records[0].date,
      notification_id: maria.id,
      action_id: expect.any(String),
      by: 'contact',
      wish: 'depois das 17h',
      record: records[0],
    })
    expect(confirmed).toMatchObject({ sequence: 3, by: 'test', record: { action: 'confirm', channel: 'desk' } })
  })

  eachEngine('has each change of a visit once', async (rollcall) => {
    const { id } = await notify(rollcall)
    await notify(rollcall)
    await notify(rollcall, { params: { ...item().params, doctor: 'Rui Costa' } })
    await notify(rollcall, moved)
    const next = { external_id: 'P-78', name: 'Maria Santos', language: 'pt_PT', country: 'PT' }
    await notify(rollcall, { ...moved, contact: next })
    const log = await events(rollcall)
    expect(brief(log)).toEqual([
      'notification created',
      'notification updated',
      'notification moved',
      'notification superseded',
      'notification created',
    ])
    const [, , again, ended, other] = log as Extract<Event, { kind: 'notification' }>[]
    expect(again).toMatchObject({ supersedes: id, starts_at: '2026-03-30T15:00:00.000000+00:00' })
    expect(ended).toMatchObject({ notification_id: again!.notification_id, superseded_by: other!.notification_id })
    await rollcall.post(`${notifications}/${other!.notification_id}/cancellation`)
    await rollcall.post(`${notifications}/${other!.notification_id}/cancellation`)
    expect(brief(await events(rollcall, 5))).toEqual(['notification withdrawn'])
  })

  serviceTest('has a later wish, once', async (rollcall) => {
    const maria = await contact(rollcall)
    for (const wish of ['à tarde', 'à tarde', '', 'de manhã']) await maria.answer('reschedule', wish)
    expect(await events(rollcall, 1)).toMatchObject([
      { kind: 'action', wish: 'à tarde' },
      { kind: 'notification', change: 'wish', notification_id: maria.id, wish: 'de manhã' },
    ])
  })

  eachEngine('has the wish of a visit that is stored, also after an annulled arrival', async (rollcall) => {
    const maria = await contact(rollcall)
    await maria.answer('reschedule', 'de manhã')
    const desk = { force: true, reason: 'the clock is wrong' }
    await rollcall.post(`${notifications}/${maria.id}/arrival`, desk)
    await rollcall.post(`${notifications}/${maria.id}/arrival/annulment`, { reason: desk.reason })
    expect(await notificationRow(rollcall, maria.id)).toMatchObject({ state: 'rescheduling', wish: 'de manhã' })
    await expectLogged(rollcall.database, await events(rollcall), [{ id: maria.id, outcome: 'created' }])
  })

  serviceTest('has reminders, and a contact who did not come', async (rollcall) => {
    await notify(rollcall, { params: { ...item().params, when: '2026-04-09T15:00:00+01:00' } })
    while ((await rollcall.remind()) > 0);
    await rollcall.deliver()
    setTime(rollcall, '2026-04-02T14:00:30Z')
    while ((await rollcall.remind()) > 0);
    while ((await rollcall.deliver()) > 0);
    expect(await events(rollcall, 1)).toMatchObject([{ kind: 'reminder', channel: 'mobile', uid: '+351912345678' }])
    setTime(rollcall, '2026-04-09T20:00:00Z')
    while ((await rollcall.remind()) > 0);
    expect(brief(await events(rollcall, 2))).toEqual(['notification no-show'])
  })

  serviceTest('has a reminder once, whose receipt arrives before its response', async (rollcall) => {
    await notify(rollcall, { params: { ...item().params, when: '2026-04-09T15:00:00+01:00' } })
    while ((await rollcall.remind()) > 0);
    await rollcall.deliver()
    setTime(rollcall, '2026-04-02T14:00:30Z')
    while ((await rollcall.remind()) > 0);
    const reminder = (await deliveries(rollcall)).find(({ kind }) => kind === 'reminder')!
    for (const outcome of ['sent', 'delivered', 'delivered', 'read'] as const)
      await recordReceipt(rollcall, reminder, { outcome })
    expect(brief(await events(rollcall, 1))).toEqual(['reminder'])
  })

  serviceTest('has messages that failed or bounced, and addresses that opted out', async (rollcall) => {
    await notify(rollcall, { addresses: [mail, ...item().addresses] })
    await rollcall.deliver({
      mobile: { send: async () => ({ outcome: 'permanent', reason: 'unknown number' }), close: async () => {} },
    })
    const bounced = (await deliveries(rollcall)).find(({ channel }) => channel === 'email')!
    const bounce = () => recordBounce(rollcall, bounced, mail, { reason: '550 no such user', isUndeliverable: true })
    await bounce()
    await bounce()
    const optOut = { channel: 'email', uid: mail.uid, opted_out: true }
    await Promise.all(Array.from({ length: 8 }, () => rollcall.put('/v1/opt-outs/clinica-lisboa', optOut)))
    await rollcall.put('/v1/opt-outs/clinica-lisboa', optOut)
    const [failed, returned, ...rest] = await events(rollcall, 1)
    expect(failed).toMatchObject({ kind: 'delivery', change: 'failed', message: 'notice', channel: 'mobile' })
    expect(failed).toMatchObject({ uid: '+351912345678', reason: 'unknown number' })
    expect(returned).toMatchObject({ kind: 'delivery', change: 'bounced', uid: mail.uid, reason: '550 no such user' })
    expect(rest).toMatchObject([{ kind: 'delivery', change: 'opted-out', uid: mail.uid, reason: 'staff' }])
  })

  serviceTest('has the replies that staff must read', async (rollcall) => {
    const { mobile, reply } = await messageCentre(rollcall)
    const { id } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    await reply('Há estacionamento?', '+351912345678')
    expect(await events(rollcall, 1)).toMatchObject([
      { kind: 'reply', notification_id: id, channel: 'mobile', uid: '+351912345678', text: 'Há estacionamento?' },
    ])
  })

  serviceTest('has the actions of imported history', async (rollcall) => {
    await rollcall.given(...history())
    expect(await events(rollcall)).toMatchObject([{ sequence: 1, kind: 'action', record: { action: 'confirm' } }])
  })

  eachEngine('keeps nothing of a change that was rolled back', async (rollcall) => {
    await notify(rollcall)
    await rollcall.post(notifications, { ...submission(item({ external_id: 'A-2' })), dry_run: true })
    await notify(rollcall, { external_id: 'A-3' })
    expect((await events(rollcall)).map(({ sequence }) => sequence)).toEqual([1, 2])
  })

  eachEngine(
    'numbers the events of concurrent writers without a gap, in the order of their effects',
    async (rollcall) => {
      await rollcall.given(entity())
      const keys = Array.from({ length: 40 }, (_, index) => `A-${index}`)
      await Promise.all(
        keys.map(async (external_id) => {
          const { id } = await notify(rollcall, { external_id })
          await rollcall.post(`${notifications}/${id}/answer`, { action: 'confirm' })
        }),
      )
      const log = await events(rollcall)
      expect(log.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1))
      const seen = new Set<string>()
      for (const event of log) {
        if (event.kind === 'action') expect(seen).toContain(event.notification_id)
        else seen.add(event.notification_id!)
      }
    },
  )
})

describe('a client of the log', () => {
  eachEngine('reads page by page, and filters by kind', async (rollcall) => {
    const maria = await contact(rollcall)
    await maria.answer('confirm')
    await maria.answer('cancel')
    const first = await rollcall.get(since(0, '?limit=2'))
    expect(first.headers).toMatchObject({
      'rollcall-sequence': '2',
      link: `<${since(2, '?limit=2')}>; rel="next"`,
    })
    expect(brief((await rollcall.get(since(2, '?limit=2'))).json())).toEqual(['action'])
    const changes = await rollcall.get(since(0, '?kind=notification&kind=reply'))
    expect([brief(changes.json()), changes.headers['rollcall-sequence']]).toEqual([['notification created'], '3'])
    expect((await rollcall.get(since(0, '?kind=gossip'))).json()).toMatchObject({ code: 'invalid-parameter' })
  })

  serviceTest('waits for the next event, also of another kind than an action', async (rollcall) => {
    await notify(rollcall)
    const waiting = rollcall.get(since(1, '?wait=20'))
    await notify(rollcall, { external_id: 'A-2' })
    expect(brief((await waiting).json())).toEqual(['notification created'])
  })

  serviceTest('receives a stream, with the kind and the sequence of each event', async (rollcall) => {
    const { token } = rollcall
    await notify(rollcall)
    const address = await rollcall.listen()
    const response = await fetch(`${address}${since(0)}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    })
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('id: 1')) text += (await reader.read()).value
    await notify(rollcall, { external_id: 'A-2' })
    while (!text.includes('id: 2\nevent: notification\ndata: ')) text += (await reader.read()).value
    await reader.cancel()
  })

  serviceTest('with the scope of the actions sees only actions', async (rollcall) => {
    const maria = await contact(rollcall)
    await maria.answer('confirm')
    const as = async (...scopes: ('actions:read' | 'notifications:read' | 'checkin:read')[]) => {
      const { token } = await rollcall.tokenFor({ scopes })
      return (query = '') => rollcall.get(since(0, query), { authorization: `Bearer ${token}` })
    }
    const actions = await as('actions:read')
    expect(brief((await actions()).json())).toEqual(['action'])
    expect((await actions('?kind=action')).statusCode).toBe(200)
    expect((await actions('?kind=action&kind=reply')).json()).toMatchObject({ code: 'insufficient-scope' })
    expect(brief((await (await as('notifications:read'))()).json())).toEqual(['notification created', 'action'])
    expect((await (await as('checkin:read'))()).json()).toMatchObject({ code: 'insufficient-scope' })
  })

  serviceTest('learns that its position was lost', async (rollcall) => {
    await notify(rollcall)
    expect((await rollcall.get(since(2))).json()).toMatchObject({ status: 409, code: 'feed-reset' })
  })
})
