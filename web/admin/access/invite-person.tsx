import { useState } from 'preact/hooks'
import type { InvitedAccount, NewAccount } from '../../../client/client.ts'
import type { Session } from '../../shared/access/session.ts'
import { useWords } from '../../shared/language.tsx'
import { Field } from '../field.tsx'
import { FormEnd } from '../form-end.tsx'
import { useAction } from '../use-action.ts'
import { useDraft } from '../use-draft.ts'
import { ClinicsChoice } from './clinics-choice.tsx'
import { faultOfName } from './name-fault.ts'
import { RoleChoice } from './role-choice.tsx'
import { ShownLink } from './shown-link.tsx'
import './access.css'

interface Props {
  session: Session
  onInvited: () => void
}

/** A form that invites a person, and then shows the link to hand over. */
export function InvitePerson({ session, onInvited }: Props) {
  const words = useWords('admin-access')
  const say = words.accounts
  const empty: NewAccount = { name: '', email: '', role: 'reception', entities: [session.entity.id] }
  const { draft, edit, clear } = useDraft<NewAccount>(`${session.entity.id}/invite`, empty)
  const [invited, setInvited] = useState<InvitedAccount>()
  const [hasTried, setTried] = useState(false)
  const { run, isRunning, fault } = useAction<InvitedAccount>(session.token, say.mayExist, onInvited)
  const { name, email = '', role, entities, all_entities } = draft
  const clinics = all_entities ? { all_entities } : { entities: entities ?? [] }
  const nameFault = faultOfName(name)
  const lacksClinic = !all_entities && clinics.entities?.length === 0

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (nameFault || lacksClinic) return
    const address = email.trim() === '' ? {} : { email: email.trim() }
    const person = { name: name.trim(), ...address, role, ...clinics }
    const made = await run((client) => client.inviteAccount(person))
    if (!made) return
    clear()
    setTried(false)
    setInvited(made)
    onInvited()
  }

  if (invited) return <ShownLink made={{ ...invited.link, name: invited.name }} onDone={() => setInvited(undefined)} />
  return (
    <form class="new-grant" onSubmit={submit} noValidate>
      <Field label={words.name} hint={say.nameHint} fault={hasTried && nameFault && words.faults[nameFault]}>
        {(control) => (
          <input
            {...control}
            value={name}
            maxLength={200}
            autocomplete="off"
            onInput={({ currentTarget: { value } }) => edit({ name: value })}
          />
        )}
      </Field>
      <Field label={say.email} hint={say.emailHint}>
        {(control) => (
          <input
            {...control}
            type="email"
            value={email}
            maxLength={254}
            autocomplete="off"
            onInput={({ currentTarget: { value } }) => edit({ email: value })}
          />
        )}
      </Field>
      <RoleChoice name="new-role" role={role} onChange={(next) => edit({ role: next })} />
      <ClinicsChoice
        isForAll={session.isForAll}
        rights={{ scopes: [], ...clinics }}
        onChange={({ entities: some = [], all_entities: all = false }) => edit({ entities: some, all_entities: all })}
      />
      <FormEnd
        fault={hasTried && lacksClinic ? words.faults.clinics : fault}
        label={isRunning ? say.inviting : say.invite}
        isBusy={isRunning}
      />
    </form>
  )
}
