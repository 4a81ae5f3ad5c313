import type { DeskVisit } from './today.ts'
import { keyOf, type Subject, type Verdict, whoOf } from './verdict.ts'

/** A scanned code or a chosen visit. Its modes are:
 *  - `idle`: nothing is scanned;
 *  - `looking`: the first lookup is under way;
 *  - `judged`: the verdict is final;
 *  - `retrying`: the verdict is temporary, and another lookup follows;
 *  - `unsent`: the arrival waits on this device;
 *  - `checking`: another lookup is under way, and the earlier verdict stays. */
export type Scan =
  | { mode: 'idle'; subject?: undefined; verdict?: undefined }
  | { mode: 'looking'; subject: Subject; verdict?: undefined }
  | { mode: 'judged' | 'retrying' | 'unsent' | 'checking'; subject: Subject; verdict: Verdict }

type Judged = Extract<Scan, { verdict: Verdict }>

export type ScanEvent =
  /** A code was scanned or typed, or a visit was chosen. */
  | { type: 'look'; subject: Subject }
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
  | { type: 'marked'; subject: Subject; before: Verdict; verdict: Verdict }
  | { type: 'discard' }
  | { type: 'undo'; reason: string }
  | { type: 'undone'; subject: Subject; before: Verdict; failure: Verdict | undefined }

export type ScanAction =
  /** Starts a lookup, which replaces the one under way. */
  | { type: 'look-up'; subject: Subject }
  | { type: 'stop-looking' }
  /** Removes the refused arrivals of a visit from the list. */
  | { type: 'drop-refused'; id: string }
  | { type: 'mark'; subject: Subject; before: Verdict; id: string; name: string; reason: string | undefined }
  | { type: 'discard'; subject: Subject; id: string }
  | { type: 'undo'; subject: Subject; before: Verdict; id: string; reason: string }

/** The facts outside of the scan on which its transitions depend. */
export interface Facts {
  /** Whether the arrival of a notification waits on this device. */
  isUnsent(id: string): boolean
  /** Returns a visit of today. */
  visit(id: string): DeskVisit | undefined
  /** Whether a request that changes the subject's visit is under way. */
  isChanging(subject: Subject): boolean
}

export interface Step {
  scan: Scan
  actions: ScanAction[]
}

type EventOf<Type> = Extract<ScanEvent, { type: Type }>
type ScanIn<Mode> = Mode extends 'idle' | 'looking' ? Extract<Scan, { mode: Mode }> : Judged
type Rule<From, Type> = (scan: From, event: EventOf<Type>, facts: Facts) => Step

const results = { marked: showMarked, undone: showUndone }

/** An event without a rule changes nothing. */
const transitions: { [Mode in Scan['mode']]: { [Type in ScanEvent['type']]?: Rule<ScanIn<Mode>, Type> } } = {
  idle: { look: begin },
  looking: { look: begin, clear: end, found: showFirst, ...results },
  judged: { look: begin, clear: end, refresh: checkExpected, mark, undo, ...results },
  retrying: { look: begin, clear: end, retry: check, mark, undo, ...results },
  unsent: { look: begin, clear: end, 'unsent-changed': checkSent, discard, ...results },
  checking: { look: begin, clear: end, found: show, retry: check, refresh: checkExpected, mark, undo, ...results },
}

export function nextScan(scan: Scan, event: ScanEvent, facts: Facts): Step {
  const rule = transitions[scan.mode][event.type] as Rule<Scan, ScanEvent['type']> | undefined
  return rule ? rule(scan, event, facts) : same(scan)
}

const same = (scan: Scan): Step => ({ scan, actions: [] })

/** The scan with a verdict. The arrival on this device is the latest fact about a visit. */
function judged(subject: Subject, verdict: Verdict, facts: Facts): Judged {
  const found = whoOf(subject, verdict)
  if (verdict.outcome === 'kept' || (found && facts.isUnsent(found.id)))
    return { mode: 'unsent', subject, verdict: { outcome: 'kept', record: verdict.record } }
  return { mode: verdict.again === undefined ? 'judged' : 'retrying', subject, verdict }
}

