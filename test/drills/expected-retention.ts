/** What the documents say of retention, without the code of the service: docs/running/retention.md. */

export type Kind = 'notifications' | 'messages' | 'replies' | 'notes'

export interface Visit {
  id: string
  contact: string
  /** The start, or without one the submission, or the latest action. */
  counted: Temporal.Instant
  notes: number
  replies: number
  answers: number
  isNamed: boolean
  /** Whether the service wrote to its contact. History has no addresses. */
  hasAddress: boolean
}

/** A text of a contact that is about no visit. */
interface Unassigned {
  address: string
  at: Temporal.Instant
  isStored: boolean
  hasAddress: boolean
}

export interface Clinic {
  id: string
  zone: string
  periods: Partial<Record<Kind, string | null>>
  visits: Visit[]
  unassigned: Unassigned[]
  /** Contacts, or `all`. */
  holds: { id: string; contact: string }[]
  lastNight?: string
}

/** Applies the night of a day to a clinic, once. */
export function applyNight(clinic: Clinic, today: Temporal.PlainDate) {
  if (clinic.lastNight === `${today}`) return
  clinic.lastNight = `${today}`
  const isHeld = (contact: string) => clinic.holds.some((hold) => hold.contact === 'all' || hold.contact === contact)
  const isOver = (at: Temporal.Instant, kind: Kind) => {
    const period = periodOf(clinic, kind)
    if (period === null) return false
    const day = at.toZonedDateTimeISO(clinic.zone).toPlainDate()
    return Temporal.PlainDate.compare(day, today.subtract(period)) < 0
  }
  for (const visit of clinic.visits) {
    if (isHeld(visit.contact)) continue
    const ends = (kind: Kind) => isOver(visit.counted, 'notifications') || isOver(visit.counted, kind)
    if (ends('notes')) visit.notes = 0
    if (ends('replies')) visit.replies = 0
    if (ends('messages')) visit.answers = 0
    if (ends('notifications')) visit.isNamed = false
  }
  const remaining = clinic.visits.filter(({ isNamed, hasAddress }) => isNamed && hasAddress)
  const has = (address: string, visits: Visit[]) => visits.some(({ contact }) => addressOf(contact) === address)
  const held = remaining.filter(({ contact }) => isHeld(contact))
  const gone = clinic.visits.filter(({ isNamed, hasAddress }) => !isNamed && hasAddress)
  for (const text of clinic.unassigned) {
    if (isHeld('') || has(text.address, held)) continue
    // The texts of an address go with its last visit.
    const isLonely = has(text.address, gone) && !has(text.address, remaining)
    if (isLonely || isOver(text.at, 'replies') || isOver(text.at, 'notifications')) text.isStored = false
    if (isLonely || isOver(text.at, 'notifications')) text.hasAddress = false
  }
}

/** Null: for ever, or as long as the visit. */
function periodOf({ periods }: Clinic, kind: Kind): string | null {
  const given = periods[kind]
  if (given !== undefined) return given
  if (kind === 'notifications' || kind === 'notes') return null
  return 'P180D'
}

export const addressOf = (contact: string) => `${contact.toLowerCase()}@example.org`
