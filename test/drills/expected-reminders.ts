import type { Step } from '../../src/contacts/reminders/sequence.ts'
import type { QuietHours } from '../../src/messages/quiet-hours/quiet-hours.ts'
import { hours, type Instant, minutes } from '../../src/platform/time/instant.ts'

/** A second implementation of the timing of messages, written only from the description. It looks at single minutes, where the
 *  service computes with periods. */

/** The settings of a clinic from an instant on. */
export interface Setting {
  from: Instant
  steps: Step[]
  quietHours: QuietHours
  /** Whether the sequence was changed at this instant. */
  isNewSequence: boolean
}

/** A notification with one address, as the drill knows it. */
export interface KnownNotification {
  createdAt: Instant
  startsAt: Instant
  /** The start that the contact was told of before. */
  previousStart: Instant | undefined
  firstKind: 'notice' | 'moved'
  /** The states and when they began, from the creation on. */
  states: { at: Instant; state: string }[]
  /** When the contact got the answer to an act of their own. */
  acknowledgedAt: Instant[]
}

export interface ExpectedMessage {
  kind: string
  at: Instant
}

const minute = minutes(1)
const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export const local = (at: Instant, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at / 1_000).toZonedDateTimeISO(timeZone)

function isQuiet(at: Instant, { hours: quiet, holidays }: QuietHours, timeZone: string): boolean {
  const now = local(at, timeZone)
  if (holidays.includes(`${now.toPlainDate()}`)) return true
  const time = `${now.toPlainTime()}`.slice(0, 5)
  const [today, yesterday] = [names[now.dayOfWeek - 1]!, names[(now.dayOfWeek + 5) % 7]!]
  return quiet.some(({ days, from, to }) => {
    const isOvernight = to <= from
    if ((days as string[]).includes(today) && time >= from && (isOvernight || time < to)) return true
    return isOvernight && (days as string[]).includes(yesterday) && time < to
  })
}

/** When a message that falls due at `due` goes out. */
export function sendingMinute(due: Instant, startsAt: Instant, quietHours: QuietHours, timeZone: string): Instant {
  if (!isQuiet(due, quietHours, timeZone)) return due
  let morning = due - (due % minute)
  while (isQuiet(morning, quietHours, timeZone)) morning += minute
  if (morning + hours(1) <= startsAt) return morning
  let evening = due - (due % minute)
  while (isQuiet(evening - minute, quietHours, timeZone)) evening -= minute
  return evening - minutes(15)
}

/** Returns the messages that the contact of the notification gets. */
export function expectedMessages(told: KnownNotification, settings: Setting[], timeZone: string): ExpectedMessage[] {
  const { createdAt, startsAt, states } = told
  const end = startsAt
  const stateAt = (at: Instant) => states.findLast((one) => one.at <= at)!.state
  const settingAt = (at: Instant) => settings.findLast(({ from }) => from <= at)!
  const sent: ExpectedMessage[] = []
  const isSoonAfter = (at: Instant) =>
    [...sent.map((one) => one.at), ...told.acknowledgedAt].some((one) => one <= at && at - one < hours(1))

  // The first message waits, and goes out again when the settings or the states let it.
  let first: Instant | undefined = createdAt
  const soonest = Math.min(startsAt, told.previousStart ?? startsAt)
  const isUrgent = (at: Instant) => told.firstKind === 'moved' && soonest - at <= hours(12)
  const firstAt = () => {
    let at = createdAt
    for (;;) {
      const { quietHours } = settingAt(at)
      if (isUrgent(at) || !isQuiet(at, quietHours, timeZone)) return at
      const next = sendingMinute(at, told.firstKind === 'moved' ? soonest : startsAt, quietHours, timeZone)
      if (next <= at) return at
      at = next
    }
  }
  first = firstAt()
  const answered = states.find(({ at, state }) => at > createdAt && at <= first! && state !== 'open')
  if (!answered && first < end) sent.push({ kind: told.firstKind, at: first })

  // A contact who had cancelled, and returns, gets only the steps that fall due later.
  const isReminded = (state: string) => ['open', 'confirmed', 'rescheduling'].includes(state)
  const returns = states.filter(
    ({ state }, index) => index > 0 && isReminded(state) && !isReminded(states[index - 1]!.state),
  )
  const isBeforeReturn = (due: Instant, at: Instant) => returns.some((one) => due <= one.at && one.at <= at)

  let over = createdAt + hours(1)
  const changes = settings.filter(({ from }) => from > createdAt && from < end)
  const epochs = [{ ...settingAt(createdAt), from: createdAt, isNewSequence: false }, ...changes]
  for (const [index, epoch] of epochs.entries()) {
    const until = epochs[index + 1]?.from ?? end
    const planned = epoch.steps
      .map((step) => {
        const duration = Temporal.Duration.from(step.before)
        const due = local(startsAt, timeZone).subtract(duration).epochMilliseconds * 1_000
        return { step, due, at: sendingMinute(due, startsAt, epoch.quietHours, timeZone) }
      })
      .filter(({ due }) => due > over)
    const isPast = ({ at }: { at: Instant }) => (index === 0 && at <= over) || (epoch.isNewSequence && at <= epoch.from)
    for (const one of planned.filter(isPast)) over = Math.max(over, one.due)
    const coming = planned.filter((one) => !isPast(one)).map((one) => ({ ...one, at: Math.max(one.at, epoch.from) }))
    const moments = [...new Set(coming.map(({ at }) => at))].sort((one, other) => one - other)
    for (const at of moments.filter((one) => one < until)) {
      const due = coming
        .filter((one) => one.at === at && one.due > over && !isBeforeReturn(one.due, at))
        .sort((one, other) => one.due - other.due)
      if (due.length === 0) continue
      over = Math.max(over, ...due.map((one) => one.due))
      const isWanted = due.some(({ step }) => (step.states as string[]).includes(stateAt(at)))
      if (isWanted && !isSoonAfter(at) && !isPending(at)) sent.push({ kind: 'reminder', at })
    }
  }
  return sent

  function isPending(at: Instant) {
    return !answered && first! > at
  }
}
