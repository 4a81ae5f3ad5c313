import { expect } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { later, mail } from '../../../test/submission.ts'
import { hours, minutes, seconds } from '../../platform/time/instant.ts'

/** Sends the notice, and returns its contact with a mailbox. */
async function notified(rollcall: Rollcall, addresses = [mail]) {
  const { email, received } = await mailServer()
  const one = await contact(rollcall, { ...later, addresses })
  const deliver = () => rollcall.deliver({ email })
  await deliver()
  received.length = 0
  return { ...one, deliver, mails: () => received.length }
}

const waiting = ({ database }: Rollcall) =>
  database
    .selectFrom('deliveries')
    .select(['next_attempt_at', 'reason'])
    .where('kind', '=', 'confirmation')
    .where('state', '=', 'pending')
    .execute()

serviceTest(
  'confirming and cancelling in turns sends three mails in an hour, and the last code afterwards',
  async (rollcall) => {
    const { answer, deliver, mails, token } = await notified(rollcall)
    const started = rollcall.clock.time
    for (let turn = 1; turn <= 9; turn++) {
      await answer('confirm')
      await deliver()
      rollcall.clock.time += seconds(1)
      await answer('cancel')
      await deliver()
    }
    await answer('confirm')
    await deliver()
    expect(mails()).toBe(3)
    expect(await token()).toMatch(/^[0-9A-Z]{26}$/)
    expect(await waiting(rollcall)).toEqual([{ next_attempt_at: started + hours(1), reason: 'hourly limit' }])

    rollcall.clock.time = started + hours(1)
    await deliver()
    expect(mails()).toBe(4)
    expect(await waiting(rollcall)).toEqual([])
  },
)

serviceTest('a QR code that waits is dropped if the contact changes the answer', async (rollcall) => {
  const { answer, deliver, mails } = await notified(rollcall)
  for (let turn = 1; turn <= 4; turn++) {
    await answer('confirm')
    await deliver()
    await answer('cancel')
  }
  rollcall.clock.time += hours(1)
  await deliver()
  expect(mails()).toBe(3)
  expect(await waiting(rollcall)).toEqual([])
  await answer('confirm')
  await deliver()
  expect(mails()).toBe(4)
})

serviceTest('each mailbox gets three QR codes in any hour', async (rollcall) => {
  const addresses = [mail, { ...mail, uid: 'maria@example.org' }]
  const { answer, deliver, mails } = await notified(rollcall, addresses)
  for (const pauseMicros of [minutes(20), minutes(20), minutes(15), minutes(6)]) {
    await answer('confirm')
    await deliver()
    rollcall.clock.time += pauseMicros
    await answer('reschedule')
  }
  expect(mails()).toBe(6)
  await answer('confirm')
  await deliver()
  expect(mails()).toBe(8)
})
