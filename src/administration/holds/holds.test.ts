import { expect } from 'vitest'
import { entity, history } from '../../../test/history.ts'
import { eachEngine, eachPage, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { heldData, isHeld } from './held-data.ts'

const holds = '/v1/holds/clinica-lisboa'

const held = ({ database }: Rollcall) => database.write((trx) => heldData(trx, 'clinica-lisboa'))

eachEngine('a hold keeps the data of its contact, and names who placed and released it, and why', async (rollcall) => {
  const { given, post, get, remove, clock } = rollcall
  await given(...history())
  const placed = await post(holds, { contact_external_id: 'P-77', reason: ' Lawsuit 2026/114 ' })
  expect(placed.statusCode).toBe(201)
  const { id } = placed.json()
  const inForce = {
    id,
    contact_external_id: 'P-77',
    reason: 'Lawsuit 2026/114',
    placed_at: '2026-03-30T08:00:00.000000+00:00',
    placed_by: 'test',
  }
  expect(placed.json()).toEqual(inForce)
  expect([isHeld(await held(rollcall), 'P-77'), isHeld(await held(rollcall), 'P-78')]).toEqual([true, false])
  clock.time += 1_000_000
  expect((await remove(`${holds}/${id}`)).statusCode).toBe(204)
  clock.time += 1_000_000
  expect((await remove(`${holds}/${id}`)).statusCode).toBe(204)
  expect(await held(rollcall)).toEqual(new Set())
  expect((await get(holds)).json()).toEqual([
    { ...inForce, released_at: '2026-03-30T08:00:01.000000+00:00', released_by: 'test' },
  ])
})

eachEngine('a hold without a contact keeps the data of all contacts of its entity', async (rollcall) => {
  const { given, post, database } = rollcall
  await given(...history(), entity({ id: 'other' }))
  await post(holds, { reason: 'Inspection' })
  expect(isHeld(await held(rollcall), 'P-1')).toBe(true)
  expect(await database.write((trx) => heldData(trx, 'other'))).toEqual(new Set())
})

serviceTest('the list of holds has pages, the latest hold first', async ({ given, post, get }) => {
  await given(...history())
  for (const reason of ['one', 'two', 'three']) await post(holds, { reason })
  const pages = await eachPage({ get }, `${holds}?limit=2`)
  expect(pages.map((page) => page.json().map(({ reason }: { reason: string }) => reason))).toEqual([
    ['three', 'two'],
    ['one'],
  ])
})

serviceTest(
  'a hold needs a reason that can be read, and a release a known hold',
  async ({ given, post, remove, get }) => {
    await given(...history())
    const bodies = [
      {},
      { reason: '' },
      { reason: '\u200b' },
      { reason: 'x', contact_external_id: '' },
      { reason: 'x', until: 1 },
    ]
    for (const body of bodies)
      expect((await post(holds, body)).json()).toMatchObject({ status: 422, code: 'invalid-body' })
    expect((await remove(`${holds}/unknown`)).json()).toMatchObject({ status: 404, code: 'hold-not-found' })
    expect((await get(holds)).json()).toEqual([])
  },
)
