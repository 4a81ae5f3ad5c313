import { useId } from 'preact/hooks'
import type { Reminders, Step } from '../../../client/client.ts'
import { defaultSteps } from '../../../client/default-steps.ts'
import { useTexts, useWords } from '../language.tsx'
import { writtenDuration } from '../time/duration.ts'
import { nameOfNotices } from '../visits/visit.ts'
import { placeOnLine } from './line-positions.ts'
import { SettingForm } from './setting-form.tsx'
import { StepFields } from './step-fields.tsx'
import { faultOfSequences, inOrder, newStep, type Sequence } from './steps.ts'
import { useSetting } from './use-setting.ts'

/** The reminders of each plugin. */
export function RemindersSection() {
  const setting = useSetting<Reminders>('reminders', {
    read: (client, id) => client.reminders(id),
    write: (client, id, reminders, etag) => client.setReminders(id, reminders, etag),
  })
  return (
    <SettingForm
      setting={setting}
      fault={setting.draft && faultOfSequences(setting.draft.sequences)}
      saved={useWords('settings').saved}
      changeOf={(reminders) => ({ reminders })}
    >
      {({ sequences }) =>
        sequences.map((sequence, index) => (
          <SequenceFields
            key={`${sequence.category}/${sequence.target}`}
            sequence={sequence}
            onChange={(steps) => setting.edit({ sequences: sequences.with(index, { ...sequence, steps }) })}
          />
        ))
      }
    </SettingForm>
  )
}

interface Props {
  sequence: Sequence
  onChange: (steps: Step[]) => void
}

// The service accepts at most this many steps.
const maxSteps = 10

/** The reminders of one plugin: a line as a picture, and a list of steps. */
function SequenceFields({ sequence, onChange }: Props) {
  const say = useWords('settings')
  const plugins = useWords('plugins')
  const headingId = useId()
  const { steps } = sequence
  const isDefault = JSON.stringify(steps) === JSON.stringify(defaultSteps)
  return (
    <section class="sequence" aria-labelledby={headingId}>
      <h3 id={headingId}>
        {nameOfNotices(sequence, plugins)} {isDefault && <span class="badge">{say.isDefault}</span>}
      </h3>
      <StepLine steps={steps} />
      {steps.length === 0 && <p class="hint">{say.noSteps}</p>}
      <ol class="steps">
        {steps.map((step, index) => (
          <StepFields
            // The order of the steps is the order in which somebody added them until they are saved.
            key={index}
            step={step}
            number={index + 1}
            onChange={(next) => onChange(steps.with(index, next))}
            onRemove={() => onChange(steps.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <div class="row">
        {steps.length < maxSteps && (
          <button type="button" onClick={() => onChange(inOrder([...steps, newStep()]))}>
            {say.addStep}
          </button>
        )}
        {steps.length > 0 && (
          <button type="button" class="quiet" onClick={() => onChange([])}>
            {say.removeAll}
          </button>
        )}
        {!isDefault && (
          <button type="button" class="quiet" onClick={() => onChange(defaultSteps)}>
            {say.byDefault}
          </button>
        )}
      </div>
    </section>
  )
}

/** A picture of a sequence: a line from the message to the visit. The list of steps has the same in words. */
function StepLine({ steps }: { steps: Step[] }) {
  const { say, locale } = useTexts('settings')
  const places = placeOnLine(steps.map(({ before }) => before))
  const rows = Math.max(1, ...places.map(({ row }) => row + 1))
  return (
    <div class="step-line" aria-hidden="true" style={{ '--rows': rows }}>
      <span class="end">{say.message}</span>
      <div class="track">
        {steps.map(({ before, states }, index) => (
          <span
            class={states.includes('confirmed') ? 'point all' : 'point'}
            style={{ '--at': places[index]!.at, '--row': places[index]!.row }}
          >
            <span class="label">{writtenDuration(before, locale, 'narrow')}</span>
          </span>
        ))}
      </div>
      <span class="end">{say.visit}</span>
    </div>
  )
}
