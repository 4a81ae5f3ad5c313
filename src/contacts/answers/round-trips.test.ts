import { expect, inject, test } from 'vitest'
import { type Contact, contact } from '../../../test/contact.ts'
import { temporaryDatabase } from '../../../test/databases.ts'
import { recordPackets } from '../../../test/postgres-proxy.ts'
import { bootRollcall } from '../../../test/rollcall.ts'

/** Returns the first word of each statement, by packet. */
async function packetsOf(ask: (one: Contact) => Promise<{ statusCode: number }>) {
  const { url, packets } = await recordPackets(await temporaryDatabase(inject('template')))
  const rollcall = await bootRollcall({ url })
  const one = await contact(rollcall)
  // The entries of the requests so far.
  await rollcall.audit.flush()
  packets.length = 0
  const { statusCode } = await ask(one)
  expect(statusCode).toBeLessThan(400)
  // The notification of other processes follows the answer.
  const ofAnswer = packets.filter(([first]) => !first!.text.includes('pg_notify'))
  return ofAnswer.map((packet) => packet.map(({ text }) => text.split(' ', 1)[0]))
}

test('an answer on the page takes four round trips on PostgreSQL: the page, the reads, the writes, the commit', async () => {
  expect(await packetsOf(({ answer }) => answer('confirm'))).toEqual([
    ['select'],
    ['begin', 'select', 'select', 'select'],
    // The state, the pending delivery, the check-in token, the sequences, the action, the event.
    ['update', 'update', 'insert', 'update', 'insert', 'insert'],
    ['commit'],
  ])
  expect(await packetsOf(({ answer }) => answer('cancel'))).toEqual([
    ['select'],
    ['begin', 'select', 'select'],
    ['update', 'update', 'update', 'update', 'insert', 'insert'],
    ['commit'],
  ])
})
