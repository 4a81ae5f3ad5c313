import { useEffect, useState } from 'preact/hooks'
import type { ReminderPreview, SettingsChange } from '../../client/client.ts'
import { connect } from '../access/connect.ts'
import type { Session } from '../access/session.ts'

const settleAfterMs = 300

/** Counts what a change does to the reminders of the next 7 days, when the editing pauses. Undefined while it counts. */
export function usePreview(
  { token, entity }: Session,
  change: SettingsChange | undefined,
): ReminderPreview | 'failed' | undefined {
  const [preview, setPreview] = useState<ReminderPreview | 'failed'>()
  const key = JSON.stringify(change)
  useEffect(() => {
    setPreview(undefined)
    if (!change) return
    const ending = new AbortController()
    const count = () =>
      connect(token, { signal: ending.signal, retries: 1 })
        .previewReminders(entity.id, change)
        .then(setPreview, () => !ending.signal.aborted && setPreview('failed'))
    const timer = setTimeout(count, settleAfterMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [token, entity.id, key])
  return preview
}
