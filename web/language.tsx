import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { type Language, languages, pickLocale, type SupportedLocale } from '../client/words.ts'

const kept = 'rollcall.language'
const names: Record<Language, string> = { en: 'English', pt: 'Português', es: 'Español', fr: 'Français' }

export const Speaking = createContext<SupportedLocale>({ language: 'en', locale: 'en' })

/** The page's language: chosen on this device, or else the first supported language of the browser. */
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

/** Prefers the browser's regional variant of the chosen language. */
const browserLocale = (chosen: string | undefined) =>
  pickLocale(...navigator.languages.filter((tag) => chosen === undefined || tag.startsWith(chosen)), chosen)

/** Returns the texts of a catalogue in the page's language. */
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
