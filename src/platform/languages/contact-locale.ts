import { memoize } from '../scheduling/memoize.ts'
import { clockOf, type Dialect, dialectOf, type Language, pickLocale } from './languages.ts'

/** How messages and answer pages write to a contact. */
export interface ContactLocale {
  /** Selects the words. */
  language: Dialect
  /** BCP 47. Formats days and times as people in the contact's country do. */
  locale: string
}

interface Speaker {
  /** Such as `pt_PT`. */
  language?: string | undefined
  country?: string | undefined
}

/** Returns the contact's language, or the entity's, or the one that the person chose on the page. A contact without a country
 *  is assumed in the region of the language. */
export function localeOfContact({ language, country }: Speaker, ofEntity: string, chosen?: Language): ContactLocale {
  const known = [pickLocale(language), pickLocale(ofEntity)]
  const picked = chosen
    ? (known.find((one) => one.language === chosen) ?? pickLocale(chosen))
    : pickLocale(language, ofEntity)
  const region = country ?? regionOf(language) ?? regionOf(ofEntity)
  return {
    language: dialectOf(picked.locale),
    locale: region === undefined ? picked.locale : localeIn(picked.language, region),
  }
}

const regionOf = (tag: string | undefined) => /^[a-z]{2,3}[_-]([A-Z]{2})$/i.exec(tag ?? '')?.[1]?.toUpperCase()

/** Returns the locale of the language in the region. For a pair that ICU does not know, such as `en-BR`, it would return the
 *  region with the most speakers: `en-US`, with the month first. */
const localeIn = memoize(500, (language: Language, region: string): string => {
  const tag = `${language}-${region}`
  const isKnown = new Intl.DateTimeFormat(tag).resolvedOptions().locale === tag
  const ofRegion = new Intl.Locale(tag).getHourCycles()[0]!
  const hourCycle = clockOf(language) === '24 hours' ? 'h23' : ofRegion
  if (isKnown && hourCycle === ofRegion) return tag
  return `${isKnown ? tag : `${language}-001`}-u-hc-${hourCycle}`
})
