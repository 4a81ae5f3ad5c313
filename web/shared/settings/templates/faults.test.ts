import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../../client/client.ts'
import { refusalOf } from './faults.ts'

const problem = (status: number, members: object) =>
  new ProblemError(new Response(null, { status }), { detail: 'Why.', ...members })

describe('a refusal', () => {
  test('names the faults of each field', () => {
    const errors = [
      { parameter: '/text', reason: 'must contain {link}' },
      { parameter: '/text', reason: 'has an unknown placeholder' },
      { parameter: '/subject', reason: 'must be absent' },
      { parameter: '/other', reason: 'is unknown' },
    ]
    expect(refusalOf(problem(422, { code: 'invalid-body', errors }))).toEqual({
      faults: {
        text: ['must contain {link}', 'has an unknown placeholder'],
        subject: ['must be absent'],
        '': ['is unknown'],
      },
    })
  })

  test('says why it concerns no field', () => {
    const notSent = problem(502, { code: 'message-not-sent', reason: '550 no such number' })
    expect(refusalOf(notSent)).toEqual({ failure: 'refused', detail: '550 no such number' })
    expect(refusalOf(problem(403, { code: 'scope-missing' }))).toEqual({ failure: 'not-allowed' })
    expect(refusalOf(problem(412, { code: 'changed-meanwhile' }))).toEqual({ failure: 'conflict' })
    expect(refusalOf(problem(429, { code: 'rate-limited' }))).toEqual({ failure: 'busy', detail: 'Why.' })
    expect(refusalOf(problem(503, { code: 'overloaded' }))).toEqual({ failure: 'busy' })
    expect(refusalOf(problem(404, { code: 'template-not-found' }))).toEqual({ failure: 'refused', detail: 'Why.' })
    expect(refusalOf(new TypeError('Cannot reach'))).toEqual({ failure: 'no-connection' })
  })
})
