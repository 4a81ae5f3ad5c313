import type { TObject, TProperties } from 'typebox'
import type { Instant } from '../instant.ts'
import type { PluginWords } from './plugin-words.ts'

export type Params = Record<string, string>

/** Defines the params and words of a (category, target) pair. */
export interface Plugin {
  category: string
  target: string
  /** The params of a record, in output order. Other params are stored, but no record contains them. */
  params: TObject
  /** Params that action records contain, and check-in records omit. */
  actionOnly: readonly string[]
  /** The params that a client submits. `complete` derives the others. */
  submitted: TObject<TProperties>
  /** Derives all params from the submitted ones. `timeZone` is the entity's. */
  complete(submitted: Params, timeZone: string): Params
  /** Returns the start of the visit; undefined when the params do not contain it, as in some history files. */
  startsAt(params: Params): Instant | undefined
  words: PluginWords
}
