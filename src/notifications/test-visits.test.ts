import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished } from 'vitest'
import { contact, notifications, recordedActions } from '../../test/contact.ts'
import { csvFile, line, submitCsv } from '../../test/csv-file.ts'
import { entity } from '../../test/history.ts'
import { mailServer } from '../../test/mail-server.ts'
import { messageCentre } from '../../test/message-centre.ts'
import { byDate, byToken, byVisit, eachEngine, type Rollcall, serviceTest } from '../../test/rollcall.ts'
import { item, mail, moved, notify, submission } from '../../test/submission.ts'
import { gatewaySender } from '../channels/mobile/gateway/sender.ts'
import { languages } from '../platform/languages/languages.ts'
import { wordsOf } from '../platform/languages/words.ts'
import { hours } from '../platform/time/instant.ts'

const bothAddresses = [{ channel: 'mobile' as const, uid: '912 345 678' }, mail]
const events = '/v1/events/clinica-lisboa/since/0'

/** A client with a test token for all scopes. */
async function tester(rollcall: Rollcall) {
  if (!(await rollcall.database.selectFrom('entities').select('entity_id').executeTakeFirst()))
    await rollcall.given(entity())
  const { token } = await rollcall.tokenFor({ name: 'integrator', test: true })
  const bearer = { authorization: `Bearer ${token}` }
  const post = (url: string, body?: object) => rollcall.post(url, body, bearer)
  const submit = async (over: Parameters<typeof item>[0] = {}) => {
    const response = await post(notifications, submission(item({ addresses: bothAddresses, ...over })))
    return response.json().notifications[0] as { id: string; outcome: string }
  }
  const status = async (id: string) => (await rollcall.get(`${notifications}/${id}`)).json()
  const linkOf = async (id: string) => {
    const messages = (await rollcall.get(`${notifications}/${id}/messages`, bearer)).json()
    return new URL(/https?:[^\s"<]*\/a\/[\w.-]+/.exec(JSON.stringify(messages))![0]).pathname
  }
  return { token, bearer, post, submit, status, linkOf, get: (url: string) => rollcall.get(url, bearer) }
}

/** Starts a real server for each channel. Returns the messages that the servers receive. */
async function servers(rollcall: Rollcall) {
  const { mobile, texts } = await messageCentre(rollcall)
  const { email, received } = await mailServer()
  return { senders: { mobile, email }, texts, received }
}

describe('a test visit', () => {
  serviceTest('has its messages composed and recorded, and no server gets them', async (rollcall) => {
    const { senders, texts, received } = await servers(rollcall)
    const { submit, status, linkOf, post, get } = await tester(rollcall)
    const { id } = await submit()
    await rollcall.deliver(senders)
    expect(await status(id)).toMatchObject({
      test: true,
      deliveries: [
        { state: 'sent', reason: 'test' },
        { state: 'sent', reason: 'test' },
      ],
    })
    const link = await linkOf(id)
    const page = await rollcall.app.inject(link)
    const nonce = /name="nonce" value="([^"]+)"/.exec(page.body)![1]!
    expect((await rollcall.postForm(link, { answer: 'confirm', nonce })).statusCode).toBe(303)
    await rollcall.deliver(senders)
    await post(`${notifications}/${id}/reminder`, { now: true })
    rollcall.clock.time += 1
    await rollcall.deliver(senders)
    const again = await submit(moved)
    expect(again.outcome).toBe('moved')
    await rollcall.deliver(senders)
    await post(`${notifications}/${again.id}/cancellation`)
    await rollcall.deliver(senders)
    expect(texts()).toEqual([])
    expect(received).toEqual([])
    const marks = await rollcall.database.selectFrom('deliveries').select(['test', 'state', 'kind']).execute()
    expect(marks.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['notice', 'confirmation', 'moved', 'withdrawn']),
    )
    for (const { test, state } of marks) expect([test, state]).toEqual([1, state === 'stopped' ? 'stopped' : 'sent'])
    const logged = (await get(events)).json()
    expect(logged.length).toBeGreaterThan(3)
    for (const event of logged) expect(event).toMatchObject({ test: true })
    expect(await recordedActions(rollcall, id)).toMatchObject([{ action: 'confirm' }])
    expect(Object.keys((await get(byDate('2026-03-30'))).json()[0])).not.toContain('test')
  })

  serviceTest(
    'has a page that says so in each language, and is like that of a real visit otherwise',
    async (rollcall) => {
      const { submit, linkOf } = await tester(rollcall)
      const { id } = await submit()
      await rollcall.deliver()
      const link = await linkOf(id)
      const real = await contact(rollcall)
      // The links, and the nonces, which depend on them.
      const withoutSecrets = (body: string) => body.replaceAll(/[\w-]{20,}(?=[/?"])/g, '')
      for (const language of languages) {
        const banner = `\n<p class="state">${wordsOf('answer-page', language).test}</p>`
        const [page, realPage] = [link, real.url].map((url) => rollcall.app.inject(`${url}?lang=${language}`))
        const body = (await page!).body
        expect(body).toContain(`</header>${banner}\n<main`)
        expect(withoutSecrets(body.replace(banner, ''))).toBe(withoutSecrets((await realPage!).body))
      }
    },
  )

  serviceTest('does not reach a gateway over HTTP, which gets the message of a real visit', async (rollcall) => {
    const posted: string[] = []
    const server = createServer((request, response) => {
      posted.push(String(request.headers['idempotency-key']))
      response.writeHead(202).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const gateway = { url, from: undefined, headers: {}, statusUrl: () => url, replyUrl: () => url }
    const { submit } = await tester(rollcall)
    await submit()
    await rollcall.deliver({ mobile: gatewaySender(gateway) })
    expect(posted).toEqual([])
    await notify(rollcall)
    await rollcall.deliver({ mobile: gatewaySender(gateway) })
    expect(posted).toHaveLength(1)
  })

  eachEngine('and a real visit of the same key are two visits', async (rollcall) => {
    const { senders, texts } = await servers(rollcall)
    const { submit, status } = await tester(rollcall)
    const real = await notify(rollcall)
    const test = await submit({ ...moved, contact: { ...item().contact, external_id: 'P-78' } })
    expect(test.outcome).toBe('created')
    expect((await submit(moved)).outcome).toBe('created')
    await notify(rollcall)
    await rollcall.deliver(senders)
    expect(texts()).toHaveLength(1)
    expect(await status(real.id)).toMatchObject({ state: 'open', deliveries: [{ state: 'sent' }] })
    expect((await status(real.id)).test).toBeUndefined()
    const [again] = (await rollcall.post(notifications, submission())).json().notifications
    expect(again).toMatchObject({ id: real.id, outcome: 'unchanged' })
  })

  serviceTest('is reminded as a test', async (rollcall) => {
    const { senders, texts } = await servers(rollcall)
    const { submit, status } = await tester(rollcall)
    const { id } = await submit({ params: { ...item().params, when: '2026-04-02T12:00:00+01:00' } })
    await rollcall.deliver(senders)
    rollcall.clock.time += hours(28)
    await rollcall.remind()
    await rollcall.deliver(senders)
    const { deliveries } = await status(id)
    expect(deliveries.filter(({ kind }: { kind: string }) => kind === 'reminder')).toMatchObject([
      { state: 'sent', reason: 'test' },
      { state: 'sent', reason: 'test' },
    ])
    expect(texts()).toEqual([])
    const reminders = (await rollcall.get(events)).json().filter(({ kind }: { kind: string }) => kind === 'reminder')
    expect(reminders).toMatchObject([{ test: true }, { test: true }])
  })

  serviceTest('gets no reply: a text is for the real visits of its telephone', async (rollcall) => {
    const { senders } = await servers(rollcall)
    const { submit, status } = await tester(rollcall)
    const test = await submit()
    await rollcall.deliver(senders)
    await rollcall.incoming.reply({ uid: '+351912345678', text: 'SIM' })
    expect((await status(test.id)).state).toBe('open')
    const real = await notify(rollcall)
    await rollcall.deliver(senders)
    await rollcall.incoming.reply({ uid: '+351912345678', text: 'SIM' })
    expect([(await status(test.id)).state, (await real.status()).state]).toEqual(['open', 'confirmed'])
  })

  serviceTest('may come from a CSV file, which submits no real one', async (rollcall) => {
    const { token, get } = await tester(rollcall)
    const file = csvFile(line(), line({ Id: 'A-3' }))
    const imported = await submitCsv({ app: rollcall.app, token }, file)
    expect(imported.json()).toMatchObject({ outcomes: { created: 2 } })
    expect((await submitCsv(rollcall, file)).json()).toMatchObject({ outcomes: { created: 2 } })
    expect((await submitCsv({ app: rollcall.app, token }, file)).json()).toMatchObject({ outcomes: { unchanged: 2 } })
    const counted = async (query: string) =>
      (await get(`${notifications}/byvisit/2026-03-31/2026-03-31/count${query}`)).json().count
    expect([await counted('?test=true'), await counted('?test=false')]).toEqual([2, 2])
  })

  serviceTest('neither stops the messages to its address nor begins them again', async (rollcall) => {
    const { senders } = await servers(rollcall)
    const { submit, linkOf } = await tester(rollcall)
    const { id } = await submit()
    await rollcall.deliver(senders)
    const link = await linkOf(id)
    const nonce = /name="nonce" value="([^"]+)"/.exec((await rollcall.app.inject(link)).body)![1]!
    await rollcall.postForm(link, { answer: 'not-me', nonce })
    await rollcall.postForm(`${link}/opt-out`, { 'List-Unsubscribe': 'One-Click' })
    expect(await rollcall.database.selectFrom('opt_outs').selectAll().execute()).toEqual([])
  })

  eachEngine('does not count in figures, and lists mark it', async (rollcall) => {
    const { senders } = await servers(rollcall)
    const { submit } = await tester(rollcall)
    const test = await submit({ external_id: 'T-1' })
    const real = await notify(rollcall)
    await rollcall.deliver(senders)
    for (const { id } of [test, real]) {
      const path = `${notifications}/${id}/answer`
      expect((await rollcall.post(path, { action: 'confirm' })).statusCode).toBe(200)
    }
    const day = '2026-03-30'
    expect((await rollcall.get(`${notifications}/byvisit/${day}/${day}/outcomes`)).json()).toMatchObject({
      notified: 1,
      confirmed: 1,
      over: { visits: 0 },
      to_come: { visits: 1 },
    })
    const summary = `/v1/metrics/notifications/actions/clinica-lisboa/summary/${day}/${day}`
    expect((await rollcall.get(summary)).json().days).toMatchObject([{ action: 'confirm', count: 1 }])
    const listed = async (query: string) =>
      (await rollcall.get(byVisit(day, day, query))).json().map((one: { test?: true }) => one.test)
    expect((await listed('')).toSorted()).toEqual([true, undefined])
    expect([await listed('?test=true'), await listed('?test=false')]).toEqual([[true], [undefined]])
    const tasks = (await rollcall.get(`/v1/tasks/clinica-lisboa/bydate/${day}/${day}`)).json()
    expect(tasks.map((one: { test?: true }) => one.test).toSorted()).toEqual([true, undefined])
  })
})

describe('a test token', () => {
  serviceTest('begins with rc_test_, and says that it is one', async (rollcall) => {
    const { token, get } = await tester(rollcall)
    expect(token).toMatch(/^rc_test_[0-9A-Za-z]{36}$/)
    expect((await get('/v1/access-token')).json()).toMatchObject({ name: 'integrator', test: true })
    expect((await rollcall.get('/v1/access-token')).json().test).toBeUndefined()
  })

  serviceTest('reads real visits, and changes none of them', async (rollcall) => {
    const { post, get } = await tester(rollcall)
    const real = await notify(rollcall)
    await rollcall.deliver()
    await rollcall.post(`${notifications}/${real.id}/answer`, { action: 'confirm' })
    expect((await get(`${notifications}/${real.id}`)).statusCode).toBe(200)
    const before = await real.status()
    for (const [path, body] of [
      ['cancellation', undefined],
      ['answer', { action: 'cancel' }],
      ['reminder', { now: true }],
      ['arrival', undefined],
      ['arrival', { force: true, reason: 'test' }],
      ['arrival/annulment', { reason: 'test' }],
    ] as const) {
      const refused = await post(`${notifications}/${real.id}/${path}`, body)
      expect([path, refused.json()]).toMatchObject([path, { status: 403, code: 'test-token' }])
    }
    expect(await real.status()).toEqual(before)
  })

  serviceTest('does not mark the arrival of a real visit by its QR code', async (rollcall) => {
    const { post } = await tester(rollcall)
    const real = await notify(rollcall, { addresses: [mail] })
    await rollcall.deliver()
    await rollcall.post(`${notifications}/${real.id}/answer`, { action: 'confirm' })
    await rollcall.deliver()
    const code = /[0-9A-HJKMNP-TV-Z]{26}/.exec(rollcall.outbox('.eml').join())![0]
    expect((await post(`${byToken(code)}/arrival`)).json()).toMatchObject({ status: 403, code: 'test-token' })
    expect((await rollcall.post(`${byToken(code)}/arrival`)).statusCode).toBe(201)
  })

  serviceTest('changes nothing that real contacts get', async (rollcall) => {
    const { bearer, post } = await tester(rollcall)
    const put = (path: string, body: object) => rollcall.put(path, body, bearer)
    const template = '/v1/templates/clinica-lisboa/medical/appointment/pt/mobile/notice'
    for (const refused of [
      await put('/v1/entities/clinica-lisboa/quiet-hours', { hours: [] }),
      await put('/v1/entities/clinica-lisboa/reminders', { sequences: [] }),
      await put('/v1/entities/clinica-lisboa/settings', {}),
      await put('/v1/opt-outs/clinica-lisboa', { channel: 'mobile', uid: '+351912345678', opted_out: true }),
      await put(template, { text: 'x' }),
      await post(`${template}/test`, { uid: '+351912345678' }),
    ])
      expect(refused.json()).toMatchObject({ status: 403, code: 'test-token' })
  })
})
