import { useState } from 'preact/hooks'
import type { Account, AccountChange } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { FormEnd } from '../form-end.tsx'
import type { Action } from '../use-action.ts'
import { ClinicsChoice } from './clinics-choice.tsx'
import { RoleChoice } from './role-choice.tsx'

interface Props {
  shown: Account
  action: Pick<Action<true>, 'isRunning' | 'fault'>
  /** Receives what makes the change of the account as it is now. */
  onSave: (changeOf: (now: Account) => AccountChange) => void
  onCancel: () => void
}

/** What a change of the clinics keeps. */
const settableOf = ({ name, email, state }: Account) => ({
  name,
  ...(email !== undefined && { email }),
  suspended: state === 'suspended',
})

/** Changes the role and the clinics of a person. */
export function ChangeAccount({ shown, action, onSave, onCancel }: Props) {
  const { session } = useSignedIn()
  const words = useWords('admin-access')
  const [role, setRole] = useState(shown.role)
  const [clinics, setClinics] = useState({ entities: shown.entities ?? [], all_entities: shown.all_entities === true })
  const { entities, all_entities } = clinics
  const granted = all_entities ? { all_entities } : { entities }
  const lacksClinic = !all_entities && entities.length === 0

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!lacksClinic) onSave((now) => ({ ...settableOf(now), role, ...granted }))
  }

  return (
    <form class="new-grant" onSubmit={submit} noValidate>
      <RoleChoice name={`role-${shown.id}`} role={role} onChange={setRole} />
      <ClinicsChoice
        isForAll={session.isForAll}
        rights={{ scopes: [], ...granted }}
        onChange={(next) => setClinics({ entities: next.entities ?? [], all_entities: next.all_entities === true })}
      />
      <FormEnd
        fault={lacksClinic ? words.faults.clinics : action.fault}
        label={words.accounts.save}
        isBusy={action.isRunning}
        onCancel={onCancel}
      />
    </form>
  )
}
