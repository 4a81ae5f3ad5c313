import type { ReminderPreview, SettingsChange } from '../../../client/client.ts'
import { useSignedIn } from '../access/signed-in.ts'
import { pause } from '../loading/pause.ts'
import { useLoaded } from '../loading/use-loaded.ts'

const settleAfterMs = 300

/** Counts what a change does to the reminders of the next 7 days, when the editing pauses. Undefined while it counts. */
export function usePreview(change: SettingsChange | undefined): ReminderPreview | 'failed' | undefined {
  const { entity } = useSignedIn().session
  const key = change && JSON.stringify([entity.id, change])
  const { found, error } = useLoaded(key, async (client, signal) => {
    await pause(settleAfterMs, [signal, 'abort'])
    return client.previewReminders(entity.id, change!)
  })
  return error === undefined ? found : 'failed'
}
