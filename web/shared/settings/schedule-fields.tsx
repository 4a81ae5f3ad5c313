import { useState } from 'preact/hooks'
import type { Step } from '../../../client/client.ts'
import { defaultSteps } from '../../../client/default-steps.ts'
import { remindedStates } from '../../../client/states.ts'
import { useTexts, useWords } from '../language.tsx'
import { writtenDuration } from '../time/duration.ts'
import { StepFields } from './step-fields.tsx'
import { inOrder, newStep } from './steps.ts'

interface Props {
  steps: Step[]
  onChange: (steps: Step[]) => void
}

// The service accepts at most this many steps.
const maxSteps = 10

/** The reminders of a schedule on a line from the notice to the visit, and the fields of the one that is chosen. */
export function ScheduleFields({ steps, onChange }: Props) {
  const { say, fill } = useTexts('settings')
  const [chosen, choose] = useState(0)
  // A typed time changes the order on the line, not that of the steps: the chosen one stays.
  const order = inOrder(steps).map((step) => steps.indexOf(step))
  const shown = chosen < steps.length ? chosen : (order[0] ?? 0)
  const step = steps[shown]
  const number = order.indexOf(shown) + 1

  return (
    <>
      <ol class="step-line">
        <li>{say.message}</li>
        {order.map((index, place) => (
          <li key={index}>
            <button type="button" aria-pressed={index === shown} onClick={() => choose(index)}>
              <b>{place + 1}</b> <StepLabel step={steps[index]!} />
            </button>
          </li>
        ))}
        <li>{say.visit}</li>
      </ol>
      {step ? (
        <StepFields key={shown} step={step} number={number} onChange={(next) => onChange(steps.with(shown, next))} />
      ) : (
        <p class="hint">{say.noSteps}</p>
      )}
      <div class="row">
        {steps.length < maxSteps && (
          <button
            type="button"
            onClick={() => {
              onChange([...steps, newStep()])
              choose(steps.length)
            }}
          >
            {say.addStep}
          </button>
        )}
        {step && (
          <button type="button" class="quiet" onClick={() => onChange(steps.toSpliced(shown, 1))}>
            {fill(say.removeStep, { number })}
          </button>
        )}
        {JSON.stringify(steps) !== JSON.stringify(defaultSteps) && (
          <button type="button" class="quiet" onClick={() => onChange(defaultSteps)}>
            {say.byDefault}
          </button>
        )}
      </div>
    </>
  )
}

/** When a contact gets the reminder, and who gets it. */
function StepLabel({ step: { before, states } }: { step: Step }) {
  const { say, fill, locale } = useTexts('settings')
  const names = useWords('console').states
  const isForAll = states.length === remindedStates.length
  const written = () => new Intl.ListFormat(locale, { type: 'unit' }).format(states.map((state) => names[state]))
  return (
    <span>
      {fill(say.before, { length: writtenDuration(before, locale) })}
      <small>
        {isForAll ? say.schedules.everybody : states.includes('confirmed') ? written() : say.schedules.unanswered}
      </small>
    </span>
  )
}
