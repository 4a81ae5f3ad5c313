import type { Instant } from '../../platform/time/instant.ts'
import type { TimelineEvent } from './timeline.ts'

/** An event at its place in the timeline. The place of an event without a stored time is close to it. */
export interface PlacedEvent<Event = TimelineEvent> {
  place: Instant
  event: Event
}
