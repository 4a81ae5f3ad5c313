import { describe, expect } from 'vitest'
import { contact, notifications, setTime } from '../../../test/contact.ts'
import { byVisit, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, mail, moved, notify, submission } from '../../../test/submission.ts'
import type { VisitOutcomes } from '../figures/visit-outcomes.ts'
import type { NotificationStatus } from '../status/status.ts'

const refusing = { send: async () => ({ outcome: 'permanent' as const, reason: 'no such number' }), close() {} }
const broken = { mobile: refusing, email: refusing }
const [first, last] = ['2026-03-30', '2026-04-12'] as const

const read = async ({ get }: Rollcall, query: string): Promise<NotificationStatus[]> =>
  (await get(byVisit(first, last, query))).json()

/** The keys of the contacts whom staff have to call. The count agrees with the list. */
async function unreached(rollcall: Rollcall) {
  const list = await read(rollcall, '?reached=false')
  expect((await rollcall.get(byVisit(first, last, '/count?reached=false'))).json()).toEqual({ count: list.length })
  return list.map(({ external_id, state }) => `${external_id} ${state}`).sort()
}

const withdraw = ({ post }: Rollcall, { id }: { id: string }) => post(`${notifications}/${id}/cancellation`)
const move = ({ post }: Rollcall, external_id: string) =>
  post(notifications, submission(item({ external_id, ...moved })))

describe('the contacts who could not be reached', () => {
  eachEngine('are those whom no message has reached, and to whom none is on its way', async (rollcall) => {
    const optedOut = { channel: 'mobile' as const, uid: '912 345 699' }
    await notify(rollcall, { external_id: 'no-address', addresses: [] })
    await rollcall.put('/v1/opt-outs/clinica-lisboa', { ...optedOut, opted_out: true })
    await notify(rollcall, { external_id: 'opted-out', addresses: [optedOut] })
    await notify(rollcall, { external_id: 'failed' })
    await rollcall.deliver(broken)
    await notify(rollcall, { external_id: 'half', addresses: [mail, ...item().addresses] })
    await rollcall.deliver({ mobile: refusing })
    await notify(rollcall, { external_id: 'sent' })
    await rollcall.deliver()
    await notify(rollcall, { external_id: 'waiting' })
    const called = await notify(rollcall, { external_id: 'called', addresses: [] })
    await rollcall.post(`${notifications}/${called.id}/answer`, { action: 'confirm' })
    expect(await unreached(rollcall)).toEqual(['failed open', 'no-address open', 'opted-out open'])
    const keysOf = async (query: string) => (await read(rollcall, query)).map(({ external_id }) => external_id).sort()
    expect(await keysOf('?reached=true')).toEqual(['half', 'sent'])
    expect(await keysOf('?reached=true&state=open')).toEqual(['half', 'sent'])
    const outcomes: VisitOutcomes = (await rollcall.get(byVisit(first, last, '/outcomes'))).json()
    expect(outcomes).toMatchObject({ unreached: 3, waiting: 1, notified: 3, confirmed: 1, open: 2 })
    expect(outcomes.to_come).toMatchObject({ visits: 7, unreached: 3, waiting: 1, confirmed: 1, open: 2 })
  })

  eachEngine('have a visit that the clinic withdrew, if no message has told them', async (rollcall) => {
    const told = await notify(rollcall, { external_id: 'told' })
    const untold = await notify(rollcall, { external_id: 'untold' })
    const cancelled = await contact(rollcall, { external_id: 'cancelled', addresses: [mail] })
    const again = await notify(rollcall, { external_id: 'again' })
    await rollcall.deliver()
    const byTelephone = await notify(rollcall, { external_id: 'by-telephone', addresses: [] })
    await rollcall.post(`${notifications}/${byTelephone.id}/answer`, { action: 'confirm' })
    await cancelled.answer('cancel')
    await rollcall.deliver()
    const unknown = await notify(rollcall, { external_id: 'unknown' })
    for (const one of [told, unknown]) await withdraw(rollcall, one)
    await rollcall.deliver()
    for (const one of [untold, cancelled, again, byTelephone]) await withdraw(rollcall, one)
    expect(await unreached(rollcall)).toEqual(['by-telephone withdrawn'])
    await rollcall.deliver(broken)
    await notify(rollcall, { external_id: 'again' })
    expect(await unreached(rollcall)).toEqual(['by-telephone withdrawn', 'untold withdrawn'])
    expect((await rollcall.put(`${notifications}/${untold.id}/done`, { done: true })).statusCode).toBe(200)
    expect(await unreached(rollcall)).toEqual(['by-telephone withdrawn'])
    await rollcall.put(`${notifications}/${untold.id}/done`, { done: false })
    expect(await unreached(rollcall)).toEqual(['by-telephone withdrawn', 'untold withdrawn'])
  })

  eachEngine('have a visit that the clinic moved, if no message has told them of the new time', async (rollcall) => {
    const asked = await contact(rollcall, { external_id: 'untold' })
    await notify(rollcall, { external_id: 'told' })
    await notify(rollcall, { external_id: 'twice' })
    await rollcall.deliver()
    // Staff mark the wish as done, and then move the visit.
    await asked.answer('reschedule', 'Mondays')
    await rollcall.put(`${notifications}/${asked.id}/done`, { done: true })
    await rollcall.deliver()
    await move(rollcall, 'told')
    await rollcall.deliver()
    await move(rollcall, 'untold')
    await move(rollcall, 'twice')
    expect(await unreached(rollcall)).toEqual([])
    await rollcall.deliver(broken)
    expect(await unreached(rollcall)).toEqual([
      ...['twice open', 'twice superseded', 'untold open', 'untold superseded'],
    ])
    const third = { params: { ...item().params, when: '2026-03-31T11:00:00+01:00' } }
    await rollcall.post(notifications, submission(item({ external_id: 'twice', ...third })))
    await rollcall.deliver()
    expect(await unreached(rollcall)).toEqual(['untold open', 'untold superseded'])
    const [current] = await read(rollcall, '?external_id=untold&state=open')
    await rollcall.post(`${notifications}/${current!.id}/answer`, { action: 'confirm' })
    expect(await unreached(rollcall)).toEqual([])
  })

  serviceTest(
    'have a visit whose key went to another contact, regardless of the messages to that contact',
    async (rollcall) => {
      await notify(rollcall)
      await rollcall.deliver()
      const other = { contact: { external_id: 'P-2', name: 'Bruno Beta', language: 'pt_PT', country: 'PT' } }
      await notify(rollcall, { ...other, addresses: [mail] })
      await rollcall.deliver({ mobile: refusing })
      const byTelephone = await notify(rollcall, { external_id: 'by-telephone', addresses: [] })
      await rollcall.post(`${notifications}/${byTelephone.id}/answer`, { action: 'confirm' })
      await notify(rollcall, { external_id: 'by-telephone', ...other, addresses: [mail] })
      await rollcall.deliver()
      expect(await unreached(rollcall)).toEqual(['A-1001 superseded', 'by-telephone superseded'])
    },
  )

  serviceTest(
    'are no longer in the list when the time of the visit has passed: a missed visit is in another list',
    async (rollcall) => {
      await notify(rollcall, { external_id: 'missed', addresses: [] })
      const came = await notify(rollcall, { external_id: 'came', addresses: [] })
      setTime(rollcall, '2026-03-30T08:20:00Z')
      await rollcall.post(`${notifications}/${came.id}/arrival`)
      setTime(rollcall, '2026-03-30T12:00:00Z')
      while (await rollcall.remind());
      expect(await unreached(rollcall)).toEqual([])
    },
  )
})
