import { useState } from 'preact/hooks'
import type { EntitySettings } from '../../../client/client.ts'
import { textOf, useTexts, useWords } from '../language.tsx'
import { Options } from '../look/options.tsx'
import { limitOf, withLimit } from './limits.ts'
import { SettingForm } from './setting-form.tsx'
import { useSetting } from './use-setting.ts'

const delays = ['PT1H', 'PT2H', 'PT4H', 'PT8H', 'P1D', 'P2D'] as const

interface FieldProps {
  settings: EntitySettings
  onChange: (settings: EntitySettings) => void
}

/** How messages are delivered: the order of addresses, limits, and the message about a missed visit. */
export function SendingSection() {
  const setting = useSetting<EntitySettings>('sending', {
    read: (client, id) => client.settings(id),
    write: (client, id, settings, etag) => client.setSettings(id, settings, etag),
  })
  return (
    <SettingForm setting={setting} fault={undefined} saved={useWords('settings').sending.saved}>
      {(draft) => (
        <>
          <FallbackField settings={draft} onChange={setting.edit} />
          <NoShowField settings={draft} onChange={setting.edit} />
          <LimitFields settings={draft} onChange={setting.edit} />
        </>
      )}
    </SettingForm>
  )
}

function FallbackField({ settings: { fallback, ...others }, onChange }: FieldProps) {
  const { say, fill } = useTexts('settings', 'sending')
  const known: readonly string[] = delays
  const shown = fallback && !known.includes(fallback.after) ? [...delays, fallback.after] : delays
  return (
    <label>
      {say.fallback}
      <select
        value={fallback?.after ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(value ? { ...others, fallback: { after: value } } : others)
        }
      >
        <option value="">{say.atOnce}</option>
        <Options values={shown} nameOf={(delay) => fill(say.next, { length: textOf(say.delays, delay) ?? delay })} />
      </select>
    </label>
  )
}

function NoShowField({ settings: { no_show_message, ...others }, onChange }: FieldProps) {
  const say = useWords('settings').sending
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={no_show_message ?? false}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...others, ...(checked && { no_show_message: true }) })
        }
      />{' '}
      {say.noShow}
    </label>
  )
}

function LimitFields({ settings, onChange }: FieldProps) {
  const { say, fill } = useTexts('settings', 'sending')
  const { desk, ...channels } = useWords('console').channels
  return (
    <fieldset class="limits">
      <legend>{say.limits}</legend>
      <p class="hint">{say.limitsAbout}</p>
      {Object.entries(channels).map(([channel, name]) => (
        <div class="row" key={channel}>
          {(['per_second', 'per_day'] as const).map((unit) => (
            <NumberField
              key={unit}
              label={fill(say[unit], { channel: name })}
              value={limitOf(settings, channel)?.[unit]}
              onType={(typed) => onChange(withLimit(settings, channel, unit, typed))}
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}

interface NumberProps {
  label: string
  value: number | undefined
  onType: (typed: string) => void
}

/** A number as somebody types it: a half-typed or wrong one stays as it is. */
function NumberField({ label, value, onType }: NumberProps) {
  const [typed, setTyped] = useState('')
  const isTyped = Object.is(typed.trim() === '' ? undefined : Number(typed), value)
  return (
    <label>
      {label}
      <input
        inputMode="decimal"
        value={isTyped ? typed : (value ?? '')}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onType(currentTarget.value)
        }}
      />
    </label>
  )
}
