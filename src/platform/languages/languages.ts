/** How a language is written. Some countries that speak it write 12 hours, but ICU then borrows AM and PM from English for a
 *  language with a clock of 24 hours. */
interface Script {
  direction: 'ltr' | 'rtl'
  clock: 'of the country' | '24 hours'
}

/** The languages of pages and messages. Each has a folder here with its texts. English comes first: it has all texts. */
const scripts = {
  en: { direction: 'ltr', clock: 'of the country' },
  pt: { direction: 'ltr', clock: '24 hours' },
  es: { direction: 'ltr', clock: 'of the country' },
  fr: { direction: 'ltr', clock: '24 hours' },
  de: { direction: 'ltr', clock: '24 hours' },
  ar: { direction: 'rtl', clock: 'of the country' },
} as const satisfies Record<string, Script>
export type Language = keyof typeof scripts
export const languages = Object.keys(scripts) as Language[]

/** The languages, and the regions that have a folder with texts of their own. */
export const dialects = [...languages, 'pt-BR'] as const
export type Dialect = (typeof dialects)[number]

export const directionOf = (dialect: Dialect): 'ltr' | 'rtl' => scripts[languageOf(dialect)!].direction

export const clockOf = (language: Language): Script['clock'] => scripts[language].clock

/** Returns the own name of a language or a dialect, such as Português. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)!
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

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

/** Returns the dialect of a locale in a supported language. */
export function dialectOf(locale: string): Dialect {
  const dialect = dialects.find((one) => one.toLowerCase() === locale.toLowerCase())
  return dialect ?? pickLocale(locale).language
}

/** Returns the supported language of a BCP 47 tag. */
export const languageOf = (tag: string): Language | undefined =>
  languages.find((one) => one === tag.split('-')[0]!.toLowerCase())

/** Returns the first supported locale of an Accept-Language header, or English. Ignores the weights. */
export const acceptedLocale = (header = ''): SupportedLocale =>
  pickLocale(...header.split(',').map((range) => range.split(';')[0]!.trim()))

export const acceptedLanguage = (header?: string): Language => acceptedLocale(header).language
