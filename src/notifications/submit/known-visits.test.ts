import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { bootRollcall, eachEngine, type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { item, notify, submission } from '../../../test/submission.ts'
import { hours } from '../../platform/time/instant.ts'

type Item = ReturnType<typeof item>

/** Submits one appointment, and returns its outcome or its faults. */
async function submit(rollcall: Rollcall, over: Partial<Item> = {}, target = 'appointment') {
  const answer = await rollcall.post(notifications, { ...submission(item(over)), target })
  const { notifications: accepted, errors } = answer.json()
  return answer.statusCode === 202 ? accepted[0].outcome : errors.map(({ parameter }: Fault) => parameter)
}

interface Fault {
  parameter: string
  reason: string
}

const stored = ({ database }: Rollcall) => database.selectFrom('notifications').selectAll().execute()

/** Distinguishes the two ways to `unchanged`: compared with this digest, every checked item is `updated`. */
const spoilDigest = ({ database }: Rollcall) =>
  database.updateTable('notifications').set({ digest: 'of other content' }).execute()

describe('an item that equals the stored one', () => {
  eachEngine('is unchanged without a check', async (rollcall) => {
    await notify(rollcall)
    await spoilDigest(rollcall)
    const before = await stored(rollcall)
    expect(await submit(rollcall)).toBe('unchanged')
    expect(await submit(rollcall, { send_at: '2026-03-30T08:10:00Z' })).toBe('unchanged')
    expect(await stored(rollcall)).toEqual(before)
  })

  serviceTest('is unchanged without a check after a submission in another form', async (rollcall) => {
    await notify(rollcall)
    const form = { addresses: [{ channel: 'mobile' as const, uid: '+351912345678' }] }
    expect(await submit(rollcall, form)).toBe('unchanged')
    await spoilDigest(rollcall)
    expect(await submit(rollcall, form)).toBe('unchanged')
    expect(await submit(rollcall)).toBe('updated')
  })

  serviceTest('is checked when another release stored it, and only once', async (rollcall) => {
    await notify(rollcall)
    const before = await stored(rollcall)
    await rollcall.database.updateTable('notifications').set({ latest_submission: 'of other rules' }).execute()
    expect(await submit(rollcall)).toBe('unchanged')
    expect(await stored(rollcall)).toEqual(before)
  })

  serviceTest('is updated after a change of the time zone of the clinic', async (rollcall) => {
    const { status } = await notify(rollcall)
    await rollcall.database.updateTable('entities').set({ time_zone: 'Atlantic/Azores' }).execute()
    expect(await submit(rollcall)).toBe('updated')
    expect((await status()).params.hour).toBe('8')
  })

  serviceTest('is refused once the visit has begun', async (rollcall) => {
    await notify(rollcall)
    rollcall.clock.time += hours(1)
    expect(await submit(rollcall)).toEqual(['/notifications/0/params/when'])
    const next = item({ external_id: 'A-2', params: { ...item().params, when: '2026-03-31T09:30:00+01:00' } })
    const task = (await rollcall.post(notifications, { ...submission(item(), next), on_fault: 'skip' })).json()
    expect(task.faults).toEqual([{ parameter: '/notifications/0/params/when', reason: 'in-the-past' }])
    expect(task.notifications).toMatchObject([{ external_id: 'A-2', outcome: 'created' }])
  })

  serviceTest('is refused under a target that requires other params', async (rollcall) => {
    await notify(rollcall)
    expect(await submit(rollcall, {}, 'exam')).toEqual(['/notifications/0/params/exam', '/notifications/0/params'])
  })

  serviceTest('is refused with an invalid version or send_at, and when the task repeats its key', async (rollcall) => {
    await notify(rollcall)
    expect(await submit(rollcall, { version: 'new' })).toEqual(['/notifications/0/version'])
    expect(await submit(rollcall, { send_at: 'soon' })).toEqual(['/notifications/0/send_at'])
    const answer = await rollcall.post(notifications, submission(item(), item()))
    expect(answer.json().errors).toMatchObject([{ parameter: '/notifications/1/external_id' }])
  })

  serviceTest('is stale with a lower version, and its higher version is kept', async (rollcall) => {
    await notify(rollcall, { version: 2 })
    expect(await submit(rollcall, { version: 1 })).toBe('stale')
    expect(await submit(rollcall, { version: 4 })).toBe('unchanged')
    expect(await submit(rollcall, { version: 3 })).toBe('stale')
    expect(await submit(rollcall)).toBe('unchanged')
    expect(await stored(rollcall)).toMatchObject([{ version: 4 }])
  })

  serviceTest('sends nothing to an address that has opted out since', async (rollcall) => {
    const { id } = await notify(rollcall)
    const optOut = { channel: 'mobile', uid: '+351912345678', opted_out: true }
    const optedOut = await rollcall.put('/v1/opt-outs/clinica-lisboa', optOut)
    expect(optedOut.statusCode).toBe(200)
    const status = await rollcall.get(`${notifications}/${id}`)
    expect(await submit(rollcall)).toBe('unchanged')
    expect((await rollcall.get(`${notifications}/${id}`)).json()).toEqual(status.json())
    expect(await rollcall.deliver()).toBe(0)
  })

  serviceTest('keeps the answer in a dry run and in a task with a fault', async (rollcall) => {
    const one = await contact(rollcall)
    await one.answer('confirm')
    const before = await stored(rollcall)
    const invalid = item({ external_id: 'A-2', addresses: [{ channel: 'mobile', uid: '12' }] })
    for (let time = 0; time < 2; time++) {
      const dry = await rollcall.post(notifications, { ...submission(), dry_run: true })
      expect(dry.json().notifications).toMatchObject([{ id: one.id, outcome: 'unchanged' }])
      const skipped = await rollcall.post(notifications, { ...submission(invalid, item()), on_fault: 'skip' })
      expect(skipped.json().notifications).toMatchObject([{ id: one.id, outcome: 'unchanged' }])
      expect(skipped.json().faults).toMatchObject([{ parameter: '/notifications/0/addresses/0/uid' }])
      const refused = await rollcall.post(notifications, submission(invalid, item()))
      expect(refused.json().errors).toMatchObject([{ parameter: '/notifications/0/addresses/0/uid' }])
    }
    expect(await stored(rollcall)).toEqual(before)
  })

  // The trigger stands for a change that commits after the check and before the transaction.
  test('is checked when the visit changes between the check and the transaction', async () => {
    const rollcall = await bootRollcall()
    const { id } = await notify(rollcall)
    const trigger = sql`
      create trigger withdraw_first after update on task_counters
      begin update notifications set state = 'withdrawn' where notification_id = ${sql.lit(id)}; end`
    await rollcall.database.write((trx) => trigger.execute(trx))
    const answer = await rollcall.post(notifications, submission())
    expect(answer.json().notifications).toMatchObject([{ outcome: 'created' }])
    expect(answer.json().notifications[0].id).not.toBe(id)
  })
})
