import { describe, expect } from 'vitest'
import { codeOrStatus, contact, notifications, setTime } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { later, moved, notify, submission } from '../../../test/submission.ts'
import { minutes } from '../../platform/time/instant.ts'

const claims = '/v1/claims/clinica-lisboa'
const claimOf = (id: string) => `${notifications}/${id}/claim`
const at = '2026-03-30T08:00:00.000000+00:00'

const claimed = async ({ get }: Rollcall) =>
  (await get(claims)).json().map(({ notification_id }: { notification_id: string }) => notification_id)

describe('a claim', () => {
  eachEngine('lists a claim with its author, and refuses the claim of another key', async (rollcall) => {
    const { get, put, tokenFor } = rollcall
    const { id } = await notify(rollcall)
    const { token } = await tokenFor({ name: 'reception', scopes: ['actions:write'] })
    const reception = { authorization: `Bearer ${token}` }
    const claim = { notification_id: id, by: 'reception', at, until: '2026-03-30T08:10:00.000000+00:00' }
    const own = { is_own: true }
    const first = await put(claimOf(id), { key: 'one' }, reception)
    expect([first.statusCode, first.json()]).toEqual([200, { ...claim, ...own }])
    expect((await get(claims)).json()).toEqual([claim])
    expect((await get(`${claims}?key=two`)).json()).toEqual([claim])
    expect((await get(`${claims}?key=one`)).json()).toEqual([{ ...claim, ...own }])
    const second = await put(claimOf(id), { key: 'two' }, reception)
    expect(second.json()).toMatchObject({ status: 409, code: 'claimed' })
    expect(second.body).not.toContain('reception')
    setTime(rollcall, '2026-03-30T08:02:00Z')
    const extended = { ...claim, ...own, until: '2026-03-30T08:12:00.000000+00:00' }
    expect((await put(claimOf(id), { key: 'one' }, reception)).json()).toEqual(extended)
    const taken = await put(claimOf(id), { key: 'two', take_over: true })
    expect(taken.json()).toEqual({ ...extended, by: 'test', at: '2026-03-30T08:02:00.000000+00:00' })
    expect(codeOrStatus(await put(claimOf(id), { key: 'one' }, reception))).toBe('claimed')
  })

  eachEngine('is won by one of 100 concurrent requests', async (rollcall) => {
    const { get, put } = rollcall
    const { id } = await notify(rollcall)
    const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`)
    const responses = await Promise.all(keys.map((key) => put(claimOf(id), { key })))
    const codes = responses.map(codeOrStatus)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 'claimed')).toHaveLength(99)
    const winner = responses.find(({ statusCode }) => statusCode === 200)!
    const { is_own: _, ...claim } = winner.json()
    expect((await get(claims)).json()).toEqual([claim])
  })

  serviceTest('is refused to a page that does not know the latest call or state', async (rollcall) => {
    const { post, put } = rollcall
    const { id } = await notify(rollcall)
    const seen = { key: 'two', state: 'open', calls: 0 }
    await put(claimOf(id), { key: 'one' })
    await post(`${notifications}/${id}/notes`, { call: 'no-answer' })
    expect(codeOrStatus(await put(claimOf(id), seen))).toBe('claimed')
    expect(await claimed(rollcall)).toEqual([])
    expect(codeOrStatus(await put(claimOf(id), { ...seen, calls: 1 }))).toBe(200)
    await post(`${notifications}/${id}/answer`, { action: 'confirm' })
    expect(codeOrStatus(await put(claimOf(id), { ...seen, calls: 1 }))).toBe('claimed')
  })

  serviceTest('ends after ten minutes', async (rollcall) => {
    const { put, clock } = rollcall
    const { id } = await notify(rollcall)
    await put(claimOf(id), { key: 'one' })
    clock.time += minutes(10) - 1
    expect(await claimed(rollcall)).toEqual([id])
    clock.time += 1
    expect(await claimed(rollcall)).toEqual([])
    expect((await put(claimOf(id), { key: 'two' })).statusCode).toBe(200)
  })

  serviceTest('ends only at a request with its key', async (rollcall) => {
    const { put, remove } = rollcall
    const { id } = await notify(rollcall)
    await put(claimOf(id), { key: 'one' })
    expect((await remove(`${claimOf(id)}?key=two`)).statusCode).toBe(204)
    expect(await claimed(rollcall)).toEqual([id])
    for (let repeated = 0; repeated < 2; repeated++) {
      expect((await remove(`${claimOf(id)}?key=one`)).statusCode).toBe(204)
      expect(await claimed(rollcall)).toEqual([])
    }
  })

  type End = (rollcall: Rollcall, one: Awaited<ReturnType<typeof contact>>) => Promise<unknown>
  const visit = submission().notifications[0]!
  const ends: Record<string, End> = {
    'an answer of the contact': (_, { answer }) => answer('confirm'),
    'an answer of staff': ({ post }, { id }) => post(`${notifications}/${id}/answer`, { action: 'cancel' }),
    'a withdrawal': ({ post }, { id }) => post(`${notifications}/${id}/cancellation`),
    'an arrival': ({ post }, { id }) => post(`${notifications}/${id}/arrival`),
    'a move': ({ post }) => post(notifications, submission({ ...visit, ...moved, external_id: 'a move' })),
    'a call': ({ post }, { id }) => post(`${notifications}/${id}/notes`, { call: 'no-answer' }),
  }
  eachEngine('ends with an answer, a withdrawal, an arrival, a move or a call', async (rollcall) => {
    const { put, remove } = rollcall
    for (const [what, end] of Object.entries(ends)) {
      setTime(rollcall, '2026-03-30T08:00:00Z')
      const one = await contact(rollcall, { ...visit, external_id: what })
      await put(claimOf(one.id), { key: 'one' })
      setTime(rollcall, '2026-03-30T08:01:00Z')
      await end(rollcall, one)
      expect([what, await claimed(rollcall)]).toEqual([what, []])
      expect((await put(claimOf(one.id), { key: 'two' })).statusCode).toBe(200)
      expect(await claimed(rollcall)).toEqual([one.id])
      await remove(`${claimOf(one.id)}?key=two`)
    }
  })

  serviceTest('stays with a note without a call, and with a change of details', async (rollcall) => {
    const { put, post } = rollcall
    const { id } = await notify(rollcall)
    await put(claimOf(id), { key: 'one' })
    await post(`${notifications}/${id}/notes`, { text: 'Speaks French' })
    const details = { ...visit, params: { ...visit.params, doctor: 'Rui Reis' } }
    expect((await post(notifications, submission(details))).json().notifications).toMatchObject([
      { id, outcome: 'updated' },
    ])
    expect(await claimed(rollcall)).toEqual([id])
  })

  serviceTest('is of a notification of the entity, and only the entity lists it', async (rollcall) => {
    const { put, get, given } = rollcall
    const { id } = await notify(rollcall)
    await given(entity({ id: 'other' }))
    expect(codeOrStatus(await put(claimOf('none'), { key: 'one' }))).toBe('notification-not-found')
    expect(codeOrStatus(await put(`/v1/notifications/other/${id}/claim`, { key: 'one' }))).toBe(
      'notification-not-found',
    )
    await put(claimOf(id), { key: 'one' })
    expect((await get('/v1/claims/other')).json()).toEqual([])
    for (const body of [{}, { key: '' }, { key: 'x'.repeat(129) }, { key: 'one', take_over: false }])
      expect(codeOrStatus(await put(claimOf(id), body))).toBe('invalid-body')
  })

  eachEngine('deletes rows of expired claims with later claims', async (rollcall) => {
    const { put, clock, database } = rollcall
    for (let index = 0; index < 7; index++) {
      const { id } = await notify(rollcall, { ...later, external_id: `A-${index}` })
      await put(claimOf(id), { key: 'one' })
      clock.time += index < 3 ? 0 : minutes(10)
    }
    expect(await database.selectFrom('claims').selectAll().execute()).toHaveLength(1)
  })
})
