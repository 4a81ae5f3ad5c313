/** The languages of pages and messages. */
export const languages = ['en', 'pt', 'es', 'fr'] as const
export type Language = (typeof languages)[number]

/** A language of ours, and the locale in which its dates and times are written. */
export interface Tongue {
  language: Language
  /** BCP 47. */
  locale: string
}

/** The contact's language where it is one of ours, or else the entity's, or else English. Tags may be of either form,
 *  `pt_PT` or `pt-PT`. */
export function pickTongue(...tags: (string | undefined)[]): Tongue {
  for (const tag of tags) {
    if (tag === undefined) continue
    const locale = tag.replaceAll('_', '-')
    const language = languages.find((one) => one === locale.split('-')[0]!.toLowerCase())
    if (language) return { language, locale }
  }
  return { language: 'en', locale: 'en' }
}
