import type { MovedDay } from '../../../client/client.ts'
import { useSignedIn } from '../../shared/access/signed-in.ts'
import { pause } from '../../shared/loading/pause.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'

const settleAfterMs = 300

/** Returns the days that coming visits leave in another time zone, when the typing pauses. Undefined while it counts. */
export function useMovedDays(time_zone: string): MovedDay[] | 'failed' | undefined {
  const { entity } = useSignedIn().session
  const { found, error } = useLoaded(`${entity.id} ${time_zone}`, async (client, signal) => {
    await pause(settleAfterMs, [signal, 'abort'])
    return client.previewEntity(entity.id, { time_zone })
  })
  return error === undefined ? found?.moved_days : 'failed'
}
