import type { Dialect } from '../languages/contact-locale.ts'

/** The content that a plugin gives to messages about its visits. */
export interface PluginMessages {
  /** The params that each message shows, in display order, with the labels of the plugin's words. */
  shows: Record<'notice' | 'moved' | 'confirmation' | 'calendar', readonly string[]>
  words: Record<Dialect, SentencesOfLanguage>
}

export interface SentencesOfLanguage {
  /** Asks for an answer in a mail, before the link. Names only the answers that the plugin offers. */
  invitation: string
  /** The same in a text message, with `$link`. The first one that needs the fewest segments is sent. */
  shortInvitation: readonly string[]
  /** Asks for a reply by text message instead, with `$link`. */
  replies: string
  /** Says in a mail that the clinic has moved the visit. */
  moved: string
  /** Says in a mail that the clinic has withdrawn the visit, and that the contact need not do anything. */
  withdrawn: string
  /** The visit as the contact's own, within a sentence of a text. */
  yours: string
  /** Says at the end of a mail why the contact gets it. */
  closing: string
}
