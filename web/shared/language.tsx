import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import {
  directionOf,
  format,
  type Language,
  languages,
  nameOfLanguage,
  type PageWords,
  pickLocale,
  type SupportedLocale,
} from '../../client/words.ts'

const storageKey = 'rollcall.language'

/** A language with the texts of the page. */
export interface PageLanguage extends SupportedLocale {
  words: PageWords
}

/** Loads the texts that a page shows: those of the desk, or those of the console. */
type Load = (language: Language) => Promise<Partial<PageWords>>

// A page is drawn when it has loaded its texts.
export const LanguageContext = createContext<PageLanguage>({ language: 'en', locale: 'en', words: {} as PageWords })

/** The page's language: chosen on this device, or else the first supported language of the browser. Undefined until its
 *  texts are loaded. */
export function usePageLanguage(load: Load): [PageLanguage | undefined, (language: Language) => void] {
  const [pageLanguage, setPageLanguage] = useState<PageLanguage>()
  // The latest choice wins, also if the texts of an earlier one arrive later.
  const choice = useRef(0)
  async function show(chosen: string | undefined) {
    const mine = ++choice.current
    const locale = browserLocale(chosen)
    const words = (await load(locale.language)) as PageWords
    if (mine !== choice.current) return
    document.documentElement.lang = locale.language
    document.documentElement.dir = directionOf(locale.language)
    setPageLanguage({ ...locale, words })
  }
  useEffect(() => {
    show(localStorage.getItem(storageKey) ?? undefined)
  }, [])
  return [
    pageLanguage,
    (language) => {
      localStorage.setItem(storageKey, language)
      show(language)
    },
  ]
}

/** Returns the language of another person; the page's own until its texts are loaded. Loads all languages beforehand, since
 *  the connection may end. */
export function useLanguageOf(tag: string | undefined, load: Load): PageLanguage {
  const page = useContext(LanguageContext)
  const [loaded, setLoaded] = useState<Partial<Record<Language, PageWords>>>({})
  useEffect(() => {
    for (const language of languages) {
      load(language).then((words) => setLoaded((others) => ({ ...others, [language]: words })))
    }
  }, [])
  if (tag === undefined) return page
  const other = pickLocale(tag)
  const words = loaded[other.language]
  return words ? { ...other, words } : page
}

/** Prefers the browser's regional variant of the chosen language. */
const browserLocale = (chosen: string | undefined) =>
  pickLocale(...navigator.languages.filter((tag) => chosen === undefined || tag.startsWith(chosen)), chosen)

/** Returns texts in the page's language. */
export const useWords = <Part extends keyof PageWords>(part: Part): PageWords[Part] =>
  useContext(LanguageContext).words[part]

/** Returns the text for a value of the API, or undefined: a newer service may return values that this page does not
 *  know. */
export const textOf = (texts: { [value: string]: string }, value: string): string | undefined => texts[value]

/** Returns the page's language and locale, with a function that fills its texts. */
export function useLanguage() {
  const page = useContext(LanguageContext)
  return { ...page, fill: (text: string, values: Parameters<typeof format>[1]) => format(text, values, page.language) }
}

/** Returns texts in the page's language, or one group of them, with what fills them. */
export function useTexts<Part extends keyof PageWords>(part: Part): Texts<PageWords[Part]>
export function useTexts<Part extends keyof PageWords, Group extends keyof PageWords[Part]>(
  part: Part,
  group: Group,
): Texts<PageWords[Part][Group]>
export function useTexts<Part extends keyof PageWords>(part: Part, group?: keyof PageWords[Part]) {
  const { words, fill, locale } = useLanguage()
  return { say: group === undefined ? words[part] : words[part][group], fill, locale }
}

interface Texts<Words> {
  say: Words
  fill: ReturnType<typeof useLanguage>['fill']
  locale: string
}

export function LanguageChoice({ label, choose }: { label: string; choose: (language: Language) => void }) {
  const { language } = useContext(LanguageContext)
  return (
    <fieldset class="languages" aria-label={label}>
      {languages.map((one) => (
        <button type="button" lang={one} aria-pressed={one === language} onClick={() => choose(one)}>
          {nameOfLanguage(one)}
        </button>
      ))}
    </fieldset>
  )
}
