import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { useLanguage, useTexts } from '../../shared/language.tsx'
import { hrefOf, LocationContext } from '../../shared/page-location.ts'
import { type Counted, numberPlace } from './number-place.ts'

interface Props {
  counted: Counted
  /** Undefined while it loads. */
  count: number | undefined
  /** What the link shows, if it is more than the number. */
  children?: ComponentChildren
}

/** A number that leads to the list of its visits. Nothing is behind a zero. */
export function NumberLink({ counted, count, children }: Props) {
  const { say, fill, locale } = useTexts('figures')
  const { place } = useContext(LocationContext)
  const written = count?.toLocaleString(locale) ?? '–'
  if (!count) return <>{children ?? written}</>
  return (
    <a
      href={hrefOf({ ...place, ...numberPlace(counted) })}
      aria-label={`${typeof children === 'string' ? children : written}: ${fill(say.showVisits, { count: written })}`}
    >
      {children ?? written}
    </a>
  )
}

// A character that no text has.
const mark = '\u0001'

/** A text with elements in the places of its values. */
export function Filled({ text, values }: { text: string; values: { [name: string]: ComponentChildren } }) {
  const { fill } = useLanguage()
  const marks = Object.fromEntries(Object.keys(values).map((name) => [name, `${mark}${name}${mark}`]))
  return (
    <>
      {fill(text, marks)
        .split(mark)
        .map((part, index) => (index % 2 === 0 ? part : values[part]))}
    </>
  )
}
