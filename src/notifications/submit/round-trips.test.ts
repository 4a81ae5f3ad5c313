import { expect, inject, test } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { temporaryDatabase } from '../../../test/databases.ts'
import { recordPackets } from '../../../test/postgres-proxy.ts'
import { bootRollcall } from '../../../test/rollcall.ts'

test('a confirmation finds its link on PostgreSQL in one round trip, and is recorded in three', async () => {
  const { url, packets } = await recordPackets(await temporaryDatabase(inject('template')))
  const one = await contact(await bootRollcall({ url }))
  packets.length = 0
  expect((await one.answer('confirm')).statusCode).toBe(303)
  // The notification of other processes follows the answer.
  const ofAnswer = packets.filter(([first]) => !first!.text.includes('pg_notify'))
  expect(ofAnswer.map((packet) => packet.map(({ text }) => text.split(' ', 1)[0]))).toEqual([
    ['select'],
    ['begin', 'select', 'select', 'select'],
    // The state, the pending delivery, the check-in token, the sequences, the action, the event.
    ['update', 'update', 'insert', 'update', 'insert', 'insert'],
    ['commit'],
  ])
})
