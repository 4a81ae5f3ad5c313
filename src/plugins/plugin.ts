import type { TObject } from 'typebox'

/** What knows a (category, target) pair. */
export interface Plugin {
  category: string
  target: string
  /** The params that the pair knows, in the order in which records show them; other ones are kept, not shown. */
  params: TObject
  /** Params that only action records show. */
  actionOnly: readonly string[]
}
