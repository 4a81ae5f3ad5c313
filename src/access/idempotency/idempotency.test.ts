import { describe, expect } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { byToken, eachEngine, serviceTest } from '../../../test/rollcall.ts'
import { item, later, submission } from '../../../test/submission.ts'
import { hours } from '../../platform/time/instant.ts'

const key = { 'idempotency-key': 'k-1' }

describe('a request with an Idempotency-Key', () => {
  eachEngine('gets the same response again, and creates nothing more', async (rollcall) => {
    await rollcall.given(entity())
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => rollcall.post(notifications, submission(), key)),
    )
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(await rollcall.database.selectFrom('notifications').select('state').execute()).toEqual([{ state: 'open' }])
  })

  serviceTest('gets the same response on each route, although the visit has changed since', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('confirm')
    const byId = `${notifications}/${one.id}/arrival`
    const byCode = `${byToken((await one.token())!)}/arrival`
    const reason = { reason: 'Another contact' }
    const requests = [
      [`${notifications}/${one.id}/answer`, { action: 'reschedule' }],
      [`${notifications}/${one.id}/answer`, { action: 'confirm' }],
      [byId, {}],
      [`${byId}/annulment`, reason],
      [byCode, { force: true, ...reason }],
      [`${byCode}/annulment`, reason],
    ] as const
    const send = async (index: number) => {
      const [path, body] = requests[index]!
      const { statusCode, body: response } = await rollcall.post(path, body, { 'idempotency-key': `k-${index}` })
      return { path, statusCode, response }
    }
    const first = []
    for (const index of requests.keys()) first.push(await send(index))
    expect(first.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201, 201, 201, 201])
    for (const index of requests.keys()) expect(await send(index)).toEqual(first[index])
  })

  serviceTest('is refused when another request had the key', async (rollcall) => {
    await rollcall.given(entity())
    await rollcall.post(notifications, submission(), key)
    const other = await rollcall.post(notifications, submission(item({ external_id: 'A-2' })), key)
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotency-key-reused' })
  })

  serviceTest('with another credential is a new request', async (rollcall) => {
    await rollcall.given(entity())
    const first = await rollcall.post(notifications, submission(), key)
    const { token } = await rollcall.tokenFor()
    const second = await rollcall.post(notifications, submission(), { ...key, authorization: `Bearer ${token}` })
    expect(second.json().task_id).not.toBe(first.json().task_id)
  })

  eachEngine('is new again after a day, and later requests delete it', async (rollcall) => {
    await rollcall.given(entity())
    const keys = async () => {
      const rows = await rollcall.database.selectFrom('idempotency_keys').select('idempotency_key').execute()
      return rows.map((row) => row.idempotency_key).sort()
    }
    const send = (name: string) => rollcall.post(notifications, submission(item(later)), { 'idempotency-key': name })
    const [first] = [await send('a'), await send('b'), await send('c')]
    expect(await keys()).toEqual(['a', 'b', 'c'])
    rollcall.clock.time += hours(24)
    const again = await send('a')
    expect(again.statusCode).toBe(202)
    expect(again.json().task_id).not.toBe(first!.json().task_id)
    await send('d')
    expect(await keys()).toEqual(['a', 'd'])
  })

  serviceTest('gets the same response after the visit has begun', async (rollcall) => {
    await rollcall.given(entity())
    const first = await rollcall.post(notifications, submission(), key)
    rollcall.clock.time += hours(1)
    const second = await rollcall.post(notifications, submission(), key)
    expect([second.statusCode, second.json()]).toEqual([202, first.json()])
    expect((await rollcall.post(notifications, submission(), { 'idempotency-key': 'k-2' })).statusCode).toBe(422)
  })

  serviceTest('may be corrected after a refusal', async (rollcall) => {
    await rollcall.given(entity())
    expect((await rollcall.post(notifications, {}, key)).statusCode).toBe(422)
    expect((await rollcall.post(notifications, submission(), key)).statusCode).toBe(202)
  })
})
