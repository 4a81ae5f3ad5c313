import { useId } from 'preact/hooks'
import type { Scope } from '../../access/session.ts'
import { textOf, useWords } from '../../language.tsx'
import { type Purpose, scopesOfPurpose } from './purposes.ts'
import { isSameSet } from './rights.ts'

interface Props {
  /** The scopes of the credential: it can give no others. */
  held: Scope[]
  chosen: Scope[]
  purposes: readonly Purpose[]
  onChange: (scopes: Scope[]) => void
}

/** Chooses scopes by a purpose, or one by one. */
export function ScopeChoice({ held, chosen, purposes, onChange }: Props) {
  const say = useWords('admin-access')
  const name = useId()
  const offered = purposes.flatMap((purpose) => {
    const scopes = scopesOfPurpose(purpose, held)
    return scopes ? [{ purpose, scopes }] : []
  })
  const toggle = (scope: Scope) =>
    onChange(held.filter((one) => (one === scope ? !chosen.includes(one) : chosen.includes(one))))
  return (
    <div class="scope-choice">
      <fieldset class="choices">
        <legend>{say.purpose}</legend>
        {offered.map(({ purpose, scopes }) => (
          <label key={purpose}>
            <input type="radio" name={name} checked={isSameSet(scopes, chosen)} onChange={() => onChange(scopes)} />
            <span>{say.purposes[purpose]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="scopes" aria-describedby={`${name}-hint`}>
        <legend>{say.permits}</legend>
        {held.map((scope) => (
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
