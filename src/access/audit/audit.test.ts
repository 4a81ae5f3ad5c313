import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { appRoutes } from '../../../test/app-routes.ts'
import { auditLines, entriesOf, told } from '../../../test/audited.ts'
import { contact, notifications } from '../../../test/contact.ts'
import { beforeOperations, requestEachOperation } from '../../../test/each-operation.ts'
import { action, entity, history, notification } from '../../../test/history.ts'
import { byDate, byToken, byVisit, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { signedIn } from '../../../test/signed-in.ts'
import { item, later, notify, submission } from '../../../test/submission.ts'
import { webhookReceiver } from '../../../test/webhook-receiver.ts'
import { email } from '../../channels/email/email.ts'
import { incoming } from '../../contacts/replies/incoming.ts'
import { thisMachine } from '../../platform/config/networks.ts'
import { parseInstant } from '../../platform/time/instant.ts'

/** The operations of the routes that use the data of contacts. */
const personalOperations = () =>
  new Set(
    appRoutes
      .filter(({ config }) => config?.scope && ['contact', 'contacts'].includes(config.personal ?? ''))
      .map(({ schema }) => schema!.operationId!),
  )

describe('the audit', () => {
  eachEngine('has one entry for each request that uses the data of contacts', async (rollcall) => {
    await rollcall.given(...beforeOperations)
    await requestEachOperation(rollcall, [submission(item({ ...later, external_id: 'A-2' }))])
    await rollcall.audit.flush()
    const lines = auditLines(rollcall)
    const entries = await rollcall.database.selectFrom('audit_entries').selectAll().orderBy('entry_id').execute()
    const ids = entries.map(({ entry_id }) => entry_id)
    expect(lines.map(({ entry, reqId }) => entry ?? reqId).sort()).toEqual(ids.sort())
    const operations = personalOperations()
    expect(operations.size).toBeGreaterThan(30)
    expect(new Set(entries.flatMap((one) => (one.who === 'credential' ? [one.operation] : [])))).toEqual(operations)
  })

  serviceTest('has no name, address or word of a contact', async (rollcall) => {
    await rollcall.given(...beforeOperations)
    await requestEachOperation(rollcall, [submission(item({ ...later, external_id: 'A-2' }))])
    await rollcall.audit.flush()
    const rows = await rollcall.database.selectFrom('audit_entries').selectAll().execute()
    const written = JSON.stringify([rows, auditLines(rollcall)])
    for (const personal of ['Silva', '912345678', 'example.org', 'P-77', 'parking', 'At work', '12345678'])
      expect(written).not.toContain(personal)
  })

  serviceTest('says the same in the log line of the request', async (rollcall) => {
    const { id } = await notify(rollcall)
    await rollcall.get(`${notifications}/${id}`)
    const [entry] = (await entriesOf(rollcall)).slice(-1)
    const [line] = auditLines(rollcall).filter(({ operation }) => operation === 'getNotification')
    expect(line).toMatchObject({
      ...{ reqId: entry!.id, credential: entry!.who.id, entity: 'clinica-lisboa', route: notificationRoute },
      ...{ status: 200, outcome: '200', who: 'credential', who_name: 'test' },
      ...{ operation: 'getNotification', notifications: [id], contacts: 1 },
    })
  })
})

serviceTest('the documents name each operation of the audit', async ({ app }) => {
  await app.ready()
  const page = readFileSync(new URL('../../../docs/using/audit.md', import.meta.url), 'utf8')
  const [, table] = page.split('## What is counted')
  const cells = [...table!.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => cell!)
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, operation]) => operation!))
  expect(named.toSorted()).toEqual([...personalOperations()].toSorted())
})

const notificationRoute = '/v1/notifications/:entity_id/:notification_id'

/** Returns what the latest entry says. */
const latest = async (rollcall: Rollcall) => told((await entriesOf(rollcall)).at(-1)!)

