import { useState } from 'preact/hooks'
import type { TemplateKey } from '../../../../client/client.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { useWords } from '../../language.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { nameOf } from './kinds.ts'

interface Props {
  message: TemplateKey
  /** Changes with the words that apply. */
  generation: number | string
  onRestore: (version: number) => void
}

/** Who changed the words and when, with a button that makes them apply again. They load when somebody opens them. */
export function Versions({ message, generation, onRestore }: Props) {
  const {
    session: { entity },
    time,
  } = useSignedIn()
  const say = useWords('templates')
  const [isOpen, setOpen] = useState(false)
  const key = isOpen ? `${entity.id}/${nameOf(message)}` : undefined
  const { found: versions } = useLoaded(key, (client) => client.templateVersions(entity.id, message), generation)
  return (
    <details class="part versions" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{say.versions}</strong>
      </summary>
      {versions?.length === 0 && <p class="hint">{say.noVersions}</p>}
      <ol>
        {versions?.map((version, index) => (
          <li key={version.version}>
            <p>
              <time dateTime={version.changed_at}>{time.moment(version.changed_at)}</time>
              <span class="hint">
                {' '}
                <bdi>{version.changed_by}</bdi>
              </span>
            </p>
            {version.subject !== undefined && <p dir="auto">{version.subject}</p>}
            <p class={version.text === undefined ? 'hint' : 'written'} dir="auto">
              {version.text ?? say.versionShipped}
            </p>
            {index === 0 ? (
              <p class="hint">{say.latest}</p>
            ) : (
              <button type="button" onClick={() => onRestore(version.version)}>
                {say.restoreVersion}
              </button>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
