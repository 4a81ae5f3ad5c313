import type { TemplateKey } from '../../../../client/client.ts'
import { dialects } from '../../../../client/words.ts'
import { useWords } from '../../language.tsx'
import { type Channel, channelsOfKind, type Kind, kinds, withPart } from './kinds.ts'
import { useMessageNames } from './message-names.ts'

interface Props {
  chosen: TemplateKey
  onChoose: (key: TemplateKey) => void
}

/** Chooses a message: its visit, kind, language and channel. */
export function ChooseMessage({ chosen, onChoose }: Props) {
  const say = useWords('templates')
  const plugins = Object.keys(useWords('plugins')).filter((pair) => pair.includes('/'))
  const { nameOfLanguage, nameOfPlugin, nameOfChannel } = useMessageNames()
  const set = (part: Partial<TemplateKey>) => onChoose(withPart(chosen, part))
  function setPlugin(pair: string) {
    const [category, target] = pair.split('/') as [string, string]
    set({ category, target })
  }
  return (
    <fieldset class="controls" aria-label={say.choose}>
      <Choice
        label={say.plugin}
        options={plugins}
        name={nameOfPlugin}
        value={`${chosen.category}/${chosen.target}`}
        onValue={setPlugin}
      />
      <Choice
        label={say.kind}
        options={kinds}
        name={(kind) => say.kinds[kind as Kind]}
        value={chosen.kind}
        onValue={(kind) => set({ kind: kind as Kind })}
      />
      <Choice
        label={say.language}
        options={dialects}
        name={nameOfLanguage}
        value={chosen.language}
        onValue={(language) => set({ language: language as TemplateKey['language'] })}
      />
      <Choice
        label={say.channel}
        options={channelsOfKind[chosen.kind]}
        name={nameOfChannel}
        value={chosen.channel}
        onValue={(channel) => set({ channel: channel as Channel })}
      />
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  options: readonly string[]
  name: (option: string) => string
  value: string
  onValue: (value: string) => void
}

function Choice({ label, options, name, value, onValue }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {name(option)}
          </option>
        ))}
      </select>
    </label>
  )
}
