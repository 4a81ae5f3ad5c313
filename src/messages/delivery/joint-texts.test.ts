import { describe, expect } from 'vitest'
import { setTime } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { messageCentre } from '../../../test/message-centre.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, submission } from '../../../test/submission.ts'
import type { Message, Outcome } from '../../channels/channel.ts'
import { startWorkers } from '../../platform/scheduling/workers.ts'
import { formatInstant, minutes, seconds } from '../../platform/time/instant.ts'
import { deliveryWork } from './worker.ts'

const uid = '+351912345678'
type Item = ReturnType<typeof item>

const child = (name: string, when: string, over: Partial<Item> = {}) =>
  item({
    external_id: `A-${name}`,
    contact: { external_id: `P-${name}`, name, language: 'pt_PT', country: 'PT' },
    params: { when, doctor: 'Ana Reis' },
    ...over,
  })
const ana = child('Ana Silva', '2026-04-09T15:00:00+01:00')
const rui = child('Rui Silva', '2026-04-09T15:30:00+01:00')
const eva = child('Eva Silva', '2026-04-10T15:30:00+01:00')

/** Submits a task of visits. Returns a function that reads their statuses. */
async function submit({ post, get }: Rollcall, ...items: Item[]) {
  const response = await post('/v1/notifications/clinica-lisboa', submission(...items))
  expect(response.statusCode).toBe(202)
  const ids: string[] = response.json().notifications.map(({ id }: { id: string }) => id)
  return () => Promise.all(ids.map(async (id) => (await get(`/v1/notifications/clinica-lisboa/${id}`)).json()))
}

/** A family's telephone behind a real message centre, with the notices of a task. */
async function family(rollcall: Rollcall, ...items: Item[]) {
  await rollcall.given(entity())
  const centre = await messageCentre(rollcall)
  const statuses = await submit(rollcall, ...items)
  const { mobile } = centre
  return {
    ...centre,
    deliver: () => rollcall.deliver({ mobile }),
    /** Returns the provider's id of the text. */
    async messageId() {
      const rows = await rollcall.database
        .selectFrom('deliveries')
        .select('provider_id')
        .where('channel', '=', 'mobile')
        .execute()
      return rows[0]!.provider_id
    },
    states: async () => (await statuses()).map(({ state }) => state),
    deliveries: async () => (await statuses()).map(({ deliveries }) => deliveries[0]),
    /** Opens the pages of the links in the texts. Returns the names on them. */
    async linked() {
      const links = centre.texts().flatMap((text) => text.match(/\/a\/\S+/g) ?? [])
      const pages = await Promise.all(links.map((url) => rollcall.app.inject({ url })))
      return pages.map(({ body }) => /Ana|Rui|Eva/.exec(body)?.[0])
    },
  }
}

/** A channel that calls `behave` for each message, and records the messages. */
function channel(behave: (message: Message) => Outcome | Promise<Outcome> = () => ({ outcome: 'accepted' })) {
  const taken: Message[] = []
  return {
    taken,
    async send(message: Message) {
      taken.push(message)
      return behave(message)
    },
    close() {},
  }
}