describe('the entry of a request', () => {
  serviceTest(
    'names the notification in the path, of the token, of the reply or of the submission',
    async (rollcall) => {
      const one = await contact(rollcall)
      expect(await latest(rollcall)).toMatchObject({ who: 'contact', operation: 'GET /a/:link', ids: [one.id] })
      await one.answer('confirm')
      const token = (await one.token())!
      const requests: [operation: string, send: () => Promise<{ statusCode: number }>, outcome?: string][] = [
        ['getTimeline', () => rollcall.get(`${notifications}/${one.id}/timeline`)],
        ['checkIn', () => rollcall.get(byToken(token))],
        ['getArrivalStatus', () => rollcall.get(`${byToken(token)}/arrival`)],
        ['markArrival', () => rollcall.post(`${byToken(token)}/arrival`), '201'],
        ['annulArrival', () => rollcall.post(`${byToken(token)}/arrival/annulment`, { reason: 'Another' }), '201'],
        ['submitNotifications', () => rollcall.post(notifications, submission()), '202'],
        ['findNotifications', () => rollcall.get(`${notifications}?external_id=A-1001`)],
        ['listActions', () => rollcall.get(byDate('2026-03-30'))],
        ['listVisits', () => rollcall.get(byVisit('2026-03-30'))],
      ]
      for (const [operation, send, outcome = '200'] of requests) {
        expect((await send()).statusCode, operation).toBe(Number(outcome))
        const { ids, ...entry } = await latest(rollcall)
        expect({ ...entry, ids }).toMatchObject({ who: 'credential', operation, ids: [one.id], outcome })
      }
    },
  )

  serviceTest('counts the records of a longer list', async (rollcall) => {
    const many = Array.from({ length: 101 }, (_, index) => action({ id: `a-${index}` }))
    await rollcall.given(entity(), notification(), ...many)
    await rollcall.get(byDate('2026-03-29'))
    expect(await latest(rollcall)).toMatchObject({ operation: 'listActions', ids: undefined, count: 101 })
    await rollcall.get(byDate('2026-03-29', '2026-03-29', '?limit=100'))
    expect(await latest(rollcall)).toMatchObject({ ids: ['n-1'], count: 100 })
  })

  serviceTest('is the same for a list from the cache, and counts nothing for an unchanged one', async (rollcall) => {
    await rollcall.given(...history())
    const list = byDate('2026-03-29')
    for (let times = 0; times < 3; times++) {
      await rollcall.get(list)
      expect(await latest(rollcall)).toMatchObject({ operation: 'listActions', ids: ['n-1'], count: 1, outcome: '200' })
    }
    await rollcall.get(list, { 'if-none-match': '*' })
    expect(await latest(rollcall)).toMatchObject({ operation: 'listActions', ids: [], count: 0, outcome: '304' })
    await rollcall.get(byDate('2026-03-28'))
    expect(await latest(rollcall)).toMatchObject({ ids: [], count: 0, outcome: '200' })
  })

  serviceTest('says that a request was refused, and about whom, if that is known', async (rollcall) => {
    const { get, post, tokenFor } = rollcall
    const one = await contact(rollcall)
    await one.answer('confirm')
    const token = (await one.token())!
    await post(`${byToken(token)}/arrival`)
    const { token: narrow } = await tokenFor({ scopes: ['checkin:read'] })
    const requests: [code: string, ids: string[], send: () => Promise<unknown>][] = [
      ['409', [one.id], () => post(`${byToken(token)}/arrival`)],
      ['403', [one.id], () => get(`${notifications}/${one.id}`, { authorization: `Bearer ${narrow}` })],
      ['404', [], () => get(`${notifications}/019d3960-6c01-7a53-9c61-0f6d2b8e7a15`)],
      ['404', [], () => get(byToken('ABCDEFGHJKMNPQRSTVWXYZ0123'))],
      ['422', [one.id], () => post(`${notifications}/${one.id}/notes`, {})],
      ['403', [], () => get(`${notifications}/maria.silva`, { authorization: `Bearer ${narrow}` })],
      ['400', [], () => get(byDate('2026-03-31', '2026-03-30'))],
    ]
    for (const [outcome, ids, send] of requests) {
      await send()
      expect(await latest(rollcall)).toMatchObject({ who: 'credential', ids, outcome })
    }
  })

  serviceTest('is only in the log for a request without a valid credential', async (rollcall) => {
    await rollcall.given(entity())
    for (const authorization of ['', 'Bearer rc_unknown']) await rollcall.get(byDate('2026-03-30'), { authorization })
    expect(await entriesOf(rollcall)).toEqual([])
  })

  serviceTest('is neither stored nor in the log for an entity that does not exist', async (rollcall) => {
    const { database, audit, logged, given, get, tokenFor } = rollcall
    await given(entity())
    const { token } = await tokenFor({ entities: ['clinica-lisboa'] })
    for (const headers of [{}, { authorization: `Bearer ${token}` }])
      for (const unknown of ['maria.silva', 'a%20b'])
        expect((await get(byDate('2026-03-30', '2026-03-30', '', unknown), headers)).statusCode).toBeGreaterThan(399)
    await audit.flush()
    expect(await database.selectFrom('audit_entries').selectAll().execute()).toEqual([])
    expect(logged.join('')).not.toContain('maria.silva')
  })

  serviceTest('has no name of a credential that has no access to the entity', async (rollcall) => {
    await rollcall.given(entity(), entity({ id: 'clinica-porto' }))
    const { token } = await rollcall.tokenFor({ name: 'Desk in Porto', entities: ['clinica-porto'] })
    await rollcall.get(byDate('2026-03-30'), { authorization: `Bearer ${token}` })
    const [entry] = await entriesOf(rollcall)
    expect(entry).toMatchObject({ operation: 'listActions', count: 0, outcome: '404' })
    expect(entry!.who).toEqual({ kind: 'credential', id: expect.any(String) })
  })

  serviceTest('names the person who has signed in', async (rollcall) => {
    const { id } = await notify(rollcall)
    const { headers } = await signedIn(rollcall)
    await rollcall.app.inject({ url: `${notifications}/${id}`, headers })
    const entry = (await entriesOf(rollcall)).at(-1)!
    expect(entry.who).toMatchObject({ kind: 'person', name: 'Ana Reis' })
  })
})

