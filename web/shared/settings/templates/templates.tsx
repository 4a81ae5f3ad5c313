import { useMemo } from 'preact/hooks'
import type { ListedTemplate, TemplateKey } from '../../../../client/client.ts'
import { dialectOf, dialects } from '../../../../client/words.ts'
import type { Session } from '../../access/session.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { useLocationValue } from '../../page-location.ts'
import { type ClinicTime, clinicTime } from '../../time/clinic-time.ts'
import { ChooseMessage } from './choose-message.tsx'
import { TemplateEditor } from './editor.tsx'
import { keyOf, nameOf } from './kinds.ts'
import { useMessageNames } from './message-names.ts'
import './templates.css'

/** The words of the messages that the clinic sends: a list of its own, and an editor for each. */
export function Templates({ session }: { session: Session }) {
  const { locale } = useLanguage()
  const { time_zone: zone, language: ofClinic } = session.entity
  const time = useMemo(() => clinicTime(zone, locale), [zone, locale])
  const [name, choose] = useLocationValue('template')
  const { token, entity } = session
  const own = useLoaded(token, entity.id, (client) => client.templates(entity.id))
  const language = dialectOf(ofClinic)
  const first = { category: 'medical', target: 'appointment', language, channel: 'mobile', kind: 'notice' } as const
  const key: TemplateKey = useMemo(() => keyOf(name, dialects) ?? first, [name, language])
  return (
    <div class="templates">
      <ChooseMessage chosen={key} onChoose={(next) => choose(nameOf(next))} />
      <OwnTemplates list={own.found} chosen={nameOf(key)} time={time} onChoose={choose} />
      <TemplateEditor
        key={`${session.entity.id}/${nameOf(key)}`}
        session={session}
        time={time}
        message={key}
        onChanged={own.load}
      />
    </div>
  )
}

interface OwnTemplatesProps {
  list: ListedTemplate[] | undefined
  chosen: string
  time: ClinicTime
  onChoose: (name: string) => void
}

function OwnTemplates({ list, chosen, time, onChoose }: OwnTemplatesProps) {
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
