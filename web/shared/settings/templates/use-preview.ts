import type { Draft, NotificationStatus, Preview, TemplateKey } from '../../../../client/client.ts'
import { useSignedIn } from '../../access/signed-in.ts'
import { pause } from '../../loading/pause.ts'
import { type LoadState, useLoaded } from '../../loading/use-loaded.ts'
import { type Faults, refusalOf } from './faults.ts'
import { nameOf } from './kinds.ts'

const settleAfterMs = 300

export interface PreviewState {
  /** The latest preview without faults. */
  preview: Preview | undefined
  faults: Faults
  isFailed: boolean
}

/** Previews the words when the typing pauses. A later request replaces an unfinished one. An undefined draft has no preview, and
 *  one without words has that of the words that apply.
 *  @param visit whose message it is; null: an example, and undefined: unknown yet */
export function usePreview(
  key: TemplateKey,
  draft: Partial<Draft> | undefined,
  visit: NotificationStatus | null | undefined,
): PreviewState {
  const { entity } = useSignedIn().session
  const loaded: LoadState<Preview> = useLoaded(
    draft && visit !== undefined ? `${entity.id}/${nameOf(key)}` : undefined,
    async (client, signal) => {
      if (loaded.found) await pause(settleAfterMs, [signal, 'abort'])
      return client.previewTemplate(entity.id, key, { ...draft, ...(visit && { notification_id: visit.id }) })
    },
    JSON.stringify([draft?.subject, draft?.text]),
  )
  const refusal = loaded.error === undefined ? { faults: {} } : refusalOf(loaded.error)
  const faults = 'faults' in refusal ? refusal.faults : {}
  return { preview: loaded.found, faults, isFailed: !('faults' in refusal) }
}