describe('the entry of a stream', () => {
  eachEngine('is stored as soon as the stream has sent something, and grows with it', async (rollcall) => {
    const { database, audit, token, given } = rollcall
    await given(...history())
    const origin = await rollcall.listen()
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    const abort = new AbortController()
    const feed = '/v1/metrics/notifications/actions/clinica-lisboa/since/0'
    const stream = await fetch(`${origin}${feed}`, { headers, signal: abort.signal })
    const reader = stream.body!.getReader()
    let text = ''
    const readUntil = async (word: string) => {
      while (!text.includes(word)) text += new TextDecoder().decode((await reader.read()).value)
    }
    const entries = async () => {
      await audit.flush()
      const rows = database.selectFrom('audit_entries').where('operation', '=', 'followActions')
      return rows.select(['notification_ids', 'contacts', 'outcome']).execute()
    }
    await readUntil('n-1')
    expect(await entries()).toEqual([{ notification_ids: '["n-1"]', contacts: 1, outcome: 'open' }])
    const one = await contact(rollcall, { external_id: 'A-2' })
    await one.answer('confirm')
    await readUntil(one.id)
    expect(await entries()).toEqual([{ notification_ids: `["n-1","${one.id}"]`, contacts: 2, outcome: 'open' }])
    abort.abort()
    await expect.poll(async () => (await entries())[0]?.outcome).toBe('200')
    expect(await entries()).toHaveLength(1)
  })
})

describe('the entry of a worker', () => {
  eachEngine(
    'is one for each message, reminder, event and visit, with what became of it',
    async (rollcall) => {
      const receiver = await webhookReceiver()
      await rollcall.given(entity())
      await rollcall.post('/v1/webhooks/clinica-lisboa', { url: receiver.url, kinds: ['notification'] })
      const { id } = await notify(rollcall, { params: { when: '2026-04-30T09:30:00Z', doctor: 'Ana Reis' } })
      await rollcall.deliver()
      await rollcall.pushEvents()
      rollcall.clock.time = parseInstant('2026-04-29T10:00:00Z')!
      await rollcall.remind()
      const ofWorkers = (await entriesOf(rollcall)).filter(({ who }) => who.kind === 'worker').map(told)
      const of = (operation: string, outcome: string) => ({ who: 'worker', operation, ids: [id], count: 1, outcome })
      expect(ofWorkers).toEqual([
        of('the mobile outbox', 'accepted'),
        of('webhooks', 'accepted'),
        of('reminders', 'reminded'),
      ])
      expect(auditLines(rollcall).filter(({ who }) => who === 'worker')).toHaveLength(3)
    },
    { config: { webhookNetworks: thisMachine } },
  )
})

describe('the entry of a provider', () => {
  eachEngine('names its channel, and is one for each receipt, bounce and reply', async (rollcall) => {
    const { id, delivery } = await notify(rollcall)
    await rollcall.deliver()
    const { delivery_id } = await rollcall.database
      .selectFrom('deliveries')
      .select('delivery_id')
      .executeTakeFirstOrThrow()
    const key = { entity_id: 'clinica-lisboa', delivery_id }
    await rollcall.incoming.receiptOf(key, { outcome: 'delivered' })
    await rollcall.incoming.reply({ uid: (await delivery()).uid, text: 'Is there parking?' })
    await incoming(rollcall, email.name).receiptOf({ ...key, delivery_id: 'unknown' }, { outcome: 'delivered' })
    const ofProviders = (await entriesOf(rollcall)).filter(({ who }) => who.kind === 'provider')
    expect(ofProviders.map(({ who }) => who.name)).toEqual(['mobile', 'mobile'])
    expect(ofProviders.map(told)).toMatchObject([
      { operation: 'receipt', ids: [id], outcome: 'delivered' },
      { operation: 'reply', ids: [id], outcome: 'taken' },
    ])
  })
})

serviceTest('an entry is stored within a second, without a further request', async (rollcall) => {
  const { id } = await notify(rollcall)
  await rollcall.get(`${notifications}/${id}`)
  const operations = async () => {
    const rows = await rollcall.database.selectFrom('audit_entries').select('operation').execute()
    return rows.map(({ operation }) => operation)
  }
  await expect.poll(operations).toContain('getNotification')
})
