import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useWords } from '../../shared/language.tsx'
import { Field } from '../field.tsx'
import { LanguageSelect } from './language-select.tsx'
import { TimeZoneInput } from './time-zone-input.tsx'
import type { FieldTexts } from './use-field-faults.ts'
import type { ClinicValues, FieldName } from './values.ts'
import { ZoneTime } from './zone-time.tsx'
import './clinics.css'

interface Props {
  values: ClinicValues
  faults: FieldTexts
  onChange: (values: ClinicValues) => void
  /** What another time zone does. */
  zoneNote?: ComponentChildren
}

const shownNames = ['first', 'full', 'initials', 'none'] as const

/** The properties of a clinic. A field has its fault when somebody has left it. */
export function ClinicFields({ values, faults, onChange, zoneNote }: Props) {
  const say = useWords('admin-clinics')
  const [typing, setTyping] = useState<FieldName>()
  const fieldOf = (name: FieldName) => ({
    label: say.fields[name],
    hint: say.hints[name as keyof typeof say.hints],
    fault: typing === name ? undefined : faults[name],
  })

  function set(name: FieldName, text: string) {
    setTyping(name)
    onChange({ ...values, [name]: text })
  }

  /** The properties of a text field that a person types. */
  const typed = (name: FieldName, maxLength: number) => ({
    name,
    maxLength,
    value: values[name],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(name, currentTarget.value),
  })

  return (
    <div class="clinic-fields" onFocusOut={() => setTyping(undefined)}>
      <Field {...fieldOf('name')}>
        {(control) => <input {...control} {...typed('name', 256)} autocomplete="off" dir="auto" required />}
      </Field>
      <div>
        <Field {...fieldOf('time_zone')} hint={<ZoneTime zone={values.time_zone} />}>
          {(control) => (
            <TimeZoneInput control={control} value={values.time_zone} onType={(zone) => set('time_zone', zone)} />
          )}
        </Field>
        {zoneNote}
      </div>
      <Field {...fieldOf('language')}>
        {(control) => (
          <LanguageSelect control={control} tag={values.language} onChoose={(tag) => set('language', tag)} />
        )}
      </Field>
      <Field {...fieldOf('phone')}>
        {(control) => <input {...control} {...typed('phone', 32)} type="tel" autocomplete="off" dir="ltr" />}
      </Field>
      <Field {...fieldOf('address')}>
        {(control) => <input {...control} {...typed('address', 256)} autocomplete="off" dir="auto" />}
      </Field>
      <Field {...fieldOf('names')}>
        {(control) => (
          <select
            {...control}
            name="names"
            value={values.names}
            onChange={({ currentTarget }) => set('names', currentTarget.value)}
          >
            {shownNames.map((one) => (
              <option key={one} value={one}>
                {say.names[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset class="arrival-window">
        <legend>{say.arrivals}</legend>
        <p class="hint">{say.arrivalsAbout}</p>
        {(['arrive_early', 'arrive_late'] as const).map((name) => (
          <Field key={name} {...fieldOf(name)}>
            {(control) => <input {...control} {...typed(name, 4)} inputMode="numeric" autocomplete="off" />}
          </Field>
        ))}
      </fieldset>
    </div>
  )
}
