import { useMemo } from 'preact/hooks'
import type { ListedTemplate, TemplateKey } from '../../../../client/client.ts'
import { dialectOf, dialects } from '../../../../client/words.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { useLocationValue } from '../../page-location.ts'
import { ChooseMessage } from './choose-message.tsx'
import { TemplateEditor } from './editor.tsx'
import { keyOf, nameOf } from './kinds.ts'
import { useMessageNames } from './message-names.ts'
import './templates.css'

/** The words of the messages that the clinic sends: a list of its own, and an editor for each. */
export function Templates() {
  const { entity } = useSignedIn().session
  const [name, choose] = useLocationValue('template')
  const own = useLoaded(entity.id, (client) => client.templates(entity.id))
  const language = dialectOf(entity.language)
  const first = { category: 'medical', target: 'appointment', language, channel: 'mobile', kind: 'notice' } as const
  const key: TemplateKey = useMemo(() => keyOf(name, dialects) ?? first, [name, language])
  return (
    <div class="templates">
      <ChooseMessage chosen={key} onChoose={(next) => choose(nameOf(next))} />
      <OwnTemplates list={own.found} chosen={nameOf(key)} onChoose={choose} />
      <TemplateEditor key={`${entity.id}/${nameOf(key)}`} message={key} onChanged={own.load} />
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
