import type { Language } from '../languages.ts'

/** The content that a plugin gives to messages about its visits. */
export interface PluginMessages {
  /** The params that each message shows, in display order, with the labels of the plugin's words. */
  shows: Record<'notice' | 'moved' | 'confirmation' | 'calendar', readonly string[]>
  words: Record<Language, SentencesOfLanguage>
}

interface SentencesOfLanguage {
  /** Asks for an answer in a mail, before the link. Names only the answers that the plugin offers. */
  invitation: string
  /** The same in a text message, with `$link`. */
  shortInvitation: string
  /** Asks for a reply by text message instead, with `$link`. */
  replies: string
  /** Says in a mail that the clinic has moved the visit. */
  moved: string
  /** Says in a mail that the clinic has withdrawn the visit, and that the contact need not do anything. */
  withdrawn: string
  /** Says at the end of a mail why the contact gets it. */
  closing: string
}
