import { useWords } from '../../../shared/language.tsx'
import { Choices } from '../../../shared/settings/choices.tsx'
import { toggled } from '../../../shared/settings/steps.ts'
import { type Kind, useKindNames } from './kind-names.ts'

interface Props {
  /** Undefined: all. */
  kinds: Kind[] | undefined
  onChange: (kinds: Kind[] | undefined) => void
}

/** Chooses the kinds of events that a webhook gets. */
export function KindFields({ kinds, onChange }: Props) {
  const say = useWords('admin-systems').webhooks
  const { names, nameOf } = useKindNames()
  return (
    <div class="field">
      <fieldset class="radios">
        <legend>{say.kinds}</legend>
        <label class="check">
          <input type="radio" name="kinds" checked={!kinds} onChange={() => onChange(undefined)} /> {say.allKinds}
        </label>
        <label class="check">
          <input type="radio" name="kinds" checked={kinds !== undefined} onChange={() => onChange([])} />{' '}
          {say.someKinds}
        </label>
      </fieldset>
      {kinds && (
        <Choices
          legend={say.someKinds}
          values={names}
          chosen={kinds}
          nameOf={nameOf}
          onToggle={(kind) => onChange(toggled(names, kinds, kind))}
        />
      )}
    </div>
  )
}
