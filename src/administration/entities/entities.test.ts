import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { csvFile, line, submitCsv } from '../../../test/csv-file.ts'
import { entity } from '../../../test/history.ts'
import { byVisit, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, later, submission } from '../../../test/submission.ts'
import { tooLate } from '../../messages/delivery/held.ts'
import { qrCodePng } from '../../platform/codes/qr-code.ts'
import { hours } from '../../platform/time/instant.ts'
import { exampleMapping } from '../../systems/sources/csv/mapping.ts'

const path = '/v1/entities/clinica-lisboa'
const lisbon = { id: 'clinica-lisboa', name: 'Clínica Lisboa', time_zone: 'Europe/Lisbon', language: 'pt-PT' }

/** Changes the entity with the entity tag of its present version. */
async function change({ get, patch }: Rollcall, changes: object) {
  const { etag } = (await get(path)).headers
  return patch(path, changes, { 'if-match': String(etag) })
}

const retire = async ({ get, remove }: Rollcall) => remove(path, { 'if-match': String((await get(path)).headers.etag) })

describe('an administrator', () => {
  eachEngine('adds an entity, which then takes notifications', async ({ post, get }) => {
    const created = await post('/v1/entities', { ...lisbon, phone: '+351 213 000 000' })
    expect(created.statusCode).toBe(201)
    expect(created.json()).toEqual({
      ...lisbon,
      phone: '+351 213 000 000',
      names: 'first',
      arrive_early: 120,
      arrive_late: 60,
      opening_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    })
    expect((await get(path)).json()).toEqual(created.json())
    expect((await get(path)).headers.etag).toBe(created.headers.etag)
    expect((await post(notifications, submission())).statusCode).toBe(202)
    const again = await post('/v1/entities', lisbon)
    expect([again.statusCode, again.json().code]).toEqual([409, 'entity-exists'])
    const { language: _, ...without } = lisbon
    expect((await post('/v1/entities', { ...without, id: 'b' })).json().language).toBe('en')
  })

  serviceTest('learns each fault of a new entity', async ({ post }) => {
    const bad = { id: 'a b', name: '', time_zone: 'Mars', language: 'tlh', phone: 'none', retired_at: 'now' }
    const { errors } = (await post('/v1/entities', bad)).json()
    expect(errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      ...['', '/id', '/language', '/name', '/phone', '/time_zone'],
    ])
  })

  serviceTest('needs access to all entities to add one', async (rollcall) => {
    await rollcall.given(entity())
    const { token } = await rollcall.tokenFor({ scopes: ['admin'], entities: ['clinica-lisboa'] })
    const refused = await rollcall.post('/v1/entities', { ...lisbon, id: 'b' }, { authorization: `Bearer ${token}` })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'all-entities-required'])
  })

  eachEngine('changes some properties, and removes others', async (rollcall) => {
    await rollcall.given(entity())
    const changed = await change(rollcall, { phone: '213 000 000', address: 'Rua do Ouro 12', names: 'initials' })
    expect(changed.json()).toMatchObject({ phone: '213 000 000', address: 'Rua do Ouro 12', names: 'initials' })
    const { phone, ...rest } = (await change(rollcall, { name: 'Chiado', phone: null })).json()
    expect(phone).toBeUndefined()
    expect(rest).toMatchObject({ name: 'Chiado', address: 'Rua do Ouro 12' })
    expect((await change(rollcall, { name: null })).statusCode).toBe(422)
    expect((await change(rollcall, { id: 'other' })).statusCode).toBe(422)
  })

  serviceTest('does not overwrite the change of another administrator', async (rollcall) => {
    const { given, get, patch, remove } = rollcall
    await given(entity())
    const { etag } = (await get(path)).headers
    const read = { 'if-match': String(etag) }
    expect((await patch(path, { name: 'A' }, read)).statusCode).toBe(200)
    for (const late of [await patch(path, { phone: '213 000 000' }, read), await remove(path, read)])
      expect([late.statusCode, late.json().code]).toEqual([412, 'changed-meanwhile'])
    for (const blind of [await patch(path, { name: 'B' }), await remove(path)])
      expect([blind.statusCode, blind.json().code]).toEqual([428, 'precondition-required'])
    expect((await get(path)).json()).toMatchObject({ name: 'A' })
    // A proxy has compressed the response.
    const weak = `W/${(await get(path)).headers.etag}`
    expect((await patch(path, { name: 'C' }, { 'if-match': `"x", ${weak}` })).statusCode).toBe(200)
  })

  serviceTest('does not overwrite settings that another administrator has changed', async (rollcall) => {
    const { given, get, put } = rollcall
    await given(entity())
    for (const [name, value] of [
      ['settings', { no_show_message: true }],
      ['quiet-hours', { hours: [], holidays: [] }],
      ['reminders', { sequences: [{ category: 'medical', target: 'appointment', steps: [] }] }],
    ] as const) {
      const read = { 'if-match': String((await get(`${path}/${name}`)).headers.etag) }
      const changed = await put(`${path}/${name}`, value, read)
      expect([name, changed.statusCode]).toEqual([name, 200])
      expect((await get(`${path}/${name}`)).headers.etag).toBe(changed.headers.etag)
      expect((await put(`${path}/${name}`, value, read)).json().code).toBe('changed-meanwhile')
      expect((await put(`${path}/${name}`, value)).statusCode).toBe(200)
    }
  })

  eachEngine('reads who changed what, and when', async (rollcall) => {
    const { given, get, put, tokenFor, clock } = rollcall
    await given(entity())
    await change(rollcall, { name: 'Chiado' })
    await change(rollcall, { name: 'Chiado' })
    clock.time += hours(1)
    const { token } = await tokenFor({ name: 'Rita Melo' })
    const settings = { no_show_message: true }
    await put(`${path}/settings`, settings, { authorization: `Bearer ${token}` })
    const changes = (await get(`${path}/history`)).json()
    expect(changes).toEqual([
      {
        at: '2026-03-30T09:00:00.000000+00:00',
        by: 'Rita Melo',
        resource: 'settings',
        before: {},
        after: settings,
      },
      {
        at: '2026-03-30T08:00:00.000000+00:00',
        by: 'test',
        resource: 'entity',
        before: expect.objectContaining({ name: 'Clínica Lisboa' }),
        after: expect.objectContaining({ name: 'Chiado' }),
      },
    ])
    const first = await get(`${path}/history?limit=1`)
    const [, next] = /<(.*)>/.exec(String(first.headers.link))!
    expect([...first.json(), ...(await get(next!)).json()]).toEqual(changes)
  })

  serviceTest('reads a long history in pages of a bounded size, whatever their limit', async (rollcall) => {
    const { given, get, put } = rollcall
    await given(entity())
    const columns = Array.from({ length: 10 }, (_, index) => `${index}`.padEnd(256, 'x'))
    for (let change = 0; change < 120; change++)
      await put('/v1/mappings/clinica-lisboa/m', {
        ...exampleMapping,
        fields: { ...exampleMapping.fields, 'contact.name': { columns: columns.with(0, `${change}`) } },
      })
    const found: unknown[] = []
    for (let url: string | undefined = `${path}/history?limit=1000`; url; ) {
      const page: Awaited<ReturnType<typeof get>> = await get(url)
      expect(page.rawPayload.length).toBeLessThan(1_100_000)
      found.push(...page.json())
      url = /<(.*)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(found).toHaveLength(120)
  })

  serviceTest('sets and removes the logo', async ({ given, app, token, get }) => {
    await given(entity())
    const put = (payload: Buffer | string) =>
      app.inject({
        method: 'PUT',
        url: `${path}/logo`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
        payload,
      })
    const png = await qrCodePng('logo')
    expect((await put(png)).statusCode).toBe(204)
    expect((await get(`${path}/logo`)).rawPayload).toEqual(png)
    expect((await put('<svg/>')).json().errors).toEqual([
      { parameter: '', reason: 'must be a PNG picture that is not damaged' },
    ])
    expect((await put('')).statusCode).toBe(204)
    expect((await get(`${path}/logo`)).statusCode).toBe(204)
  })
})

