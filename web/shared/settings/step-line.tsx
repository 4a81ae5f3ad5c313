import type { Step } from '../../../client/client.ts'
import { useTexts } from '../language.tsx'
import { writtenDuration } from '../time/duration.ts'
import { placeOnLine } from './line-positions.ts'

/** A picture of a sequence: a line from the message to the visit. The list of steps has the same in words. */
export function StepLine({ steps }: { steps: Step[] }) {
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
