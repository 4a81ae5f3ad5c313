import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { bootRollcall } from '../../../test/rollcall.ts'

/** Groups the kinds of statements by event loop tick. The statements of one tick leave in one packet. */
function recordPackets() {
  const packets: string[][] = []
  let current: string[] | undefined
  const send = pg.Client.prototype.query as (this: pg.Client, ...given: never[]) => never
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: never[]) {
    const [statement] = given as unknown as [{ text: string } | string]
    // The notification of other processes follows the answer, and is a text.
    if (typeof statement === 'string') return send.apply(this, given)
    if (!current) {
      current = []
      packets.push(current)
      setImmediate(() => {
        current = undefined
      })
    }
    current.push(statement.text.split(' ')[0]!)
    return send.apply(this, given)
  } as never)
  onTestFinished(() => spy.mockRestore())
  return packets
}

test('a confirmation finds its link on PostgreSQL in one round trip, and is recorded in three', async () => {
  const one = await contact(await bootRollcall({ engine: 'postgres' }))
  const packets = recordPackets()
  expect((await one.answer('confirm')).statusCode).toBe(303)
  expect(packets).toEqual([
    ['select'],
    ['begin', 'select', 'select', 'select'],
    // The state, the pending delivery, the check-in token, the sequence, the action.
    ['update', 'update', 'insert', 'update', 'insert'],
    ['commit'],
  ])
})
