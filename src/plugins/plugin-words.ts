import type { Dialect } from '../languages/contact-locale.ts'

export type PluginWords = Record<Dialect, WordsOfLanguage>

interface WordsOfLanguage {
  /** A heading that names the kind of visit. It must not reveal anything about the contact's health. */
  name: string
  /** The labels of the params that the answer page shows, in display order. */
  details: Record<string, string>
}
