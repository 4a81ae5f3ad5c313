import { useId } from 'preact/hooks'
import type { ControlProps } from '../field.tsx'

interface Props {
  control: ControlProps
  value: string
  onType: (zone: string) => void
}

/** A field that offers the time zones of the browser. Typing a city finds its zone. */
export function TimeZoneInput({ control, value, onType }: Props) {
  const listId = useId()
  return (
    <>
      <input
        {...control}
        name="time_zone"
        value={value}
        maxLength={64}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        list={listId}
        dir="ltr"
        autocomplete="off"
        spellcheck={false}
        // The list offers what matches the text: typing replaces it.
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <datalist id={listId}>
        {timeZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

const timeZones = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
