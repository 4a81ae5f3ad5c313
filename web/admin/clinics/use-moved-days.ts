import { useEffect, useState } from 'preact/hooks'
import type { MovedDay } from '../../../client/client.ts'
import { connect } from '../../access/connect.ts'
import type { Session } from '../../access/session.ts'

const settleAfterMs = 300

/** Returns the days that coming visits leave in another time zone, when the typing pauses. Undefined while it counts. */
export function useMovedDays({ token, entity }: Session, time_zone: string): MovedDay[] | 'failed' | undefined {
  const [moved, setMoved] = useState<MovedDay[] | 'failed'>()
  useEffect(() => {
    setMoved(undefined)
    const ending = new AbortController()
    const count = () =>
      connect(token, { signal: ending.signal, retries: 1 })
        .previewEntity(entity.id, { time_zone })
        .then(
          ({ moved_days }) => setMoved(moved_days),
          () => !ending.signal.aborted && setMoved('failed'),
        )
    const timer = setTimeout(count, settleAfterMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [token, entity.id, time_zone])
  return moved
}
