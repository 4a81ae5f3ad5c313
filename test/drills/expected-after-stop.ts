import type { QuietHours } from '../../src/messages/quiet-hours/quiet-hours.ts'
import { hours, type Instant } from '../../src/platform/time/instant.ts'
import { local, sendingMinute } from './expected-reminders.ts'

/** A second implementation of which messages reach a contact around stops and wrong clocks, written only from the description.
 *  It looks at single moments at which the service works. */

export type Kind =
  | 'notice'
  | 'reminder'
  | 'moved'
  | 'withdrawn'
  | 'no-show'
  | 'confirmation'
  | 'acknowledgement'
  | 'clarification'
  | 'answer'

/** They answer what the contact has just done, so the time does not matter. */
const answering: Kind[] = ['confirmation', 'acknowledgement', 'clarification', 'answer']

/** The fate of a message. A message for a state that the visit has left is not listed. */
type Fate = 'waits' | 'arrived' | 'given up'

interface Message {
  kind: Kind
  address: string
  fate: Fate
  visit: Visit
  /** The start that the contact knew of before. */
  knownStart: Instant | undefined
  arrivedAt?: Instant
}

interface Visit {
  startsAt: Instant
  state: string
  /** The state before `no-show`. */
  stateBefore?: string
  submittedAt: Instant
  /** Reminders that were due by then no longer go out. */
  remindedUntil: Instant
}

/** A contact with the visits that had one key. */
export interface Story {
  addresses: string[]
  quietHours: QuietHours
  timeZone: string
  visits: Visit[]
  messages: Message[]
}

export type Act =
  | { act: 'submit' | 'move'; startsAt: Instant }
  | { act: 'withdraw' | 'confirm' | 'cancel' | 'remind' | 'arrive' | 'text' | 'text CANCEL' | 'answer a text' }

/** A moment at which the service works. */
export interface Moment {
  at: Instant
  /** `doubted`: it differs from the database's. `set back`: it is behind the last one that was stored, so that one was wrong. */
  clock: 'trusted' | 'doubted' | 'set back'
  /** Whether the process has served for an hour. */
  hasServedAnHour: boolean
  /** Whether a message that can go out arrived. The service may be killed before. */
  didArrive?: (kind: Kind, address: string) => boolean
}

const steps = [
  { before: 'P7D', states: ['open', 'rescheduling'] },
  { before: 'P2D', states: ['open', 'rescheduling'] },
  { before: 'PT3H', states: ['open', 'confirmed', 'rescheduling'] },
]
const states: Record<Kind, string[]> = {
  notice: ['open'],
  reminder: ['open', 'confirmed', 'rescheduling'],
  moved: ['open'],
  withdrawn: ['withdrawn'],
  'no-show': ['no-show'],
  confirmation: ['confirmed'],
  acknowledgement: ['confirmed', 'rescheduling', 'cancelled'],
  clarification: ['open', 'confirmed', 'rescheduling'],
  answer: ['open', 'confirmed', 'rescheduling', 'cancelled', 'arrived', 'no-show', 'superseded', 'withdrawn'],
}
const visitMinutes = hours(0.5)
// The arrival window closes an hour after the start, and a contact has not come an hour later.
const missedAfter = hours(2)
const askAgain = hours(14 * 24)

const current = ({ visits }: Story) => visits.at(-1)!

/** Changes the story as the act of a contact or of the clinic does. */
export function follow(story: Story, act: Act, at: Instant) {
  const { addresses, visits } = story
  const add = (kind: Kind, address: string, knownStart?: Instant) =>
    story.messages.push({ kind, address, fate: 'waits', visit: current(story), knownStart })
  const changeState = (state: string) => {
    current(story).state = state
  }
  switch (act.act) {
    case 'submit':
      visits.push(newVisit(act.startsAt, at))
      for (const address of addresses) add('notice', address)
      break
    case 'move': {
      const known = knownStarts(story)
      changeState('superseded')
      visits.push(newVisit(act.startsAt, at))
      for (const address of addresses) add(known.has(address) ? 'moved' : 'notice', address, known.get(address))
      break
    }
    case 'withdraw': {
      const knowsOfCancellation = current(story).state === 'cancelled'
      const known = knownStarts(story)
      changeState('withdrawn')
      // A contact who has cancelled hears nothing.
      if (!knowsOfCancellation) for (const [address, start] of known) add('withdrawn', address, start)
      break
    }
    case 'confirm':
      changeState('confirmed')
      stopWaiting(story)
      for (const address of knownStarts(story).keys())
        add(address.includes('@') ? 'confirmation' : 'acknowledgement', address)
      break
    case 'cancel':
      changeState('cancelled')
      stopWaiting(story)
      break
    case 'remind':
      for (const address of addresses) add('reminder', address)
      break
    case 'arrive':
      changeState('arrived')
      break
    case 'text':
      break
    case 'text CANCEL':
      add('clarification', addresses[0]!)
      break
    case 'answer a text':
      add('answer', addresses[0]!)
  }
}

/** An answer stops what asks for it. */
function stopWaiting(story: Story) {
  story.messages = story.messages.filter(({ fate, kind }) => fate !== 'waits' || answering.includes(kind))
}

const newVisit = (startsAt: Instant, submittedAt: Instant): Visit => ({
  startsAt,
  submittedAt,
  state: 'open',
  remindedUntil: submittedAt + hours(1),
})

const tellsOfStart = (kind: Kind) => ['notice', 'moved', 'reminder', 'confirmation', 'acknowledgement'].includes(kind)

/** The last start that each address was told of. */
const knownStarts = ({ messages }: Story) =>
  new Map(
    messages
      .filter(({ kind, fate }) => fate === 'arrived' && tellsOfStart(kind))
      .map(({ address, visit }) => [address, visit.startsAt]),
  )

