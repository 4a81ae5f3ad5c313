import { parse } from 'csv-parse/sync'
import { describe, expect } from 'vitest'
import { notifications } from '../../../test/contact.ts'
import { entity, notification } from '../../../test/history.ts'
import { byDate, eachEngine, eachPage, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, notify } from '../../../test/submission.ts'
import { hours, parseInstant } from '../../platform/time/instant.ts'
import type { AuditEntry } from './entry.ts'

const today = '/v1/audit/clinica-lisboa/bydate/2026-03-30/2026-03-30'
const ofContact = '/v1/contacts/clinica-lisboa/P-77/audit'

const operationsOf = (entries: AuditEntry[]) => entries.map(({ operation }) => operation)

/** Makes requests at 600 instants of a minute. */
async function manyEntries(rollcall: Rollcall) {
  await rollcall.given(entity(), notification())
  for (let index = 0; index < 600; index++) {
    rollcall.clock.time += 100_000
    await rollcall.get(`${notifications}/n-1`)
  }
}

describe('the audit by date', () => {
  eachEngine('has the entries of the days in order, in three formats', async (rollcall) => {
    const { clock, get } = rollcall
    await notify(rollcall)
    clock.time = parseInstant('2026-03-30T22:59:59.999999Z')!
    await get(byDate('2026-03-30'))
    clock.time += 1
    await get(byDate('2026-03-31'))
    const { body, headers } = await get(today)
    const entries: AuditEntry[] = JSON.parse(body)
    expect(operationsOf(entries)).toEqual(['submitNotifications', 'listActions'])
    expect(entries.map(({ at }) => at)).toEqual([
      '2026-03-30T08:00:00.000000+00:00',
      '2026-03-30T22:59:59.999999+00:00',
    ])
    expect(headers).toMatchObject({ 'rollcall-time-zone': 'Europe/Lisbon' })
    const lines = (await get(today, { accept: 'application/x-ndjson' })).body.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(entries)
    const rows = parse((await get(today, { accept: 'text/csv' })).body, { columns: true })
    expect(rows).toMatchObject(
      entries.map(({ at, id, operation, outcome }) => ({ at, id, operation, outcome, 'who.kind': 'credential' })),
    )
  })

  eachEngine('has pages, which lose and repeat nothing', async (rollcall) => {
    await manyEntries(rollcall)
    const whole: AuditEntry[] = (await rollcall.get(today)).json()
    expect(whole).toHaveLength(600)
    const pages = await eachPage(rollcall, `${today}?limit=250`)
    expect(pages.map((page) => page.json().length)).toEqual([250, 250, 103])
    const own = (entries: AuditEntry[]) => entries.filter(({ operation }) => operation !== 'listAudit')
    expect(own(pages.flatMap((page) => page.json()))).toEqual(whole)
  })

  serviceTest('has the entry of a reader of the audit', async (rollcall) => {
    await notify(rollcall)
    await rollcall.get(today)
    await rollcall.get(ofContact)
    const entries: AuditEntry[] = (await rollcall.get(today)).json()
    expect(entries).toMatchObject([
      { operation: 'submitNotifications' },
      { operation: 'listAudit', count: 1, notification_ids: [] },
      { operation: 'listAuditOfContact', count: 1, notification_ids: entries[0]!.notification_ids },
    ])
  })

  serviceTest('rejects a cursor of other days, and other scopes', async (rollcall) => {
    const { clock, get, tokenFor } = rollcall
    await notify(rollcall)
    clock.time += hours(24)
    await get(byDate('2026-03-30'))
    const { headers } = await get('/v1/audit/clinica-lisboa/bydate/2026-03-30/2026-03-31?limit=1')
    const after = new URL(/<(.+)>/.exec(String(headers.link))![1]!, 'http://x').searchParams.get('after')
    expect((await get(`${today}?after=${after}`)).json().errors).toEqual([
      { parameter: 'after', reason: 'of-another-list' },
    ])
    const { token } = await tokenFor({ scopes: ['admin', 'privacy', 'notifications:read'] })
    for (const url of [today, ofContact])
      expect((await get(url, { authorization: `Bearer ${token}` })).statusCode).toBe(403)
  })
})

describe('the audit of a contact', () => {
  eachEngine('has the entries of all notifications of the contact, the latest first', async (rollcall) => {
    const { clock, get } = rollcall
    const one = await notify(rollcall)
    const other = await notify(rollcall, { external_id: 'A-2' })
    const foreign = await notify(rollcall, {
      external_id: 'A-3',
      contact: { ...item().contact, external_id: 'P-7' },
    })
    for (const { id } of [one, foreign, other]) {
      clock.time += 1
      await get(`${notifications}/${id}/timeline`)
    }
    const entries: AuditEntry[] = (await get(ofContact)).json()
    expect(operationsOf(entries).slice(0, 2)).toEqual(['getTimeline', 'getTimeline'])
    expect(entries.map(({ notification_ids: [id] = [] }) => id)).toEqual([other.id, one.id, other.id, one.id])
    expect((await get('/v1/contacts/clinica-lisboa/P-78/audit')).json()).toEqual([])
  })

  eachEngine('has pages', async (rollcall) => {
    await manyEntries(rollcall)
    const pages = await eachPage(rollcall, `${ofContact}?limit=250`)
    const entries: AuditEntry[] = pages.flatMap((page) => page.json())
    const shown = entries.filter(({ operation }) => operation === 'getNotification')
    expect(shown.map(({ at }) => at)).toEqual(
      shown
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    )
    expect(shown).toHaveLength(600)
  })

  serviceTest('goes on after a page that has found nothing', async (rollcall) => {
    const { database, given, get } = rollcall
    await given(entity(), notification())
    const others = Array.from({ length: 25_000 }, (_, index) => ({
      entity_id: 'clinica-lisboa',
      at: index,
      entry_id: String(index),
      ...({ who: 'worker', operation: 'webhooks', contacts: 0, outcome: 'accepted' } as const),
      notification_ids: index === 0 ? '["n-1"]' : '[]',
    }))
    for (let from = 0; from < others.length; from += 1_000)
      await database
        .insertInto('audit_entries')
        .values(others.slice(from, from + 1_000))
        .execute()
    const pages = await eachPage({ get }, ofContact)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flatMap((page) => page.json())).toMatchObject([{ id: '0', notification_ids: ['n-1'] }])
  })
})
