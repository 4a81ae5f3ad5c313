import type { ComponentChildren } from 'preact'
import { useWords } from '../../shared/language.tsx'
import { Field } from '../field.tsx'
import { FormEnd } from '../form-end.tsx'
import { faultOfName } from './name-fault.ts'
import type { Creation } from './use-creation.ts'
import './access.css'

interface Props {
  creation: Creation
  name: string
  nameHint: string
  /** The error of the form. The field of the name has its own. */
  fault: string | undefined
  /** The text of the button. */
  label: string
  onName: (name: string) => void
  onSubmit: () => void
  children: ComponentChildren
}

/** The form of a new access token: its name and its rights. */
export function GrantForm({ creation, name, nameHint, fault, label, onName, onSubmit, children }: Props) {
  const say = useWords('admin-access')
  const nameFault = faultOfName(name)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSubmit()
  }

  return (
    <form class="new-grant" onSubmit={submit} noValidate>
      <Field label={say.name} hint={nameHint} fault={creation.hasTried && nameFault && say.faults[nameFault]}>
        {(control) => (
          <input
            {...control}
            ref={creation.nameField}
            value={name}
            maxLength={200}
            autocomplete="off"
            onInput={({ currentTarget: { value } }) => onName(value)}
          />
        )}
      </Field>
      {children}
      <FormEnd fault={fault} label={label} isBusy={creation.isRunning} />
    </form>
  )
}
