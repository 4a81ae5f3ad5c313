import type { TObject, TProperties } from 'typebox'
import type { Instant } from '../instant.ts'
import type { PluginWords } from './plugin-words.ts'

export type Params = Record<string, string>

/** What knows a (category, target) pair. */
export interface Plugin {
  category: string
  target: string
  /** The params that the pair knows, in the order in which records show them; other ones are kept, not shown. */
  params: TObject
  /** Params that only action records show. */
  actionOnly: readonly string[]
  /** What a caller hands over; all else follows from it. */
  submitted: TObject<TProperties>
  /** The params of what a caller handed over. `timeZone` is the entity's. */
  complete(submitted: Params, timeZone: string): Params
  /** When that of which the notice tells begins; undefined when its params do not say, as in some history. */
  startsAt(params: Params): Instant | undefined
  words: PluginWords
}
