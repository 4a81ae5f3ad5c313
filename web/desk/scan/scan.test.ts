import { describe, expect, test } from 'vitest'
import type { DeskVisit } from '../day/desk-visit.ts'
import { type ScanTarget, targetOf, type Verdict } from '../verdict/verdict.ts'
import { type Facts, nextScan, type Scan, type ScanEvent } from './scan.ts'

const visit: DeskVisit = {
  id: 'n-1',
  external_id: 'A-1',
  category: 'medical',
  target: 'appointment',
  state: 'confirmed',
  params: {},
  contact: { external_id: 'P-1', name: 'Eva Lopes' },
  starts_at: '2026-03-30T09:00:00Z',
}
const [byCode, byName]: ScanTarget[] = [{ code: 'CODE' }, targetOf(visit)]
const facts: Facts = { isUnsent: () => false, visit: () => undefined, isChanging: () => false }
const isUnsent = { ...facts, isUnsent: (id: string) => id === 'n-1' }

const expected: Verdict = { outcome: 'expected', record: visit }
const listed: Verdict = { outcome: 'listed', record: visit, retryAfterSeconds: 2 }
const unsentVerdict: Verdict = { outcome: 'unsent', record: visit }
const looking: Scan = { mode: 'looking', target: byCode! }
const judgedAs = (verdict: Verdict): Scan => ({ mode: 'judged', target: byCode!, verdict })
const judged = judgedAs(expected)
const retrying: Scan = { mode: 'retrying', target: byCode!, verdict: listed }
const unsent: Scan = { mode: 'unsent', target: byCode!, verdict: unsentVerdict }
const checking: Scan = { mode: 'checking', target: byCode!, verdict: listed }

const lookUp = { type: 'look-up', target: byCode }
const dropRefused = { type: 'drop-refused', id: 'n-1' }
const stop = { type: 'stop-looking' }

/** Sends an event, and returns the mode, the outcome and the actions. */
function after(scan: Scan, event: ScanEvent, known = facts) {
  const { scan: next, actions } = nextScan(scan, event, known)
  return [next.mode, next.verdict?.outcome, actions]
}

describe('a lookup', () => {
  test('begins without a verdict, in every mode', () => {
    for (const scan of [{ mode: 'idle' } as const, looking, judged, retrying, unsent, checking])
      expect(after(scan, { type: 'look-up', target: byCode! })).toEqual(['looking', undefined, [lookUp]])
  })

  test('of a chosen visit whose arrival waits on this device needs no request', () => {
    expect(after(judged, { type: 'look-up', target: byName! }, isUnsent)).toEqual([
      'unsent',
      'unsent',
      [stop, dropRefused],
    ])
  })

  test('ends with a final verdict, and removes the refused arrivals of the visit', () => {
    expect(after(looking, { type: 'found', verdict: expected })).toEqual(['judged', 'expected', [dropRefused]])
    expect(after(looking, { type: 'found', verdict: { outcome: 'unknown' } })).toEqual(['judged', 'unknown', []])
  })

  test('finds a visit whose arrival waits on this device', () => {
    expect(after(looking, { type: 'found', verdict: expected }, isUnsent)).toEqual(['unsent', 'unsent', [dropRefused]])
    expect(after(checking, { type: 'found', verdict: listed }, isUnsent)).toEqual(['unsent', 'unsent', []])
  })

  test('follows a temporary verdict, which stays meanwhile', () => {
    expect(after(looking, { type: 'found', verdict: listed })[0]).toBe('retrying')
    expect(after(retrying, { type: 'retry' })).toEqual(['checking', 'listed', [lookUp]])
    expect(after(checking, { type: 'found', verdict: expected })).toEqual(['judged', 'expected', []])
    expect(after(judged, { type: 'retry' })).toEqual(['judged', 'expected', []])
  })

  test('starts again when the connection returns during the retry', () => {
    expect(after(checking, { type: 'retry' })).toEqual(['checking', 'listed', [lookUp]])
  })

  test('checks only an expected contact again', () => {
    expect(after(judged, { type: 'refresh' })).toEqual(['checking', 'expected', [lookUp]])
    expect(after(judgedAs({ outcome: 'cancelled-by-contact', record: visit }), { type: 'refresh' })).toEqual([
      'judged',
      'cancelled-by-contact',
      [],
    ])
  })

  test('stops when the receptionist begins a search', () => {
    expect(after(checking, { type: 'clear' })).toEqual(['idle', undefined, [stop]])
    expect(after({ mode: 'idle' }, { type: 'found', verdict: expected })).toEqual(['idle', undefined, []])
  })
})

describe('an arrival', () => {
  const mark = { type: 'mark', reason: 'why' } as const
  const marked = { type: 'marked', target: byCode!, before: listed, verdict: { outcome: 'unsent' } } as const

  test('is marked with the visit of the verdict', () => {
    const action = { type: 'mark', target: byCode, id: 'n-1', name: 'Eva Lopes', reason: 'why' }
    expect(after(judged, mark)).toEqual(['judged', 'expected', [{ ...action, before: expected }]])
    expect(after(retrying, mark)).toEqual(['retrying', 'listed', [{ ...action, before: listed }]])
  })

  test('is not marked during a lookup, during another change, or without a visit', () => {
    expect(after(looking, mark)[2]).toEqual([])
    expect(after(judged, mark, { ...facts, isChanging: () => true })[2]).toEqual([])
    expect(after(judgedAs({ outcome: 'unknown' }), mark)[2]).toEqual([])
  })

  test('is shown with its visit, and stops the older lookup', () => {
    expect(nextScan(checking, marked, facts)).toEqual({ scan: unsent, actions: [stop] })
    expect(after(looking, { ...marked, verdict: { outcome: 'arrived' } })).toEqual(['judged', 'arrived', [stop]])
  })

  test('is not shown over another target', () => {
    const next: Scan = { mode: 'looking', target: { code: 'NEXT' } }
    expect(nextScan(next, marked, facts)).toEqual({ scan: next, actions: [] })
    expect(after({ mode: 'idle' }, marked)).toEqual(['idle', undefined, []])
  })

  test('that was sent or discarded is looked up', () => {
    expect(after(unsent, { type: 'unsent-changed' }, isUnsent)).toEqual(['unsent', 'unsent', []])
    expect(after(unsent, { type: 'unsent-changed' })).toEqual(['checking', 'unsent', [lookUp]])
  })

  test('can be discarded only while it waits', () => {
    const action = { type: 'discard', target: byCode, id: 'n-1' }
    expect(after(unsent, { type: 'discard' })).toEqual(['unsent', 'unsent', [action]])
    expect(after(judged, { type: 'discard' })[2]).toEqual([])
  })

  test('that was reversed is looked up, and a failure is shown with the visit', () => {
    const before: Verdict = { outcome: 'arrived', record: visit, at: 'then' }
    const arrived = judgedAs(before)
    const undone = { type: 'undone', target: byCode!, before, failure: undefined } as const
    expect(after(arrived, { type: 'undo', reason: 'why' })[2]).toMatchObject([{ type: 'undo', id: 'n-1' }])
    expect(after(arrived, undone)).toEqual(['checking', 'arrived', [lookUp]])
    const failed = nextScan(arrived, { ...undone, failure: { outcome: 'busy', retryAfterSeconds: 2 } }, facts)
    expect(failed.scan).toMatchObject({ mode: 'retrying', verdict: { outcome: 'busy', record: visit } })
  })
})