describe('the notices of a task to one telephone', () => {
  eachEngine('are one text for the visits of one day, with a link to each', async (rollcall) => {
    const { texts, deliver, linked, deliveries } = await family(rollcall, ana, eva, rui)
    await deliver()
    const [joint, other] = texts().toSorted((one, two) => two.length - one.length)
    expect(texts()).toHaveLength(2)
    expect(joint).toMatch(
      /^Clinica Lisboa: Ana, consulta qui 9 abr 15:00\. .*: https:\S+\nRui, consulta qui 9 abr 15:30\. .*: https:\S+(\nSTOP.*)?$/,
    )
    expect(other).toMatch(/^Clinica Lisboa: Eva, consulta sex 10 abr 15:30\. /)
    expect((await linked()).toSorted()).toEqual(['Ana', 'Eva', 'Rui'])
    expect((await deliveries()).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array(3).fill('sent 1'))
  })

  serviceTest('are one text though the worker leases one at a time', async (rollcall) => {
    const { texts, mobile, deliveries } = await family(rollcall, ana, eva, rui)
    const worker = startWorkers(rollcall.log, deliveryWork(rollcall.sending({ mobile }), 1))
    await expect.poll(async () => (await deliveries()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    await worker.stop()
    expect(texts()).toHaveLength(2)
  })

  eachEngine('are one text though several processes send', async (rollcall) => {
    const { texts, mobile, deliveries } = await family(rollcall, ana, rui)
    await Promise.all(Array.from({ length: 4 }, () => rollcall.deliver({ mobile })))
    expect((await deliveries()).map(({ state }) => state)).toEqual(['sent', 'sent'])
    expect(texts()).toHaveLength(1)
  })

  serviceTest('are two texts if they come from two tasks, or go to two telephones', async (rollcall) => {
    const { texts, deliver } = await family(rollcall, ana)
    await submit(rollcall, rui)
    await submit(
      rollcall,
      child('Zoe', '2026-04-09T15:45:00+01:00', { addresses: [{ channel: 'mobile', uid: '912345679' }] }),
    )
    await deliver()
    expect(texts()).toHaveLength(3)
  })

  serviceTest('are separate texts if one text has more than six segments', async (rollcall) => {
    const names = ['Ana', 'Rui', 'Eva', 'Zoe']
    const arabic = names.map((name, hour) =>
      child(name, `2026-04-09T1${hour}:00:00+01:00`, {
        contact: { external_id: name, name, language: 'ar_SA', country: 'PT' },
      }),
    )
    const { texts, deliver, deliveries } = await family(rollcall, ...arabic)
    await deliver()
    expect(texts()).toHaveLength(4)
    expect((await deliveries()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1])
  })

  serviceTest('are separate texts if one text has more segments than they have together', async (rollcall) => {
    // A name that needs the larger alphabet doubles the other parts.
    const visits = ['Έλενα', 'Ana', 'Rui'].map((name, hour) => child(name, `2026-04-09T1${hour}:00:00+01:00`))
    const { texts, deliver } = await family(rollcall, ...visits)
    await deliver()
    expect(texts()).toHaveLength(3)
  })

  serviceTest('are separate mails', async (rollcall) => {
    await rollcall.given(entity())
    await submit(rollcall, ...[ana, rui].map((one) => ({ ...one, addresses: [mail] })))
    await rollcall.deliver()
    expect(rollcall.outbox('.eml')).toHaveLength(2)
  })

  serviceTest('are separate texts to a number of more than nine visits', async (rollcall) => {
    const visits = Array.from({ length: 12 }, (_, index) => child(`Ana ${index}`, '2026-04-09T15:00:00+01:00'))
    const { texts, deliver } = await family(rollcall, ...visits)
    while ((await deliver()) > 0);
    expect(texts()).toHaveLength(12)
  })

  serviceTest('leave out a visit that was answered before', async (rollcall) => {
    const { texts, deliver, deliveries } = await family(rollcall, ana, rui, { ...eva, params: rui.params })
    const [, , third] = await rollcall.database
      .selectFrom('notifications')
      .select('notification_id')
      .orderBy('notification_id')
      .execute()
    const at = `/v1/notifications/clinica-lisboa/${third!.notification_id}`
    expect((await rollcall.post(`${at}/answer`, { action: 'confirm' })).statusCode).toBe(200)
    await deliver()
    expect(texts()).toHaveLength(1)
    expect(texts()[0]).toMatch(/Ana.*\nRui/)
    expect((await deliveries()).map(({ state }) => state)).toEqual(['sent', 'sent', 'stopped'])
  })

  serviceTest('use the templates of the entity, each in its own line', async (rollcall) => {
    await rollcall.given(entity())
    const template = '/v1/templates/clinica-lisboa/medical/appointment/pt/mobile/notice'
    const { statusCode } = await rollcall.put(template, { text: '{clinic}: {contact} {day} {time} {link} {stop}' })
    expect(statusCode).toBe(200)
    const { texts, deliver } = await family(rollcall, ana, rui)
    await deliver()
    expect(texts()).toEqual([
      expect.stringMatching(/^Clinica Lisboa: Ana qui 9 abr 15:00 \S+\nRui qui 9 abr 15:30 \S+\nSTOP/),
    ])
  })

  serviceTest('are shown to staff without replies, as they were sent', async (rollcall) => {
    const { texts, deliver } = await family(rollcall, ana, rui)
    await deliver()
    const [first] = await rollcall.database
      .selectFrom('notifications')
      .select('notification_id')
      .orderBy('notification_id')
      .execute()
    const shown = (await rollcall.get(`/v1/notifications/clinica-lisboa/${first!.notification_id}/messages`)).json()
    const [part] = texts()[0]!.split('https:')
    expect(shown).toMatchObject([{ text: expect.stringMatching(`^${RegExp.escape(part!)}http\\S+$`) }])
  })
})

describe('a joint text', () => {
  serviceTest('is answered by number, after a question', async (rollcall) => {
    const { reply, deliver, states, texts } = await family(rollcall, ana, rui)
    await deliver()
    await reply('1')
    await reply('sim')
    expect(await states()).toEqual(['open', 'open'])
    await deliver()
    expect(texts()[1]).toMatch(/^SIM para qual\? 1 = Ana, .* 15:00; 2 = Rui, .* 15:30\./)
    await reply('2')
    expect(await states()).toEqual(['open', 'confirmed'])
  })

  eachEngine('has one receipt for all its visits', async (rollcall) => {
    const { deliver, receipt, messageId, deliveries } = await family(rollcall, ana, rui)
    await deliver()
    await receipt(`id:${await messageId()} stat:DELIVRD`)
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  serviceTest('that did not arrive fails for all its visits, which use their next addresses', async (rollcall) => {
    await rollcall.given(entity())
    expect(
      (await rollcall.put('/v1/entities/clinica-lisboa/settings', { fallback: { after: 'PT4H' } })).statusCode,
    ).toBe(200)
    const both = [ana, rui].map((one) => ({ ...one, addresses: [...one.addresses, mail] }))
    const { deliver, receipt, messageId, deliveries } = await family(rollcall, ...both)
    await deliver()
    await receipt(`id:${await messageId()} stat:UNDELIV err:001`)
    expect((await deliveries()).map(({ state }) => state)).toEqual(['failed', 'failed'])
    await deliver()
    expect(rollcall.outbox('.eml')).toHaveLength(2)
    const events = (await rollcall.get('/v1/events/clinica-lisboa/since/0')).json()
    expect(
      events.filter(
        ({ kind, change }: { kind: string; change?: string }) => kind === 'delivery' && change === 'failed',
      ),
    ).toHaveLength(2)
  })

  serviceTest('stays one text, of the same name, while the provider fails', async (rollcall) => {
    await rollcall.given(entity())
    const statuses = await submit(rollcall, ana, rui)
    let failures = 3
    const mobile = channel(() => {
      if (failures-- > 0) throw new Error('500')
      return { outcome: 'accepted' }
    })
    for (let attempt = 0; attempt < 4; attempt++) {
      await rollcall.deliver({ mobile })
      rollcall.clock.time += minutes(1)
    }
    expect(mobile.taken).toHaveLength(4)
    expect(new Set(mobile.taken.map(({ id }) => id)).size).toBe(1)
    expect((await statuses()).map(({ deliveries }) => deliveries[0].state)).toEqual(['sent', 'sent'])
  })

  eachEngine('is sent again once, of the same name, after a kill before its outcome was recorded', async (rollcall) => {
    await rollcall.given(entity())
    const statuses = await submit(rollcall, ana, rui)
    const late = Promise.withResolvers<Outcome>()
    const killed = channel(() => late.promise)
    const attempt = rollcall.deliver({ mobile: killed })
    await expect.poll(() => killed.taken.length).toBe(1)
    const mobile = channel()
    expect(await rollcall.deliver({ mobile })).toBe(0)
    rollcall.clock.time += minutes(2) + seconds(1)
    await rollcall.deliver({ mobile })
    await rollcall.deliver({ mobile })
    expect(mobile.taken).toMatchObject([{ id: killed.taken[0]!.id, text: killed.taken[0]!.text }])
    expect((await statuses()).map(({ deliveries }) => deliveries[0].state)).toEqual(['sent', 'sent'])
    late.resolve({ outcome: 'accepted' })
    await attempt
  })

  serviceTest('is settled for all its visits by a receipt after an unclear outcome', async (rollcall) => {
    await rollcall.given(entity())
    const statuses = await submit(rollcall, ana, rui)
    const mobile = channel(() => ({ outcome: 'unclear', reason: 'no response' }))
    await rollcall.deliver({ mobile })
    const [{ id, entityId }] = mobile.taken as [Message]
    await rollcall.incoming.receiptOf({ entity_id: entityId, delivery_id: id }, { outcome: 'sent' })
    rollcall.clock.time += minutes(10)
    expect(await rollcall.deliver({ mobile })).toBe(0)
    expect((await statuses()).map(({ deliveries }) => deliveries[0].state)).toEqual(['sent', 'sent'])
  })

  serviceTest('counts once towards the limits of the entity', async (rollcall) => {
    await rollcall.given(entity())
    expect(
      (
        await rollcall.put('/v1/entities/clinica-lisboa/settings', {
          limits: [{ channel: 'mobile', per_second: 1, per_day: 2 }],
        })
      ).statusCode,
    ).toBe(200)
    await submit(rollcall, eva)
    const statuses = await submit(rollcall, ana, rui)
    const mobile = channel()
    for (let second = 0; second < 3; second++) {
      await rollcall.deliver({ mobile })
      rollcall.clock.time += seconds(1)
    }
    expect(mobile.taken).toHaveLength(2)
    expect((await statuses()).map(({ deliveries }) => deliveries[0].state)).toEqual(['sent', 'sent'])
  })

  serviceTest('waits as a whole while the provider is busy', async (rollcall) => {
    await rollcall.given(entity())
    await submit(rollcall, ana, rui)
    let refusals = 1
    const mobile = channel(() =>
      refusals-- > 0 ? { outcome: 'later', reason: 'busy', afterMs: 90_000 } : { outcome: 'accepted' },
    )
    await rollcall.deliver({ mobile })
    rollcall.clock.time += seconds(90)
    await rollcall.deliver({ mobile })
    expect(mobile.taken).toHaveLength(2)
    expect(mobile.taken[0]).toEqual(mobile.taken[1])
  })

  serviceTest('is not sent to an address that has opted out', async (rollcall) => {
    await rollcall.given(entity())
    const statuses = await submit(rollcall, ana, rui)
    expect(
      (await rollcall.put('/v1/opt-outs/clinica-lisboa', { channel: 'mobile', uid, opted_out: true })).statusCode,
    ).toBe(200)
    const mobile = channel()
    await rollcall.deliver({ mobile })
    expect(mobile.taken).toEqual([])
    expect((await statuses()).map(({ deliveries }) => deliveries[0].state)).toEqual(['stopped', 'stopped'])
  })
})

describe('the reminders to one telephone', () => {
  const step = { before: 'PT3H', states: ['open', 'confirmed', 'rescheduling'], channels: ['mobile'] }
  const on = (one: Item, time: string) => ({ ...one, params: { ...one.params, when: `2026-04-09T${time}:00+01:00` } })

  /** Visits whose notices were sent. Passes the time, five minutes at a time, and returns when each text was sent. */
  async function reminded(rollcall: Rollcall, ...items: Item[]) {
    await rollcall.given(entity())
    const sequences = [{ category: 'medical', target: 'appointment', steps: [step] }]
    expect((await rollcall.put('/v1/entities/clinica-lisboa/reminders', { sequences })).statusCode).toBe(200)
    for (const one of items) await submit(rollcall, one)
    await rollcall.deliver({ mobile: channel() })
    while ((await rollcall.remind()) > 0);
    return async (between = async () => {}) => {
      setTime(rollcall, '2026-04-09T11:00:00Z')
      await between()
      const texts: string[] = []
      for (let passed = 0; passed < 10; passed++, rollcall.clock.time += minutes(5)) {
        const mobile = channel()
        while ((await rollcall.remind()) > 0);
        await rollcall.deliver({ mobile })
        const time = formatInstant(rollcall.clock.time).slice(11, 16)
        texts.push(...mobile.taken.map(({ text }) => `${time} ${text.match(/Ana|Rui|Eva/g)!.join(' ')}`))
      }
      return texts
    }
  }

  serviceTest('are one text if they fall due within ten minutes', async (rollcall) => {
    const pass = await reminded(rollcall, on(ana, '15:00'), on(rui, '15:05'), on(eva, '15:15'))
    expect(await pass()).toEqual(['11:00 Ana Rui', '11:15 Eva'])
  })

  serviceTest('are one text after the service was off', async (rollcall) => {
    const pass = await reminded(rollcall, on(ana, '15:00'), on(rui, '15:15'))
    expect(await pass(async () => setTime(rollcall, '2026-04-09T11:40:00Z'))).toEqual(['11:40 Ana Rui'])
  })

  serviceTest('are one text for visits with and without an answer', async (rollcall) => {
    const pass = await reminded(rollcall, on(ana, '15:00'), on(rui, '15:10'))
    const [first] = await rollcall.database
      .selectFrom('notifications')
      .select('notification_id')
      .orderBy('notification_id')
      .execute()
    const answer = `/v1/notifications/clinica-lisboa/${first!.notification_id}/answer`
    expect((await rollcall.post(answer, { action: 'confirm' })).statusCode).toBe(200)
    await rollcall.remind()
    await rollcall.deliver()
    expect(await pass()).toEqual(['11:00 Ana Rui'])
  })

  serviceTest('are separate for visits of other days and to other telephones', async (rollcall) => {
    const other = { ...on(eva, '15:05'), addresses: [{ channel: 'mobile' as const, uid: '912345679' }] }
    const next = child('Eva Silva', '2026-04-10T00:05:00+01:00', { external_id: 'next' })
    const last = child('Rui Silva', '2026-04-09T23:58:00+01:00', { external_id: 'last' })
    const pass = await reminded(rollcall, on(ana, '15:00'), other, next, last)
    expect(await pass()).toEqual(['11:00 Ana', '11:05 Eva'])
    // The reminder of the next day goes out before the quiet hours.
    expect(await pass(async () => setTime(rollcall, '2026-04-09T19:58:00Z'))).toEqual(['19:58 Eva', '19:58 Rui'])
  })
})
