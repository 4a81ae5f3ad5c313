import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { weekdays } from '../../../client/weekdays.ts'
import { dialects, nameOfLanguage } from '../../../client/words.ts'
import { useLanguage, useTexts, useWords } from '../../shared/language.tsx'
import { Options } from '../../shared/look/options.tsx'
import { Choices } from '../../shared/settings/choices.tsx'
import { toggled } from '../../shared/settings/steps.ts'
import { weekdayNames } from '../../shared/settings/weekday-names.ts'
import { clinicTime } from '../../shared/time/clinic-time.ts'
import { type ControlProps, Field } from '../field.tsx'
import { isTimeZone } from './faults.ts'
import type { FieldTexts } from './use-field-faults.ts'
import type { ClinicValues, FieldName } from './values.ts'
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
            <Options values={shownNames} nameOf={(one) => say.names[one]} />
          </select>
        )}
      </Field>
      <OpeningDays
        {...fieldOf('opening_days')}
        chosen={values.opening_days}
        onChoose={(days) => set('opening_days', days)}
      />
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

interface OpeningDaysProps {
  label: string
  hint: string
  fault: string | undefined
  /** Separated by commas. */
  chosen: string
  onChoose: (days: string) => void
}

function OpeningDays({ label, hint, fault, chosen, onChoose }: OpeningDaysProps) {
  const { locale } = useLanguage()
  const names = weekdayNames(locale, 'short')
  const days = weekdays.filter((day) => chosen.includes(day))
  return (
    <div class="field">
      <Choices
        legend={label}
        values={weekdays}
        chosen={days}
        nameOf={(day) => names[weekdays.indexOf(day)]!}
        onToggle={(day) => onChoose(toggled(weekdays, days, day).join())}
      />
      <p class="fault" aria-live="polite">
        {fault}
      </p>
      <p class="hint">{hint}</p>
    </div>
  )
}

const refreshAfterMs = 5_000

/** The present time in a zone, which shows whether it is the right one. */
function ZoneTime({ zone }: { zone: string }) {
  const { say, fill, locale } = useTexts('admin-clinics')
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshAfterMs)
    return () => clearInterval(timer)
  }, [])
  if (!isTimeZone(zone)) return say.zoneAbout
  const { time, day } = clinicTime(zone, locale)
  return fill(say.zoneNow, { time: time(now), day: day(now) })
}

interface LanguageSelectProps {
  control: ControlProps
  /** BCP 47, also of a dialect that has no texts of its own. */
  tag: string
  onChoose: (tag: string) => void
}

/** The languages of the service, each by its own name, and the dialect that the clinic has. */
function LanguageSelect({ control, tag, onChoose }: LanguageSelectProps) {
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

interface TimeZoneInputProps {
  control: ControlProps
  value: string
  onType: (zone: string) => void
}

/** A field that offers the time zones of the browser. Typing a city finds its zone. */
function TimeZoneInput({ control, value, onType }: TimeZoneInputProps) {
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
