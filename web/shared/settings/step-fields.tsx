import { useState } from 'preact/hooks'
import type { Step } from '../../../client/client.ts'
import { remindedStates } from '../../../client/states.ts'
import { textOf, useTexts, useWords } from '../language.tsx'
import { Options } from '../look/options.tsx'
import { Choices } from './choices.tsx'
import { amountOf, durationOf, toggled, type Unit, units } from './steps.ts'

interface Props {
  step: Step
  number: number
  onChange: (step: Step) => void
}

/** The controls of a step: how long before the visit, for which states, and by which channels. */
export function StepFields({ step, number, onChange }: Props) {
  const { say, fill } = useTexts('settings')
  const { states, channels } = useWords('console')
  return (
    <fieldset class="step">
      <legend class="unseen">{fill(say.step, { number })}</legend>
      <TimeBefore step={step} onBefore={(before) => onChange({ ...step, before })} />
      <Choices
        legend={say.states}
        values={remindedStates}
        chosen={step.states}
        nameOf={(state) => states[state]}
        onToggle={(state) => onChange({ ...step, states: toggled(remindedStates, step.states, state) })}
      />
      <Channels step={step} onChange={onChange} nameOf={(one) => textOf(channels, one) ?? one} />
    </fieldset>
  )
}

function TimeBefore({ step, onBefore }: { step: Step; onBefore: (before: string) => void }) {
  const say = useWords('settings')
  const { amount, unit } = amountOf(step)
  // Half-typed numbers stay as they are.
  const [typed, setTyped] = useState<string>()
  const set = (text: string, next: Unit) => onBefore(durationOf(Number.parseInt(text, 10) || 0, next))
  return (
    <div class="before">
      <label>
        <span class="name">{say.amount}</span>
        <input
          type="number"
          min={1}
          max={9999}
          inputMode="numeric"
          value={typed ?? String(amount)}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value)
            set(value, unit)
          }}
          onBlur={() => setTyped(undefined)}
        />
      </label>
      <label>
        <span class="unseen">{say.unit}</span>
        <select value={unit} onChange={({ currentTarget }) => set(String(amount), currentTarget.value as Unit)}>
          <Options values={Object.keys(units) as Unit[]} nameOf={(one) => say.units[one]} />
        </select>
      </label>
    </div>
  )
}

type Channel = NonNullable<Step['channels']>[number]

/** The channels that have a name here, apart from the desk, which sends no messages. */
function useChannelNames(): Channel[] {
  const { desk, ...channels } = useWords('console').channels
  return Object.keys(channels) as Channel[]
}

/** All channels of the notice, or some. */
function Channels({
  step,
  onChange,
  nameOf,
}: Pick<Props, 'step' | 'onChange'> & { nameOf: (channel: Channel) => string }) {
  const say = useWords('settings')
  const { channels: chosen, ...others } = step
  const channelNames = useChannelNames()
  return (
    <Choices
      legend={say.channels}
      values={['all', ...channelNames]}
      chosen={chosen ?? ['all']}
      nameOf={(one) => (one === 'all' ? say.allChannels : nameOf(one))}
      onToggle={(one) => {
        if (one === 'all') onChange(chosen ? others : { ...others, channels: [...channelNames] })
        else onChange({ ...others, channels: toggled(channelNames, chosen ?? [], one) })
      }}
    />
  )
}
