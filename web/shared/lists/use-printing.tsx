import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { LanguageContext, useLanguage } from '../language.tsx'
import { CallList, type CallListProps } from './call-list.tsx'

/** Returns a function that prints a list. The browser's own command prints the loaded part, unless a dialog is open. */
export function usePrinting(loaded: () => CallListProps): (whole: CallListProps) => void {
  const language = useLanguage()
  const whole = useRef<CallListProps | undefined>(undefined)
  const latest = useRef({ loaded, language })
  latest.current = { loaded, language }
  const isShown = useRef(false)
  useEffect(() => {
    const sheet = document.createElement('main')
    sheet.className = 'call-list'
    // Before the browser lays out the paper: `render` is synchronous.
    const begin = () => {
      if (document.querySelector('dialog[open]')) return
      const { loaded, language } = latest.current
      render(
        <LanguageContext.Provider value={language}>
          <CallList {...(whole.current ?? loaded())} />
        </LanguageContext.Provider>,
        sheet,
      )
      document.body.append(sheet)
    }
    const end = () => {
      whole.current = undefined
      render(null, sheet)
      sheet.remove()
    }
    isShown.current = true
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      isShown.current = false
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      end()
    }
  }, [])
  return (list) => {
    // The user has opened another list meanwhile.
    if (!isShown.current) return
    whole.current = list
    window.print()
  }
}
