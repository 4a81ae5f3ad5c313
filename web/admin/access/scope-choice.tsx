import { useId } from 'preact/hooks'
import type { Scope } from '../../shared/access/session.ts'
import { textOf, useWords } from '../../shared/language.tsx'
import { type HeldRights, type Purpose, rightsOfPurpose } from './purposes.ts'
import { isSameSet, type Rights } from './rights.ts'

interface Props {
  /** The credential: it can give nothing else. */
  held: HeldRights
  rights: Rights
  purposes: readonly Purpose[]
  onChange: (rights: Rights) => void
}

/** Chooses scopes by a purpose, or one by one. */
export function ScopeChoice({ held, rights, purposes, onChange }: Props) {
  const say = useWords('admin-access')
  const name = useId()
  const { scopes: chosen } = rights
  const offered = purposes.flatMap((purpose) => {
    const given = rightsOfPurpose(purpose, held, rights)
    return given ? [{ purpose, given }] : []
  })
  const toggle = (scope: Scope) =>
    onChange({
      ...rights,
      scopes: held.scopes.filter((one) => (one === scope ? !chosen.includes(one) : chosen.includes(one))),
    })
  return (
    <div class="scope-choice">
      <fieldset class="choices">
        <legend>{say.purpose}</legend>
        {offered.map(({ purpose, given }) => (
          <label key={purpose}>
            <input
              type="radio"
              name={name}
              checked={isSameSet(given.scopes, chosen)}
              onChange={() => onChange(given)}
            />
            <span>{say.purposes[purpose]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="scopes" aria-describedby={`${name}-hint`}>
        <legend>{say.permits}</legend>
        {held.scopes.map((scope) => (
          <label class="check" key={scope}>
            <input type="checkbox" checked={chosen.includes(scope)} onChange={() => toggle(scope)} />
            <ScopeName scope={scope} />
          </label>
        ))}
      </fieldset>
      <p class="hint" id={`${name}-hint`}>
        {say.onlyHeld}
      </p>
    </div>
  )
}

/** A scope in words, with its name for programmers. */
function ScopeName({ scope }: { scope: Scope }) {
  const say = useWords('admin-access')
  return (
    <span class="scope">
      {textOf(say.scopes, scope)} <code dir="ltr">{scope}</code>
    </span>
  )
}

export const ScopeNames = ({ scopes }: { scopes: Scope[] }) => (
  <ul class="scope-list">
    {scopes.map((scope) => (
      <li key={scope}>
        <ScopeName scope={scope} />
      </li>
    ))}
  </ul>
)
