import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { type Language, languages, pickLocale, type SupportedLocale } from '../client/words.ts'

const kept = 'rollcall.language'
const names: Record<Language, string> = { en: 'English', pt: 'Português', es: 'Español', fr: 'Français' }

export const Speaking = createContext<SupportedLocale>({ language: 'en', locale: 'en' })

/** The language of the page: the one that was chosen on this device, or else the browser's first that is one of ours. */
export function useLocale(): [SupportedLocale, (language: Language) => void] {
  const [locale, setLocale] = useState(() => browserLocale(localStorage.getItem(kept) ?? undefined))
  useEffect(() => {
    document.documentElement.lang = locale.language
  }, [locale])
  return [
    locale,
    (language) => {
      localStorage.setItem(kept, language)
      setLocale(browserLocale(language))
    },
  ]
}

/** With the browser's own region of the language, where it has one. */
const browserLocale = (chosen: string | undefined) =>
  pickLocale(...navigator.languages.filter((tag) => chosen === undefined || tag.startsWith(chosen)), chosen)

/** What a catalogue says in the page's language. */
export const useWords = <Words,>(catalogue: Record<Language, Words>): Words => catalogue[useContext(Speaking).language]

export function LanguageChoice({ label, choose }: { label: string; choose: (language: Language) => void }) {
  const { language } = useContext(Speaking)
  return (
    <fieldset class="languages" aria-label={label}>
      {languages.map((one) => (
        <button type="button" lang={one} aria-pressed={one === language} onClick={() => choose(one)}>
          {names[one]}
        </button>
      ))}
    </fieldset>
  )
}
