import type { MovedDay } from '../../../client/client.ts'
import type { Session } from '../../shared/access/session.ts'
import { pause } from '../../shared/loading/pause.ts'
import { useLoaded } from '../../shared/loading/use-loaded.ts'

const settleAfterMs = 300

/** Returns the days that coming visits leave in another time zone, when the typing pauses. Undefined while it counts. */
export function useMovedDays({ token, entity }: Session, time_zone: string): MovedDay[] | 'failed' | undefined {
  const { found, error } = useLoaded(token, `${entity.id} ${time_zone}`, async (client, signal) => {
    await pause(settleAfterMs, [signal, 'abort'])
    return client.previewEntity(entity.id, { time_zone })
  })
  return error === undefined ? found?.moved_days : 'failed'
}
