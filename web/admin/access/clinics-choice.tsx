import { useState } from 'preact/hooks'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts } from '../../shared/language.tsx'
import { Options } from '../../shared/look/options.tsx'
import type { Rights } from './rights.ts'

type Mode = 'this' | 'several' | 'all'

interface Props {
  /** Whether the credential is for all clinics, also future ones. */
  isForAll: boolean
  rights: Rights
  onChange: (rights: Rights) => void
}

/** Chooses the clinics of an access token or a rule: this one, several, or all. */
export function ClinicsChoice({ isForAll, rights, onChange }: Props) {
  const { entity, entities } = useSignedIn().session
  const { say, fill } = useTexts('admin-access')
  const { scopes, entities: chosen = [], all_entities } = rights
  const isThis = chosen.length === 1 && chosen[0] === entity.id
  // Somebody may also choose this clinic as one of several.
  const [isSeveral, setSeveral] = useState(false)
  const mode: Mode = all_entities ? 'all' : isThis && !isSeveral ? 'this' : 'several'
  // A clinic that the page does not list stays chosen.
  const listed = [...entities, ...chosen.filter((one) => !entities.some(({ id }) => id === one)).map(unlisted)]
  const isOffered = { this: true, several: listed.length > 1, all: isForAll }
  const modes = (Object.keys(isOffered) as Mode[]).filter((one) => isOffered[one])

  function choose(next: Mode) {
    setSeveral(next === 'several')
    if (next === 'all') onChange({ scopes, all_entities: true })
    else onChange({ scopes, entities: next === 'this' ? [entity.id] : all_entities ? [] : chosen })
  }

  const toggle = (clinic: string) =>
    onChange({
      scopes,
      entities: chosen.includes(clinic) ? chosen.filter((one) => one !== clinic) : [...chosen, clinic],
    })

  return (
    <div class="clinics-choice">
      <label>
        {say.clinics}
        <select value={mode} onChange={({ currentTarget: { value } }) => choose(value as Mode)}>
          <Options values={modes} nameOf={(one) => fill(say.clinicChoices[one], { clinic: entity.name })} />
        </select>
      </label>
      {mode === 'several' && (
        <fieldset class="clinic-boxes">
          <legend class="unseen">{say.clinics}</legend>
          {listed.map(({ id: clinic, name }) => (
            <label class="check" key={clinic}>
              <input type="checkbox" checked={chosen.includes(clinic)} onChange={() => toggle(clinic)} />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

const unlisted = (id: string) => ({ id, name: id })
