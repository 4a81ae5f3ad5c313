import { type Instant, parseInstant } from '../platform/time/instant.ts'

/** The maximum number of other times that the clinic offers for a visit. */
export const maxSlots = 12

/** The other times that the clinic offers, in their stored form; null if it offers none. */
export const writeSlots = (slots: Instant[]): string | null => (slots.length === 0 ? null : JSON.stringify(slots))

export const readSlots = (stored: string | null): Instant[] => (stored === null ? [] : JSON.parse(stored))

/** The other times of a visit that the clinic offers, and the one that the contact took. */
export interface OfferedSlots {
  slots: Instant[]
  slot: Instant | null
}

/** Returns the times that the contact can take now. The one that the contact took stays: the clinic may no longer offer it because
 *  it keeps it for this contact. */
export const slotsAhead = ({ slots, slot }: OfferedSlots, now: Instant): Instant[] =>
  [...new Set(slot === null ? slots : [...slots, slot])].filter((at) => at > now).sort((one, other) => one - other)

/** Returns the time that a client names, in a text that its schema has checked. */
export const slotOf = ({ slot }: { slot?: string | undefined }): Instant | undefined =>
  slot === undefined ? undefined : parseInstant(slot)
