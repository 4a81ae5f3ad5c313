import type { DeskVisit } from '../day/desk-visit.ts'
import { keyOf, type ScanTarget, type Verdict, visitOf } from '../verdict/verdict.ts'

/** A scanned code or a chosen visit. Its modes are:
 *  - `idle`: nothing is scanned;
 *  - `looking`: the first lookup is under way;
 *  - `judged`: the verdict is final;
 *  - `retrying`: the verdict is temporary, and another lookup follows;
 *  - `unsent`: the arrival waits on this device;
 *  - `checking`: another lookup is under way, and the earlier verdict stays. */
export type Scan =
  | { mode: 'idle'; target?: undefined; verdict?: undefined }
  | { mode: 'looking'; target: ScanTarget; verdict?: undefined }
  | { mode: 'judged' | 'retrying' | 'unsent' | 'checking'; target: ScanTarget; verdict: Verdict }

type JudgedScan = Extract<Scan, { verdict: Verdict }>

export type ScanEvent =
  /** A code was scanned or typed, or a visit was chosen. */
  | { type: 'look-up'; target: ScanTarget }
  | { type: 'clear' }
  /** The latest lookup has ended. */
  | { type: 'found'; verdict: Verdict }
  /** The time for a retry has come, or the connection is back. */
  | { type: 'retry' }
  /** The contact may no longer be expected. */
  | { type: 'refresh' }
  /** The unsent arrivals of this device have changed. */
  | { type: 'unsent-changed' }
  | { type: 'mark'; reason?: string | undefined }
  | { type: 'marked'; target: ScanTarget; before: Verdict; verdict: Verdict }
  | { type: 'discard' }
  | { type: 'undo'; reason: string }
  | { type: 'undone'; target: ScanTarget; before: Verdict; failure: Verdict | undefined }

export type ScanAction =
  /** Starts a lookup, which replaces the one under way. */
  | { type: 'look-up'; target: ScanTarget }
  | { type: 'stop-looking' }
  /** Removes the refused arrivals of a visit from the list. */
  | { type: 'drop-refused'; id: string }
  | { type: 'mark'; target: ScanTarget; before: Verdict; id: string; name: string; reason: string | undefined }
  | { type: 'discard'; target: ScanTarget; id: string }
  | { type: 'undo'; target: ScanTarget; before: Verdict; id: string; reason: string }

/** The facts outside of the scan on which its transitions depend. */
export interface Facts {
  /** Whether the arrival of a notification waits on this device. */
  isUnsent(id: string): boolean
  /** Returns a visit of today. */
  visit(id: string): DeskVisit | undefined
  /** Whether a request that changes the target's visit is under way. */
  isChanging(target: ScanTarget): boolean
}

export interface Step {
  scan: Scan
  actions: ScanAction[]
}

type EventOf<Type> = Extract<ScanEvent, { type: Type }>
type ScanIn<Mode> = Mode extends 'idle' | 'looking' ? Extract<Scan, { mode: Mode }> : JudgedScan
type Rule<From, Type> = (scan: From, event: EventOf<Type>, facts: Facts) => Step

const results = { marked: showMarked, undone: showUndone }

/** An event without a rule changes nothing. */
const transitions: { [Mode in Scan['mode']]: { [Type in ScanEvent['type']]?: Rule<ScanIn<Mode>, Type> } } = {
  idle: { 'look-up': startLookup },
  looking: { 'look-up': startLookup, clear, found: showFirst, ...results },
  judged: { 'look-up': startLookup, clear, refresh: checkExpected, mark, undo, ...results },
  retrying: { 'look-up': startLookup, clear, retry: check, mark, undo, ...results },
  unsent: { 'look-up': startLookup, clear, 'unsent-changed': checkSent, discard, ...results },
  checking: {
    'look-up': startLookup,
    clear,
    found: show,
    retry: check,
    refresh: checkExpected,
    mark,
    undo,
    ...results,
  },
}

export function nextScan(scan: Scan, event: ScanEvent, facts: Facts): Step {
  const rule = transitions[scan.mode][event.type] as Rule<Scan, ScanEvent['type']> | undefined
  return rule ? rule(scan, event, facts) : same(scan)
}

const same = (scan: Scan): Step => ({ scan, actions: [] })

/** The scan with a verdict. The arrival on this device is the latest fact about a visit. */
function judged(target: ScanTarget, verdict: Verdict, facts: Facts): JudgedScan {
  const found = visitOf(target, verdict)
  if (verdict.outcome === 'unsent' || (found && facts.isUnsent(found.id)))
    return { mode: 'unsent', target, verdict: { outcome: 'unsent', record: verdict.record } }
  return { mode: verdict.retryAfterSeconds === undefined ? 'judged' : 'retrying', target, verdict }
}

