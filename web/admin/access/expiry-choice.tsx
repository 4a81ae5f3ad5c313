import { useWords } from '../../shared/language.tsx'
import { type Expiry, expiries } from './expiry.ts'

interface Props {
  expiry: Expiry
  /** YYYY-MM-DD. */
  day: string
  onChange: (change: { expiry?: Expiry; day?: string }) => void
}

/** Chooses how long an access token works. */
export function ExpiryChoice({ expiry, day, onChange }: Props) {
  const { tokens: say } = useWords('admin-access')
  return (
    <div class="row">
      <label>
        {say.expiry}
        <select value={expiry} onChange={({ currentTarget: { value } }) => onChange({ expiry: value as Expiry })}>
          {expiries.map((one) => (
            <option key={one} value={one}>
              {say.expiries[one]}
            </option>
          ))}
        </select>
      </label>
      {expiry === 'day' && (
        <label>
          {say.day}
          <input type="date" value={day} onInput={({ currentTarget: { value } }) => onChange({ day: value })} />
        </label>
      )}
    </div>
  )
}
