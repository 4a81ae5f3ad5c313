import { useId, useState } from 'preact/hooks'
import type { Account, AccountChange } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useTexts, useWords } from '../../shared/language.tsx'
import { AskingButton } from '../question.tsx'
import { useAction } from '../use-action.ts'
import { ChangeAccount } from './change-account.tsx'
import { useClinicNames } from './clinic-names.ts'
import type { MadeLink } from './shown-link.tsx'

interface Props {
  shown: Account
  /** @param text what to say */
  onChanged: (text: string) => void
  onLink: (made: MadeLink) => void
}

/** A person: role, clinics, state and last sign-in, with what an administrator can do. */
export function AccountRow({ shown, onChanged, onLink }: Props) {
  const { session, time } = useSignedIn()
  const { say, fill } = useTexts('admin-access', 'accounts')
  const { roles } = useWords('account')
  const { saved } = useWords('admin')
  const clinicNames = useClinicNames()
  const [isOpen, setOpen] = useState(false)
  const action = useAction<true>(session.token)
  const id = useId()
  const { name, role, state, signed_in_at } = shown

  /** Changes the account, unless somebody else does so meanwhile. */
  async function change(changeOf: (now: Account) => AccountChange) {
    const isDone = await action.run(async (client) => {
      const { resource, etag } = await client.account(shown.id)
      await client.changeAccount(shown.id, changeOf(resource), etag)
      return true
    })
    if (!isDone) return
    setOpen(false)
    onChanged(saved)
  }

  async function remove() {
    const isDone = await action.run((client) => client.removeAccount(shown.id).then(() => true as const))
    if (isDone) onChanged(fill(say.removed, { name }))
  }

  async function link() {
    const isDone = await action.run(async (client) => {
      onLink({ ...(await client.createAccountLink(shown.id)), name })
      return true
    })
    return isDone
  }

  return (
    <li aria-labelledby={id}>
      <h4 id={id}>
        <bdi>{name}</bdi> {state !== 'active' && <span class="mark">{say.states[state]}</span>}
      </h4>
      <p>
        {roles[role]} · <bdi>{clinicNames(shown)}</bdi>
      </p>
      <p class="hint">
        {signed_in_at === undefined ? say.neverSignedIn : fill(say.signedInAt, { at: time.moment(signed_in_at) })}
      </p>
      {isOpen ? (
        <ChangeAccount shown={shown} action={action} onSave={change} onCancel={() => setOpen(false)} />
      ) : (
        <div class="row">
          <button type="button" class="quiet" aria-describedby={id} onClick={() => setOpen(true)}>
            {say.change}
          </button>
          <AskingButton
            label={say.newLink}
            describedBy={id}
            text={fill(say.newLinkAsk, { name })}
            yes={say.newLinkYes}
            look="main"
            action={action}
            onYes={link}
          />
          <button type="button" class="quiet" aria-describedby={id} onClick={() => change(suspendedOrNot)}>
            {state === 'suspended' ? say.resume : say.suspend}
          </button>
          <AskingButton
            label={say.remove}
            describedBy={id}
            text={fill(say.removeAsk, { name })}
            yes={say.removeYes}
            action={action}
            onYes={remove}
          />
        </div>
      )}
    </li>
  )
}

/** The same account, suspended or not. */
const suspendedOrNot = ({ name, email, role, entities, all_entities, state }: Account): AccountChange => ({
  name,
  ...(email !== undefined && { email }),
  role,
  ...(all_entities ? { all_entities } : { entities: entities ?? [] }),
  suspended: state !== 'suspended',
})