/** Changes the story as the service does at a moment at which it works. */
export function pass(story: Story, moment: Moment) {
  const { at, clock, hasServedAnHour } = moment
  if (clock === 'doubted') return
  // Deliveries pause for two minutes.
  if (clock === 'set back') return correct(story, at)
  if (hasServedAnHour) markMissed(story, at)
  remind(story, at)
  for (const message of story.messages.filter(isWanted)) {
    if (at >= usefulUntil(message)) {
      if (hasServedAnHour) message.fate = 'given up'
    } else if (!isHeld(message, story, at) && (moment.didArrive?.(message.kind, message.address) ?? true)) {
      message.fate = 'arrived'
      message.arrivedAt = at
    }
  }
}

const isWanted = ({ kind, fate, visit }: Message) => fate === 'waits' && isOfState(kind, visit.state)

function markMissed(story: Story, at: Instant) {
  const visit = current(story)
  if (!['open', 'confirmed'].includes(visit.state) || visit.startsAt + missedAfter > at) return
  visit.stateBefore = visit.state
  visit.state = 'no-show'
  for (const message of story.messages.filter((one) => one.visit === visit && one.fate === 'waits'))
    if (message.kind === 'notice' || message.kind === 'moved') message.fate = 'given up'
  const arrived = story.messages.filter((one) => one.visit === visit && one.fate === 'arrived')
  const addressesOf = (isOfKind: (kind: Kind) => boolean) =>
    new Set(arrived.filter(({ kind }) => isOfKind(kind)).map(({ address }) => address))
  // A contact who was told because the clock was wrong is not told again.
  for (const address of addressesOf(tellsOfStart).difference(addressesOf((kind) => kind === 'no-show')))
    story.messages.push({ kind: 'no-show', address, fate: 'waits', visit, knownStart: undefined })
}

/** Takes back the decisions of a later clock. Messages that arrived remain. */
function correct(story: Story, at: Instant) {
  const visit = current(story)
  if (visit.state === 'no-show' && visit.startsAt + missedAfter > at) {
    visit.state = visit.stateBefore!
    story.messages = story.messages.filter(({ kind, fate }) => kind !== 'no-show' || fate === 'arrived')
  }
  const over = stepsOf(story, visit).filter((step) => step.at <= at)
  visit.remindedUntil = Math.min(
    visit.remindedUntil,
    Math.max(visit.submittedAt + hours(1), ...over.map(({ due }) => due)),
  )
  for (const message of story.messages) {
    if (message.fate === 'given up' && at < usefulUntil(message)) message.fate = 'waits'
  }
}

/** When the reminders of a visit are due, and when they go out. Without those that were past at the submission, or within an hour
 *  after it. */
function stepsOf({ timeZone, quietHours }: Story, { startsAt, submittedAt }: Visit) {
  const planned = steps.map(({ before, states }) => {
    const due = local(startsAt, timeZone).subtract(before).epochMilliseconds * 1_000
    return { states, due, at: sendingMinute(due, startsAt, quietHours, timeZone) }
  })
  return planned.filter((step) => step.at > submittedAt + hours(1))
}

function remind(story: Story, at: Instant) {
  const visit = current(story)
  if (at >= visit.startsAt) return
  const planned = stepsOf(story, visit).filter((step) => step.due > visit.remindedUntil && step.at <= at)
  if (planned.length === 0) return
  visit.remindedUntil = Math.max(...planned.map(({ due }) => due))
  const isMeant = planned.some(({ states }) => states.includes(visit.state))
  const ofVisit = story.messages.filter((message) => message.visit === visit)
  const isToldNow = ofVisit.some((one) => isWanted(one) && tellsOfStart(one.kind) && one.kind !== 'reminder')
  const wasJustTold = ofVisit.some(({ arrivedAt = 0 }) => arrivedAt <= at && at - arrivedAt < hours(1))
  if (!isMeant || isToldNow || wasJustTold) return
  for (const address of story.addresses)
    story.messages.push({ kind: 'reminder', address, fate: 'waits', visit, knownStart: undefined })
}

/** A withdrawal is of use until the later one of the starts that the contact may know of. */
function usefulUntil({ kind, visit, knownStart }: Message): Instant {
  if (kind === 'answer') return Number.POSITIVE_INFINITY
  if (kind === 'no-show') return visit.startsAt + visitMinutes + askAgain
  return kind === 'withdrawn' ? Math.max(visit.startsAt, knownStart ?? 0) : visit.startsAt
}

/** Whether a message waits for the end of quiet hours. News of a visit within twelve hours does not, nor if the contact would come
 *  before it. */
function isHeld({ kind, visit, knownStart }: Message, { quietHours, timeZone }: Story, at: Instant): boolean {
  if (answering.includes(kind)) return false
  const isNews = kind === 'moved' || kind === 'withdrawn'
  const soonest = isNews ? Math.min(visit.startsAt, knownStart ?? visit.startsAt) : visit.startsAt
  if (isNews && soonest <= at + hours(12)) return false
  const deadline = kind === 'no-show' ? visit.startsAt + visitMinutes + askAgain : soonest
  return sendingMinute(at, deadline, quietHours, timeZone) > at
}

/** The state of the visit, and the fate of each message that its state wants. */
export const verdict = (story: Story) => ({
  state: current(story).state,
  messages: story.messages
    .filter((one) => one.fate !== 'waits' || isWanted(one))
    .map(({ kind, address, fate }) => `${kind} ${address}: ${fate}`)
    .sort(),
})
export const isOfState = (kind: Kind, state: string) => states[kind].includes(state)
