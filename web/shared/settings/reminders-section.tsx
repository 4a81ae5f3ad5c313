import { useState } from 'preact/hooks'
import type { Reminders } from '../../../client/client.ts'
import { useTexts, useWords } from '../language.tsx'
import { Choices } from './choices.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { pairOf, schedulesOf, withSteps } from './schedules.ts'
import { SettingForm } from './setting-form.tsx'
import { faultOfSequences, type Sequence, toggled } from './steps.ts'
import { useSetting } from './use-setting.ts'

/** When contacts are reminded: one schedule, and others for the plugins that differ from it. */
export function RemindersSection() {
  const setting = useSetting<Reminders>('reminders', {
    read: (client, id) => client.reminders(id),
    write: (client, id, reminders, etag) => client.setReminders(id, reminders, etag),
  })
  const [apart, setApart] = useState<string[]>([])
  function discard() {
    setApart([])
    setting.discard()
  }

  return (
    <SettingForm
      setting={{ ...setting, discard }}
      fault={setting.draft && faultOfSequences(setting.draft.sequences)}
      saved={useWords('settings').saved}
      changeOf={(reminders) => ({ reminders })}
    >
      {({ sequences }) => (
        <Schedules
          sequences={sequences}
          apart={apart}
          onChange={(next, nextApart) => {
            setApart(nextApart)
            setting.edit({ sequences: next })
          }}
        />
      )}
    </SettingForm>
  )
}

interface Props {
  sequences: Sequence[]
  /** The plugins with a schedule of their own, even if it is still the same. */
  apart: string[]
  onChange: (sequences: Sequence[], apart: string[]) => void
}

function Schedules({ sequences, apart, onChange }: Props) {
  const { say } = useTexts('settings', 'schedules')
  const plugins = useWords('plugins')
  const nameOf = (pair: string) => plugins[pair as keyof typeof plugins]?.name ?? pair
  const { common, differing } = schedulesOf(sequences, apart)
  const [chosen, choose] = useState('')
  const shown = differing.includes(chosen) ? chosen : ''
  const pairs = sequences.map(pairOf)
  const together = pairs.filter((pair) => !differing.includes(pair))
  const steps = sequences.find((one) => pairOf(one) === shown)?.steps ?? common

  function toggle(pair: string) {
    const isApart = differing.includes(pair)
    choose(isApart ? '' : pair)
    onChange(isApart ? withSteps(sequences, [pair], common) : sequences, toggled(pairs, differing, pair))
  }

  return (
    <div class="schedules">
      {differing.length > 0 && (
        <fieldset class="choice" aria-label={say.schedule}>
          {['', ...differing].map((pair) => (
            <button type="button" key={pair} aria-pressed={pair === shown} onClick={() => choose(pair)}>
              {pair === '' ? say.others : nameOf(pair)}
            </button>
          ))}
        </fieldset>
      )}
      <ScheduleFields
        key={shown}
        steps={steps}
        onChange={(next) => onChange(withSteps(sequences, shown ? [shown] : together, next), differing)}
      />
      <Choices
        legend={say.differing}
        values={together.length > 1 ? pairs : differing}
        chosen={differing}
        nameOf={nameOf}
        onToggle={toggle}
      />
    </div>
  )
}
