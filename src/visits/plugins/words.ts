import type { Dialect } from '../../platform/languages/languages.ts'
import { type Words, wordsOf } from '../../platform/languages/words.ts'

interface Pair {
  category: string
  target: string
}

/** The texts of a plugin on pages. The name of a visit must not reveal anything about the contact's health. */
export interface PluginWords {
  name: string
  /** The labels of the params, in the order in which pages show them. The answer page shows no others. */
  details: Record<string, string>
  /** Names the notices in the console. */
  notices: string
}

/** The sentences of a plugin in messages. They name only the answers that the plugin offers. */
type PluginSentences = Words['messages']['plugins'][keyof Words['messages']['plugins']]

/** A plugin without texts of its own has those of any visit. They name no answer. */
export const wordsOfPlugin = ({ category, target }: Pair, language: Dialect): PluginWords => {
  const { other, ...own } = wordsOf('plugins', language)
  return (own as Record<string, PluginWords>)[`${category}/${target}`] ?? other
}

export const sentencesOfPlugin = ({ category, target }: Pair, language: Dialect): PluginSentences => {
  const { other, ...own } = wordsOf('messages', language).plugins
  return (own as Record<string, PluginSentences>)[`${category}/${target}`] ?? other
}

/** Returns the label of a param. A param without a label has its name. */
export const labelOf = (key: string, { details }: Pick<PluginWords, 'details'>): string =>
  details[key] ?? key.replaceAll('_', ' ')
