import { describe, expect, test } from 'vitest'
import { createClient } from '../../../client/client.ts'
import { hours, parseInstant } from '../../../src/platform/time/instant.ts'
import { contact } from '../../../test/contact.ts'
import { checkinToken, entity, history, notification } from '../../../test/history.ts'
import { bootRollcall, byToken, type Rollcall } from '../../../test/rollcall.ts'
import { item, submission } from '../../../test/submission.ts'
import { deskVisit, listedDeskVisit } from '../day/desk-visit.ts'
import type { ScanTarget } from '../verdict/verdict.ts'
import { lookUp } from './look-up.ts'

const today = '2026-03-30'
const code = '7F3K9QXW2MZT4B8NDR6VHJ5CPE'

/** Looks targets up as the desk of a clinic does: it has read the visits of the day. */
async function desk(rollcall: Rollcall, entities = ['clinica-lisboa']) {
  const { token, id } = await rollcall.tokenFor({ scopes: ['checkin:read', 'checkin:write'], entities })
  const client = createClient({ url: await rollcall.listen(), token, retries: 0 })
  const granted = await Array.fromAsync(client.entities())
  const session = { entity: granted.find((one) => one.id === 'clinica-lisboa')!, entities: granted }
  const list = await Array.fromAsync(client.visits('clinica-lisboa', today, today))
  const day = { today, visits: new Map(list.map((visit) => [visit.id, listedDeskVisit(deskVisit(visit))])) }
  const look = (target: ScanTarget) => lookUp(client, session, target, day)
  return { id, session, day, client, byCode: (text: string) => look({ code: text }), look }
}

/** Boots the service with one confirmed contact. Returns the contact's check-in token. */
async function withCode(over: Parameters<typeof contact>[1] = {}) {
  const rollcall = await bootRollcall()
  const one = await contact(rollcall, over)
  await one.answer('confirm')
  return { rollcall, one, code: (await one.token())!, byName: { id: one.id, name: 'João Silva' } }
}

async function withHistory(...tokens: Parameters<typeof checkinToken>[0][]) {
  const rollcall = await bootRollcall()
  await rollcall.given(...history(), ...tokens.map((one) => checkinToken(one)))
  return rollcall
}

const submit = (rollcall: Rollcall, over: Parameters<typeof item>[0]) =>
  rollcall.post('/v1/notifications/clinica-lisboa', submission(item(over)))

describe('a contact who', () => {
  test.for([
    ['cancel', 'cancelled-by-contact'],
    ['reschedule', 'another-time'],
  ] as const)('answered %s has one verdict by name and by code', async ([answer, outcome]) => {
    const { rollcall, one, code, byName } = await withCode()
    await one.answer(answer)
    const { look, byCode } = await desk(rollcall)
    const record = expect.objectContaining({ id: one.id })
    expect(await look(byName)).toEqual({ outcome, record, needsReason: false })
    expect(await byCode(code)).toEqual({ outcome, record, needsReason: true })
  })

  test("cancelled tomorrow's visit is named when the code is scanned", async () => {
    const { rollcall, one, code } = await withCode({ params: { ...item().params, when: '2026-03-31T10:00:00+01:00' } })
    await one.answer('cancel')
    const verdict = await (await desk(rollcall)).byCode(code)
    expect(verdict).toMatchObject({ outcome: 'cancelled-by-contact', record: { contact: { name: 'João Silva' } } })
  })

  test('confirmed again has an outdated code', async () => {
    const { rollcall, one, code } = await withCode()
    await one.answer('cancel')
    await one.answer('confirm')
    const { byCode } = await desk(rollcall)
    expect(await byCode(code)).toMatchObject({ outcome: 'outdated', record: { id: one.id }, needsReason: true })
    expect(await byCode((await one.token())!)).toMatchObject({ outcome: 'expected' })
  })

  test('arrived has the time of the arrival', async () => {
    const rollcall = await withHistory()
    await rollcall.post(`${byToken(code)}/arrival`)
    const at = '2026-03-30T08:00:00.000000+00:00'
    expect(await (await desk(rollcall)).byCode(code)).toMatchObject({ outcome: 'already-arrived', at })
  })
})

