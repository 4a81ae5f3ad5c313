import { useEffect, useState } from 'preact/hooks'
import type { Role } from '../../client/roles.ts'
import { askAccount } from '../shared/access/account.ts'
import type { Offered } from '../shared/access/offered.ts'
import { signedIn } from '../shared/access/session.ts'
import { useLanguage, useWords } from '../shared/language.tsx'
import { Fault } from '../shared/look/fault.tsx'
import { useFaultOf, waysOfLink } from './proof.ts'
import { ProofCards } from './proof-cards.tsx'
import { Title } from './title.tsx'

interface Invited {
  name: string
  sign_in_name: string
  role: Role
  by: string
  is_new: boolean
  clinics: string[] | 'all'
}

/** Says who invites whom to what, and lets the person choose how they sign in. Opening the page uses nothing up. */
export function Invitation({ secret, offered }: { secret: string; offered: Offered }) {
  const { invitation: say } = useWords('account-page')
  const { roles } = useWords('account')
  const { locale } = useLanguage()
  const faultOf = useFaultOf()
  const [invited, setInvited] = useState<Invited>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    askAccount<Invited>('invitation', { method: 'POST', body: { secret } }).then(setInvited, setError)
  }, [])
  if (!invited)
    return (
      <>
        <Title text={say.title} />
        <Fault>{error !== undefined && faultOf(error)}</Fault>
      </>
    )
  const { name, sign_in_name, role, by, is_new, clinics } = invited
  const names = clinics === 'all' ? say.allClinics : new Intl.ListFormat(locale, { type: 'unit' }).format(clinics)
  const facts = [
    [say.by, by],
    ...(name === sign_in_name ? [] : [[say.name, name]]),
    [say.signInName, sign_in_name],
    [say.role, roles[role]],
    [say.clinics, names],
  ]
  const open = () => location.assign(`${role === 'administrator' ? 'admin' : 'console'}#${signedIn}`)
  return (
    <>
      <Title text={say.title} />
      <section class="card">
        <dl>
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
        <p>{is_new ? say.about : say.reset}</p>
      </section>
      <ProofCards offered={offered} signInName={sign_in_name} ways={waysOfLink(secret)} onSet={open} />
    </>
  )
}
