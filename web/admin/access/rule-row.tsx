import type { AccessRule } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useLanguage, useWords } from '../../shared/language.tsx'
import { useClinicNames } from './clinic-names.ts'
import { ClinicsChoice } from './clinics-choice.tsx'
import type { Purpose } from './purposes.ts'
import { isWithin } from './rights.ts'
import { ScopeChoice, ScopeNames } from './scope-choice.tsx'

interface Props {
  rule: AccessRule
  index: number
  isLast: boolean
  isOpen: boolean
  onToggle: () => void
  onChange: (rule: AccessRule) => void
  onMove: (to: number, button: 'up' | 'down') => void
  onRemove: () => void
}

const purposes: Purpose[] = ['desk', 'office', 'administrator']

/** A rule with its buttons and, if it is open, its fields. */
export function RuleRow({ rule, index, isLast, isOpen, onToggle, onChange, onMove, onRemove }: Props) {
  const { session } = useSignedIn()
  const { people: say } = useWords('admin-access')
  const { fill } = useLanguage()
  const clinicNames = useClinicNames()
  const { group, scopes } = rule
  const name = group || say.newRule
  const canChange = isWithin(scopes, session.scopes)
  const id = `rule-${index}`
  return (
    <li aria-labelledby={id}>
      <div class="rule-head">
        <h4 id={id}>
          <span class="count">{index + 1}.</span> <bdi>{name}</bdi>
        </h4>
        <div class="row">
          {(['up', 'down'] as const).map((button) => (
            <button
              key={button}
              id={`${id}-${button}`}
              type="button"
              class="quiet remove"
              aria-label={fill(say[button], { group: name })}
              aria-disabled={button === 'up' ? index === 0 : isLast}
              onClick={() => onMove(button === 'up' ? index - 1 : index + 1, button)}
            >
              {button === 'up' ? '↑' : '↓'}
            </button>
          ))}
          <button type="button" class="quiet remove" aria-label={fill(say.remove, { group: name })} onClick={onRemove}>
            ×
          </button>
        </div>
      </div>
      {!isOpen && (
        <>
          <ScopeNames scopes={scopes} />
          <p>
            <bdi>{clinicNames(rule)}</bdi>
          </p>
        </>
      )}
      {canChange ? (
        <button type="button" class="quiet open" aria-expanded={isOpen} onClick={onToggle}>
          {fill(say.change, { group: name })}
        </button>
      ) : (
        <p class="hint">{say.exceeds}</p>
      )}
      {isOpen && canChange && (
        <div class="rule-fields">
          <label>
            {say.group}
            <input
              id={`${id}-group`}
              value={group}
              maxLength={256}
              autocomplete="off"
              onInput={({ currentTarget: { value } }) => onChange({ ...rule, group: value })}
            />
          </label>
          <ScopeChoice
            held={{ scopes: session.scopes, isForAll: true }}
            rights={rule}
            purposes={purposes}
            onChange={(rights) => onChange({ group, ...rights })}
          />
          <ClinicsChoice isForAll rights={rule} onChange={(rights) => onChange({ group, ...rights })} />
        </div>
      )}
    </li>
  )
}
