import { useSignedIn } from '../../../shared/access/signed-in.ts'
import { useWords } from '../../../shared/language.tsx'

interface Props {
  full: boolean
  onChange: (full: boolean) => void
}

/** Chooses whether a webhook gets whole events, with personal data. */
export function FullField({ full, onChange }: Props) {
  const { scopes } = useSignedIn().session
  const say = useWords('admin-systems').webhooks
  const isAllowed = scopes.includes('notifications:read')
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={full}
          disabled={!isAllowed}
          aria-describedby="webhook-full"
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />{' '}
        {say.full}
      </label>
      <p class="hint" id="webhook-full">
        {isAllowed ? say.fullAbout : say.fullNeeds}
      </p>
    </div>
  )
}
