import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import {
  directionOf,
  format,
  type Language,
  languages,
  nameOfLanguage,
  type PageWords,
  pickLocale,
  type SupportedLocale,
} from '../client/words.ts'

const storageKey = 'rollcall.language'

/** A language with the texts of the page. */
export interface Speaker extends SupportedLocale {
  words: PageWords
}

/** Loads the texts that a page shows: those of the desk, or those of the console. */
type Load = (language: Language) => Promise<Partial<PageWords>>

// A page is drawn when it has loaded its texts.
export const Speaking = createContext<Speaker>({ language: 'en', locale: 'en', words: {} as PageWords })

/** The page's language: chosen on this device, or else the first supported language of the browser. Undefined until its
 *  texts are loaded. */
export function useSpeaker(load: Load): [Speaker | undefined, (language: Language) => void] {
  const [speaker, setSpeaker] = useState<Speaker>()
  async function speak(chosen: string | undefined) {
    const locale = browserLocale(chosen)
    const words = (await load(locale.language)) as PageWords
    document.documentElement.lang = locale.language
    document.documentElement.dir = directionOf(locale.language)
    setSpeaker({ ...locale, words })
  }
  useEffect(() => {
    speak(localStorage.getItem(storageKey) ?? undefined)
  }, [])
  return [
    speaker,
    (language) => {
      localStorage.setItem(storageKey, language)
      speak(language)
    },
  ]
}

/** Returns the language of another person; the page's own until its texts are loaded. Loads all languages beforehand, since
 *  the connection may end. */
export function useOtherSpeaker(tag: string | undefined, load: Load): Speaker {
  const page = useContext(Speaking)
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
export const useWords = <Part extends keyof PageWords>(part: Part): PageWords[Part] => useContext(Speaking).words[part]

/** Returns the text of a value of the API, which may have others than those of this page. */
export const textOf = (texts: { [value: string]: string }, value: string): string | undefined => texts[value]

/** Returns a function that fills texts of the page's language. */
export function useFormat() {
  const { language } = useContext(Speaking)
  return (text: string, values: Parameters<typeof format>[1]) => format(text, values, language)
}

export function LanguageChoice({ label, choose }: { label: string; choose: (language: Language) => void }) {
  const { language } = useContext(Speaking)
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
