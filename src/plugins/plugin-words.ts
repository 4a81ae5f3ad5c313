import type { Language } from '../languages.ts'

/** The words of a plugin. */
export type PluginWords = Record<Language, WordsOfLanguage>

interface WordsOfLanguage {
  /** What the visit is, as a heading. It tells nothing of anybody's health. */
  name: string
  /** Labels of the params that the answer page shows, in its order. */
  details: Record<string, string>
}
