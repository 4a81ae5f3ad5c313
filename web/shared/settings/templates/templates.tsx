import { useMemo, useState } from 'preact/hooks'
import type { ListedTemplate, TemplateKey } from '../../../../client/client.ts'
import { dialectOf, dialects } from '../../../../client/words.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { useTexts, useWords } from '../../language.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { Options } from '../../look/options.tsx'
import { useLocationValue } from '../../page-location.ts'
import { TemplateEditor } from './editor.tsx'
import { channelsOfKind, type Kind, keyOf, kinds, nameOf, withPart } from './kinds.ts'
import { useMessageNames } from './message-names.ts'
import { OwnSentence } from './own-sentence.tsx'
import './templates.css'

/** The words of the messages that the clinic sends: a list of its own, and an editor for each. */
export function Templates() {
  const { entity } = useSignedIn().session
  const [name, choose] = useLocationValue('template')
  const own = useLoaded(entity.id, (client) => client.templates(entity.id))
  const language = dialectOf(entity.language)
  const first = { category: 'medical', target: 'appointment', language, channel: 'mobile', kind: 'notice' } as const
  const key: TemplateKey = useMemo(() => keyOf(name, dialects) ?? first, [name, language])
  const chooseKey = (next: TemplateKey) => choose(nameOf(next))
  const [generation, setGeneration] = useState(0)
  return (
    <div class="templates">
      <ChooseMessage chosen={key} onChoose={chooseKey} />
      {key.kind === 'notice' && <OwnSentence language={key.language} onSaved={() => setGeneration(generation + 1)} />}
      <ChooseChannel chosen={key} onChoose={chooseKey} />
      <TemplateEditor key={`${generation}/${entity.id}/${nameOf(key)}`} message={key} onChanged={own.load} />
      <OwnTemplates list={own.found} chosen={nameOf(key)} onChoose={choose} />
    </div>
  )
}

interface OwnTemplatesProps {
  list: ListedTemplate[] | undefined
  chosen: string
  onChoose: (name: string) => void
}

function OwnTemplates({ list, chosen, onChoose }: OwnTemplatesProps) {
  const { time } = useSignedIn()
  const { say, fill } = useTexts('templates')
  const { nameOfMessage } = useMessageNames()
  if (!list) return <p aria-busy="true">&nbsp;</p>
  if (list.length === 0) return <p class="hint">{say.ownNone}</p>
  return (
    <div class="part">
      <h3 id="own-templates">{say.own}</h3>
      <ul class="own" aria-labelledby="own-templates">
        {list.map((one) => (
          <li key={nameOf(one)}>
            <button
              type="button"
              class="quiet"
              aria-current={nameOf(one) === chosen}
              onClick={() => onChoose(nameOf(one))}
            >
              {nameOfMessage(one)}
            </button>{' '}
            <span class="hint">{fill(say.changed, { by: one.changed_by, at: time.moment(one.changed_at) })}</span>
          </li>
        ))}
      </ul>
      <p class="hint">{say.ownRest}</p>
    </div>
  )
}

interface Props {
  chosen: TemplateKey
  onChoose: (key: TemplateKey) => void
}

/** Chooses a message: its visit, kind and language. */
function ChooseMessage({ chosen, onChoose }: Props) {
  const say = useWords('templates')
  const plugins = Object.keys(useWords('plugins')).filter((pair) => pair.includes('/'))
  const { nameOfLanguage, nameOfPlugin } = useMessageNames()
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
    </fieldset>
  )
}

/** Chooses the form of the message. */
function ChooseChannel({ chosen, onChoose }: Props) {
  const say = useWords('templates')
  const { nameOfChannel } = useMessageNames()
  return (
    <fieldset class="choice" aria-label={say.channel}>
      {channelsOfKind[chosen.kind].map((channel) => (
        <button
          type="button"
          key={channel}
          aria-pressed={channel === chosen.channel}
          onClick={() => onChoose({ ...chosen, channel })}
        >
          {nameOfChannel(channel)}
        </button>
      ))}
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
        <Options values={options} nameOf={(option) => name(option)} />
      </select>
    </label>
  )
}