/** Returns the verdict about a chosen visit without a lookup, if its arrival waits on this device. */
function unsentVerdict(subject: Subject, facts: Facts): Verdict | undefined {
  if ('code' in subject || !facts.isUnsent(subject.id)) return undefined
  return { outcome: 'kept', record: facts.visit(subject.id) ?? subject.visit }
}

const dropRefused = ({ subject, verdict }: Judged): ScanAction[] => {
  const found = whoOf(subject, verdict)
  return found ? [{ type: 'drop-refused', id: found.id }] : []
}

function begin(_: Scan, { subject }: EventOf<'look'>, facts: Facts): Step {
  const verdict = unsentVerdict(subject, facts)
  if (!verdict) return { scan: { mode: 'looking', subject }, actions: [{ type: 'look-up', subject }] }
  const scan = judged(subject, verdict, facts)
  return { scan, actions: [{ type: 'stop-looking' }, ...dropRefused(scan)] }
}

function end(): Step {
  return { scan: { mode: 'idle' }, actions: [{ type: 'stop-looking' }] }
}

function showFirst({ subject }: ScanIn<'looking'>, { verdict }: EventOf<'found'>, facts: Facts): Step {
  const scan = judged(subject, verdict, facts)
  return { scan, actions: dropRefused(scan) }
}

function show({ subject }: Judged, { verdict }: EventOf<'found'>, facts: Facts): Step {
  return same(judged(subject, verdict, facts))
}

function check({ subject, verdict }: Judged, _: unknown, facts: Facts): Step {
  const unsent = unsentVerdict(subject, facts)
  if (unsent) return { scan: judged(subject, unsent, facts), actions: [{ type: 'stop-looking' }] }
  return { scan: { mode: 'checking', subject, verdict }, actions: [{ type: 'look-up', subject }] }
}

function checkExpected(scan: Judged, event: unknown, facts: Facts): Step {
  return scan.verdict.outcome === 'expected' ? check(scan, event, facts) : same(scan)
}

/** The arrival was sent, perhaps by another tab, or discarded. */
function checkSent(scan: Judged, event: unknown, facts: Facts): Step {
  const marked = whoOf(scan.subject, scan.verdict)
  return marked && !facts.isUnsent(marked.id) ? check(scan, event, facts) : same(scan)
}

/** Returns the action for the visit of the verdict, unless the visit is unknown or another request changes it. */
function onVisit(scan: Judged, facts: Facts, actionOn: (visit: { id: string; name: string }) => ScanAction): Step {
  const visit = whoOf(scan.subject, scan.verdict)
  const isPossible = visit !== undefined && !facts.isChanging(scan.subject)
  return { scan, actions: isPossible ? [actionOn(visit)] : [] }
}

function mark(scan: Judged, { reason }: EventOf<'mark'>, facts: Facts): Step {
  const { subject, verdict: before } = scan
  return onVisit(scan, facts, (visit) => ({ type: 'mark', subject, before, ...visit, reason }))
}

function undo(scan: Judged, { reason }: EventOf<'undo'>, facts: Facts): Step {
  const { subject, verdict: before } = scan
  return onVisit(scan, facts, ({ id }) => ({ type: 'undo', subject, before, id, reason }))
}

function discard(scan: Judged, _: unknown, facts: Facts): Step {
  return onVisit(scan, facts, ({ id }) => ({ type: 'discard', subject: scan.subject, id }))
}

export const isShown = (scan: Scan, subject: Subject) =>
  scan.subject !== undefined && keyOf(scan.subject) === keyOf(subject)

/** Shows the result of a request. It is more recent than the result of a lookup under way. */
function showMarked(scan: Scan, { subject, before, verdict }: EventOf<'marked'>, facts: Facts): Step {
  if (!isShown(scan, subject)) return same(scan)
  return { scan: judged(subject, { ...verdict, record: before.record }, facts), actions: [{ type: 'stop-looking' }] }
}

function showUndone(scan: Scan, { subject, before, failure }: EventOf<'undone'>, facts: Facts): Step {
  if (!isShown(scan, subject)) return same(scan)
  if (failure) return same(judged(subject, { ...before, ...failure }, facts))
  return scan.verdict ? check(scan, undefined, facts) : { scan, actions: [{ type: 'look-up', subject }] }
}
