import { useState } from 'preact/hooks'
import { dialects, nameOfLanguage } from '../../../client/words.ts'
import type { ControlProps } from '../field.tsx'

interface Props {
  control: ControlProps
  /** BCP 47, also of a dialect that has no texts of its own. */
  tag: string
  onChoose: (tag: string) => void
}

/** The languages of the service, each by its own name, and the dialect that the clinic has. */
export function LanguageSelect({ control, tag, onChoose }: Props) {
  const [first] = useState(tag)
  return (
    <select {...control} name="language" value={tag} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {[...new Set([...dialects, first, tag])].sort().map((one) => (
        <option key={one} value={one} lang={one}>
          {nameOfLanguage(one)}
        </option>
      ))}
    </select>
  )
}