describe('a visit that the clinic', () => {
  test.for([1, 24])('moved by %s h leads from its code to the new time', async (later) => {
    const { rollcall, code, byName } = await withCode()
    const when = new Date((rollcall.clock.time + hours(later)) / 1_000).toISOString()
    await submit(rollcall, { params: { ...item().params, when } })
    const { byCode, look } = await desk(rollcall)
    const moved = { outcome: 'moved', name: 'João Silva', at: when.replace('Z', '000+00:00') }
    expect(await byCode(code)).toMatchObject({ ...moved, successor: { contact: { name: 'João Silva' } } })
    expect(await look(byName)).toMatchObject(moved)
  })

  test('moved to a day that the desk cannot see has no new time', async () => {
    const { rollcall, code } = await withCode()
    await submit(rollcall, { params: { ...item().params, when: '2026-04-02T09:00:00Z' } })
    const verdict = await (await desk(rollcall)).byCode(code)
    expect(verdict).toEqual({ outcome: 'moved', name: 'João Silva' })
  })

  test('gave to another contact does not show that contact', async () => {
    const { rollcall, code } = await withCode()
    await submit(rollcall, { contact: { external_id: 'P-2', name: 'Bruno Dias', country: 'PT' } })
    const verdict = await (await desk(rollcall)).byCode(code)
    expect(verdict).toEqual({ outcome: 'moved', name: 'João Silva' })
  })

  test('has withdrawn is cancelled, by code and by name', async () => {
    const { rollcall, one, code, byName } = await withCode()
    const { client, session, day } = await desk(rollcall)
    await rollcall.post(`/v1/notifications/clinica-lisboa/${one.id}/cancellation`)
    for (const known of [day, { today, visits: new Map() }])
      for (const target of [{ code }, byName]) {
        const verdict = await lookUp(client, session, target, known)
        expect(verdict).toMatchObject({ outcome: 'cancelled', record: { id: one.id } })
      }
  })

  test.for(['moved', 'superseded'] as const)('%s in imported history has no other visit', async (revoked) => {
    const rollcall = await withHistory({ token: 'old', revoked })
    expect(await (await desk(rollcall)).byCode('old')).toMatchObject({ outcome: 'moved' })
  })
})

describe('an arrival outside of its window', () => {
  test.for([
    ['too-early', '2026-03-30T06:00:00Z', '2026-03-30T06:30:00.000000+00:00'],
    ['too-late', '2026-03-30T09:30:00Z', '2026-03-30T09:30:00.000000+00:00'],
  ] as const)('is %s, by code and by name', async ([outcome, now, at]) => {
    const rollcall = await withHistory()
    rollcall.clock.time = parseInstant(now)!
    const { byCode, look } = await desk(rollcall)
    for (const verdict of [await byCode(code), await look({ id: 'n-1', name: 'João Silva' })])
      expect(verdict).toMatchObject({ outcome, at, needsReason: true, record: { id: 'n-1' } })
  })
})

describe('a code', () => {
  test('that has expired shows the name if its visit is near', async () => {
    const expires_at = '2026-03-30T07:00:00Z'
    const rollcall = await bootRollcall()
    const far = notification({ id: 'far', external_id: 'far', params: { when: '2026-03-26T09:00:00Z' } })
    await rollcall.given(entity(), notification(), far, checkinToken({ token: 'near', expires_at }))
    await rollcall.given(checkinToken({ token: 'far', notification_id: 'far', expires_at }))
    const { byCode } = await desk(rollcall)
    expect(await byCode('near')).toMatchObject({ outcome: 'expired', record: { id: 'n-1' } })
    expect(await byCode('far')).toMatchObject({ outcome: 'expired', record: undefined })
  })

  test('that was revoked in imported history has the verdict of its reason', async () => {
    const rollcall = await withHistory({ token: 'a', revoked: 'cancelled' }, { token: 'b', revoked: 'another-time' })
    const { byCode } = await desk(rollcall)
    expect(await byCode('a')).toMatchObject({ outcome: 'cancelled-by-contact', record: { id: 'n-1' } })
    expect(await byCode('b')).toMatchObject({ outcome: 'another-time', record: { id: 'n-1' } })
  })

  test('is unknown, or of another clinic of the device', async () => {
    const rollcall = await withHistory()
    await rollcall.given(entity({ id: 'porto', name: 'Clínica Porto' }), notification({ entity_id: 'porto' }))
    await rollcall.given(checkinToken({ entity_id: 'porto', token: 'of-porto' }))
    const { byCode } = await desk(rollcall, ['clinica-lisboa', 'porto'])
    for (const text of ['no-such', 'two words', '.', '..', ''])
      expect(await byCode(text), text).toEqual({ outcome: 'unknown' })
    expect(await byCode('of-porto')).toEqual({ outcome: 'elsewhere', clinic: 'Clínica Porto' })
  })

  test('shows nothing in the waiting room about a visit that it no longer opens', async () => {
    const { client, session } = await desk(await withHistory({ token: 'old', revoked: 'cancelled' }))
    expect(await lookUp(client, session, { code: 'old' }, undefined)).toEqual({ outcome: 'cancelled', at: undefined })
  })
})

test('a device without access to the clinic says so', async () => {
  const rollcall = await withHistory()
  const { byCode, id } = await desk(rollcall)
  await rollcall.database.deleteFrom('access_token_entities').where('access_token_id', '=', id).execute()
  rollcall.clock.time += hours(1)
  expect(await byCode(code)).toMatchObject({ outcome: 'not-this-clinic' })
})

test('without a connection, the device judges the visits that it has', async () => {
  const { session, day } = await desk(await withHistory())
  const client = createClient({ url: 'http://127.0.0.1:1', token: 'none', retries: 0 })
  const look = (target: ScanTarget) => lookUp(client, session, target, day)
  const known = { record: { id: 'n-1' }, isFromDevice: true, retryAfterSeconds: 2 }
  expect(await look({ code: code.toLowerCase() })).toMatchObject(known)
  expect(await look({ id: 'n-1', name: 'João Silva' })).toMatchObject(known)
  expect(await look({ code: 'other' })).toEqual({ outcome: 'no-connection', retryAfterSeconds: 2 })
  expect(await lookUp(client, session, { code }, undefined)).toEqual({ outcome: 'no-connection', retryAfterSeconds: 2 })
})
