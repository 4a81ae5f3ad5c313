import { useContext } from 'preact/hooks'
import { LanguageContext, textOf, useWords } from '../../language.tsx'
import type { By } from './by.ts'
import { writtenLead } from './figures.ts'

/** Returns a function that writes the values of a breakdown. */
export function useValueNames(by: By): (value: string | undefined) => string {
  const say = useWords('figures')
  const { channels } = useWords('console')
  const plugins: { [pair: string]: { name: string } } = useWords('plugins')
  const { locale } = useContext(LanguageContext)
  // 5 January 1970 was a Monday.
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const written: Partial<Record<By, (value: string) => string>> = {
    plugin: (value) => plugins[value]?.name ?? value,
    weekday: (value) => weekday.format(Date.UTC(1970, 0, 4 + Number(value))),
    hour: (value) => hour.format(Date.UTC(1970, 0, 1, Number(value))),
    notice: (value) => writtenLead(Number(value)),
    channel: (value) => textOf(channels, value) ?? value,
    reminder: (value) => textOf(say.reminders, value) ?? value,
  }
  return (value) => (value === undefined ? say.unknown : (written[by]?.(value) ?? value))
}
