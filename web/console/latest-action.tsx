import { useContext, useEffect, useState } from 'preact/hooks'
import { connect } from '../access/connect.ts'
import type { Session } from '../access/session.ts'
import { addDays, type ClinicTime, writtenDay } from '../clinic-time.ts'
import { Speaking, useFormat, useWords } from '../language.tsx'
import type { Period } from './period.ts'

interface Props {
  session: Session
  /** The sequence of the entity's latest action. */
  sequence: number
  time: ClinicTime
  onPeriod: (period: Period) => void
}

/** Links to the day of the latest action, for a period without actions. */
export function LatestAction({ session: { token, entity }, sequence, time, onPeriod }: Props) {
  const say = useWords('console')
  const fill = useFormat()
  const { locale } = useContext(Speaking)
  const [day, setDay] = useState<string>()

  useEffect(() => {
    if (sequence === 0) return
    const ending = new AbortController()
    const client = connect(token, { signal: ending.signal })
    const last = client.feed(entity.id, sequence - 1).next()
    last.then(
      ({ value }) => value?.actions[0] && setDay(time.dayOf(value.actions[0].date)),
      () => {},
    )
    return () => ending.abort()
  }, [entity.id, sequence])

  return (
    <p class="card row">
      {say.nothingInPeriod}{' '}
      {day && (
        <button type="button" onClick={() => onPeriod({ from: addDays(day, -29), to: day })}>
          {fill(say.toLatest, { day: writtenDay(day, locale, 'medium') })}
        </button>
      )}
    </p>
  )
}
