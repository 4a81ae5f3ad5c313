import { expect, test } from 'vitest'
import { ProblemError } from '../../client/client.ts'
import { changeFaultOf } from './change-fault.ts'

test.for([
  [401, 'invalid-token', 'signed-out'],
  [403, 'insufficient-scope', 'not-allowed'],
  [409, 'notification-ended', 'ended'],
  [409, 'not-rescheduling', 'answered'],
  [409, 'answered-since', 'changed'],
  [422, 'invalid-body', 'text'],
  [429, 'rate-limited', 'busy'],
  [503, 'overloaded', 'busy'],
  [400, 'invalid-request', 'refused'],
] as const)('%s %s is the fault %s', ([status, code, fault]) => {
  expect(changeFaultOf(new ProblemError(new Response(null, { status }), { code }))).toBe(fault)
})

test('an error without a response is a lost connection', () => {
  expect(changeFaultOf(new TypeError('Failed to fetch'))).toBe('no-connection')
})
