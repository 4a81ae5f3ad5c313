import type { Dialect } from '../languages/languages.ts'
import { type Words, wordsOf } from '../languages/words.ts'

interface Pair {
  category: string
  target: string
}

/** The texts of a plugin on pages. The name of a visit must not reveal anything about the contact's health. */
export interface PluginWords {
  name: string
  /** The labels of the params that the answer page shows, in display order. */
  details: Record<string, string>
  /** Names the notices in the console. */
  notices: string
}

/** The sentences of a plugin in messages. They name only the answers that the plugin offers. */
type PluginSentences = Words['messages']['plugins'][keyof Words['messages']['plugins']]

export const wordsOfPlugin = ({ category, target }: Pair, language: Dialect) =>
  (wordsOf('plugins', language) as Record<string, PluginWords>)[`${category}/${target}`]!

export const sentencesOfPlugin = ({ category, target }: Pair, language: Dialect) =>
  (wordsOf('messages', language).plugins as Record<string, PluginSentences>)[`${category}/${target}`]!
