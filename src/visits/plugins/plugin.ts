import type { TObject, TProperties } from 'typebox'
import type { JsonFault } from '../../platform/errors/invalid-body.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** The possible answers of a contact. */
export const answerNames = ['confirm', 'reschedule', 'cancel'] as const
export type AnswerName = (typeof answerNames)[number]

export type Params = Record<string, string>

/** The messages that show params. */
export type ShowingMessage = 'notice' | 'moved' | 'confirmation' | 'calendar'

/** How contacts answer about the visits of a pair. */
export interface Answering {
  category: string
  target: string
  /** The answers that a contact can give. */
  answers: readonly AnswerName[]
  /** Whether the contact comes at any time between start and end, and not at the start. */
  isCampaign: boolean
}

/** Defines the params and rules of a (category, target) pair. `src/platform/languages` has its texts: `plugins.json` and
 *  `messages.json`. Without them, contacts get the texts of any visit. */
export interface Plugin extends Answering {
  /** The params of a record, in output order. Other params are stored, but no record contains them. */
  params: TObject
  /** Params that action records contain, and check-in records omit. */
  actionOnly: readonly string[]
  /** The params that a client submits. `complete` derives the others. */
  submittedParams: TObject<TProperties>
  /** The faults of params that match `submitted`, but contradict each other. The pointers start at the params. */
  faults(submitted: Params): JsonFault[]
  /** Derives all params from the submitted ones. `timeZone` is the entity's. */
  complete(submitted: Params, timeZone: string): Params
  /** Returns the start, the end, and the time from which the service no longer accepts an answer of the contact. Undefined
   *  when the params contain no start, as in some history files. */
  times(params: Params): VisitTimes | undefined
  /** The params that each message shows, in display order. The catalogues have their labels. */
  shows: Record<ShowingMessage, readonly string[]>
}

export interface VisitTimes {
  startsAt: Instant
  endsAt: Instant
  answersCloseAt: Instant
}
