/** The languages of pages and messages. */
export const languages = ['en', 'pt', 'es', 'fr'] as const
export type Language = (typeof languages)[number]

/** A supported language, and the locale that formats its dates and times. */
export interface SupportedLocale {
  language: Language
  /** BCP 47. */
  locale: string
}

/** Returns the first supported language among the tags, or English. Accepts both `pt_PT` and `pt-PT`. */
export function pickLocale(...tags: (string | undefined)[]): SupportedLocale {
  for (const tag of tags) {
    if (tag === undefined) continue
    const locale = tag.replaceAll('_', '-')
    const language = languageOf(locale)
    if (language) return { language, locale }
  }
  return { language: 'en', locale: 'en' }
}

/** Returns the supported language of a BCP 47 tag. */
export const languageOf = (tag: string): Language | undefined =>
  languages.find((one) => one === tag.split('-')[0]!.toLowerCase())

/** Returns the first supported locale of an Accept-Language header, or English. Ignores the weights. */
export const acceptedLocale = (header = ''): SupportedLocale =>
  pickLocale(...header.split(',').map((range) => range.split(';')[0]!.trim()))

export const acceptedLanguage = (header?: string): Language => acceptedLocale(header).language
