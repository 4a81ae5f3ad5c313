import type { Instant } from '../../platform/time/instant.ts'
import { type State, states } from '../../visits/state.ts'

/** The effects of a submission on a visit. */
export const submissionOutcomes = ['created', 'unchanged', 'updated', 'moved', 'stale'] as const
export type SubmissionOutcome = (typeof submissionOutcomes)[number]

/** Whether the submission stores a new notification. The service keeps only tasks that have one. */
export const isNew = (outcome: SubmissionOutcome) => outcome === 'created' || outcome === 'moved'

/** The properties of a visit that decide the outcome. */
export interface Comparable {
  startsAt: Instant | null
  /** The local time of the start. Of a stored visit: if newer time-zone rules have changed it, and the clinic has not decided. */
  recordedTime: string | null
  /** The contact's key in the clinic's own system. */
  contactId: string
  digest: string | null
  version: number | null
}

/** Compares a submitted visit with the stored one of the same key. */
export function submissionOutcome(
  submitted: Comparable,
  stored: (Comparable & { state: State }) | undefined,
): SubmissionOutcome {
  if (!stored) return 'created'
  if (submitted.version !== null && stored.version !== null && submitted.version < stored.version) return 'stale'
  // Under the key of another contact's visit, this is another visit.
  if (!states[stored.state].isCurrent || submitted.contactId !== stored.contactId) return 'created'
  if (submitted.startsAt !== stored.startsAt) return keepsLocalTime(submitted, stored) ? 'updated' : 'moved'
  return submitted.digest === stored.digest ? 'unchanged' : 'updated'
}

/** Whether the clinic keeps the local time of a visit that newer time-zone rules would have changed. */
export const keepsLocalTime = (submitted: Comparable, stored: Comparable) =>
  stored.recordedTime !== null &&
  submitted.startsAt !== stored.startsAt &&
  submitted.recordedTime === stored.recordedTime
