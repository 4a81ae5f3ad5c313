import { useEffect } from 'preact/hooks'
import type { Entity, TemplateKey } from '../../../../client/client.ts'
import { maxSentence } from '../../../../client/limits.ts'
import { directionOf } from '../../../../client/words.ts'
import { useWords } from '../../language.tsx'
import { changedNames } from '../merge.ts'
import { SettingForm } from '../setting-form.tsx'
import { useSetting } from '../use-setting.ts'

type Sentences = Record<string, string>

const sentencesOf = ({ sentences }: Entity) => (sentences ?? {}) as Sentences

interface Props {
  language: TemplateKey['language']
  /** Called when other messages are sent. */
  onSaved: () => void
}

/** The clinic's own sentence in the first notice, in a language. */
export function OwnSentence({ language, onSaved }: Props) {
  const say = useWords('templates').sentence
  const setting = useSetting<Sentences>('sentences', {
    async read(client, id) {
      const { resource, etag } = await client.taggedEntity(id)
      return { resource: sentencesOf(resource), etag }
    },
    async write(client, id, draft, version, stored) {
      const changes = changedNames(stored, draft).map((one) => [one, draft[one]?.trim() || null])
      const { resource, etag } = await client.changeEntity(id, { sentences: Object.fromEntries(changes) }, version)
      return { resource: sentencesOf(resource), etag }
    },
  })
  useEffect(() => {
    if (setting.state === 'saved') onSaved()
  }, [setting.state])
  return (
    <SettingForm setting={setting} fault={undefined} saved={say.saved}>
      {(draft) => (
        <div class="field">
          <label for="own-sentence">{say.label}</label>
          <input
            id="own-sentence"
            value={draft[language] ?? ''}
            maxLength={maxSentence}
            lang={language}
            dir={directionOf(language)}
            aria-describedby="own-sentence-hint"
            onInput={({ currentTarget: { value } }) => {
              const { [language]: _, ...others } = draft
              setting.edit(value === '' ? others : { ...others, [language]: value })
            }}
          />
          <p class="hint" id="own-sentence-hint">
            {say.about}
          </p>
        </div>
      )}
    </SettingForm>
  )
}