describe('a change of the time zone', () => {
  const atNight = { external_id: 'night', params: { when: '2026-03-31T22:30:00Z', doctor: 'Ana Reis' } }

  serviceTest('shows which days move before it is saved', async (rollcall) => {
    const { given, patch, get, post } = rollcall
    await given(entity())
    await post(notifications, submission(item({ external_id: 'day' }), item(atNight)))
    const { id } = (await post(notifications, submission(item({ ...atNight, external_id: 'gone' })))).json()
      .notifications[0]
    await post(`${notifications}/${id}/cancellation`)
    const preview = (await patch(`${path}?dry_run=true`, { time_zone: 'Europe/Helsinki', phone: null })).json()
    expect(preview.moved_days).toEqual([{ day: '2026-03-31', new_day: '2026-04-01', visits: 1 }])
    expect(preview.entity).toMatchObject({ time_zone: 'Europe/Helsinki' })
    expect((await get(path)).json()).toMatchObject({ time_zone: 'Europe/Lisbon' })
    expect((await patch(`${path}?dry_run=true`, { name: 'B' })).json().moved_days).toEqual([])
    await change(rollcall, { time_zone: 'Europe/Helsinki' })
    const moved: { external_id: string }[] = (await get(byVisit('2026-04-01'))).json()
    expect(moved.map(({ external_id }) => external_id)).toEqual(['night', 'gone'])
  })
})

