import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { AccessTokenRecord, CreatedAccessToken } from '../../../client/client.ts'
import { defaultOverlapHours, maxOverlapHours } from '../../../client/limits.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { useWords } from '../../shared/language.tsx'
import { useAction } from '../use-action.ts'

interface Props {
  record: AccessTokenRecord
  onRotated: (created: CreatedAccessToken) => void
  onLost: () => void
  onCancel: () => void
}

/** Asks how long the old token still works, and creates the new one. */
export function RotateToken({ record, onRotated, onLost, onCancel }: Props) {
  const { session } = useSignedIn()
  const say = useWords('admin-access')
  const { cancel } = useWords('admin')
  const [hours, setHours] = useState(String(defaultOverlapHours))
  const rotating = useAction<CreatedAccessToken>(session.token, say.mayExist, onLost)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current!.focus(), [])
  const hintId = useId()
  const isValid = /^\d+$/.test(hours) && Number(hours) <= maxOverlapHours

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isValid) return field.current!.focus()
    const created = await rotating.run((client) => client.rotateAccessToken(record.id, Number(hours)))
    if (created) onRotated(created)
  }

  return (
    <form class="panel" onSubmit={submit} noValidate>
      <p id={hintId}>{say.tokens.rotateAbout}</p>
      <label>
        {say.tokens.overlap}
        <input
          ref={field}
          type="number"
          min={0}
          max={maxOverlapHours}
          value={hours}
          aria-describedby={hintId}
          aria-invalid={!isValid}
          onInput={({ currentTarget: { value } }) => setHours(value)}
        />
      </label>
      <p class="fault" role="alert">
        {rotating.fault}
      </p>
      <div class="row">
        <button type="submit" class="main" disabled={rotating.isRunning}>
          {say.tokens.rotateYes}
        </button>
        <button type="button" disabled={rotating.isRunning} onClick={onCancel}>
          {cancel}
        </button>
      </div>
    </form>
  )
}
