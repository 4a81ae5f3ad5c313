import { expect, inject, test } from 'vitest'
import { type Contact, contact, notifications } from '../../../test/contact.ts'
import { temporaryDatabase } from '../../../test/databases.ts'
import { recordPackets } from '../../../test/postgres-proxy.ts'
import { bootRollcall, type Rollcall } from '../../../test/rollcall.ts'

/** Returns the first word of each statement, by packet. */
async function packetsOf(ask: (one: Contact, rollcall: Rollcall) => Promise<{ statusCode: number }>) {
  const { url, packets } = await recordPackets(await temporaryDatabase(inject('template')))
  const rollcall = await bootRollcall({ url })
  const one = await contact(rollcall)
  packets.length = 0
  const { statusCode } = await ask(one, rollcall)
  expect(statusCode).toBeLessThan(400)
  // The notification of other processes follows the answer.
  const ofAnswer = packets.filter(([first]) => !first!.text.includes('pg_notify'))
  return ofAnswer.map((packet) => packet.map(({ text }) => text.split(' ', 1)[0]))
}

test('a confirmation on the page takes three round trips on PostgreSQL, and a cancellation two', async () => {
  expect(await packetsOf(({ answer }) => answer('confirm'))).toEqual([['select'], ['select', 'select'], ['with']])
  expect(await packetsOf(({ answer }) => answer('cancel'))).toEqual([['select'], ['with']])
})

test('a confirmation by staff reads in one round trip on PostgreSQL, and writes in another', async () => {
  const path = ({ id }: Contact) => `${notifications}/${id}/answer`
  const packets = await packetsOf((one, { post }) => post(path(one), { action: 'confirm' }))
  expect(packets).toContainEqual(['select', 'select', 'select'])
  // The state, the pending delivery, the check-in token, the sequences, the action, the event.
  expect(packets).toContainEqual(['update', 'update', 'insert', 'update', 'insert', 'insert'])
})
