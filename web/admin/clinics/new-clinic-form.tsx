import { useEffect, useRef, useState } from 'preact/hooks'
import type { Entity } from '../../../client/client.ts'
import { maxIdLength } from '../../../client/limits.ts'
import { useWords } from '../../shared/language.tsx'
import { Field } from '../field.tsx'
import { FormEnd } from '../form-end.tsx'
import { ClinicFields } from './clinic-fields.tsx'
import { isId } from './suggested-id.ts'
import { useFieldFaults } from './use-field-faults.ts'
import { useNewClinic } from './use-new-clinic.ts'

interface Props {
  /** The token of a credential for all entities, also before there is an entity. */
  token: string
  onCreated: (entity: Entity) => void
  onCancel?: () => void
}

/** Adds a clinic. */
export function NewClinicForm({ token, onCreated, onCancel }: Props) {
  const say = useWords('admin-clinics')
  const { adding } = useWords('admin')
  const settings = useWords('settings')
  const { id, values, refused, fault, isRunning, edit, create, discard } = useNewClinic(token, onCreated)
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const errors = refused?.refused === 'fields' ? refused.errors : []
  const { name, ...others } = useFieldFaults(values, errors)
  // Nobody has typed the name yet.
  const faults = { ...others, ...(name && (tries > 0 || values.name !== '') && { name }) }
  const idFault = (tries > 0 || id !== '') && !isId(id) ? say.faults.id : undefined
  const isFaulty = !isId(id) || name !== undefined || Object.keys(others).length > 0

  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries, refused])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // A field shows its fault when it has lost the focus.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    setTries(tries + 1)
    if (!isFaulty || errors.length > 0) create()
  }

  return (
    <form ref={form} class="new-clinic" aria-label={say.add} onSubmit={submit} noValidate>
      <fieldset class="fields" disabled={isRunning}>
        <ClinicFields values={values} faults={faults} onChange={(values) => edit({ values })} />
        <Field
          label={say.fields.id}
          hint={say.idAbout}
          fault={refused?.refused === 'exists' ? say.faults.exists : idFault}
        >
          {(control) => (
            <input
              {...control}
              name="id"
              value={id}
              maxLength={maxIdLength}
              dir="ltr"
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              onInput={({ currentTarget }) => edit({ id: currentTarget.value })}
            />
          )}
        </Field>
      </fieldset>
      <FormEnd
        fault={
          <>
            {fault}
            {refused?.refused === 'not-all' && say.refused['not-all']}
            {tries > 0 && isFaulty && settings.faults.fields}
            {refused?.refused === 'exists' && say.faults.exists}
          </>
        }
        label={isRunning ? adding : say.add}
        isBusy={isRunning}
        onCancel={
          onCancel &&
          (() => {
            discard()
            onCancel()
          })
        }
      />
    </form>
  )
}
