import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Resend as Range, Webhook } from '../../../../client/client.ts'
import { useTexts } from '../../../shared/language.tsx'
import { FormEnd } from '../../form-end.tsx'

interface Props {
  webhook: Webhook
  isRunning: boolean
  onResend: (range: Range) => void
  onCancel: () => void
}

/** Asks which events a webhook gets again. */
export function Resend({ webhook: { position }, isRunning, onResend, onCancel }: Props) {
  const { say, fill } = useTexts('admin-systems', 'webhooks')
  const [range, setRange] = useState({ from: `${position}`, to: `${position}` })
  const first = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onResend({ from: Number(range.from), to: Number(range.to) })
  }

  return (
    <form class="panel" onSubmit={submit}>
      <p>{fill(say.resendAbout, { position })}</p>
      <div class="row numbers-of-events">
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {say[end]}
            <input
              type="number"
              ref={end === 'from' ? first : null}
              required
              min={end === 'from' ? 1 : Number(range.from) || 1}
              max={position}
              value={range[end]}
              onInput={({ currentTarget: { value } }) => setRange({ ...range, [end]: value })}
            />
          </label>
        ))}
      </div>
      <FormEnd label={say.resendNow} isBusy={isRunning} onCancel={onCancel} />
    </form>
  )
}
