import { type Role, roles, scopesOf } from '../../../client/roles.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { isWithin } from './rights.ts'

interface Props {
  /** Tells the choices of a page apart. */
  name: string
  role: Role
  onChange: (role: Role) => void
}

/** Chooses one of the roles that the credential may give. */
export function RoleChoice({ name, role, onChange }: Props) {
  const { scopes } = useSignedIn().session
  const { roles: names } = useWords('account')
  const say = useWords('admin-access').accounts
  return (
    <fieldset class="scope-choice">
      <legend>{say.role}</legend>
      {roles
        .filter((one) => one === role || isWithin(scopesOf(one), scopes))
        .map((one) => (
          <label key={one} class="check">
            <input type="radio" name={name} checked={one === role} onChange={() => onChange(one)} />
            <span>
              {names[one]} <span class="hint">{say.roleHints[one]}</span>
            </span>
          </label>
        ))}
    </fieldset>
  )
}
