import { describe, expect } from 'vitest'
import { contact, notifications, setState } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { byVisit, eachEngine, serviceTest } from '../../../test/rollcall.ts'
import { hours } from '../../platform/time/instant.ts'
import { notificationStates, type State } from '../../visits/state.ts'
import { canHappen } from './transitions.ts'

const doneOf = (id: string) => `${notifications}/${id}/done`
const at = '2026-03-30T08:00:00.000000+00:00'

describe('a request for another time', () => {
  eachEngine('is marked as done, with the time and the credential, until the mark is removed', async (rollcall) => {
    const { get, put, post, clock, tokenFor } = rollcall
    const { id } = await contact(rollcall)
    await post(`${notifications}/${id}/answer`, { action: 'reschedule', wish: 'Mondays' })
    const { token } = await tokenFor({ name: 'desk "2"', scopes: ['actions:write'] })
    const authorization = `Bearer ${token}`
    const marked = await put(doneOf(id), { done: true }, { authorization })
    expect(marked.statusCode).toBe(200)
    expect(marked.json()).toMatchObject({ id, state: 'rescheduling', done: { at, by: 'desk "2"' } })
    clock.time += hours(1)
    expect((await put(doneOf(id), { done: true })).json()).toEqual(marked.json())
    expect((await get(`${notifications}/${id}`)).json()).toEqual(marked.json())
    expect((await get(`${notifications}?external_id=${marked.json().external_id}`)).json()).toEqual([marked.json()])
    expect((await get(byVisit('2026-03-30', '2026-03-31'))).json()).toEqual([marked.json()])
    for (let repeated = 0; repeated < 2; repeated++) {
      const removed = await put(doneOf(id), { done: false })
      expect(removed.statusCode).toBe(200)
      expect(removed.json()).not.toHaveProperty('done')
      expect(removed.json()).toMatchObject({ state: 'rescheduling', wish: 'Mondays' })
    }
  })

  serviceTest('is not done when the contact asks again', async (rollcall) => {
    const { get, put, post } = rollcall
    for (const wish of [undefined, 'Fridays', 'Mondays']) {
      const { id } = await contact(rollcall, { external_id: `${wish}` })
      await post(`${notifications}/${id}/answer`, { action: 'reschedule', wish: 'Mondays' })
      await put(doneOf(id), { done: true })
      await post(`${notifications}/${id}/answer`, { action: 'reschedule', wish })
      const status = (await get(`${notifications}/${id}`)).json()
      expect(status).not.toHaveProperty('done')
      expect(status).toMatchObject({ state: 'rescheduling', wish: wish ?? 'Mondays' })
    }
  })

  serviceTest('is not done when the contact has another wish than the page shows', async (rollcall) => {
    const { put } = rollcall
    const { id, answer } = await contact(rollcall)
    await answer('reschedule')
    expect((await put(doneOf(id), { done: true, wish: 'Mondays' })).json()).toMatchObject({ code: 'answered-since' })
    expect((await put(doneOf(id), { done: true, wish: null })).json()).toMatchObject({ done: { at } })
    await answer('reschedule', 'Not Mondays! Fridays')
    for (const wish of ['Mondays', null]) {
      const refused = (await put(doneOf(id), { done: true, wish })).json()
      expect(refused).toMatchObject({ status: 409, code: 'answered-since' })
    }
    const { done, wish } = (await rollcall.get(`${notifications}/${id}`)).json()
    expect([done, wish]).toEqual([undefined, 'Not Mondays! Fridays'])
    expect((await put(doneOf(id), { done: true, wish })).json()).toMatchObject({ done: { at } })
  })

  serviceTest('is not done when the contact asks again after another answer', async (rollcall) => {
    const { get, put } = rollcall
    const { id, answer } = await contact(rollcall)
    await answer('reschedule', 'Mondays')
    await put(doneOf(id), { done: true })
    await answer('confirm')
    expect((await get(`${notifications}/${id}`)).json()).not.toHaveProperty('done')
    await answer('reschedule')
    expect((await get(`${notifications}/${id}`)).json()).not.toHaveProperty('done')
  })

  serviceTest('is marked in the same way as the visit of a contact who did not come', async (rollcall) => {
    const { put, get } = rollcall
    const { id } = await contact(rollcall)
    await setState(rollcall, id, 'no-show')
    expect((await put(doneOf(id), { done: true })).json()).toMatchObject({ state: 'no-show', done: { at, by: 'test' } })
    expect((await get(byVisit('2026-03-30', '2026-03-30', '?state=no-show&done=false'))).json()).toEqual([])
    expect((await put(doneOf(id), { done: false })).json()).not.toHaveProperty('done')
  })

  serviceTest('is not marked in any other state', async (rollcall) => {
    const { database, put } = rollcall
    const { id } = await contact(rollcall)
    for (const state of notificationStates.filter((one: State) => !canHappen('markDone', one))) {
      await database.updateTable('notifications').set({ state }).where('notification_id', '=', id).execute()
      for (const done of [true, false]) {
        const refused = (await put(doneOf(id), { done })).json()
        expect([state, refused]).toMatchObject([state, { status: 409, code: 'not-rescheduling' }])
      }
    }
    const { done_at } = await database.selectFrom('notifications').select('done_at').executeTakeFirstOrThrow()
    expect(done_at).toBeNull()
  })

  serviceTest('needs a notification of the entity, and a valid body', async (rollcall) => {
    const { given, put, post } = rollcall
    const { id } = await contact(rollcall)
    await given(entity({ id: 'other' }))
    await post(`${notifications}/${id}/answer`, { action: 'reschedule' })
    for (const path of [doneOf('none'), `/v1/notifications/other/${id}/done`]) {
      expect((await put(path, { done: true })).json()).toMatchObject({ status: 404, code: 'notification-not-found' })
    }
    for (const body of [{}, { done: 1 }, { done: 'true' }, { done: true, by: 'x' }, []]) {
      expect((await put(doneOf(id), body)).json()).toMatchObject({ status: 422, code: 'invalid-body' })
    }
  })

  eachEngine('keeps no mark when an answer comes at the same time', async (rollcall) => {
    const { put, database } = rollcall
    for (let round = 0; round < 5; round++) {
      const one = await contact(rollcall, { external_id: `A-${round}` })
      await one.answer('reschedule', 'Mondays')
      const [marked] = await Promise.all([put(doneOf(one.id), { done: true }), one.answer('cancel')])
      expect([200, 409]).toContain(marked.statusCode)
      const row = await database
        .selectFrom('notifications')
        .select(['state', 'done_at', 'done_by'])
        .where('notification_id', '=', one.id)
        .executeTakeFirst()
      expect(row).toEqual({ state: 'cancelled', done_at: null, done_by: null })
    }
  })
})