describe('a retired entity', () => {
  serviceTest('takes no notifications and sends nothing, and stays readable', async (rollcall) => {
    await rollcall.given(entity())
    const { post, get, deliver, clock } = rollcall
    await contact(rollcall, later)
    const retired = await retire(rollcall)
    expect(retired.json()).toMatchObject({ retired_at: '2026-03-30T08:00:00.000000+00:00' })
    const refused = [await post(notifications, submission()), await submitCsv(rollcall, csvFile(line()))]
    expect(refused.map((one) => [one.statusCode, one.json().code])).toEqual(Array(2).fill([409, 'entity-retired']))
    for (let time = 0; time < 3; time++) {
      await deliver()
      clock.time += hours(20)
    }
    expect(rollcall.outbox('.txt')).toEqual([])
    const [visit] = (await get(`${notifications}?external_id=A-1001`)).json()
    expect(visit.deliveries).toMatchObject([{ state: 'pending', reason: 'entity retired' }])
    expect((await get('/v1/entities')).json()).toMatchObject([{ id: 'clinica-lisboa', retired_at: expect.any(String) }])
  })

  serviceTest('sends at once, when it is restored, the messages that are still useful', async (rollcall) => {
    await rollcall.given(entity())
    const { post, get, deliver, clock } = rollcall
    await post(notifications, submission(item({ external_id: 'soon' }), item({ ...later, external_id: 'later' })))
    await retire(rollcall)
    await deliver()
    clock.time += hours(25)
    const restored = await post(`${path}/restoration`)
    expect(restored.json()).not.toHaveProperty('retired_at')
    expect(restored.statusCode).toBe(200)
    await deliver()
    const states = ['soon', 'later'].map(async (key) => (await get(`${notifications}?external_id=${key}`)).json()[0])
    const deliveries = (await Promise.all(states)).map((one) => one.deliveries[0])
    expect(deliveries).toMatchObject([{ state: 'failed', reason: tooLate }, { state: 'sent' }])
    expect((await post(notifications, submission(item({ ...later, external_id: 'new' })))).statusCode).toBe(202)
  })
})