/** Returns the verdict about a chosen visit without a lookup, if its arrival waits on this device. */
function unsentVerdict(target: ScanTarget, facts: Facts): Verdict | undefined {
  if ('code' in target || !facts.isUnsent(target.id)) return undefined
  return { outcome: 'unsent', record: facts.visit(target.id) ?? target.visit }
}

const dropRefused = ({ target, verdict }: JudgedScan): ScanAction[] => {
  const found = visitOf(target, verdict)
  return found ? [{ type: 'drop-refused', id: found.id }] : []
}

function startLookup(_: Scan, { target }: EventOf<'look-up'>, facts: Facts): Step {
  const verdict = unsentVerdict(target, facts)
  if (!verdict) return { scan: { mode: 'looking', target }, actions: [{ type: 'look-up', target }] }
  const scan = judged(target, verdict, facts)
  return { scan, actions: [{ type: 'stop-looking' }, ...dropRefused(scan)] }
}

function clear(): Step {
  return { scan: { mode: 'idle' }, actions: [{ type: 'stop-looking' }] }
}

function showFirst({ target }: ScanIn<'looking'>, { verdict }: EventOf<'found'>, facts: Facts): Step {
  const scan = judged(target, verdict, facts)
  return { scan, actions: dropRefused(scan) }
}

function show({ target }: JudgedScan, { verdict }: EventOf<'found'>, facts: Facts): Step {
  return same(judged(target, verdict, facts))
}

function check({ target, verdict }: JudgedScan, _: unknown, facts: Facts): Step {
  const unsent = unsentVerdict(target, facts)
  if (unsent) return { scan: judged(target, unsent, facts), actions: [{ type: 'stop-looking' }] }
  return { scan: { mode: 'checking', target, verdict }, actions: [{ type: 'look-up', target }] }
}

function checkExpected(scan: JudgedScan, event: unknown, facts: Facts): Step {
  return scan.verdict.outcome === 'expected' ? check(scan, event, facts) : same(scan)
}

/** The arrival was sent, perhaps by another tab, or discarded. */
function checkSent(scan: JudgedScan, event: unknown, facts: Facts): Step {
  const marked = visitOf(scan.target, scan.verdict)
  return marked && !facts.isUnsent(marked.id) ? check(scan, event, facts) : same(scan)
}

/** Returns the action for the visit of the verdict, unless the visit is unknown or another request changes it. */
function onVisit(scan: JudgedScan, facts: Facts, actionOn: (visit: { id: string; name: string }) => ScanAction): Step {
  const visit = visitOf(scan.target, scan.verdict)
  const isPossible = visit !== undefined && !facts.isChanging(scan.target)
  return { scan, actions: isPossible ? [actionOn(visit)] : [] }
}

function mark(scan: JudgedScan, { reason }: EventOf<'mark'>, facts: Facts): Step {
  const { target, verdict: before } = scan
  return onVisit(scan, facts, (visit) => ({ type: 'mark', target, before, ...visit, reason }))
}

function undo(scan: JudgedScan, { reason }: EventOf<'undo'>, facts: Facts): Step {
  const { target, verdict: before } = scan
  return onVisit(scan, facts, ({ id }) => ({ type: 'undo', target, before, id, reason }))
}

function discard(scan: JudgedScan, _: unknown, facts: Facts): Step {
  return onVisit(scan, facts, ({ id }) => ({ type: 'discard', target: scan.target, id }))
}

export const isShown = (scan: Scan, target: ScanTarget) =>
  scan.target !== undefined && keyOf(scan.target) === keyOf(target)

/** Shows the result of a request. It is more recent than the result of a lookup under way. */
function showMarked(scan: Scan, { target, before, verdict }: EventOf<'marked'>, facts: Facts): Step {
  if (!isShown(scan, target)) return same(scan)
  return { scan: judged(target, { ...verdict, record: before.record }, facts), actions: [{ type: 'stop-looking' }] }
}

function showUndone(scan: Scan, { target, before, failure }: EventOf<'undone'>, facts: Facts): Step {
  if (!isShown(scan, target)) return same(scan)
  if (failure) return same(judged(target, { ...before, ...failure }, facts))
  return scan.verdict ? check(scan, undefined, facts) : { scan, actions: [{ type: 'look-up', target }] }
}
