import { useId } from 'preact/hooks'
import type { Step } from '../../../client/client.ts'
import { defaultSteps } from '../../../client/default-steps.ts'
import { useWords } from '../language.tsx'
import { nameOfNotices } from '../visits/visit.ts'
import { StepFields } from './step-fields.tsx'
import { StepLine } from './step-line.tsx'
import { inOrder, newStep, type Sequence } from './steps.ts'

interface Props {
  sequence: Sequence
  onChange: (steps: Step[]) => void
}

// The service accepts no more.
const maxSteps = 10

/** The reminders of one plugin: a line as a picture, and a list of steps. */
export function SequenceFields({ sequence, onChange }: Props) {
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
